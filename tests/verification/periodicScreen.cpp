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

/// From E_x at the three points of the case, 22 mm before and behind the screen in the scattered field and 5 mm behind
/// it in the total field: the incident wave is what the latter two differ by.
std::vector<Amplitudes> amplitudesOf(const CaseRun& run) {
  std::ifstream stream(run.directory / "dft" / "points.csv");
  const auto cellsOf = [&] {
    std::vector<std::string> cells;
    std::string line, cell;
    if (std::getline(stream, line))
      for (std::istringstream row(line); std::getline(row, cell, ',');) cells.push_back(cell);
    return cells;
  };
  const std::vector<std::string> names = cellsOf();
  const auto columnOf = [&](const std::string& name) {
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.starts_with(name); });
    return static_cast<std::size_t>(found - names.begin());
  };
  const std::size_t z = columnOf("z "), re = columnOf("Ex_re"), im = columnOf("Ex_im");
  std::vector<Amplitudes> result;
  std::vector<Complex> atScreen;
  for (auto cells = cellsOf(); !cells.empty(); cells = cellsOf()) {
    const double frequency = std::stod(cells.at(0)), distance = std::abs(std::stod(cells.at(z)));
    atScreen.push_back(Complex(std::stod(cells.at(re)), std::stod(cells.at(im))) *
                       std::polar(1.0, 2 * constants::pi * frequency / constants::c0 * distance));
    if (atScreen.size() < 3) continue;
    const Complex incident = atScreen[2] - atScreen[1];
    result.push_back({frequency, atScreen[0] / incident, atScreen[2] / incident});
    atScreen.clear();
  }
  return result;
}

TEST(PeriodicScreen, KeepsThePowerAndObeysBabinet) {
  const std::string coarse = "size: 3, edgeSize: 1.5";
  const auto patches =
      amplitudesOf(runShipped("periodicScreen/case.yaml", {"mesh.parameters={" + coarse + "}", "output.slices=[]"}));
  const auto holes = amplitudesOf(
      runShipped("periodicScreen/case.yaml", {"mesh.parameters={holes: 1, " + coarse + "}", "output.slices=[]"}));
  ASSERT_EQ(patches.size(), 17U);
  ASSERT_EQ(holes.size(), 17U);
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
      "| screen of patches and sheet with holes, 4 to 20 GHz: power of both waves | 1 | within {:.4f} | 0.01 |\n",
      power);
  fmt::print("| abs (1 + R - T) | 0 | {:.4f} | 0.005 |\n", evenness);
  fmt::print("| T of patches + T of holes (Babinet) | 1 | within {:.4f} | 0.005 |\n", complement);
  EXPECT_LT(power, 0.01);
  EXPECT_LT(evenness, 0.005);
  EXPECT_LT(complement, 0.005);
}

}  // namespace
}  // namespace fluxtet::test
