// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// The kinds of entities of a mesh on which nodes sit; the number is that of an entity's vertices.
enum class Entity { vertex = 1, edge = 2, face = 3 };

/// The nodes of one kind of entity, one each. Their numbers follow each other: those of vertices are the vertices',
/// those of edges and faces come in the order in which the elements first use them.
struct NodeBlock {
  Entity entity = Entity::vertex;
  std::int32_t first = 0;  ///< number of the first of these nodes
  std::int32_t count = 0;
  /// [count][vertices of an entity] ascending, so that all elements of an edge or a face agree on its orientation;
  /// empty for vertices.
  std::vector<std::int32_t> vertex;
};

/// The nodes of a mesh, which are what unknowns are given to (DofMap), block after block. The entities of an element or
/// a facet come in colexicographic order of its own vertices: 0 1 2 3, edges 01 02 12 03 13 23, faces 012 013 023 123.
struct NodeNumbering {
  int order = 1;
  std::vector<NodeBlock> blocks;
  std::vector<std::int32_t> elementNode;  ///< [numElements][nodesPerElement] block after block
  std::vector<std::int32_t> facetNode;    ///< [numFacets][nodesPerFacet] block after block
  int nodesPerElement = 0, nodesPerFacet = 0;

  std::int32_t numNodes() const { return blocks.empty() ? 0 : blocks.back().first + blocks.back().count; }
  /// Nodes of an element, [nodesPerElement], block after block.
  std::span<const std::int32_t> ofElement(std::int32_t e) const {
    return std::span(elementNode).subspan(static_cast<std::size_t>(e) * nodesPerElement, nodesPerElement);
  }
  /// Nodes of a facet, [nodesPerFacet], block after block.
  std::span<const std::int32_t> ofFacet(std::int32_t f) const {
    return std::span(facetNode).subspan(static_cast<std::size_t>(f) * nodesPerFacet, nodesPerFacet);
  }
};

/// Numbers the nodes on these kinds of entities, in their order. Throws InputError if the nodes are more than 32-bit
/// numbers can tell apart, or if a facet's edge or face belongs to no element.
NodeNumbering numberNodes(const SimplexMesh& mesh, std::span<const Entity> entities);
/// The same for the elements of `order`: vertices, at order 2 then edges, whose nodes are their middles.
NodeNumbering numberNodes(const SimplexMesh& mesh, int order);

/// Coordinates of a node, the mean of its entity's vertices, m; z = 0 in a plane.
std::array<double, 3> nodePlace(const SimplexMesh& mesh, const NodeNumbering& nodes, std::int32_t node);

}  // namespace fluxtet::statics
