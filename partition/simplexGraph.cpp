// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/simplexGraph.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace fluxtet::partition {

namespace {

/// One side of a facet, opposite corner `side` % nodes of element `side` / nodes; the facet's vertices but the lowest.
struct FacetSide {
  std::int32_t middle = 0, upper = 0;
  std::uint32_t side = 0;
  bool sameFacet(const FacetSide& other) const { return middle == other.middle && upper == other.upper; }
};

/// The vertices of the facet opposite corner `corner` in ascending order; an edge's third is the largest integer.
std::array<std::int32_t, 3> facetVertices(const std::int32_t* element, int nodes, int corner) {
  std::array<std::int32_t, 3> facet;
  facet.fill(std::numeric_limits<std::int32_t>::max());
  int count = 0;
  for (int i = 0; i < nodes; ++i)
    if (i != corner) facet[count++] = element[i];
  if (facet[0] > facet[1]) std::swap(facet[0], facet[1]);
  if (facet[1] > facet[2]) std::swap(facet[1], facet[2]);
  if (facet[0] > facet[1]) std::swap(facet[0], facet[1]);
  return facet;
}

/// Sides bucketed by their facet's lowest vertex: those of vertex v are begin[v] .. begin[v + 1] - 1.
struct Buckets {
  std::vector<std::size_t> begin;
  std::vector<FacetSide> sides;
};

Buckets bucketSides(std::span<const std::int32_t> elementVertex, int nodes, std::int32_t numVertices) {
  Buckets buckets{std::vector<std::size_t>(static_cast<std::size_t>(numVertices) + 2, 0),
                  std::vector<FacetSide>(elementVertex.size())};
  const auto facetOf = [&](std::size_t s) {
    return facetVertices(&elementVertex[s / nodes * nodes], nodes, static_cast<int>(s % nodes));
  };
  for (std::size_t s = 0; s < elementVertex.size(); ++s) ++buckets.begin[facetOf(s)[0] + 2];
  for (std::int32_t v = 0; v < numVertices; ++v) buckets.begin[v + 2] += buckets.begin[v + 1];
  // Filling moves begin[v + 1] from the start of bucket v to its end, which is the start of the next.
  for (std::size_t s = 0; s < elementVertex.size(); ++s) {
    const auto facet = facetOf(s);
    buckets.sides[buckets.begin[facet[0] + 1]++] = {facet[1], facet[2], static_cast<std::uint32_t>(s)};
  }
  return buckets;
}

/// [numElements][nodes] element across each facet, or -1.
std::vector<idx_t> elementsAcross(Buckets buckets, int nodes) {
  std::vector<idx_t> across(buckets.sides.size(), -1);
  for (std::size_t v = 0; v + 2 < buckets.begin.size(); ++v) {
    const auto bucket = std::span(buckets.sides).subspan(buckets.begin[v], buckets.begin[v + 1] - buckets.begin[v]);
    std::sort(bucket.begin(), bucket.end(), [](const FacetSide& a, const FacetSide& b) {
      return std::array<std::int64_t, 3>{a.middle, a.upper, a.side} <
             std::array<std::int64_t, 3>{b.middle, b.upper, b.side};
    });
    for (std::size_t i = 0; i + 1 < bucket.size(); ++i) {
      if (!bucket[i].sameFacet(bucket[i + 1])) continue;
      across[bucket[i].side] = static_cast<idx_t>(bucket[i + 1].side / nodes);
      across[bucket[i + 1].side] = static_cast<idx_t>(bucket[i].side / nodes);
      ++i;
    }
  }
  return across;
}

}  // namespace

DualGraph buildSimplexGraph(std::span<const std::int32_t> elementVertex, int nodes, std::int32_t numVertices) {
  require(elementVertex.size() <= static_cast<std::size_t>(std::numeric_limits<idx_t>::max()),
          "METIS cannot partition this mesh of {} elements: its integers have {} bits; use fewer elements or one rank",
          elementVertex.size() / nodes, 8 * sizeof(idx_t));
  DualGraph graph;
  graph.neighbour = elementsAcross(bucketSides(elementVertex, nodes, numVertices), nodes);
  graph.begin.reserve(elementVertex.size() / nodes + 1);
  // Rows only shrink, so that they can be closed up in place.
  std::size_t end = 0;
  for (std::size_t side = 0; side < graph.neighbour.size(); ++side) {
    if (side % nodes == 0) graph.begin.push_back(static_cast<idx_t>(end));
    if (graph.neighbour[side] >= 0) graph.neighbour[end++] = graph.neighbour[side];
  }
  graph.begin.push_back(static_cast<idx_t>(end));
  graph.neighbour.resize(end);
  return graph;
}

}  // namespace fluxtet::partition
