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

}  // namespace fluxtet
