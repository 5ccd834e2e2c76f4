// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"

#include <cmath>

namespace fluxtet {

/// Vector field whose components are products of a cosine and two sines, or of a sine and two cosines, as plain
/// numbers, so that a kernel can evaluate it. Component c at x is amplitude[c] f_0 f_1 f_2, where f_i is the cosine of
/// k_i (x_i - origin_i) if (i == c) == cosineAlong, else the sine.
struct StandingWave {
  double origin[3] = {};     ///< m
  double k[3] = {};          ///< 1/m
  double amplitude[3] = {};  ///< in the field's unit
  bool cosineAlong = true;   ///< E in a conducting box; not so H
};

/// Computes the components `value` [xyz] of a standing wave, in the unit of its amplitude, at the point `x` [xyz], m.
FLUXTET_HOST_DEVICE void standingWaveAt(const StandingWave& wave, const double (&x)[3], double (&value)[3]) {
  double sine[3], cosine[3];
  for (int i = 0; i < 3; ++i) {
    sine[i] = std::sin(wave.k[i] * (x[i] - wave.origin[i]));
    cosine[i] = std::cos(wave.k[i] * (x[i] - wave.origin[i]));
  }
  for (int c = 0; c < 3; ++c) {
    value[c] = wave.amplitude[c];
    for (int i = 0; i < 3; ++i) value[c] *= (i == c) == wave.cosineAlong ? cosine[i] : sine[i];
  }
}

}  // namespace fluxtet
