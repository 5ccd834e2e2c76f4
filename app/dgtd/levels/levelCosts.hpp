// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace fluxtet::dgtd {

/// What levels of local time steps cost on a device, in element steps: an element step is the work of one time step on
/// one element.
struct LevelCosts {
  double curlCurl = 1;   ///< a curl-curl of a filter, for each of its elements
  double damping = 0;    ///< what damps the penalty, for each refined element in a time step
  double launch = 0;     ///< launches of one curl-curl, whatever it acts on
  double wholeStep = 0;  ///< a time step besides an element step for each element
  double setUp = 0;      ///< of a run with levels besides that of one without, for each element

  /// A time step of an element of a level, which takes part in as many curl-curls as there are smaller steps more.
  double ofElement(int level) const { return level == 0 ? 1 : 1 + damping + curlCurl * (std::exp2(level) - 1); }
  /// What an element beside finer ones has to do for those of `level`: half of each curl-curl.
  double besideLevel(int level) const { return 0.5 * curlCurl * std::exp2(level - 1); }
  /// The launches of a time step: the curl-curls of all levels, and what saves, restores and adds to whole fields and
  /// damps the penalty, as long as two of them.
  double ofLaunches(int levels) const { return wholeStep + (levels == 0 ? 0 : launch * (std::exp2(levels) + 1)); }
};

/// The costs on a CPU or a GPU. `ofLayers`: what the elements of absorbing layers cost besides, element steps; 0:
/// there are none. `isPenalised`: whether there is a penalty to damp.
LevelCosts levelCosts(int order, bool onGpu, double ofLayers, bool isPenalised);

}  // namespace fluxtet::dgtd
