// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/nodes.hpp"

#include "kernels/static/elementIntegrals.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {
namespace {

constexpr std::int32_t none = -1;

/// Numbers edges as they come: a list for each lower vertex, of few entries.
class EdgeNumbers {
 public:
  explicit EdgeNumbers(std::int32_t numVertices) : first_(static_cast<std::size_t>(numVertices), none) {}

  /// Number of the edge (a, b), or `none`.
  std::int32_t find(std::int32_t a, std::int32_t b) const {
    const auto [low, high] = std::minmax(a, b);
    std::int32_t edge = first_[static_cast<std::size_t>(low)];
    while (edge != none && vertex_[2 * static_cast<std::size_t>(edge) + 1] != high)
      edge = next_[static_cast<std::size_t>(edge)];
    return edge;
  }
  std::int32_t number(std::int32_t a, std::int32_t b) {
    const std::int32_t known = find(a, b);
    if (known != none) return known;
    const auto [low, high] = std::minmax(a, b);
    const auto edge = static_cast<std::int32_t>(next_.size());
    next_.push_back(first_[static_cast<std::size_t>(low)]);
    first_[static_cast<std::size_t>(low)] = edge;
    vertex_.push_back(low);
    vertex_.push_back(high);
    return edge;
  }
  std::size_t size() const { return next_.size(); }
  std::vector<std::int32_t> takeVertices() { return std::move(vertex_); }

 private:
  std::vector<std::int32_t> first_, next_, vertex_;
};

void numberElements(const SimplexMesh& mesh, EdgeNumbers& edges, NodeNumbering& nodes) {
  const int nv = mesh.dimension + 1, ne = nv * (nv - 1) / 2;
  nodes.elementNode.resize(mesh.region.size() * static_cast<std::size_t>(nv + ne));
  std::int32_t* node = nodes.elementNode.data();
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const std::int32_t* vertex = &mesh.elements[e * static_cast<std::size_t>(nv)];
    node = std::copy_n(vertex, nv, node);
    for (int i = 0; i < ne; ++i) *node++ = nodes.numVertices + edges.number(vertex[edgeLow(i)], vertex[edgeHigh(i)]);
    require(edges.size() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() - nodes.numVertices),
            "the mesh has more than 2^31 nodes at order 2: use order 1 or a coarser mesh");
  }
}

void numberFacets(const SimplexMesh& mesh, const EdgeNumbers& edges, NodeNumbering& nodes) {
  const int nv = mesh.dimension, ne = nv * (nv - 1) / 2;
  for (std::int32_t f = 0; f < mesh.numFacets(); ++f) {
    const std::int32_t* vertex = &mesh.facets[static_cast<std::size_t>(f * nv)];
    nodes.facetNode.insert(nodes.facetNode.end(), vertex, vertex + nv);
    for (int i = 0; i < ne; ++i) {
      const std::int32_t edge = edges.find(vertex[edgeLow(i)], vertex[edgeHigh(i)]);
      require(edge != none, "a facet of '{}' is no side of any element: make the mesh anew",
              mesh.groups.surfaces[static_cast<std::size_t>(mesh.facetGroup[static_cast<std::size_t>(f)])]);
      nodes.facetNode.push_back(nodes.numVertices + edge);
    }
  }
}

}  // namespace

NodeNumbering numberNodes(const SimplexMesh& mesh, int order) {
  NodeNumbering nodes;
  const int d = mesh.dimension;
  nodes.order = order;
  nodes.numVertices = mesh.numVertices();
  nodes.nodesPerElement = order == 1 ? d + 1 : (d + 1) * (d + 2) / 2;
  nodes.nodesPerFacet = order == 1 ? d : d * (d + 1) / 2;
  if (order == 1) {
    nodes.elementNode = mesh.elements;
    nodes.facetNode = mesh.facets;
    return nodes;
  }
  EdgeNumbers edges(nodes.numVertices);
  numberElements(mesh, edges, nodes);
  numberFacets(mesh, edges, nodes);
  nodes.edgeVertex = edges.takeVertices();
  return nodes;
}

std::array<double, 3> nodePlace(const SimplexMesh& mesh, const NodeNumbering& nodes, std::int32_t node) {
  std::int32_t a = node, b = node;
  if (node >= nodes.numVertices) {
    const auto edge = 2 * static_cast<std::size_t>(node - nodes.numVertices);
    a = nodes.edgeVertex[edge];
    b = nodes.edgeVertex[edge + 1];
  }
  std::array<double, 3> place{};
  const auto d = static_cast<std::size_t>(mesh.dimension);
  for (std::size_t k = 0; k < d; ++k)
    place[k] =
        (mesh.vertices[static_cast<std::size_t>(a) * d + k] + mesh.vertices[static_cast<std::size_t>(b) * d + k]) / 2;
  return place;
}

}  // namespace fluxtet
