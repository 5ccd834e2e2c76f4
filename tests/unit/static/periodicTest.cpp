// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/periodicPairs.hpp"

#include "app/static/dofMap.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

TEST(PeriodicPairs, eachNodeMeetsTheOneATranslationAway) {
  for (const char* order : {"1", "2"}) {
    const StaticModel model =
        squareModel("x-: {potential: 0 V}, y-: {periodic: y+}", std::string("problem: electrostatic, order: ") + order);
    const auto pairs = periodicPairs(model, model.statics.boundaries[1]);
    EXPECT_EQ(pairs.size(), *order == '1' ? 9U : 17U);
    for (const auto& [own, other] : pairs) {
      const Vec3 way = nodePlace(model.mesh, model.nodes, other) - nodePlace(model.mesh, model.nodes, own);
      EXPECT_EQ(way, (Vec3{0, 1, 0}));
    }
  }
}

TEST(PeriodicPairs, facesOfACubeMatchInSpace) {
  const StaticModel model = cubeModel("x-: {potential: 0 V}, y-: {periodic: y+}", "problem: electrostatic, order: 2");
  EXPECT_EQ(periodicPairs(model, model.statics.boundaries[1]).size(), 81U);
}

TEST(PeriodicPairs, aNodeWithoutCounterpartIsNamedWithItsPlace) {
  StaticModel model = squareModel("x-: {potential: 0 V}, y-: {periodic: y+}", "problem: electrostatic");
  for (std::size_t v = 0; v < model.mesh.vertices.size(); v += 2)
    if (model.mesh.vertices[v] == 0.5 && model.mesh.vertices[v + 1] == 1) model.mesh.vertices[v] = 0.51;
  expectRefused([&] { periodicPairs(model, model.statics.boundaries[1]); },
                {"boundaries.y-", "(0.5, 0) m has no counterpart", "'y+'"});
}

TEST(PeriodicPairs, boundariesOfDifferentMeshesAreRefusedWithTheirNodes) {
  const StaticModel model = squareModel("x-: {periodic: y+}", "problem: electrostatic", "[4, 8]");
  expectRefused([&] { periodicPairs(model, model.statics.boundaries[0]); }, {"it has 9 nodes", "'y+' 5"});
}

TEST(PeriodicDofs, pairsShareADofAndAntiperiodicOnesOppositeSigns) {
  const StaticModel model = squareModel("x-: {potential: 0 V}, y-: {antiperiodic: y+}", "problem: electrostatic");
  const DofMap dofs = makeDofMap(model, model.statics.boundaries);
  EXPECT_EQ(dofs.numDofs, 8 * 8);
  for (const auto& [own, other] : periodicPairs(model, model.statics.boundaries[1])) {
    const auto a = static_cast<std::size_t>(own), b = static_cast<std::size_t>(other);
    if (dofs.ofNode[a] < 0) continue;  // on the side of potential 0
    EXPECT_EQ(dofs.ofNode[a], dofs.ofNode[b]);
    EXPECT_NE(dofs.minus[a], dofs.minus[b]);
  }
}

TEST(PeriodicDofs, theOppositeOfAGivenPotentialIsGivenToo) {
  StaticModel given = squareModel("x-: {antiperiodic: x+}", "problem: electrostatic");
  given.statics.boundaries.push_back(given.statics.boundaries[0]);
  given.statics.boundaries[1].kind = StaticBoundaryKind::potential;
  const DofMap dofs = makeDofMap(given, given.statics.boundaries);
  const std::vector<double> potential{0, 5};
  const std::vector<double> values =
      nodeValues(dofs, std::vector<double>(static_cast<std::size_t>(dofs.numDofs)), prescribedValues(dofs, potential));
  for (const std::int32_t node : boundaryNodes(given, "x-")) EXPECT_EQ(values[static_cast<std::size_t>(node)], 5);
  for (const std::int32_t node : boundaryNodes(given, "x+")) EXPECT_EQ(values[static_cast<std::size_t>(node)], -5);
}

TEST(PeriodicDofs, aPotentialThatContradictsItsOppositeIsRefused) {
  const StaticModel model = squareModel("x-: {antiperiodic: x+}, y-: {potential: 5 V}", "problem: electrostatic");
  expectRefused([&] { makeDofMap(model, model.statics.boundaries); },
                {"boundaries.y-: 5 V contradicts antiperiodic boundaries"});
}

// Nodes that equal their partner and its opposite can only be zero.
TEST(PeriodicDofs, aNodeThatIsItsOwnOppositeIsZero) {
  StaticModel model = squareModel("x-: {periodic: x+}, y-: {antiperiodic: y+}", "problem: electrostatic");
  StaticBoundary contradiction = model.statics.boundaries[0];
  contradiction.kind = StaticBoundaryKind::antiperiodic;
  model.statics.boundaries.push_back(contradiction);
  const DofMap dofs = makeDofMap(model, model.statics.boundaries);
  for (const std::int32_t node : boundaryNodes(model, "x-")) {
    const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)];
    ASSERT_LT(dof, 0);
    EXPECT_EQ(prescribedValues(dofs, std::vector<double>{0, 0, 0})[static_cast<std::size_t>(-1 - dof)], 0);
  }
}

TEST(PeriodicDofs, aConstantIsFreeInPeriodicBoundariesAndRuledOutByAntiperiodicOnes) {
  const StaticModel periodic = squareModel("x-: {periodic: x+}, y-: {periodic: y+}", "problem: electrostatic");
  expectRefused([&] { requireConstrained(periodic, makeDofMap(periodic, periodic.statics.boundaries)); },
                {"potential: 0 V"});
  const StaticModel antiperiodic = squareModel("x-: {antiperiodic: x+}", "problem: electrostatic");
  EXPECT_NO_THROW(requireConstrained(antiperiodic, makeDofMap(antiperiodic, antiperiodic.statics.boundaries)));
}

}  // namespace
}  // namespace fluxtet::test
