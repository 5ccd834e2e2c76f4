// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace fluxtet {

/// Coordinates of vertex 0..3 of a local element, m.
inline Vec3 vertexOf(const SubMesh& mesh, std::int32_t element, int vertex) {
  const double* x = &mesh.vertices[12 * static_cast<std::size_t>(element) + 3 * static_cast<std::size_t>(vertex)];
  return {x[0], x[1], x[2]};
}

/// Coordinates of the point of a local element that has the barycentric coordinates `lambda`, m.
inline Vec3 pointAt(const SubMesh& mesh, std::int32_t element, const std::array<double, 4>& lambda) {
  Vec3 x{0, 0, 0};
  for (int v = 0; v < 4; ++v) x = x + lambda[static_cast<std::size_t>(v)] * vertexOf(mesh, element, v);
  return x;
}

/// Centroid of a local element, m.
inline Vec3 centroidOf(const SubMesh& mesh, std::int32_t element) {
  return pointAt(mesh, element, {0.25, 0.25, 0.25, 0.25});
}

/// Corners of face 0..3 of a local element, in the order of its vertices, m. `face`: 4 * element + face.
inline std::array<Vec3, 3> cornersOf(const SubMesh& mesh, std::int32_t face) {
  std::array<Vec3, 3> corners{};
  for (int v = 0, i = 0; v < 4; ++v)
    if (v != face % 4) corners[static_cast<std::size_t>(i++)] = vertexOf(mesh, face / 4, v);
  return corners;
}

/// Area of a face times its normal out of the element, m^2. `face`: 4 * element + face.
inline Vec3 outwardAreaOf(const SubMesh& mesh, std::int32_t face) {
  const auto corner = cornersOf(mesh, face);
  const Vec3 area = 0.5 * cross(corner[1] - corner[0], corner[2] - corner[0]);
  return dot(area, corner[0] - vertexOf(mesh, face / 4, face % 4)) < 0 ? -1.0 * area : area;
}

}  // namespace fluxtet
