// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Side of an edge in a mesh of triangles: `side` = 3 * triangle + the corner opposite; `upper` is the edge's higher
/// vertex; `forward` says whether the triangle walks the edge from its lower to its higher vertex.
struct EdgeSide {
  std::int32_t upper = 0;
  std::uint32_t side = 0;
  bool forward = false;
};

/// Calls visit(lower vertex, span<const EdgeSide>) once for every edge, in the lexicographic order of the edges'
/// vertices (lower, upper), with all sides of the edge: two for an inner edge of a sound mesh. `triangles`: [n][3]
/// vertices in 0..numVertices-1, in any order, distinct in each triangle. Edges are bucketed by their lower vertex and
/// sorted within: 12 bytes a side and no hash table.
template <class Visit>
void visitEdges(std::span<const std::int32_t> triangles, std::int32_t numVertices, Visit&& visit) {
  std::vector<std::size_t> begin(static_cast<std::size_t>(numVertices) + 1, 0);
  const auto from = [&](std::size_t side) { return triangles[side % 3 == 2 ? side - 2 : side + 1]; };
  const auto to = [&](std::size_t side) { return triangles[side % 3 == 0 ? side + 2 : side - 1]; };
  for (std::size_t s = 0; s < triangles.size(); ++s) ++begin[std::min(from(s), to(s)) + 1];
  for (std::int32_t v = 0; v < numVertices; ++v) begin[v + 1] += begin[v];
  std::vector<EdgeSide> sides(triangles.size());
  for (std::size_t s = 0; s < triangles.size(); ++s) {
    const std::int32_t a = from(s), b = to(s);
    sides[begin[std::min(a, b)]++] = {std::max(a, b), static_cast<std::uint32_t>(s), a < b};
  }
  // begin[v] now is the end of bucket v. Sides of one edge keep their order.
  std::size_t first = 0;
  for (std::int32_t v = 0; v < numVertices; ++v) {
    const auto bucket = std::span(sides).subspan(first, begin[v] - first);
    first = begin[v];
    std::sort(bucket.begin(), bucket.end(), [](const EdgeSide& a, const EdgeSide& b) {
      return a.upper != b.upper ? a.upper < b.upper : a.side < b.side;
    });
    for (std::size_t i = 0; i < bucket.size();) {
      std::size_t j = i + 1;
      while (j < bucket.size() && bucket[j].upper == bucket[i].upper) ++j;
      visit(v, std::span<const EdgeSide>(bucket.subspan(i, j - i)));
      i = j;
    }
  }
}

}  // namespace fluxtet
