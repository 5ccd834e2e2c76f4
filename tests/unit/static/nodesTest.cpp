// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/nodes.hpp"

#include "kernels/static/elementIntegrals.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
namespace {

TEST(Nodes, firstOrderNodesAreTheVertices) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  EXPECT_EQ(model.nodes.numNodes(), model.mesh.numVertices());
  EXPECT_EQ(model.nodes.elementNode, model.mesh.elements);
}

// Euler: vertices - edges + triangles = 1 for a disc; vertices - edges + faces - tetrahedra = 1 for a ball.
TEST(Nodes, everyEdgeOfASquareIsNumberedOnce) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  EXPECT_EQ(model.nodes.numEdges(), model.mesh.numVertices() + model.mesh.numElements() - 1);
}
TEST(Nodes, everyEdgeOfACubeIsNumberedOnce) {
  const StaticModel model = cubeModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  const std::int32_t elements = model.mesh.numElements(), outerFaces = 6 * 2 * 4 * 4,
                     faces = (4 * elements + outerFaces) / 2;
  EXPECT_EQ(model.nodes.numEdges(), model.mesh.numVertices() + faces - elements - 1);
}

TEST(Nodes, edgesAreNumberedInTheOrderOfFirstUse) {
  const StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic, order: 2");
  std::int32_t next = model.nodes.numVertices;
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

}  // namespace
}  // namespace fluxtet::test
