// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The shipped screen of patches, and the sheet with holes that is its complement, on meshes by Gmsh: both scatter the
// same to both sides, keep the power, and obey Babinet's principle.
#include "lib/base/constants.hpp"
#include "tests/support/shippedCase.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;

/// Reflected and transmitted amplitude, relative to the incident wave in the plane of the screen.
struct Amplitudes {
  double frequency;
  Complex r, t;
};

/// From E_x at the three points of the case, 13 mm before and behind the screen in the scattered field and 5 mm behind
/// it in the total field: the incident wave is what the latter two differ by.
std::vector<Amplitudes> amplitudesOf(const CaseRun& run) {
  std::vector<Amplitudes> result;
  std::ifstream stream(run.directory / "dft" / "points.csv");
  std::string line, cell;
  std::getline(stream, line);
  std::vector<Complex> atPlane;
  while (std::getline(stream, line)) {
    std::vector<std::string> cells;
    for (std::istringstream row(line); std::getline(row, cell, ',');) cells.push_back(cell);
    const double frequency = std::stod(cells.at(0)), z = std::abs(std::stod(cells.at(4)));
    const double k = 2 * constants::pi * frequency / constants::c0;
    atPlane.push_back(Complex(std::stod(cells.at(5)), std::stod(cells.at(6))) * std::polar(1.0, k * z));
    if (atPlane.size() < 3) continue;
    const Complex incident = atPlane[2] - atPlane[1];
    result.push_back({frequency, atPlane[0] / incident, atPlane[2] / incident});
    atPlane.clear();
  }
  return result;
}

TEST(PeriodicScreen, KeepsThePowerAndObeysBabinet) {
  const std::string coarse = "size: 3, edgeSize: 1.2";
  const auto patches =
      amplitudesOf(runShipped("periodicScreen/case.yaml", {"mesh.parameters={" + coarse + "}", "output.slices=[]"}));
  const auto holes = amplitudesOf(
      runShipped("periodicScreen/case.yaml", {"mesh.parameters={holes: 1, " + coarse + "}", "output.slices=[]"}));
  ASSERT_EQ(patches.size(), 21U);
  ASSERT_EQ(holes.size(), 21U);
  double power = 0, evenness = 0, complement = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    for (const Amplitudes& a : {patches[i], holes[i]}) {
      power = std::max(power, std::abs(std::norm(a.r) + std::norm(a.t) - 1));
      evenness = std::max(evenness, std::abs(1.0 + a.r - a.t));
    }
    complement = std::max(complement, std::abs(patches[i].t + holes[i].t - 1.0));
    fmt::print("{:.0f} GHz: patches abs R {:.4f}, abs T {:.4f}; holes {:.4f}, {:.4f}\n", 1e-9 * patches[i].frequency,
               std::abs(patches[i].r), std::abs(patches[i].t), std::abs(holes[i].r), std::abs(holes[i].t));
  }
  fmt::print(
      "| screen of patches and sheet with holes, 4 to 24 GHz: power of both waves | 1 | within {:.4f} | 0.01 |\n",
      power);
  fmt::print("| abs (1 + R - T) | 0 | {:.4f} | 0.01 |\n", evenness);
  fmt::print("| T of patches + T of holes (Babinet) | 1 | within {:.4f} | 0.05 |\n", complement);
  EXPECT_LT(power, 0.01);
  EXPECT_LT(evenness, 0.01);
  EXPECT_LT(complement, 0.05);
}

}  // namespace
}  // namespace fluxtet::test
