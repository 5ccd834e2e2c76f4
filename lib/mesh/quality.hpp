// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <array>

namespace fluxtet {

/// Gradients of the barycentric coordinates and volume of an affine tetrahedron.
struct ElementGeometry {
  std::array<Vec3, 3> gradient;  ///< grad lambda_1, lambda_2, lambda_3, 1/m; grad lambda_0 is minus their sum
  double volume = 0;             ///< m^3, positive for either orientation of the vertices
};

/// `x`: [4][3] vertices, m. A flat element has volume 0 and gradients that are not finite; validateMesh() refuses such
/// elements.
ElementGeometry elementGeometry(const double* x);

/// Six times the signed volume of the tetrahedron `x` [4][3], m^3 if its vertices are in m.
double sixSignedVolumes(const double* x);

/// Lengths of the edges 01 02 03 12 13 23 of the tetrahedron `x` [4][3], m.
std::array<double, 6> edgeLengths(const double* x);

/// Areas of the faces of the tetrahedron `x` [4][3], m^2; face f lies opposite vertex f.
std::array<double, 4> faceAreas(const double* x);

/// Radius of the inscribed sphere of the tetrahedron `x` [4][3], 3 V / sum of the face areas, m.
double inSphereRadius(const double* x);

/// elementQuality() of an element over the ratio of the radius of its inscribed sphere to its longest edge.
inline constexpr double regularQuality = 4.898979485566356;  // 2 sqrt(6)
/// How far from flat the tetrahedron `x` [4][3] is: radius of the inscribed sphere over the longest edge, scaled to be
/// 1 for a regular one; 0 if it is flat.
double elementQuality(const double* x);
/// Elements of a lower quality are mended, where any have to be.
inline constexpr double soundQuality = 0.3;

/// Twice the area of a triangle of a plane mesh, m^2, positive if its corners run anticlockwise. `corners`: [3] indices
/// of its vertices.
double twiceSignedArea(const SimplexMesh& mesh, const std::int32_t* corners);

/// Lengths of a triangle's sides opposite its corners, m. `corners`: [3] indices of its vertices.
std::array<double, 3> sideLengths(const SimplexMesh& mesh, const std::int32_t* corners);

}  // namespace fluxtet
