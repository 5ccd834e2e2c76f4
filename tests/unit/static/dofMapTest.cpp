// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/dofMap.hpp"

#include "app/static/periodicPairs.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

#include <set>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

DofMap dofsOf(const StaticModel& model) {
  DofMap dofs = makeDofMap(model, model.statics.boundaries);
  requireConstrained(model, dofs);
  return dofs;
}

TEST(DofMap, nodesOfABoundaryGetItsPotentialAndAllOthersADofOfTheirOwn) {
  const StaticModel model =
      squareModel("x-: {potential: 3 V}, x+: {potential: -2 V}", "problem: electrostatic, order: 2");
  const DofMap dofs = dofsOf(model);
  EXPECT_EQ(dofs.numDofs, model.nodes.numNodes() - 2 * 17);
  const std::vector<double> given = prescribedValues(dofs, std::vector<double>{3, -2});
  std::set<std::int32_t> seen;
  for (std::int32_t node = 0; node < model.nodes.numNodes(); ++node) {
    const double x = nodePlace(model.mesh, model.nodes, node)[0];
    const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)];
    if (x == 0 || x == 1) {
      ASSERT_LT(dof, 0);
      EXPECT_EQ(given[static_cast<std::size_t>(-1 - dof)], x == 0 ? 3 : -2);
    } else {
      EXPECT_TRUE(seen.insert(dof).second);
    }
  }
  EXPECT_EQ(static_cast<std::int32_t>(seen.size()), dofs.numDofs);
}

TEST(DofMap, differentPotentialsOnACommonNodeAreRefusedWithNamesAndPlace) {
  const StaticModel model = squareModel("x-: {potential: 1 V}, y-: {potential: 2 V}", "problem: electrostatic");
  expectRefused([&] { dofsOf(model); }, {"case.yaml:5:", "'x-' (1 V)", "boundaries.y-: 2 V", "(0, 0) m"});
}

TEST(DofMap, boundariesOfOnePotentialThatTouchAreOneConductor) {
  const StaticModel model =
      squareModel("x-: {potential: 1 V}, y-: {potential: 1 V}, x+: {potential: 1 V}", "problem: electrostatic");
  EXPECT_EQ(dofsOf(model).conductor, (std::vector<int>{0, 0, 0}));
  const StaticModel apart = squareModel("x-: {potential: 1 V}, x+: {potential: 1 V}", "problem: electrostatic");
  EXPECT_EQ(dofsOf(apart).conductor, (std::vector<int>{0, 1}));
}

TEST(DofMap, aFloatingConductorIsOneDof) {
  const StaticModel model = squareModel("x-: {potential: 1 V}, x+: floating", "problem: electrostatic");
  const DofMap dofs = dofsOf(model);
  EXPECT_EQ(dofs.numDofs, 9 * 7 + 1);
  ASSERT_GE(dofs.ofBoundary[1], 0);
  for (const std::int32_t node : boundaryNodes(model, "x+"))
    EXPECT_EQ(dofs.ofNode[static_cast<std::size_t>(node)], dofs.ofBoundary[1]);
}

TEST(DofMap, aFloatingConductorThatTouchesAPotentialOrAnotherIsRefused) {
  const StaticModel potential = squareModel("x-: {potential: 1 V}, y-: floating", "problem: electrostatic");
  expectRefused([&] { dofsOf(potential); }, {"boundaries.y-", "touches a boundary with a potential"});
  const StaticModel other =
      squareModel("x-: {potential: 1 V}, x+: floating, y-: {potential: 1 V}, y+: natural", "problem: electrostatic");
  expectRefused([&] { dofsOf(other); }, {"boundaries.x+", "touches"});
}

TEST(DofMap, aMeshWithoutAFixedPotentialIsRefusedWithARegionAndWhatToAdd) {
  const StaticModel model = squareModel("x-: floating", "problem: electrostatic");
  expectRefused([&] { dofsOf(model); }, {"region 'box'", "potential: 0 V"});
}

TEST(DofMap, onlyThePartOfTheMeshThatLacksAPotentialIsNamed) {
  StaticModel model = squareModel("x-: {potential: 0 V}", "problem: electrostatic");
  addRegion(model, "far", [](const Vec3& x) { return x[0] > 0.5; });
  // Vertices of its own for the far part: nothing joins it to the rest.
  SimplexMesh& mesh = model.mesh;
  const std::int32_t vertices = mesh.numVertices();
  mesh.vertices.insert(mesh.vertices.end(), mesh.vertices.begin(), mesh.vertices.begin() + 2 * vertices);
  for (std::size_t e = 0; e < mesh.region.size(); ++e)
    if (mesh.region[e] == 1)
      for (std::size_t i = 0; i < 3; ++i) mesh.elements[3 * e + i] += vertices;
  model.nodes = numberNodes(mesh, 1);
  expectRefused([&] { dofsOf(model); }, {"region 'far'"});
}

TEST(DofMap, aMeridianPlaneThatReachesTheAxisNeedsNoGivenPotentialForA) {
  const StaticModel model =
      squareModel("x+: {surfaceCurrent: 1 A/m}", "problem: magnetostatic, symmetry: axisymmetric");
  EXPECT_EQ(dofsOf(model).numDofs, model.nodes.numNodes() - 9) << "A is 0 at the nodes of the axis";
}

TEST(DofMap, aMeridianPlaneAwayFromTheAxisDoesNeedOne) {
  const StaticModel model = modelOf(R"(
solver: static
mesh: {rectangle: {size: [1, 1], origin: [1, 0], cells: [4, 4]}}
materials: {air: {}}
regions: {box: air}
boundaries: {x+: {surfaceCurrent: 1 A/m}}
static: {problem: magnetostatic, symmetry: axisymmetric}
)");
  expectRefused([&] { dofsOf(model); }, {"region 'box'", "0 Wb/m"});
}

TEST(DofMap, aGivenASaysNothingOnTheAxisWhereAIsZero) {
  const StaticModel model =
      squareModel("x-: {potential: 0 Wb/m}, x+: {potential: 2 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  const DofMap dofs = dofsOf(model);
  EXPECT_EQ(dofs.numDofs, 9 * 7);
  const std::vector<double> prescribed = prescribedValues(dofs, std::vector<double>{0, 2});
  for (std::int32_t node = 0; node < model.nodes.numNodes(); ++node) {
    const double r = nodePlace(model.mesh, model.nodes, node)[0];
    const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)];
    ASSERT_EQ(dof < 0, r == 0 || r == 1);
    if (dof >= 0) continue;
    EXPECT_EQ(prescribed[static_cast<std::size_t>(-1 - dof)], 2 * r);
  }
}

TEST(DofMap, anAThatDoesNotVanishOnTheAxisIsRefused) {
  const StaticModel model = squareModel("y-: {potential: 1 Wb/m}", "problem: magnetostatic, symmetry: axisymmetric");
  expectRefused([&] { dofsOf(model); }, {"boundaries.y-", "A is 0 on the axis", "(r, z) = (0, 0) m"});
}

TEST(DofMap, aMeshWhoseEveryNodeIsGivenIsRefused) {
  const StaticModel model =
      squareModel("x-: {potential: 1 V}, x+: {potential: 0 V}", "problem: electrostatic", "[1, 4]");
  expectRefused([&] { dofsOf(model); }, {"nothing is left to compute"});
}

}  // namespace
}  // namespace fluxtet::test
