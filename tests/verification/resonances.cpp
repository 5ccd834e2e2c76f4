// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Resonances of PEC cavities from the spectrum of a probe after a broad-band pulse. Upwind fluxes: the modes that a
// point source excites beyond the mesh's resolution die out instead of filling the spectrum.
#include "caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

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

constexpr const char* boxCavity = R"(
solver: dgtd
mesh: {box: {size: [5 cm, 2 cm, 6 cm], cells: [5, 2, 6]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
sources:
  - dipole: {at: [11 mm, 7 mm, 13 mm], moment: [0.3 A*m, 1 A*m, 0.4 A*m], waveform: {gaussian: {frequency: 6 GHz, bandwidth: 6 GHz}}}
dgtd: {order: 3, flux: upwind, precision: double}
time: {end: 50 ns}
output:
  probes: [{name: p, at: [31 mm, 11 mm, 43 mm], fields: [E], every: 4}]
)";

// TE and TM mnp of a box: f = c/2 sqrt((m/a)^2 + (n/b)^2 + (p/d)^2).
TEST(Resonances, APecBoxRingsAtItsModesWithinATenthOfAPercent) {
  const auto probe = runCase("resonance-box", boxCavity).probe("p");
  expectPeak("box TE101", probe, "Ey", 2e-9, 3.902423e9, 1e-3);
  expectPeak("box TE102", probe, "Ey", 2e-9, 5.826918e9, 1e-3);
  expectPeak("box TM110", probe, "Ez", 2e-9, 8.072159e9, 1e-3);
}

const std::string sphereCavity = fmt::format(R"(
solver: dgtd
mesh: {{file: {}/sphere.geo, size: 0.14 m}}
materials: {{vacuum: {{}}}}
regions: {{Inside: vacuum}}
boundaries: {{Wall: pec}}
sources:
  - dipole: {{at: [0.21, 0.32, 0.13], moment: [0.5 A*m, 1 A*m, 0.7 A*m], waveform: {{gaussian: {{frequency: 170 MHz, bandwidth: 150 MHz}}}}}}
dgtd: {{order: 2, flux: upwind, precision: single}}
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
