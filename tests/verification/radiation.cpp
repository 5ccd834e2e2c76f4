// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A Hertzian dipole in free space: its near and far field in amplitude, phase and polarisation, and its power.
#include "base/constants.hpp"
#include "base/vec3.hpp"
#include "caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
using ComplexVec3 = std::array<Complex, 3>;
constexpr double pi = constants::pi;

struct Dipole {
  Vec3 at, moment;   ///< m, A m
  double frequency;  ///< Hz
  double waveNumber() const { return 2 * pi * frequency / constants::c0; }

  /// Jackson, Classical Electrodynamics, 3rd ed., (9.18), with exp(+i w t) and the current I dl = i w p.
  ComplexVec3 field(const Vec3& x) const {
    const double r = norm(x - at), k = waveNumber();
    const Vec3 n = (1 / r) * (x - at);
    const Complex p = Complex(0, -1) / (2 * pi * frequency),
                  wave = std::polar(1 / (4 * pi * constants::epsilon0), -k * r);
    ComplexVec3 E;
    for (std::size_t c = 0; c < 3; ++c) {
      const double along = n[c] * dot(n, moment);
      E[c] = wave * p *
             (k * k / r * (moment[c] - along) + (3 * along - moment[c]) * Complex(1 / (r * r * r), k / (r * r)));
    }
    return E;
  }
  double power() const { return constants::z0 * std::pow(waveNumber() * norm(moment), 2) / (12 * pi); }
};

constexpr double edge = 1, period = 1 / 600e6;
const Dipole dipole{{0.010, 0.012, 0.008}, {0, 0, 1}, 600e6};
/// 0.58 to 0.68 wavelengths from the dipole, broadside and oblique.
const std::vector<Vec3> places{{0.30, 0.012, 0.008}, {0.012, -0.33, 0.01}, {0.2, 0.2, 0.2}};

std::string freeSpace(const std::string& settings) {
  std::string probes;
  for (std::size_t i = 0; i < places.size(); ++i)
    probes += fmt::format("    - {{name: p{}, at: [{}, {}, {}], fields: [E]}}\n", i, places[i][0], places[i][1],
                          places[i][2]);
  // The density makes the air a tissue, without which there is no output.sar.
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{0}, {0}, {0}], origin: [{1}, {1}, {1}], cells: [9, 9, 9]}}}}
materials: {{air: {{density: 1.2 kg/m^3}}}}
regions: {{box: air}}
boundaries: {{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}}
sources:
  - dipole: {{at: [{2}, {3}, {4}], moment: [0, 0, 1 A*m], waveform: {{sine: {{frequency: 600 MHz, ramp: 2}}}}}}
dgtd: {{order: 3, {5}}}
time: {{end: {6} s}}
output:
  dft: {{frequencies: [600 MHz], after: {7} s}}
  sar: {{averages: []}}
  probes:
{8})",
                     edge, -edge / 2, dipole.at[0], dipole.at[1], dipole.at[2], settings, 9 * period, 6 * period,
                     probes);
}

double length(const ComplexVec3& v) {
  return std::sqrt(std::norm(v[0]) + std::norm(v[1]) + std::norm(v[2]));
}

void expectDipole(const CaseRun& run, double tolerance) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ComplexVec3 expected = dipole.field(places[i]);
    ComplexVec3 error{};
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string column{'E', static_cast<char>('x' + c)};
      // sin(w t) = Re(-i exp(i w t)).
      error[c] = phasor(run, fmt::format("p{}", i), column, dipole.frequency, 3) - Complex(0, -1) * expected[c];
    }
    const double wavelengths = norm(places[i] - dipole.at) * dipole.waveNumber() / (2 * pi);
    fmt::print("| dipole, E at {:.2f} wavelengths | {:.1f} V/m | {:.2f} % off | {:g} % |\n", wavelengths,
               length(expected), 100 * length(error) / length(expected), 100 * tolerance);
    EXPECT_LT(length(error), tolerance * length(expected)) << "probe " << i;
  }
}

// The sides of the box, two thirds of a wavelength and more away, are met at up to 45 degrees and more, where the
// first-order condition sends back some of the wave: a few percent of the field. Over all directions the effect on the
// power averages out.
void expectRadiation(const std::string& name, const std::string& settings, double tolerance) {
  const CaseRun run = runCase(name, freeSpace(settings));
  expectDipole(run, tolerance);
  const nlohmann::json& powers = run.summary["powers"];
  const double found = powers["accepted_W"];
  fmt::print("| dipole, power | {:.1f} W | {:.1f} W | {:+.2f} % |\n", dipole.power(), found,
             100 * (found / dipole.power() - 1));
  EXPECT_NEAR(found, dipole.power(), 0.02 * dipole.power());
  EXPECT_EQ(powers["accepted_W"], powers["outgoing_W"]);
  EXPECT_FALSE(powers.contains("impressed_W"));
}

TEST(Radiation, OfAHertzianDipoleIsThatOfItsClosedFormWithTheUpwindFlux) {
  expectRadiation("dipole-upwind", "flux: upwind", 0.06);
}
// A fifth of the jumps leaves some of what is no wave: on such a mesh 3 to 4 % across the field, docs/data/penalty.
TEST(Radiation, OfAHertzianDipoleIsThatOfItsClosedFormWithTheDefaultFlux) {
  expectRadiation("dipole-default", "precision: single", 0.12);
}

}  // namespace
}  // namespace fluxtet::test
