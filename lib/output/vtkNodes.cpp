// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/vtkNodes.hpp"

#include <span>

namespace fluxtet {

namespace {

/// The edges and faces as VTK lists and orients them (documentation of vtkHigherOrderTetra, vtkHigherOrderTriangle).
constexpr std::array<std::array<int, 2>, 3> triangleEdges{{{0, 1}, {1, 2}, {2, 0}}};
constexpr std::array<std::array<int, 2>, 6> tetrahedronEdges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<std::array<int, 3>, 4> tetrahedronFaces{{{0, 1, 3}, {2, 3, 1}, {0, 3, 2}, {0, 2, 1}}};

/// Vertices, then the inner nodes of each edge from its first to its second vertex.
template <std::size_t N>
std::vector<std::array<int, N>> nodesOfVerticesAndEdges(int order, std::span<const std::array<int, 2>> edges) {
  std::vector<std::array<int, N>> nodes;
  for (std::size_t v = 0; v < N; ++v) nodes.emplace_back()[v] = order;
  for (const auto& [a, b] : edges)
    for (int k = 1; k < order; ++k) {
      auto& node = nodes.emplace_back();
      node[a] = order - k;
      node[b] = k;
    }
  return nodes;
}

}  // namespace

// The nodes inside a face or cell are those of a smaller cell, one step away from each side.

std::vector<std::array<int, 3>> vtkTriangleNodes(int order) {
  if (order < 0) return {};
  if (order == 0) return {{0, 0, 0}};
  auto nodes = nodesOfVerticesAndEdges<3>(order, triangleEdges);
  for (const auto& [a, b, c] : vtkTriangleNodes(order - 3)) nodes.push_back({a + 1, b + 1, c + 1});
  return nodes;
}

std::vector<std::array<int, 4>> vtkTetrahedronNodes(int order) {
  if (order < 0) return {};
  if (order == 0) return {{0, 0, 0, 0}};
  auto nodes = nodesOfVerticesAndEdges<4>(order, tetrahedronEdges);
  const auto inFace = vtkTriangleNodes(order - 3);
  for (const auto& face : tetrahedronFaces)
    for (const auto& in : inFace) {
      auto& node = nodes.emplace_back();
      for (int i = 0; i < 3; ++i) node[face[i]] = in[i] + 1;
    }
  for (const auto& [a, b, c, d] : vtkTetrahedronNodes(order - 4)) nodes.push_back({a + 1, b + 1, c + 1, d + 1});
  return nodes;
}

}  // namespace fluxtet
