// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Static cases give the same results on the GPU as on the CPU, by every method, and on several ranks that share it.
#include "kernels/static/rounding.hpp"
#include "tests/gpu/runs/results.hpp"
#include "tests/gpu/runs/richCase.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fmt/format.h>

namespace fluxtet::test {
namespace {

/// A case on a generated mesh, and the results in which runs must agree.
struct StaticKind {
  std::string name, text;
  bool single = false;
};
void PrintTo(const StaticKind& kind, std::ostream* stream) {
  *stream << kind.name;
}

std::string settings(const std::string& problem, int order, bool single) {
  return fmt::format("static: {{problem: {}, order: {}, precision: {}, solve: {{tolerance: {}}}}}\n", problem, order,
                     single ? "single" : "double", single ? 1e-6 : 1e-12);
}

/// A plate of uneven proportions between two electrodes, with a charge density.
StaticKind plate(int order, bool single) {
  return {fmt::format("plateP{}{}", order, single ? "Single" : "Double"), settings("electrostatic", order, single) + R"(
mesh: {rectangle: {size: [30 mm, 20 mm], cells: [29, 17], perturb: 0.2}}
materials: {oil: {epsilon_r: 2.2}}
regions: {box: oil}
boundaries: {x-: {potential: 100 V}, x+: {potential: 0 V}, y+: natural}
sources: [{charge: {region: box, density: 2 uC/m^3}}]
output: {quantities: [energy, capacitance], points: [{name: middle, at: [14 mm, 9 mm]}]}
)",
          single};
}

StaticKind ring(int order) {
  return {fmt::format("ringP{}", order), settings("magnetostatic, symmetry: axisymmetric", order, false) + R"(
mesh: {rectangle: {size: [20 mm, 30 mm], cells: [16, 23], perturb: 0.1}}
materials: {core: {mu_r: 5}}
regions: {box: core}
boundaries: {x+: {potential: 0 Wb/m}, y-: {potential: 0 Wb/m}}
sources: [{coil: {name: winding, plus: [box], turns: 10, current: 2 A}}]
output: {quantities: [energy, inductance], points: [{name: middle, at: [9 mm, 14 mm]}]}
)"};
}

StaticKind block(int order) {
  return {fmt::format("blockP{}", order), settings("scalarMagnetic", order, false) + R"(
mesh: {box: {size: [3 cm, 2 cm, 4 cm], cells: [6, 5, 7], perturb: 0.2}}
materials: {magnet: {mu_r: 1.1, remanence: [0.2 T, 0, 1.2 T]}}
regions: {box: magnet}
boundaries: {z-: {potential: 0 A}, x-: {periodic: x+}}
output: {quantities: [energy], points: [{name: middle, at: [11 mm, 9 mm, 21 mm]}]}
)"};
}

class StaticRuns : public RunsTest, public ::testing::WithParamInterface<StaticKind> {
 protected:
  void SetUp() override {
    RunsTest::SetUp();
    if (!IsSkipped()) setText(program_.file("case.yaml"), "solver: static\n" + GetParam().text);
  }

  /// The tolerance of the potentials. They are smooth, so that the energy norm and the mean square differ little.
  double bound() const {
    const std::int64_t dofs = summaryOf(directory("cpu"))["dofs"];
    return GetParam().single ? statics::solutionDeviation<float>(1e-6, dofs)
                             : statics::solutionDeviation<double>(1e-12, dofs);
  }
  void expectSame(const std::string& name) const {
    const auto expected = summaryOf(directory("cpu")), found = summaryOf(directory(name));
    for (const char* count : {"nodes", "elements", "dofs"}) EXPECT_EQ(found[count], expected[count]) << name;
    const double energy = expected["energy_J"];
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(found["energy_J"].get<double>(), energy, bound() * energy) << name;
    RunPair(directory("cpu"), directory(name), bound()).expectSamePotential();
  }
};

INSTANTIATE_TEST_SUITE_P(Cases, StaticRuns,
                         ::testing::Values(plate(1, true), plate(2, true), plate(1, false), plate(2, false), ring(1),
                                           ring(2), block(1), block(2)),
                         [](const auto& kind) { return kind.param.name; });

TEST_P(StaticRuns, everyMethodOnTheGpuGivesTheResultsOfTheCpu) {
  run("cpu", {.backend = "cpu"});
  for (const char* method : {"gather", "scatter", "sortReduce", "linkedList", "sortNodes", "linkNodes", "ebe",
                             "ebeColoured", "ebeRecompute"}) {
    run(method, {.overrides = {std::string("static.assembly=") + method}});
    if (HasFatalFailure()) return;
    expectSame(method);
  }
}

TEST_P(StaticRuns, theRanksOfAGpuGiveTheResultsOfOneOnTheCpu) {
  run("cpu", {.backend = "cpu"});
  for (const char* method : {"scatter", "ebe"}) {
    run(std::string("two") + method, {.ranks = 2, .overrides = {std::string("static.assembly=") + method}});
    if (HasFatalFailure()) return;
    expectSame(std::string("two") + method);
  }
}

}  // namespace
}  // namespace fluxtet::test
