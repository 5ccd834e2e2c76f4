// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace fluxtet {

/// Coordinates of the vertices of an element, [4][xyz], m, in the order of its vertex numbers. `AnyMesh`: Mesh, or a
/// SimplexMesh of tetrahedra.
template <class AnyMesh>
std::array<double, 12> elementVertices(const AnyMesh& mesh, std::int64_t element) {
  std::array<double, 12> x;
  for (std::size_t v = 0; v < 4; ++v) {
    const auto vertex = static_cast<std::size_t>(mesh.elements[4 * static_cast<std::size_t>(element) + v]);
    std::copy_n(&mesh.vertices[3 * vertex], 3, &x[3 * v]);
  }
  return x;
}

}  // namespace fluxtet
