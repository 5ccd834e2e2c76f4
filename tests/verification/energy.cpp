// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the discrete scheme conserves, and what it may lose but never gains, over 100,000 steps at cfl 0.9.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/rounding.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
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
dgtd: {{order: {1}, flux: centred, precision: {2}, cfl: 0.9}}
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
dgtd: {{order: 2, flux: centred, precision: double, cfl: 0.9}}
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

constexpr std::int64_t cells[3] = {3, 2, 2};

/// A box of 1 x 0.9 x 1.1 m, with a bent sheet across one half of it, `Sheet`, and a prism from z- to z+
/// beside it, `Gap`.
Mesh meshWithSheetAndGap() {
  BoxMesh box;
  box.size = {1, 0.9, 1.1};
  box.cells = {cells[0], cells[1], cells[2]};
  box.perturb = 0.2;
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Gap"};
  mesh.groups.surfaces.push_back("Sheet");
  const auto sheet = static_cast<std::int32_t>(mesh.groups.surfaces.size() - 1);
  const auto isOnSheet = [](std::int64_t vertex) {
    const std::int64_t i = vertex % (cells[0] + 1), j = vertex / (cells[0] + 1) % (cells[1] + 1);
    return i == 2 && j <= cells[1] / 2;
  };
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const auto cell = static_cast<std::int64_t>(e / 6);
    mesh.region[e] = cell % cells[0] == 0 && cell / cells[0] % cells[1] == 0 ? 1 : 0;
    for (std::size_t f = 0; f < 4; ++f) {
      bool on = true;
      for (std::size_t v = 0; v < 4; ++v) on = on && (v == f || isOnSheet(mesh.elements[4 * e + v]));
      if (on) mesh.faceGroup[4 * e + f] = sheet;
    }
  }
  return mesh;
}

/// A run of 100,000 steps of P2 on that mesh. `more`: sources and what the fields begin with.
CaseRun longRun(const std::string& name, const std::string& material, const std::string& boundaries,
                const std::string& more, const std::string& precision = "double") {
  const TemporaryFolder folder;
  const auto file = folder / "box.h5";
  writeMeshFile(file.string(), meshWithSheetAndGap(), {}, 1);
  const auto run = runCase(name, fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {}}}
regions: {{Air: air, Gap: air}}
boundaries: {{{}}}
{}
dgtd: {{order: 2, flux: centred, precision: {}, cfl: 0.9}}
time: {{steps: 100000}}
output: {{energy: {{every: 97}}}}
)",
                                             file.string(), material, boundaries, more, precision));
  EXPECT_EQ(run.summary["status"], "done");
  return run;
}

const std::string allPec = "x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec";
const std::string mode = "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}";
const std::string pulse =
    "sources: [{current: {region: Gap, density: [0, 0, 1 A/m^2], waveform: {ricker: {frequency: 200 MHz}}}}]";
constexpr double pulseEnd = 15e-9;  ///< s

void expectConstant(const std::string& name, const CaseRun& run) {
  const double drift = run.summary["energy_J"]["max_relative_drift"];
  fmt::print("{}: largest relative drift of the discrete energy {:.2e}\n", name, drift);
  EXPECT_LT(drift, 1e-12);
}

TEST(Energy, IsConstantBetweenMagneticAndElectricWallsOver100000Steps) {
  expectConstant("energy-pmc",
                 longRun("energy-pmc", "{}", "x-: pmc, x+: pec, y-: pmc, y+: pmc, z-: pmc, z+: pec", mode));
}
TEST(Energy, IsConstantBesideThinSheetsOver100000Steps) {
  for (const std::string kind : {"pec", "pmc"}) {
    const std::string name = "energy-sheet-" + kind;
    expectConstant(name, longRun(name, "{}", allPec + ", Sheet: " + kind, mode));
  }
}

/// The energy of a field that nothing feeds, with conduction by the mean of two times, falls at every step.
void expectNeverRises(const Table& energy, std::size_t begin) {
  const auto& total = energy["total"];
  for (std::size_t i = begin + 1; i < total.size(); ++i)
    EXPECT_LE(total[i], total[i - 1] + 1e-13 * total[begin]) << "sample " << i;
}

// Half of the energy is electric, on the mean over time, and loses sigma / epsilon of itself twice.
TEST(Energy, FallsAsTheConductivitySaysOver100000Steps) {
  const double sigma = 1e-6;
  const Table energy = longRun("energy-lossy", fmt::format("{{sigma: {} S/m}}", sigma), allPec, pulse).energy();
  constexpr std::size_t begin = 10;
  ASSERT_GT(energy["time"][begin], pulseEnd);
  expectNeverRises(energy, begin);
  const double expected = sigma / constants::epsilon0 * (energy["time"].back() - energy["time"][begin]);
  const double found = std::log(energy["total"][begin] / energy["total"].back());
  fmt::print("energy-lossy: ln of the decay {:.4f}, expected {:.4f}\n", found, expected);
  EXPECT_GT(expected, 0.5);
  EXPECT_NEAR(found, expected, 1e-3 * expected);
}

// A resistance that is next to nothing makes the update of E a factor of nearly -1.
TEST(Energy, NeverRisesWithALoadInAGapOver100000Steps) {
  for (const std::string resistance : {"1 mohm", "1 Mohm"}) {
    const std::string load =
        "sources: [{gap: {region: Gap, direction: [0, 0, 1], voltage: 0 V, resistance: " + resistance +
        ", waveform: {ricker: {frequency: 100 MHz}}}}]\n";
    const Table energy = longRun("energy-load", "{}", allPec, load + mode).energy();
    expectNeverRises(energy, 0);
    fmt::print("energy-load, {}: {:.2e} of the energy is left\n", resistance,
               energy["total"].back() / energy["total"][0]);
  }
}

double largestOfTenth(const std::vector<double>& values, std::size_t tenth) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(tenth * values.size() / 10);
  return *std::max_element(begin, begin + static_cast<std::ptrdiff_t>(values.size() / 10));
}

// Waves leave through absorbing sides; the little that the centred flux keeps, modes that are no waves, never grows.
TEST(Energy, OfAPulseThatHasLeftDoesNotComeBackWithin100000Steps) {
  const std::string open = "x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing";
  const Table energy = longRun("energy-absorbing", "{}", open, mode).energy();
  const auto& total = energy["total"];
  fmt::print("energy-absorbing: {:.1e} of the energy is left in the second tenth, {:.1e} in the last\n",
             largestOfTenth(total, 1) / total[0], largestOfTenth(total, 9) / total[0]);
  EXPECT_LT(largestOfTenth(total, 1), 1e-3 * total[0]);
  EXPECT_LE(largestOfTenth(total, 9), (1 + 1e-12) * largestOfTenth(total, 1));
}

// A generator in a gap between two plates whose fields leave sideways, past a sheet: after its beginning the energy of
// the last tenth of the run is what it was in the second one.
TEST(Energy, OfADrivenFieldStaysWhatItIsOver100000Steps) {
  const std::string generator =
      "sources: [{gap: {region: Gap, direction: [0, 0, 1], voltage: 1 V, resistance: 50 ohm, waveform: {sine: "
      "{frequency: "
      "150 MHz, ramp: 5}}}}]";
  for (const std::string precision : {"double", "single"}) {
    const Table energy = longRun("energy-driven-" + precision, "{}",
                                 "x-: absorbing, x+: absorbing, y-: pmc, y+: absorbing, z-: pec, z+: pec, Sheet: pec",
                                 generator, precision)
                             .energy();
    const auto& total = energy["total"];
    const auto meanOfTenth = [&](std::size_t tenth) {
      double sum = 0;
      for (std::size_t i = 0; i < total.size() / 10; ++i) sum += total[tenth * total.size() / 10 + i];
      return sum;
    };
    const double change = meanOfTenth(9) / meanOfTenth(1) - 1;
    fmt::print("energy-driven, {}: {:+.1e} from the second to the last tenth\n", precision, change);
    EXPECT_LT(std::abs(change), 0.05);
  }
}

}  // namespace
}  // namespace fluxtet::test
