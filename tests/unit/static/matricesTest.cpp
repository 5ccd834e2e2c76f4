// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/matrices.hpp"

#include "app/static/energy.hpp"
#include "app/static/quantities.hpp"
#include "lib/base/constants.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// A model with its equations assembled for what its case says.
struct Assembled {
  explicit Assembled(StaticModel given)
      : model(std::move(given)),
        dofs(makeDofMap(model, model.statics.boundaries)),
        excitation(excitationOf(model)),
        solver(makeStaticSolver(model, dofs, StaticDevice{})) {
    solver->assemble(excitation);
  }
  std::vector<double> solve() {
    std::vector<double> values;
    solver->solve(values);
    return values;
  }
  StaticModel model;
  DofMap dofs;
  Excitation excitation;
  std::unique_ptr<StaticSolver> solver;
};

TEST(CapacitanceMatrix, ofPlatesIsThatOfTheirDistance) {
  Assembled plates(squareModel("x-: {potential: 7 V}, x+: {potential: 2 V}", "problem: electrostatic"));
  const NamedMatrix C = capacitanceMatrix(plates.model, plates.dofs, *plates.solver, StaticDevice{});
  EXPECT_EQ(C.names, (std::vector<std::string>{"x-", "x+"}));
  const double exact = constants::epsilon0;
  for (const int i : {0, 1})
    for (const int j : {0, 1}) EXPECT_NEAR(C.values[2 * i + j] / exact, i == j ? 1 : -1, 1e-8);
}

TEST(CapacitanceMatrix, doesNotDependOnWhatFloats) {
  Assembled plates(squareModel("x-: {floating: {charge: 3 nC/m}}, x+: {potential: 2 V}", "problem: electrostatic"));
  const NamedMatrix C = capacitanceMatrix(plates.model, plates.dofs, *plates.solver, StaticDevice{});
  EXPECT_NEAR(C.values[0] / constants::epsilon0, 1, 1e-8);
  EXPECT_NEAR(C.values[1] / constants::epsilon0, -1, 1e-8);
}

TEST(CapacitanceMatrix, boundariesThatTouchAtOnePotentialAreOneRow) {
  Assembled corner(squareModel("x-: {potential: 1 V}, y-: {potential: 1 V}", "problem: electrostatic"));
  const NamedMatrix C = capacitanceMatrix(corner.model, corner.dofs, *corner.solver, StaticDevice{});
  EXPECT_EQ(C.names, (std::vector<std::string>{"x-+y-"}));
  EXPECT_NEAR(C.values[0], 0, 1e-12 * constants::epsilon0);  // nothing else to carry the opposite charge
}

Coil coilOf(const std::string& name, const std::string& plus, const std::string& minus, double turns, double current) {
  Coil coil;
  coil.name = name;
  coil.plus = {plus};
  coil.minus = {minus};
  coil.turns = turns;
  coil.current = current;
  return coil;
}

Assembled twoCoils() {
  StaticModel model = squareModel("x-: {potential: 0 Wb/m}, x+: {potential: 0 Wb/m}", "problem: magnetostatic");
  const auto column = [](double from) {
    return [from](const Vec3& x) { return x[0] > from && x[0] < from + 0.125 && x[1] > 0.25 && x[1] < 0.75; };
  };
  addRegion(model, "a+", column(0.125));
  addRegion(model, "a-", column(0.75));
  addRegion(model, "b+", column(0.25));
  addRegion(model, "b-", column(0.5));
  model.statics.sources.coils = {coilOf("a", "a+", "a-", 20, 3), coilOf("b", "b+", "b-", 50, -2)};
  return Assembled(std::move(model));
}

TEST(InductanceMatrix, givesTheEnergyAndTheFluxLinkagesOfAnyCurrents) {
  Assembled coils = twoCoils();
  const std::vector<double> values = coils.solve();
  const std::vector<double> linkage = fluxLinkages(coils.model, values);
  const double energy = fieldEnergy(coils.model, values);
  const NamedMatrix L = inductanceMatrix(coils.model, *coils.solver);
  const double scale = L.values[0];
  ASSERT_GT(scale, 0);
  EXPECT_NEAR(L.values[1] / scale, L.values[2] / scale, 1e-8);
  EXPECT_GT(L.values[0] * L.values[3], L.values[1] * L.values[1]);
  EXPECT_NEAR(linkage[0] / (3 * L.values[0] - 2 * L.values[1]), 1, 1e-8);
  EXPECT_NEAR(linkage[1] / (3 * L.values[2] - 2 * L.values[3]), 1, 1e-8);
  EXPECT_NEAR(energy / (0.5 * (3 * linkage[0] - 2 * linkage[1])), 1, 1e-8);
}

// A second right-hand side must not leave anything of the first.
TEST(StaticSolver, solvesForOneExcitationAfterAnother) {
  Assembled coils = twoCoils();
  const std::vector<double> first = coils.solve();
  coils.solver->drive(noExcitation(coils.model));
  for (const double value : coils.solve()) EXPECT_EQ(value, 0);
  coils.solver->drive(coils.excitation);
  EXPECT_EQ(coils.solve(), first);
}

TEST(Quantities, holdWhatTheCaseAsksForAndNoMore) {
  Assembled coils = twoCoils();
  coils.model.statics.output.inductance = true;
  const StaticQuantities found =
      evaluateQuantities(coils.model, coils.dofs, coils.excitation, coils.solve(), *coils.solver, StaticDevice{});
  EXPECT_FALSE(found.energy.has_value());
  EXPECT_FALSE(found.capacitance.has_value());
  ASSERT_TRUE(found.inductance.has_value());
  EXPECT_EQ(found.inductance->names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(found.fluxLinkage.size(), 2U);
  EXPECT_TRUE(found.forces.empty());
}

}  // namespace
}  // namespace fluxtet::test
