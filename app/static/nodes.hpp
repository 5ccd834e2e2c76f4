// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// The nodes of a mesh at order 1 or 2: its vertices, then at order 2 the middles of its edges in the order in which
/// the elements first use them.
struct NodeNumbering {
  int order = 1;
  std::int32_t numVertices = 0;
  std::vector<std::int32_t> edgeVertex;   ///< [numEdges][2] ascending; empty at order 1
  std::vector<std::int32_t> elementNode;  ///< [numElements][nodesPerElement] in the order of FormKind
  std::vector<std::int32_t> facetNode;    ///< [numFacets][nodesPerFacet] vertices, at order 2 then edges 01 (02 12)
  int nodesPerElement = 0, nodesPerFacet = 0;

  std::int32_t numEdges() const { return static_cast<std::int32_t>(edgeVertex.size() / 2); }
  std::int32_t numNodes() const { return numVertices + numEdges(); }
  std::span<const std::int32_t> ofElement(std::int32_t e) const {
    return std::span(elementNode).subspan(static_cast<std::size_t>(e) * nodesPerElement, nodesPerElement);
  }
  std::span<const std::int32_t> ofFacet(std::int32_t f) const {
    return std::span(facetNode).subspan(static_cast<std::size_t>(f) * nodesPerFacet, nodesPerFacet);
  }
};

/// Throws InputError if the nodes are more than 32-bit numbers can tell apart, or if a facet's edge belongs to no
/// element.
NodeNumbering numberNodes(const SimplexMesh& mesh, int order);

/// Coordinates of a node, m; z = 0 in a plane.
std::array<double, 3> nodePlace(const SimplexMesh& mesh, const NodeNumbering& nodes, std::int32_t node);

}  // namespace fluxtet
