// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Periodic cells on any number of ranks: the same fields as on one, and what is refused, with its reason, on all of
// them.
#include "app/dgtd/run.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

/// A cell of 3 x 2 x 12 m with whatever a case adds to it.
std::string cellCase(const std::string& boundaries, const std::string& more) {
  return fmt::format(R"(
mesh: {{box: {{size: [3, 2, 12], cells: [3, 2, 12], perturb: 0.2}}}}
materials: {{glass: {{epsilon_r: 2}}}}
regions: {{box: glass}}
boundaries: {{{}}}
dgtd: {{order: 2, precision: double}}
time: {{steps: 60, maxStep: 0.3 ns}}
{})",
                     boundaries, more);
}

constexpr const char* cell = "x-: {periodic: x+}, y+: {periodic: y-}, z-: pml, z+: pec";
constexpr const char* pulse = "waveform: {gaussian: {frequency: 20 MHz, bandwidth: 30 MHz}}";

// A dipole whose density reaches to the seam, so that fields cross it in both directions, and a layer between the
// seams.
TEST(PeriodicRun, DoesNotDependOnTheNumberOfRanks) {
  for (const char* method : {"box", "metis"}) {
    const std::string yaml = cellCase(cell, fmt::format(R"(
sources: [{{dipole: {{at: [2.4, 1.1, 3.1], moment: [0, 1, 0.5], {}}}}}]
partition: {{method: {}}}
output: {{probes: [{{name: a, at: [0.1, 1.9, 3.2]}}, {{name: b, at: [2.9, 0.05, 5]}}]}}
)",
                                                        pulse, method));
    const CaseRun onAll = runCase("periodic-ranks", yaml);
    const std::filesystem::path alone = onAll.directory.string() + "-alone";
    if (mpiRank(MPI_COMM_WORLD) == 0) {
      std::filesystem::remove_all(alone);
      const auto theCase = parseDgtdCase(yaml, "case.yaml", {"output.directory=" + alone.string()});
      RunOptions options;
      options.backend = runSettings().backend;
      dgtd::runDgtd(theCase, options, MPI_COMM_SELF);
      const CaseRun onOne{alone, {}};
      for (const char* probe : {"a", "b"}) {
        const Table one = onOne.probe(probe), all = onAll.probe(probe);
        ASSERT_EQ(one.names, all.names);
        for (std::size_t c = 0; c < one.columns.size(); ++c) {
          double largest = 0, difference = 0;
          for (std::size_t i = 0; i < one.columns[c].size(); ++i) {
            largest = std::max(largest, std::abs(one.columns[c][i]));
            difference = std::max(difference, std::abs(one.columns[c][i] - all.columns[c][i]));
          }
          EXPECT_GT(largest, 0) << one.names[c];
          EXPECT_LT(difference, 1e-10 * largest) << one.names[c];
        }
      }
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/// Every rank refuses the case, with words that contain `part`.
void expectRefused(const std::string& yaml, const std::string& part) {
  std::string text;
  try {
    dgtd::discretise(parseDgtdCase(yaml, "case.yaml", {}), MPI_COMM_WORLD);
  } catch (const Error& error) {
    text = error.what();
  }
  EXPECT_NE(text.find(part), std::string::npos) << "'" << text << "' does not contain '" << part << "'";
}

TEST(PeriodicRun, TakesOnlyWavesThatAllCellsSeeAlike) {
  const auto wave = [](const std::string& keys) {
    return fmt::format("sources: [{{planeWave: {{{}, surface: auto, {}}}}}]\n", keys, pulse);
  };
  const std::string open = "x-: {periodic: x+}, y+: {periodic: y-}, z-: pml, z+: pml";
  expectRefused(cellCase(open, wave("direction: [1, 0, 5], polarization: [0, 1, 0]")), "only normal incidence");
  expectRefused(cellCase(open, wave("direction: [0, 0, 1], polarization: [0, 1, 0], focus: {at: [1, 1, 3], waist: 2 m, "
                                    "frequency: 100 MHz}")),
                "a beam is not the same in all cells");
  // What a tilted half space reflects leaves the direction along the seams.
  expectRefused(cellCase(open, wave("direction: [0, 0, 1], polarization: [0, 1, 0], halfSpace: {at: [1, 1, 3], normal: "
                                    "[0.1, 0, 1], behind: pec}")),
                "planeWave");
}

TEST(PeriodicRun, NeedsTwoOuterSurfacesThatStandOnce) {
  const std::string rest = ", y-: pec, y+: pec, z-: pec, z+: pec";
  expectRefused(cellCase("x-: {periodic: x-}, x+: pec" + rest, ""), "periodic with itself");
  expectRefused(cellCase("x-: {periodic: x+}, x+: pec" + rest, ""), "can have no condition besides");
  expectRefused(cellCase("x-: {periodic: x+}, x+: {periodic: x-}" + rest, ""), "each pair stands once");
  expectRefused(cellCase("x-: {periodic: y+}, x+: pec, y-: pec, z-: pec, z+: pec", ""), "has no partner");
  expectRefused(cellCase("x-: {periodic: Right}, x+: pec" + rest, ""), "Right");
  expectRefused(cellCase("x-: {}, x+: pec" + rest, ""), "periodic");
}

TEST(PeriodicRun, HasNeitherFarFieldNorCavityMode) {
  expectRefused(cellCase(cell, "output: {farField: {frequencies: [20 MHz]}}\n"), "endless array");
  expectRefused(cellCase(cell, "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}\n"), "cavityMode");
}

// The cell as a quarter of a port of 6 x 4 x 12 m between x = -3 and 3 m.
TEST(SymmetryPlanes, CutAPortOnlyWhereItsFieldIsEven) {
  const std::string port = fmt::format(
      "sources: [{{gap: {{region: box, direction: [1, 0, 0], voltage: 1 V, resistance: 50 ohm, {}}}}}]\n", pulse);
  const std::string rest = ", x+: pec, y+: pmc, z-: pmc, z+: pmc";
  expectRefused(cellCase("x-: {symmetry: magnetic}, y-: pmc" + rest, port), "cuts the region, at right angles");
  expectRefused(cellCase("y-: {symmetry: electric}, x-: pec" + rest, port), "cuts the region, parallel");
  const auto d = dgtd::discretise(
      parseDgtdCase(cellCase("x-: {symmetry: electric}, y-: {symmetry: magnetic}" + rest, port), "case.yaml", {}),
      MPI_COMM_WORLD);
  ASSERT_EQ(d.lumpedPorts.size(), 1U);
  const dgtd::LumpedPort& whole = d.lumpedPorts.front();
  EXPECT_EQ(d.copies(), 4);
  EXPECT_EQ(whole.copies, 4);
  EXPECT_NEAR(whole.length, 6, 1e-12);
  EXPECT_NEAR(whole.across(), 4 * 12, 1e-10);
  EXPECT_NEAR(whole.conductivity(), 6.0 / (50 * 48), 1e-14);
  for (const double end : whole.conductingEnd) EXPECT_NEAR(end, 1, 1e-12);
}

}  // namespace
}  // namespace fluxtet::test
