// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// One side of a face: `side` = 4 * element + face. v1 < v2 are the face's second and third vertex; the first is
/// implied.
struct FaceSide {
  std::int64_t v1 = 0, v2 = 0;
  std::int64_t side = 0;
};

/// Ids of the vertices of face f (opposite vertex f), in the ascending order of the element. `element`: [4] vertex ids.
inline std::array<std::int64_t, 3> faceVertices(const std::int64_t* element, int f) {
  return {element[f == 0 ? 1 : 0], element[f <= 1 ? 2 : 1], element[f <= 2 ? 3 : 2]};
}

/// Calls visit(span<const FaceSide>) once for every face of the mesh, with all its sides (two for an inner face of a
/// sound mesh). `elements`: [n][4] vertex ids in 0..numVertices-1, ascending within each element. Faces are bucketed by
/// their lowest vertex and sorted within: 24 bytes a side and no hash table (40 million sides of 10 million elements: 1
/// GB).
template <class Visit>
void visitFaces(std::span<const std::int64_t> elements, std::int64_t numVertices, Visit&& visit) {
  const std::int64_t n = static_cast<std::int64_t>(elements.size() / 4);
  std::vector<std::int64_t> begin(static_cast<std::size_t>(numVertices) + 1, 0);
  // Faces 1, 2 and 3 contain the lowest vertex; face 0 begins with the second.
  for (std::int64_t e = 0; e < n; ++e) {
    begin[elements[4 * e] + 1] += 3;
    begin[elements[4 * e + 1] + 1] += 1;
  }
  for (std::int64_t v = 0; v < numVertices; ++v) begin[v + 1] += begin[v];
  std::vector<FaceSide> sides(static_cast<std::size_t>(4 * n));
  for (std::int64_t e = 0; e < n; ++e) {
    for (int f = 0; f < 4; ++f) {
      const auto v = faceVertices(&elements[4 * e], f);
      sides[begin[v[0]]++] = {v[1], v[2], 4 * e + f};
    }
  }
  // begin[v] now is the end of bucket v.
  std::int64_t first = 0;
  for (std::int64_t v = 0; v < numVertices; ++v) {
    const auto bucket = std::span(sides).subspan(first, begin[v] - first);
    first = begin[v];
    std::sort(bucket.begin(), bucket.end(), [](const FaceSide& a, const FaceSide& b) {
      return std::array{a.v1, a.v2, a.side} < std::array{b.v1, b.v2, b.side};
    });
    for (std::size_t i = 0; i < bucket.size();) {
      std::size_t j = i + 1;
      while (j < bucket.size() && bucket[j].v1 == bucket[i].v1 && bucket[j].v2 == bucket[i].v2) ++j;
      visit(std::span<const FaceSide>(bucket.subspan(i, j - i)));
      i = j;
    }
  }
}

}  // namespace fluxtet
