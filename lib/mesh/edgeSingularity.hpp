// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace fluxtet
