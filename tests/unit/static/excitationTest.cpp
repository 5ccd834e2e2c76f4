// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/excitation.hpp"

#include "lib/base/constants.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

using constants::pi;

/// sum_i f_i g(x_i) = value int g ds for polynomials g that the elements hold: the moments of a boundary's load, SI.
double momentOfLoads(const StaticModel& model, const std::function<double(const Vec3&)>& g) {
  const DofMap dofs = makeDofMap(model, model.statics.boundaries);
  const FemLoads loads = engineLoads(model, dofs, excitationOf(model));
  std::vector<double> weight(static_cast<std::size_t>(dofs.numDofs));
  for (std::int32_t node = 0; node < model.nodes.numNodes(); ++node)
    if (const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)]; dof >= 0)
      weight[static_cast<std::size_t>(dof)] = g(nodePlace(model.mesh, model.nodes, node));
  double sum = 0;
  for (const auto& [dof, load] : loads.atDofs) sum += load * weight[static_cast<std::size_t>(dof)];
  return sum * equationUnit(model.problem());
}

constexpr double rounding = 1e-14;

TEST(SurfaceLoads, integrateLinearFunctionsExactlyInAPlane) {
  for (const char* order : {"1", "2"}) {
    const StaticModel model = squareModel("x-: {potential: 0 V}, x+: {chargeDensity: 3 C/m^2}",
                                          std::string("problem: electrostatic, order: ") + order);
    EXPECT_NEAR(momentOfLoads(model, [](const Vec3&) { return 1.0; }), 3, rounding);
    EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[1]; }), 1.5, rounding);
  }
}
TEST(SurfaceLoads, integrateQuadraticFunctionsExactlyAtOrderTwo) {
  const StaticModel model =
      squareModel("x-: {potential: 0 V}, x+: {chargeDensity: 3 C/m^2}", "problem: electrostatic, order: 2");
  EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[1] * x[1]; }), 1, rounding);
}
TEST(SurfaceLoads, carryTheCircumferenceWhereAxisymmetric) {
  const StaticModel model = squareModel("y-: {potential: 0 V}, y+: {chargeDensity: 3 C/m^2}",
                                        "problem: electrostatic, symmetry: axisymmetric, order: 2");
  EXPECT_NEAR(momentOfLoads(model, [](const Vec3&) { return 1.0; }), 3 * pi, 10 * rounding);
  EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[0] * x[0]; }), 3 * pi / 2, 10 * rounding);
}
TEST(SurfaceLoads, carryTheCircumferenceForAToo) {
  const StaticModel model =
      squareModel("y+: {surfaceCurrent: 3 A/m}", "problem: magnetostatic, symmetry: axisymmetric, order: 2");
  EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[0]; }), 3 * 2 * pi / 3, 10 * rounding);
  EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[0] * x[0]; }), 3 * 2 * pi / 4, 10 * rounding);
}
TEST(SurfaceLoads, integrateOverTriangles) {
  for (const char* order : {"1", "2"}) {
    const StaticModel model = cubeModel("x-: {potential: 0 A}, x+: {fluxDensity: 2 T}",
                                        std::string("problem: scalarMagnetic, order: ") + order);
    EXPECT_NEAR(momentOfLoads(model, [](const Vec3&) { return 1.0; }), 2, rounding);
    EXPECT_NEAR(momentOfLoads(model, [](const Vec3& x) { return x[1] + 2 * x[2]; }), 3, 10 * rounding);
  }
}
TEST(SurfaceLoads, changeSignWithAnAntiperiodicNode) {
  // A charge on both of two antiperiodic sides cancels but at what is left of rounding; on one of them it stays.
  const StaticModel both = squareModel("x-: {potential: 0 V}, y-: {antiperiodic: y+}", "problem: electrostatic");
  StaticModel model = both;
  for (const char* side : {"y-", "y+"}) {
    StaticBoundary charged;
    charged.surface = side;
    charged.kind = StaticBoundaryKind::chargeDensity;
    charged.value = 1;
    model.statics.boundaries.push_back(charged);
  }
  const DofMap dofs = makeDofMap(model, model.statics.boundaries);
  std::vector<double> load(static_cast<std::size_t>(dofs.numDofs));
  for (const auto& [dof, value] : engineLoads(model, dofs, excitationOf(model)).atDofs)
    load[static_cast<std::size_t>(dof)] += value * constants::epsilon0;
  for (const double value : load) EXPECT_NEAR(value, 0, rounding);
}

TEST(Excitation, aFloatingConductorsChargeGoesToItsDof) {
  const StaticModel model =
      squareModel("x-: {potential: 0 V}, x+: {floating: {charge: 2 nC/m}}", "problem: electrostatic");
  const DofMap dofs = makeDofMap(model, model.statics.boundaries);
  const FemLoads loads = engineLoads(model, dofs, excitationOf(model));
  ASSERT_EQ(loads.atDofs.size(), 1U);
  EXPECT_EQ(loads.atDofs[0].first, dofs.ofBoundary[1]);
  EXPECT_DOUBLE_EQ(loads.atDofs[0].second, 2e-9 / constants::epsilon0);
}

TEST(Excitation, totalCurrentsAndCoilsSpreadOverTheirRegionsArea) {
  StaticModel model = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic");
  addRegion(model, "plus", [](const Vec3& x) { return x[0] < 0.25; });
  addRegion(model, "minus", [](const Vec3& x) { return x[0] > 0.5; });
  Coil coil;
  coil.name = "c";
  coil.plus = {"plus"};
  coil.minus = {"minus"};
  coil.turns = 10;
  coil.current = 3;
  model.statics.sources.coils = {coil};
  model.statics.sources.currents = {{.region = "box", .density = {}, .total = 7, .mark = {}}};
  const Excitation excitation = excitationOf(model);
  EXPECT_NEAR(excitation.density[0], 7 / 0.25, 1e-12);
  EXPECT_NEAR(excitation.density[1], 30 / 0.25, 1e-12);
  EXPECT_NEAR(excitation.density[2], -30 / 0.5, 1e-12);
}

TEST(Excitation, materialsAndMagnetsEnterTheFormOfEachProblem) {
  StaticModel model = squareModel("x-: {potential: 0 Wb/m}", "problem: magnetostatic");
  model.material[0].mu = 5 * constants::mu0;
  model.material[0].remanence = {0.3, 0.4, 0};
  const ElementCoefficients A = coefficientsOf(model, excitationOf(model))[0];
  EXPECT_DOUBLE_EQ(A.c, 1 / (5 * constants::mu0));
  EXPECT_DOUBLE_EQ(A.d[0], -0.4 / (5 * constants::mu0));
  EXPECT_DOUBLE_EQ(A.d[1], 0.3 / (5 * constants::mu0));
  EXPECT_EQ(coefficientsOf(model, noExcitation(model))[0].d[0], 0);
  model.statics.settings.problem = StaticProblem::scalarMagnetic;
  const ElementCoefficients phi = coefficientsOf(model, excitationOf(model))[0];
  EXPECT_DOUBLE_EQ(phi.c, 5 * constants::mu0);
  EXPECT_DOUBLE_EQ(phi.d[1], 0.4);
}

}  // namespace
}  // namespace fluxtet::test
