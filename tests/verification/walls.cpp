// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Losses of metal walls: the quality factor of a box from the energy of its lowest mode, and the attenuation of a
// guide.
#include "lib/base/constants.hpp"
#include "tests/support/caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double a = 0.05, b = 0.02, d = 0.06;  // m

/// Quality factor of TE101 of the box whose walls have the surface resistance Rs, ohm, in first order: Pozar, Microwave
/// Engineering, 4th ed., eq. 6.46, with d along z.
double qualityOfTheBox(double frequency, double Rs) {
  const double k = 2 * std::numbers::pi * frequency / constants::c0;
  const double sum = 2 * a * a * a * b + 2 * b * d * d * d + a * a * a * d + a * d * d * d;
  return std::pow(k * a * d, 3) * b * constants::z0 / (2 * std::numbers::pi * std::numbers::pi * Rs * sum);
}

/// Q = 2 pi f (time) / ln(energy there / energy here), over a whole number of periods.
double measuredQuality(const std::string& name, const std::string& walls, double frequency, int order, int periods) {
  const CaseRun run = runCase(name, fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{}, {}, {}], cells: [5, 2, 6]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: {walls}, x+: {walls}, y-: {walls}, y+: {walls}, z-: {walls}, z+: {walls}}}
initial: {{cavityMode: {{m: 1, n: 0, p: 1, type: te}}}}
dgtd: {{order: {order}, precision: double}}
time: {{end: {end} s}}
output: {{energy: {{every: 1}}}}
)",
                                                a, b, d, fmt::arg("walls", walls), fmt::arg("order", order),
                                                fmt::arg("end", periods / frequency)));
  Table energy = run.energy();
  const std::vector<double>&time = energy["time"], &total = energy["total"];
  // A straight line through the logarithm, over periods from the second on: what oscillates at 2 f averages out.
  double n = 0, t = 0, w = 0, tt = 0, tw = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] < 2 / frequency) continue;
    const double value = std::log(total[i]);
    n += 1;
    t += time[i];
    w += value;
    tt += time[i] * time[i];
    tw += time[i] * value;
  }
  const double slope = (n * tw - t * w) / (n * tt - t * t);
  return -2 * std::numbers::pi * frequency / slope;
}

TEST(Walls, aBoxHasTheQualityFactorOfItsWalls) {
  const double sigma = 1e5, frequency = constants::c0 / 2 * std::hypot(1 / a, 1 / d);
  const double Rs = std::sqrt(std::numbers::pi * frequency * constants::mu0 / sigma);
  const double expected = qualityOfTheBox(frequency, Rs);
  const std::string metal = "{conductor: {sigma: 1e5 S/m, band: [3 GHz, 5 GHz]}}";
  const double found = measuredQuality("walls-quality", metal, frequency, 3, 12);
  fmt::print("| Q of TE101, walls of 1e5 S/m | {:.2f} | {:.2f} | {:+.2f} % | 0.7 % |\n", expected, found,
             100 * (found / expected - 1));
  EXPECT_NEAR(expected, 449.77, 0.01);
  EXPECT_NEAR(found, expected, 0.007 * expected);
}

// A wall of resistance has no reactance.
TEST(Walls, aBoxWithResistiveWallsToo) {
  const double frequency = constants::c0 / 2 * std::hypot(1 / a, 1 / d);
  const double expected = qualityOfTheBox(frequency, 0.5);
  const double found = measuredQuality("walls-resistance", "{impedance: {R: 0.5 ohm}}", frequency, 3, 12);
  fmt::print("| Q of TE101, walls of 0.5 ohm | {:.2f} | {:.2f} | {:+.2f} % | 0.7 % |\n", expected, found,
             100 * (found / expected - 1));
  EXPECT_NEAR(found, expected, 0.007 * expected);
}

/// |S21| of 45 mm of the guide WR-90, from 8.2 to 12.4 GHz in steps of 0.6 GHz.
std::vector<double> transmissionOfTheGuide(const std::string& name, const std::string& walls) {
  const CaseRun run = runCase(name, fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [22.86 mm, 10.16 mm, 45 mm], cells: [5, 2, 10]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: {walls}, x+: {walls}, y-: {walls}, y+: {walls}}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{precision: double, flux: centred}}
time: {{end: 6 ns, maxStep: 1.2 ps}}
output: {{sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 8}}}}}}
)",
                                                fmt::arg("walls", walls)));
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  std::vector<double> transmission;
  for (std::size_t row = 1; row < table["S_re"].size(); row += 2)
    transmission.push_back(std::hypot(table["S_re"][row], table["S_im"][row]));
  return transmission;
}

// Copper takes little of the wave, so that the loss is that of the guide over that of one with perfect walls on the
// same mesh; and with the centred flux, as a penalty would damp at perfect walls, but not at walls with a law. The mode
// at the ports is that of perfect walls, and the layers behind have walls of copper too.
TEST(Walls, aGuideBetweenWavePortsHasTheAttenuationOfItsWalls) {
  const std::vector<double> perfect = transmissionOfTheGuide("walls-guide-pec", "pec");
  const std::vector<double> lossy = transmissionOfTheGuide("walls-guide-copper", "{conductor: {sigma: 5.8e7 S/m}}");
  ASSERT_EQ(perfect.size(), 8U);
  const std::array<std::size_t, 3> row{0, 3, 7};
  const std::array<double, 3> expected{0.140033, 0.108385, 0.0969838};  // dB/m, in first order
  for (std::size_t i = 0; i < 3; ++i) {
    const double found = 20 * std::log10(perfect[row[i]] / lossy[row[i]]) / 45e-3;
    fmt::print("| attenuation of WR-90, copper, {} GHz | {:.6f} | {:.6f} dB/m | {:+.2f} % | 2 % |\n",
               8.2 + 0.6 * static_cast<double>(row[i]), expected[i], found, 100 * (found / expected[i] - 1));
    EXPECT_NEAR(found, expected[i], 0.02 * expected[i]);
  }
}

}  // namespace
}  // namespace fluxtet::test
