// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/dualGraph.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <limits>

namespace fluxtet::partition {

namespace {

/// Largest mesh whose 4 n graph entries METIS's integers can count.
constexpr std::int64_t maxElementsForMetis = std::numeric_limits<idx_t>::max() / 4;

/// [n][4] element across each face, or -1.
std::vector<idx_t> elementsAcross(const Mesh& mesh) {
  std::vector<idx_t> across(mesh.elements.size(), -1);
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
      across[sides[i].side] = static_cast<idx_t>(sides[i + 1].side / 4);
      across[sides[i + 1].side] = static_cast<idx_t>(sides[i].side / 4);
    }
  });
  return across;
}

}  // namespace

DualGraph buildDualGraph(const Mesh& mesh) {
  const std::int64_t n = mesh.numElements();
  require(n <= maxElementsForMetis,
          "METIS cannot partition this mesh: it has {} elements and this METIS, built with {}-bit integers, takes at "
          "most {}; "
          "use `partition: {{method: box}}`",
          n, 8 * sizeof(idx_t), maxElementsForMetis);
  DualGraph graph;
  graph.neighbour = elementsAcross(mesh);
  graph.begin.reserve(static_cast<std::size_t>(n) + 1);
  // Rows only shrink, so they can be closed up in place.
  std::size_t end = 0;
  for (std::size_t side = 0; side < graph.neighbour.size(); ++side) {
    if (side % 4 == 0) graph.begin.push_back(static_cast<idx_t>(end));
    if (graph.neighbour[side] >= 0) graph.neighbour[end++] = graph.neighbour[side];
  }
  graph.begin.push_back(static_cast<idx_t>(end));
  graph.neighbour.resize(end);
  return graph;
}

}  // namespace fluxtet::partition
