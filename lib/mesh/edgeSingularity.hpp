// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fluxtet {

/// Size of elements at an edge of metal, where fields grow as r^(lambda - 1) with lambda = pi / angle: r^(-1/2) at the
/// edge of a sheet, r^(-1/3) at a right-angled one. Elements of size h and order p miss the share
/// kappa p^(-4 lambda) (h / width)^(2 lambda) of a resonance frequency (docs/theory.md, "Edges of metal", which says
/// where kappa = 1.8 (1 - lambda)^2 comes from). `angle`: of the field round the edge, rad, above pi; `width`: of the
/// metal that ends there; `accuracy`: the share. In the unit of `width`.
inline double edgeSize(double angle, double width, int order, double accuracy) {
  const double lambda = std::numbers::pi / angle;
  const double kappa = 1.8 * (1 - lambda) * (1 - lambda);
  return width * order * order * std::pow(accuracy / kappa, 1 / (2 * lambda));
}

/// What edgeSize() is to take for `width` at an edge that has other metal across a gap, where the field has the gap's
/// length. `facing`: width of the metal at the edge that faces the other, whose field holds most of the energy where it
/// is wider than the gap; 0 where only the edge does, as in a slot of a sheet (docs/theory.md, "Edges of metal"). All
/// in one unit of length.
inline double gapWidth(double angle, double gap, double facing) {
  const double share = std::max(1.0, facing / gap);  // of the energy that is not at the edge
  return gap * std::pow(share, angle / (2 * std::numbers::pi));
}

}  // namespace fluxtet
