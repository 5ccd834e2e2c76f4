// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/nodes.hpp"

#include "kernels/static/elementIntegrals.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

#include <algorithm>
#include <array>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

TEST(Nodes, firstOrderNodesAreTheVertices) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  EXPECT_EQ(model.nodes.numNodes(), model.mesh.numVertices());
  EXPECT_EQ(model.nodes.elementNode, model.mesh.elements);
}

// Euler: vertices - edges + triangles = 1 for a disc; vertices - edges + faces - tetrahedra = 1 for a ball.
TEST(Nodes, everyEdgeOfASquareIsNumberedOnce) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  EXPECT_EQ(model.nodes.blocks.at(1).count, model.mesh.numVertices() + model.mesh.numElements() - 1);
}
TEST(Nodes, everyEdgeOfACubeIsNumberedOnce) {
  const StaticModel model = cubeModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  const std::int32_t elements = model.mesh.numElements(), outerFaces = 6 * 2 * 4 * 4,
                     faces = (4 * elements + outerFaces) / 2;
  EXPECT_EQ(model.nodes.blocks.at(1).count, model.mesh.numVertices() + faces - elements - 1);
}

TEST(Nodes, edgesAreNumberedInTheOrderOfFirstUse) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  std::int32_t next = model.mesh.numVertices();
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e)
    for (const std::int32_t node : model.nodes.ofElement(e)) {
      EXPECT_LE(node, next);
      if (node == next) ++next;
    }
  EXPECT_EQ(next, model.nodes.numNodes());
}

TEST(Nodes, edgeNodesOfElementsAndFacetsLieInTheMiddleOfTheirEdges) {
  for (const StaticModel& model : {squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2"),
                                   cubeModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2")}) {
    const auto expectMiddles = [&](std::span<const std::int32_t> nodes, int vertices) {
      for (int i = 0; i + vertices < static_cast<int>(nodes.size()); ++i) {
        const auto place = [&](int k) {
          return nodePlace(model.mesh, model.nodes, nodes[static_cast<std::size_t>(k)]);
        };
        const Vec3 middle = 0.5 * (place(edgeLow(i)) + place(edgeHigh(i)));
        EXPECT_EQ(place(vertices + i), middle);
      }
    };
    for (std::int32_t e = 0; e < model.mesh.numElements(); ++e)
      expectMiddles(model.nodes.ofElement(e), model.mesh.dimension + 1);
    for (std::int32_t f = 0; f < model.mesh.numFacets(); ++f)
      expectMiddles(model.nodes.ofFacet(f), model.mesh.dimension);
  }
}

/// Nodes on edges or faces alone, as elements other than these will have them.
TEST(Nodes, facesOfACubeAreNumberedOnceAndSharedByTheirTwoTetrahedra) {
  const StaticModel model = cubeModel("x-: {potential: 0 V}", "problem: electrostatic");
  const NodeNumbering faces = numberNodes(model.mesh, std::array{Entity::face});
  EXPECT_EQ(faces.nodesPerElement, 4);
  EXPECT_EQ(faces.nodesPerFacet, 1);
  std::vector<int> uses(static_cast<std::size_t>(faces.numNodes()), 0);
  for (const std::int32_t face : faces.elementNode) ++uses[static_cast<std::size_t>(face)];
  for (const std::int32_t face : faces.facetNode) EXPECT_EQ(uses[static_cast<std::size_t>(face)], 1) << "outer face";
  EXPECT_EQ(std::count(uses.begin(), uses.end(), 2), faces.numNodes() - 6 * 2 * 4 * 4);
}

TEST(Nodes, onVerticesEdgesAndFacesLieAtTheMeanOfTheirVerticesBlockAfterBlock) {
  const StaticModel model = cubeModel("x-: {potential: 0 V}", "problem: electrostatic");
  const SimplexMesh& mesh = model.mesh;
  const NodeNumbering nodes = numberNodes(mesh, std::array{Entity::vertex, Entity::edge, Entity::face});
  ASSERT_EQ(nodes.nodesPerElement, 14);
  // Euler: vertices - edges + faces - tetrahedra = 1 for a ball.
  EXPECT_EQ(nodes.blocks[0].count - nodes.blocks[1].count + nodes.blocks[2].count - mesh.numElements(), 1);
  for (const NodeBlock& block : nodes.blocks)
    for (std::size_t i = 0; i + 1 < block.vertex.size(); ++i)
      EXPECT_TRUE((i + 1) % static_cast<std::size_t>(block.entity) == 0 || block.vertex[i] < block.vertex[i + 1]);
  constexpr int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    const auto place = [&](int node) {
      return nodePlace(mesh, nodes, nodes.ofElement(e)[static_cast<std::size_t>(node)]);
    };
    for (int i = 0; i < 6; ++i) EXPECT_LT(norm(place(4 + i) - 0.5 * (place(edgeLow(i)) + place(edgeHigh(i)))), 1e-15);
    for (int i = 0; i < 4; ++i)
      EXPECT_LT(norm(place(10 + i) - (1.0 / 3) * (place(faces[i][0]) + place(faces[i][1]) + place(faces[i][2]))),
                1e-15);
  }
}

TEST(Nodes, onEdgesAloneBeginAtZeroAndAreTheMiddlesOfOrderTwo) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  const NodeNumbering edges = numberNodes(model.mesh, std::array{Entity::edge});
  const std::int32_t vertices = model.mesh.numVertices();
  EXPECT_EQ(edges.numNodes(), model.nodes.numNodes() - vertices);
  for (std::int32_t edge = 0; edge < edges.numNodes(); ++edge)
    EXPECT_EQ(nodePlace(model.mesh, edges, edge), nodePlace(model.mesh, model.nodes, vertices + edge));
}

}  // namespace
}  // namespace fluxtet::test
