// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Resonances of PEC cavities from the spectrum of a probe after a broad-band pulse.
#include "lib/base/constants.hpp"
#include "tests/support/caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

void expectPeak(const std::string& name, Table probe, const std::string& column, double begin, double expected,
                double tolerance) {
  std::vector<double> time = probe["time_E"], value = probe[column];
  cut(time, value, begin, 1e9);
  const double found = peakFrequency(time, value, 0.97 * expected, 1.03 * expected);
  fmt::print("| {} | {:.6f} GHz | {:.6f} GHz | {:+.3f} % | {} % |\n", name, expected / 1e9, found / 1e9,
             100 * (found / expected - 1), 100 * tolerance);
  EXPECT_NEAR(found, expected, tolerance * expected) << name;
}

/// Edges of the box, m.
constexpr std::array<double, 3> box{0.05, 0.02, 0.06};

std::string boxCavity(const std::string& flux) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{}, {}, {}], cells: [5, 2, 6]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
sources:
  - dipole: {{at: [11 mm, 7 mm, 13 mm], moment: [0.3 A*m, 1 A*m, 0.4 A*m], waveform: {{gaussian: {{frequency: 6 GHz, bandwidth: 6 GHz}}}}}}
dgtd: {{order: 3, {}precision: double}}
time: {{end: 50 ns}}
output:
  probes: [{{name: p, at: [31 mm, 11 mm, 43 mm], fields: [E], every: 4}}]
)",
                     box[0], box[1], box[2], flux);
}

/// TE and TM mnp of a box: f = c/2 sqrt((m/a)^2 + (n/b)^2 + (p/d)^2), at most one index 0.
std::vector<double> modesOfTheBox(double highest) {
  std::vector<double> modes;
  for (int m = 0; m < 20; ++m)
    for (int n = 0; n < 20; ++n)
      for (int p = 0; p < 20; ++p) {
        const double f = constants::c0 / 2 * std::hypot(m / box[0], n / box[1], p / box[2]);
        if ((m == 0) + (n == 0) + (p == 0) <= 1 && f < highest) modes.push_back(f);
      }
  return modes;
}

/// Between the modes there is nothing: of the largest peak less than -50 dB is left 150 MHz, seven widths of the
/// window's main lobe, from any of them, in a band where the pulse has half of its spectrum's peak and more.
void expectNothingBetweenModes(Table probe, double begin) {
  constexpr double low = 3e9, high = 9e9, step = 10e6, away = 150e6;
  const std::vector<double> modes = modesOfTheBox(high + away);
  for (const char* column : {"Ex", "Ey", "Ez"}) {
    std::vector<double> time = probe["time_E"], value = probe[column];
    cut(time, value, begin, 1e9);
    double peak = 0, between = 0;
    for (double f = low; f <= high; f += step) {
      const double amplitude = std::abs(fourier(time, value, f));
      double nearest = high;
      for (const double mode : modes) nearest = std::min(nearest, std::abs(f - mode));
      peak = std::max(peak, amplitude);
      if (nearest > away) between = std::max(between, amplitude);
    }
    fmt::print("| {}: between the modes | {:.1f} dB |\n", column, 20 * std::log10(between / peak));
    EXPECT_LT(20 * std::log10(between / peak), -50) << column;
  }
}

void expectTheBoxToRingAtItsModes(const std::string& name, const std::string& flux) {
  const auto probe = runCase(name, boxCavity(flux)).probe("p");
  expectPeak("box TE101", probe, "Ey", 2e-9, 3.902423e9, 1e-3);
  expectPeak("box TE102", probe, "Ey", 2e-9, 5.826918e9, 1e-3);
  expectPeak("box TM110", probe, "Ez", 2e-9, 8.072159e9, 1e-3);
  expectNothingBetweenModes(probe, 2e-9);
}

TEST(Resonances, APecBoxRingsAtItsModesWithinATenthOfAPercentWithTheDefaultFlux) {
  expectTheBoxToRingAtItsModes("resonance-box", "");
}
TEST(Resonances, APecBoxRingsAtItsModesWithinATenthOfAPercentWithTheUpwindFlux) {
  if (!isTimeForLongTests()) GTEST_SKIP() << "takes minutes: set FLUXTET_LONG_TESTS to run it";
  expectTheBoxToRingAtItsModes("resonance-box-upwind", "flux: upwind, ");
}

const std::string sphereCavity = fmt::format(R"(
solver: dgtd
mesh: {{file: {}/sphere.geo, size: 0.14 m}}
materials: {{vacuum: {{}}}}
regions: {{Inside: vacuum}}
boundaries: {{Wall: pec}}
sources:
  - dipole: {{at: [0.21, 0.32, 0.13], moment: [0.5 A*m, 1 A*m, 0.7 A*m], waveform: {{gaussian: {{frequency: 170 MHz, bandwidth: 150 MHz}}}}}}
dgtd: {{order: 2}}
time: {{end: 300 ns}}
output:
  probes: [{{name: p, at: [-0.3, 0.41, 0.22], fields: [E], every: 2}}]
)",
                                             FLUXTET_TEST_DATA);

// TM11: first root of the derivative of the Riccati-Bessel function, ka = 2.743707; TE11: first zero of j1, ka
// = 4.493409.
TEST(Resonances, APecSphereRingsAtItsModesWithinHalfAPercent) {
  const auto probe = runCase("resonance-sphere", sphereCavity).probe("p");
  for (const char* component : {"Ex", "Ey"}) {
    expectPeak(fmt::format("sphere TM11 ({})", component), probe, component, 60e-9, 130.91174e6, 5e-3);
    expectPeak(fmt::format("sphere TE11 ({})", component), probe, component, 60e-9, 214.39608e6, 5e-3);
  }
}

}  // namespace
}  // namespace fluxtet::test
