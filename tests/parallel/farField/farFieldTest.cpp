// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Far fields of whole runs against closed forms: a dipole in the open, and an empty box with a plane wave.
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "tests/support/caseRun.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <tuple>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
using constants::pi;

constexpr double degree = pi / 180;

std::string box(int cells, const std::string& rest) {
  return fmt::format(R"(
mesh: {{box: {{size: [1, 1, 1], origin: [-0.5, -0.5, -0.5], cells: [{0}, {0}, {0}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}}
{1}
)",
                     cells, rest);
}

/// A dipole with a pulse whose Fourier integral is known.
struct PulsedDipole {
  Vec3 at{0.010, 0.012, 0.008};
  double frequency = 600e6, bandwidth = 400e6;

  double width() const { return std::sqrt(2 * std::log(2.0)) / (pi * bandwidth); }
  double delay() const { return 5 * width(); }
  Complex spectrum(double f) const {
    const auto bell = [&](double from) { return std::exp(-2 * std::pow(pi * width() * from, 2)); };
    return 0.5 * width() * std::sqrt(2 * pi) * (bell(f - frequency) + bell(f + frequency)) *
           std::polar(1.0, -2 * pi * f * delay());
  }
  /// r E_theta exp(i k r) about `origin` (Balanis, Antenna Theory, 4th ed., (4-26)).
  Complex theta(double f, double angle, double phi, const Vec3& origin) const {
    const double k = 2 * pi * f / constants::c0;
    const Vec3 r{std::sin(angle) * std::cos(phi), std::sin(angle) * std::sin(phi), std::cos(angle)};
    return Complex(0, k * constants::z0 / (4 * pi)) * spectrum(f) * std::sin(angle) *
           std::polar(1.0, k * dot(r, at - origin));
  }
  std::string source() const {
    return fmt::format(
        "sources: [{{dipole: {{at: [{}, {}, {}], moment: [0, 0, 1], waveform: {{gaussian: {{frequency: {}, "
        "bandwidth: {}}}}}}}}}]\n",
        at[0], at[1], at[2], frequency, bandwidth);
  }
};

Table tableOf(const CaseRun& run) {
  return readTable(run.directory / "farField.csv");
}

/// Largest errors over all rows, relative to the largest field: of both components, and of 1.5 sin^2 in the directivity
/// over 1.5.
struct DipoleErrors {
  double field = 0, pattern = 0;
};
DipoleErrors errorsOf(const CaseRun& run, const PulsedDipole& dipole, const Vec3& origin = {0, 0, 0}) {
  const Table table = tableOf(run);
  const auto f = table["frequency_Hz"], theta = table["theta_deg"], phi = table["phi_deg"];
  const auto magnitude = table["rE_theta_Vs"], phase = table["rE_theta_phase_deg"], across = table["rE_phi_Vs"];
  const auto directivity = table["directivity_dBi"];
  DipoleErrors errors;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double largest = std::abs(dipole.theta(f[i], pi / 2, 0, origin));
    const Complex exact = dipole.theta(f[i], theta[i] * degree, phi[i] * degree, origin);
    errors.field = std::max(
        {errors.field, std::abs(std::polar(magnitude[i], phase[i] * degree) - exact) / largest, across[i] / largest});
    errors.pattern = std::max(
        errors.pattern, std::abs(std::pow(10, directivity[i] / 10) / 1.5 - std::pow(std::sin(theta[i] * degree), 2)));
  }
  return errors;
}

TEST(FarField, OfADipoleIsTheClosedFormInAmplitudeAndPhaseAtDefaults) {
  const PulsedDipole dipole;
  const auto run = runCase("farField-dipole", box(10, dipole.source() + R"(
dgtd: {order: 3}
time: {end: 14 ns}
output: {farField: {band: {from: 500 MHz, to: 700 MHz, points: 3}, theta: {points: 13}, phi: {from: 0, to: 300, points: 6}}}
)"));
  const DipoleErrors errors = errorsOf(run, dipole);
  if (mpiRank(MPI_COMM_WORLD) == 0)
    fmt::print("far field of a dipole, P3, 10 cells: field {:.2e}, pattern {:.2e}\n", errors.field, errors.pattern);
  // What issue and literature ask of a pattern; the dispersion at 4 elements of P3 a wavelength is far smaller.
  EXPECT_LT(errors.pattern, 0.015);
  EXPECT_LT(errors.field, 0.01);
  for (const auto& entry : run.summary["farField"]["frequencies"]) {
    const double f = entry["frequency_Hz"], k = 2 * pi * f / constants::c0;
    const double exact = constants::z0 * k * k / (12 * pi) * std::norm(dipole.spectrum(f));
    EXPECT_NEAR(entry["radiated_W_s2"].get<double>() / exact, 1, 0.005);
    EXPECT_NEAR(entry["through_surface_W_s2"].get<double>() / exact, 1, 0.02);
    EXPECT_NEAR(entry["max_directivity_dBi"].get<double>(), 10 * std::log10(1.5), 0.05);
  }
}

TEST(FarField, AnotherOriginChangesPhasesOnly) {
  const PulsedDipole dipole;
  const auto at = [&](const std::string& name, const std::string& origin) {
    return runCase("farField-origin-" + name, box(10, dipole.source() + R"(
dgtd: {order: 2, precision: double}
time: {end: 8 ns}
output: {farField: {frequencies: [600 MHz], theta: {points: 7}, phi: {from: 0, to: 300, points: 6}, origin: )" +
                                                          origin + "}}\n"));
  };
  const Table here = tableOf(at("here", "[0, 0, 0]")), there = tableOf(at("there", "[0.2, -0.1, 0.3]"));
  const double k = 2 * pi * 600e6 / constants::c0;
  for (std::size_t i = 0; i < here["phi_deg"].size(); ++i) {
    const double theta = here["theta_deg"][i] * degree, phi = here["phi_deg"][i] * degree;
    EXPECT_NEAR(there["rE_theta_Vs"][i], here["rE_theta_Vs"][i], 1e-6 * here["rE_theta_Vs"][i]);
    const double turn =
        k * (0.2 * std::sin(theta) * std::cos(phi) - 0.1 * std::sin(theta) * std::sin(phi) + 0.3 * std::cos(theta));
    const double phase = (here["rE_theta_phase_deg"][i] - there["rE_theta_phase_deg"][i]) * degree - turn;
    EXPECT_LT(std::abs(std::remainder(phase, 2 * pi)), 1e-5);
  }
}

TEST(FarField, OfSteadyFieldsIsInVoltsAndWatts) {
  const auto run = runCase("farField-steady", box(8, R"(
sources: [{dipole: {at: [0, 0, 0], moment: [0, 0, 0.01], waveform: {sine: {frequency: 600 MHz}}}}]
dgtd: {order: 3}
time: {end: 20 ns}
output: {farField: {frequencies: [600 MHz], theta: {from: 90, to: 90, points: 1}, phi: {points: 1}, after: 10 ns}}
)"));
  const double k = 2 * pi * 600e6 / constants::c0;
  const Table table = tableOf(run);
  const double amplitude = constants::z0 * k * 0.01 / (4 * pi);
  EXPECT_NEAR(table["rE_theta_V"][0] / amplitude, 1, 0.01);
  // sin(w t) = Re(-i exp(i w t)), and the field is i times the current.
  EXPECT_NEAR(table["rE_theta_phase_deg"][0], 0, 1);
  EXPECT_NEAR(run.summary["farField"]["frequencies"][0]["radiated_W"].get<double>(),
              constants::z0 * k * k * 1e-4 / (12 * pi), 0.005 * constants::z0 * k * k * 1e-4 / (12 * pi));
}

TEST(FarField, OfAPlaneWaveInAnEmptyBoxIsNothing) {
  const double wavelength = constants::c0 / 500e6;
  for (const auto& [name, cells, entrance] :
       {std::tuple{"boundaries", 8, "boundaries: [x-, x+, y-, y+, z-, z+]"}, {"surface", 12, "surface: auto"}}) {
    const auto run = runCase(std::string("farField-empty-") + name, box(cells, fmt::format(R"(
sources: [{{planeWave: {{{}, direction: [0.3, 0.4, 0.8], polarization: [0.8, 0, -0.3],
                       waveform: {{gaussian: {{frequency: 500 MHz, bandwidth: 300 MHz}}}}}}}}]
dgtd: {{order: 3}}
time: {{end: 20 ns}}
output: {{farField: {{frequencies: [500 MHz], theta: {{points: 13}}, phi: {{from: 0, to: 330, points: 12}}}}}}
)",
                                                                                           entrance)));
    const auto rcs = tableOf(run)["rcs_dBsm"];
    const double worst = *std::max_element(rcs.begin(), rcs.end()) - 20 * std::log10(wavelength);
    if (mpiRank(MPI_COMM_WORLD) == 0)
      fmt::print("cross-section of nothing, wave through {}: {:.1f} dB below a square wavelength\n", name, -worst);
    EXPECT_LT(worst, -50);
  }
}

}  // namespace
}  // namespace fluxtet::test
