// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "partition/extrudeLayers.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// alpha over the highest wavenumber of a case.
inline constexpr double alphaOfHighest = 0.02;

/// An absorbing layer with all that the case leaves open filled in (docs/theory.md, section 3.8).
struct LayerDesign {
  int layers = 0;         ///< sub-layers, N
  double thickness = 0;   ///< of all of them, m; 0: as many mean edges of the surface's triangles as sub-layers
  double reflection = 0;  ///< 20 log10 R0, dB
  double grading = 0;     ///< the power of the depth with which sigma grows
  double alpha = 0;       ///< alpha at the surface of the layer, 1/m; 0: follows from thickness, order of the elements

  /// Absorption of sub-layer k = 1, ..., N of a layer of thickness d, m: the mean of ln(1/R0) (m + 1) / (2 d) (x/d)^m
  /// over the sub-layer; and alpha there, 1/m, which falls with the depth, but not below sigma / 200.
  double sigmaOf(int k, const partition::LayerSide& layer) const;
  double alphaOf(int k, const partition::LayerSide& layer) const;
  /// Reflection of the continuous layer, R0^cos(angle), dB, of a wave at `angle` from the normal, rad, that the
  /// absorbing boundary behind it reflects by (1 - cos) / (1 + cos).
  double reflectionAt(double angle) const;
  bool operator==(const LayerDesign&) const = default;
};

/// The design of a layer behind a surface. A reflection is raised where the last sub-layer would absorb more than
/// sigma h = 10, from where on fields may grow.
LayerDesign designLayer(const DgtdCase& theCase, const LayerSettings& settings);
/// The same of a layer of the mesh with sub-layers that end at the depths `ends`, m. Without sub-layers, where elements
/// lie across it (`isCrossed`), it absorbs the same everywhere, and unless the case says so, little enough.
LayerDesign designMeshLayer(const DgtdCase& theCase, const LayerSettings& settings, const std::vector<double>& ends,
                            bool isCrossed);

}  // namespace fluxtet::dgtd
