// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/nodes.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::statics {
namespace {

constexpr std::int32_t none = -1;

/// The entities of k vertices, numbered as they come: a list for each lowest vertex, of few entries.
template <int k>
class EntityNumbers {
 public:
  using Vertices = std::array<std::int32_t, k>;  ///< ascending

  explicit EntityNumbers(std::int32_t numVertices) : first_(static_cast<std::size_t>(numVertices), none) {}

  /// The number of an entity, or `none`.
  std::int32_t find(const Vertices& vertices) const {
    std::int32_t entity = first_[static_cast<std::size_t>(vertices[0])];
    while (entity != none &&
           !std::equal(vertices.begin(), vertices.end(), &vertex_[k * static_cast<std::size_t>(entity)]))
      entity = next_[static_cast<std::size_t>(entity)];
    return entity;
  }
  std::int32_t number(const Vertices& vertices) {
    const std::int32_t known = find(vertices);
    if (known != none) return known;
    const auto entity = static_cast<std::int32_t>(next_.size());
    next_.push_back(first_[static_cast<std::size_t>(vertices[0])]);
    first_[static_cast<std::size_t>(vertices[0])] = entity;
    vertex_.insert(vertex_.end(), vertices.begin(), vertices.end());
    return entity;
  }
  std::int32_t size() const { return static_cast<std::int32_t>(next_.size()); }
  std::vector<std::int32_t> takeVertices() { return std::move(vertex_); }

 private:
  std::vector<std::int32_t> first_, next_, vertex_;
};

/// Entities of k vertices that a simplex of n vertices has.
constexpr int entitiesOf(int n, int k) {
  int count = 1;
  for (int i = 0; i < k; ++i) count = count * (n - i) / (i + 1);
  return count;
}

/// The entities of k vertices of a tetrahedron, by its own vertices, in colexicographic order, so that those of a
/// triangle and an edge come first.
template <int k>
constexpr auto ofTetrahedron() {
  if constexpr (k == 2)
    return std::array<std::array<int, 2>, 6>{{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}};
  else
    return std::array<std::array<int, 3>, 4>{{{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};
}

/// Calls function(vertices) for each entity of k of the simplex's n vertices; they ascend.
template <int k, class Function>
void forEntities(const std::int32_t* simplex, int n, const Function& function) {
  constexpr auto entities = ofTetrahedron<k>();
  for (std::size_t i = 0; i < static_cast<std::size_t>(entitiesOf(n, k)); ++i) {
    std::array<std::int32_t, k> vertices{};
    std::transform(entities[i].begin(), entities[i].end(), vertices.begin(), [&](int v) { return simplex[v]; });
    std::sort(vertices.begin(), vertices.end());
    function(vertices);
  }
}

/// Numbers the entities of k vertices, and writes their nodes to `element` and `facet`, the places of the block's first
/// node in the lists of the first element and the first facet.
template <int k>
void numberEntities(const SimplexMesh& mesh, NodeNumbering& nodes, NodeBlock& block, std::size_t inElement,
                    std::size_t inFacet) {
  EntityNumbers<k> numbers(mesh.numVertices());
  const int nv = mesh.dimension + 1;
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    std::int32_t* node = nodes.elementNode.data() + e * static_cast<std::size_t>(nodes.nodesPerElement) + inElement;
    forEntities<k>(&mesh.elements[e * static_cast<std::size_t>(nv)], nv,
                   [&](const auto& vertices) { *node++ = block.first + numbers.number(vertices); });
    require(numbers.size() < std::numeric_limits<std::int32_t>::max() - block.first,
            "the mesh has more than 2^31 nodes at order 2: use order 1 or a coarser mesh");
  }
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    std::int32_t* node = nodes.facetNode.data() + f * static_cast<std::size_t>(nodes.nodesPerFacet) + inFacet;
    forEntities<k>(&mesh.facets[f * static_cast<std::size_t>(mesh.dimension)], mesh.dimension,
                   [&](const auto& vertices) {
                     const std::int32_t known = numbers.find(vertices);
                     require(known != none, "a facet of '{}' is no side of any element: make the mesh anew",
                             mesh.groups.surfaces[static_cast<std::size_t>(mesh.facetGroup[f])]);
                     *node++ = block.first + known;
                   });
  }
  block.count = numbers.size();
  block.vertex = numbers.takeVertices();
}

/// Vertices are numbered already.
void copyVertices(const SimplexMesh& mesh, NodeNumbering& nodes, NodeBlock& block, std::size_t inElement,
                  std::size_t inFacet) {
  const auto copy = [&](const std::vector<std::int32_t>& from, int vertices, std::vector<std::int32_t>& to, int perItem,
                        std::size_t place) {
    for (std::size_t i = 0; i < from.size(); ++i)
      to[i / static_cast<std::size_t>(vertices) * static_cast<std::size_t>(perItem) + place +
         i % static_cast<std::size_t>(vertices)] = block.first + from[i];
  };
  copy(mesh.elements, mesh.dimension + 1, nodes.elementNode, nodes.nodesPerElement, inElement);
  copy(mesh.facets, mesh.dimension, nodes.facetNode, nodes.nodesPerFacet, inFacet);
  block.count = mesh.numVertices();
}

}  // namespace

NodeNumbering numberNodes(const SimplexMesh& mesh, std::span<const Entity> entities) {
  NodeNumbering nodes;
  for (const Entity entity : entities) {
    nodes.nodesPerElement += entitiesOf(mesh.dimension + 1, static_cast<int>(entity));
    nodes.nodesPerFacet += entitiesOf(mesh.dimension, static_cast<int>(entity));
  }
  nodes.elementNode.resize(mesh.region.size() * static_cast<std::size_t>(nodes.nodesPerElement));
  nodes.facetNode.resize(mesh.facetGroup.size() * static_cast<std::size_t>(nodes.nodesPerFacet));
  std::size_t inElement = 0, inFacet = 0;
  for (const Entity entity : entities) {
    NodeBlock block{entity, nodes.numNodes(), 0, {}};
    switch (entity) {
      case Entity::vertex:
        copyVertices(mesh, nodes, block, inElement, inFacet);
        break;
      case Entity::edge:
        numberEntities<2>(mesh, nodes, block, inElement, inFacet);
        break;
      case Entity::face:
        numberEntities<3>(mesh, nodes, block, inElement, inFacet);
        break;
    }
    nodes.blocks.push_back(std::move(block));
    inElement += static_cast<std::size_t>(entitiesOf(mesh.dimension + 1, static_cast<int>(entity)));
    inFacet += static_cast<std::size_t>(entitiesOf(mesh.dimension, static_cast<int>(entity)));
  }
  return nodes;
}

NodeNumbering numberNodes(const SimplexMesh& mesh, int order) {
  constexpr std::array entities{Entity::vertex, Entity::edge};
  NodeNumbering nodes = numberNodes(mesh, std::span(entities).first(order == 1 ? 1 : 2));
  nodes.order = order;
  return nodes;
}

std::array<double, 3> nodePlace(const SimplexMesh& mesh, const NodeNumbering& nodes, std::int32_t node) {
  const auto block = std::find_if(nodes.blocks.begin(), nodes.blocks.end(),
                                  [&](const NodeBlock& b) { return node < b.first + b.count; });
  const std::int32_t local = node - block->first;
  const auto vertices = static_cast<std::size_t>(block->entity), d = static_cast<std::size_t>(mesh.dimension);
  std::array<double, 3> place{};
  for (std::size_t i = 0; i < vertices; ++i) {
    const std::int32_t vertex =
        block->vertex.empty() ? local : block->vertex[static_cast<std::size_t>(local) * vertices + i];
    for (std::size_t k = 0; k < d; ++k) place[k] += mesh.vertices[static_cast<std::size_t>(vertex) * d + k];
  }
  for (std::size_t k = 0; k < d; ++k) place[k] /= static_cast<double>(vertices);
  return place;
}

}  // namespace fluxtet::statics
