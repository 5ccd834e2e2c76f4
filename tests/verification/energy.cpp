// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the discrete scheme conserves, over 100,000 steps at cfl 0.9.
#include "caseRun.hpp"
#include "rounding.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

namespace fluxtet::test {
namespace {

constexpr int steps = 100000;

std::string perturbedBox(int order, const std::string& precision, int cells) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1 m, 0.9 m, 1.1 m], cells: [{0}, {0}, {0}], perturb: 0.2}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: {1}, precision: {2}, cfl: 0.9}}
time: {{steps: {3}}}
)",
                     cells, order, precision, steps);
}

double drift(const std::string& name, const std::string& yaml) {
  const auto run = runCase(name, yaml);
  EXPECT_EQ(run.summary["status"], "done");
  const double value = run.summary["energy_J"]["max_relative_drift"];
  fmt::print("{}: largest relative drift of the discrete energy {:.2e}\n", name, value);
  return value;
}

TEST(Energy, IsConstantInDoublePrecisionOver100000StepsP2) {
  EXPECT_LT(drift("energy-p2-double", perturbedBox(2, "double", 3)), 1e-12);
}
TEST(Energy, IsConstantInDoublePrecisionOver100000StepsP4) {
  EXPECT_LT(drift("energy-p4-double", perturbedBox(4, "double", 2)), 1e-12);
}

/// How far rounding in single precision may take the energy of perturbedBox(). A half step rounds each value of its
/// field by a random share r of it at most (roundingTolerance) and the field's energy by 2 r / sqrt(values), since
/// values round independently; two half steps a step are a random walk.
double randomWalk(int order, int cells) {
  const double values = 3.0 * 6 * cells * cells * cells * (order + 1) * (order + 2) * (order + 3) / 6;
  return 2 * roundingTolerance<float>() / std::sqrt(values) * std::sqrt(2.0 * steps);
}

TEST(Energy, NeitherGrowsNorFallsBeyondRoundingInSinglePrecisionP1) {
  EXPECT_LT(drift("energy-p1-single", perturbedBox(1, "single", 4)), randomWalk(1, 4));
}
TEST(Energy, NeitherGrowsNorFallsBeyondRoundingInSinglePrecisionP3) {
  EXPECT_LT(drift("energy-p3-single", perturbedBox(3, "single", 3)), randomWalk(3, 3));
}

std::string gmshBall(const std::string& directory) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}/ball.geo, size: 0.6 m}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: 4}}}}
regions: {{Inner: glass, Outer: vacuum}}
boundaries: {{Wall: pec}}
sources:
  - dipole: {{at: [0.1, 0.2, 0.3], moment: [0, 0, 1 A*m], waveform: {{ricker: {{frequency: 100 MHz}}}}}}
dgtd: {{order: 2, precision: double, cfl: 0.9}}
time: {{steps: 100000}}
output: {{energy: {{every: 1000}}}}
)",
                     directory);
}

TEST(Energy, IsConstantOnAGmshMeshOfTwoMaterialsAfterThePulse) {
  const auto run = runCase("energy-gmsh", gmshBall(FLUXTET_TEST_DATA));
  const auto energy = run.energy();
  const auto& total = energy["total"];
  // The pulse of 100 MHz is over after 3 / f = 30 ns; the first sample is taken long after.
  double least = total.back(), most = total.back();
  for (std::size_t i = 0; i < total.size(); ++i)
    if (energy["time"][i] > 60e-9) {
      least = std::min(least, total[i]);
      most = std::max(most, total[i]);
    }
  fmt::print("energy-gmsh: relative spread {:.2e}\n", (most - least) / most);
  EXPECT_GT(least, 0);
  EXPECT_LT((most - least) / most, 1e-12);
}

}  // namespace
}  // namespace fluxtet::test
