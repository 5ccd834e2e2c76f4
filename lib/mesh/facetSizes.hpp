// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

namespace fluxtet {

/// Distance between the facets of a mesh and the curved surface on which their vertices lie. Linear interpolation of a
/// quadratic form over a triangle of edges e misses its mean by sum(e . k e) / 24, where k is the tensor of curvature;
/// equilateral facets of edge h so lie h^2 (|k1| + |k2|) / 16 off on the mean, k1 and k2 being the principal
/// curvatures: h^2 / (8 R) within a sphere and h^2 / (16 R) within a cylinder of radius R (docs/theory.md, "Facets of
/// curved surfaces").

/// Mean distance of facets from the surface as a share of its smaller radius of curvature, dimensionless. `edge`: of
/// the facets; `k1`, `k2`: principal curvatures in the inverse unit of `edge`.
inline double facetDepth(double k1, double k2, double edge) {
  return edge * edge / 16 * (std::abs(k1) + std::abs(k2)) * std::max(std::abs(k1), std::abs(k2));
}

/// Edge of the facets for which facetDepth() is `share`, in the inverse unit of the curvatures, which are not both 0.
inline double facetEdge(double k1, double k2, double share) {
  return std::sqrt(share / facetDepth(k1, k2, 1));
}

/// Length of the chords of a plane curve of curvature `k`, not 0, that lie off it on the mean by `share` of its radius:
/// a chord c lies two thirds of its sagitta off, c^2 k / 12. In the inverse unit of `k`.
inline double chordLength(double k, double share) {
  return std::sqrt(12 * share) / std::abs(k);
}

}  // namespace fluxtet
