// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The standing wave TM110 of a PEC cube: L2 error and rate for P1-P4, all fluxes (docs/verification.md, table 1).
#include "lib/base/constants.hpp"
#include "tests/support/caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <ostream>

namespace fluxtet::test {
namespace {

struct Study {
  int order;
  std::string flux;
  std::vector<int> cells;  ///< a side
  double maxStep;          ///< m (c0 dt): makes the error of the time scheme negligible
  double minimumRate;      ///< theory: p with centred averages, penalised or not; p + 1 with upwind ones
};

void PrintTo(const Study& study, std::ostream* stream) {
  *stream << 'P' << study.order << ' ' << study.flux;
}

std::string cubeCase(int order, int cells, const std::string& flux, double maxStep) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1 m, 1 m, 1 m], cells: [{0}, {0}, {0}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: {1}, flux: {2}, precision: double, cfl: 0.9}}
time: {{end: {3} s, maxStep: {4} s}}
)",
                     cells, order, flux, 1.0 / constants::c0, maxStep / constants::c0);
}

class CavityConvergence : public ::testing::TestWithParam<Study> {};

TEST_P(CavityConvergence, TheErrorFallsAtLeastAtTheTheoreticalRate) {
  const Study& study = GetParam();
  std::vector<double> errors;
  for (const int cells : study.cells) {
    const auto run = runCase(fmt::format("convergence-{}-{}-{}", study.flux, study.order, cells),
                             cubeCase(study.order, cells, study.flux, study.maxStep));
    const double E = run.summary["exact"]["l2_relative_E"], H = run.summary["exact"]["l2_relative_H"];
    errors.push_back(std::hypot(E, H));
  }
  for (std::size_t i = 0; i < errors.size(); ++i)
    fmt::print("| P{} | {} | {} | {:.3e} | {} |\n", study.order, study.flux, study.cells[i], errors[i],
               i == 0 ? ""
                      : fmt::format("{:.2f}", std::log(errors[i - 1] / errors[i]) /
                                                  std::log(double(study.cells[i]) / study.cells[i - 1])));
  const double slope =
      std::log(errors.front() / errors.back()) / std::log(double(study.cells.back()) / study.cells.front());
  EXPECT_GE(slope, study.minimumRate);
  EXPECT_LT(errors.back(), errors.front());
}

INSTANTIATE_TEST_SUITE_P(
    Orders, CavityConvergence,
    ::testing::Values(Study{1, "centred", {8, 16, 24}, 5e-3, 0.9}, Study{2, "centred", {4, 8, 12}, 2e-3, 1.9},
                      Study{3, "centred", {3, 6, 9}, 5e-4, 2.9}, Study{4, "centred", {2, 4, 6}, 2e-4, 3.9},
                      Study{1, "penalised", {8, 16, 24}, 5e-3, 0.9}, Study{2, "penalised", {4, 8, 12}, 2e-3, 1.9},
                      Study{3, "penalised", {3, 6, 9}, 5e-4, 2.9}, Study{4, "penalised", {2, 4, 6}, 2e-4, 3.9},
                      Study{1, "upwind", {4, 8, 16}, 1, 1.9}, Study{2, "upwind", {4, 6, 8}, 1, 2.9},
                      Study{3, "upwind", {4, 8, 12}, 1, 3.9}, Study{4, "upwind", {2, 3, 4}, 1, 4.9}),
    [](const auto& study) { return fmt::format("P{}{}", study.param.order, study.param.flux); });

}  // namespace
}  // namespace fluxtet::test
