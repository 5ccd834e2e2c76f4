// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Far fields of whole runs against closed forms: a dipole in the open, and an empty box with a plane wave.
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "tests/parallel/farField/pulsedDipole.hpp"
#include "tests/support/caseRun.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace fluxtet::test {
namespace {

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

/// Copies the surfaces of the pattern to where a script opens them with VTK's own reader.
void keepPatterns(const CaseRun& run) {
  namespace fs = std::filesystem;
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    const fs::path folder = fs::path(PATTERN_FOLDER) / fmt::format("{}ranks", mpiSize(MPI_COMM_WORLD));
    fs::remove_all(folder);
    fs::create_directories(folder.parent_path());
    fs::copy(run.directory / "farField", folder);
  }
}

TEST(FarField, OfADipoleIsTheClosedFormInAmplitudeAndPhaseAtDefaults) {
  const PulsedDipole dipole;
  const auto run = runCase("farField-dipole", box(10, dipole.source() + R"(
dgtd: {order: 3}
time: {end: 14 ns}
output: {farField: {band: {from: 500 MHz, to: 700 MHz, points: 3}, theta: {points: 13}, phi: {from: 0, to: 300, points: 6}, vtk: true}}
)"));
  keepPatterns(run);
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
    // An error of 0.5 % of the field is one of 0.005 rad in the phase, which is 0.005 / k in the phase centre; and one
    // of 0.5 % in the power at half of it, where the power changes by 2 in a radian.
    const auto& beam = entry["beam"];
    EXPECT_NEAR(beam["directivity_dBi"].get<double>(), 10 * std::log10(1.5), 0.05);
    EXPECT_NEAR(beam["e_plane"]["beam_width_deg"].get<double>(), 90, 2 * 0.5);
    EXPECT_TRUE(beam["h_plane"]["beam_width_deg"].is_null());
    const auto centre = beam["phase_centre_m"].get<Vec3>();
    EXPECT_LT(norm(centre - dipole.at), 0.01 / k) << beam.dump();
    EXPECT_LT(beam["phase_deviation_deg"].get<double>(), 0.01 / degree);
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

/// A dipole of moment 1 A m along `axis`, times the sign of an image.
struct Current {
  Vec3 at, axis;
};

/// The far fields of currents with the waveform of a PulsedDipole, and their radiated power, W s^2, over the directions
/// with cos(theta) > `from`.
struct ClosedForm {
  std::vector<Current> currents;
  PulsedDipole pulse;

  /// Components along theta and phi of r E exp(i k r).
  std::array<Complex, 2> field(double f, double theta, double phi) const {
    const double k = 2 * pi * f / constants::c0;
    const Vec3 r{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
    const Vec3 alongTheta{std::cos(theta) * std::cos(phi), std::cos(theta) * std::sin(phi), -std::sin(theta)};
    const Vec3 alongPhi{-std::sin(phi), std::cos(phi), 0};
    std::array<Complex, 2> sum{};
    for (const Current& current : currents) {
      const Complex common =
          Complex(0, -k * constants::z0 / (4 * pi)) * pulse.spectrum(f) * std::polar(1.0, k * dot(r, current.at));
      sum[0] += common * dot(alongTheta, current.axis);
      sum[1] += common * dot(alongPhi, current.axis);
    }
    return sum;
  }
  double power(double f, double from) const {
    const int steps = 400, turns = 24;
    double sum = 0;
    for (int i = 0; i < steps; ++i)
      for (int j = 0; j < turns; ++j) {
        const double cosine = from + (1 - from) * (i + 0.5) / steps;
        const auto E = field(f, std::acos(cosine), 2 * pi * j / turns);
        sum += (std::norm(E[0]) + std::norm(E[1])) / (2 * constants::z0);
      }
    return sum * (1 - from) / steps * 2 * pi / turns;
  }
};

/// A case with images, the box it has left, its walls, and the currents of the whole.
struct ImageCase {
  std::string name, size, origin, cells, walls, images;
  std::vector<Current> currents;
  bool hasGround = false;
};

// Vertical, horizontal and oblique dipoles over grounds and beside planes of symmetry: fields in amplitude and phase,
// power, and nothing behind a ground.
TEST(FarField, OfImagesIsTheClosedFormOfAllCurrents) {
  const Vec3 at{0.01, 0.012, 0.2}, axis{0.48, 0.6, 0.64};
  const auto image = [](const Vec3& v, std::size_t direction, double sign) {
    Vec3 result = v;
    for (std::size_t c = 0; c < 3; ++c) result[c] *= c == direction ? sign : -sign;
    return result;
  };
  const auto below = [](Vec3 x, std::size_t direction) {
    x[direction] = -x[direction];
    return x;
  };
  const std::string half = "[1, 1, 0.6]",
                    open = "x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing";
  const Vec3 inCorner{0.25, 0.012, 0.27};
  const ImageCase cases[] = {{"ground",
                              half,
                              "[-0.5, -0.5, 0]",
                              "[10, 10, 6]",
                              open + ", z-: pec",
                              "ground: z-",
                              {{at, axis}, {below(at, 2), image(axis, 2, 1)}},
                              true},
                             {"symmetry",
                              half,
                              "[-0.5, -0.5, 0]",
                              "[10, 10, 6]",
                              open + ", z-: pec",
                              "symmetry: [z-]",
                              {{at, axis}, {below(at, 2), image(axis, 2, 1)}}},
                             {"magnetic",
                              half,
                              "[-0.5, -0.5, 0]",
                              "[10, 10, 6]",
                              open + ", z-: pmc",
                              "symmetry: [z-]",
                              {{at, axis}, {below(at, 2), image(axis, 2, -1)}}},
                             {"both",
                              "[0.8, 1, 0.8]",
                              "[0, -0.5, 0]",
                              "[8, 10, 8]",
                              "x-: pmc, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing, z-: pec",
                              "symmetry: [x-], ground: z-",
                              {{inCorner, axis},
                               {below(inCorner, 2), image(axis, 2, 1)},
                               {below(inCorner, 0), image(axis, 0, -1)},
                               {below(below(inCorner, 0), 2), image(image(axis, 0, -1), 2, 1)}},
                              true}};
  for (const ImageCase& c : cases) {
    const ClosedForm exact{c.currents, {}};
    const Vec3& x = c.currents[0].at;
    const auto run = runCase("farField-images-" + c.name,
                             fmt::format(R"(
mesh: {{box: {{size: {}, origin: {}, cells: {}}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{}}}
sources: [{{dipole: {{at: [{}, {}, {}], moment: [{}, {}, {}],
                    waveform: {{gaussian: {{frequency: {}, bandwidth: {}}}}}}}}}]
dgtd: {{order: 3}}
time: {{end: 14 ns}}
output: {{farField: {{frequencies: [600 MHz], theta: {{points: 13}}, phi: {{from: 0, to: 300, points: 6}}, {}}}}}
)",
                                         c.size, c.origin, c.cells, c.walls, x[0], x[1], x[2], axis[0], axis[1],
                                         axis[2], exact.pulse.frequency, exact.pulse.bandwidth, c.images));
    const Table table = tableOf(run);
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < table["phi_deg"].size(); ++i) {
      const double theta = table["theta_deg"][i] * degree, phi = table["phi_deg"][i] * degree;
      auto E = exact.field(600e6, theta, phi);
      const bool isBehind = c.hasGround && std::cos(theta) < -1e-6;
      if (isBehind) {
        EXPECT_EQ(table["rE_theta_Vs"][i], 0) << c.name << ", theta " << theta / degree;
        EXPECT_EQ(table["rE_phi_Vs"][i], 0) << c.name << ", theta " << theta / degree;
        continue;
      }
      largest = std::max({largest, std::abs(E[0]), std::abs(E[1])});
      error = std::max({error,
                        std::abs(std::polar(table["rE_theta_Vs"][i], table["rE_theta_phase_deg"][i] * degree) - E[0]),
                        std::abs(std::polar(table["rE_phi_Vs"][i], table["rE_phi_phase_deg"][i] * degree) - E[1])});
    }
    const auto entry = run.summary["farField"]["frequencies"][0];
    const double power = exact.power(600e6, c.hasGround ? 0 : -1);
    if (mpiRank(MPI_COMM_WORLD) == 0)
      fmt::print(
          "far field with images, {}: error {:.2e} of the largest field, power {:+.2e}, through the surface {:+.2e}\n",
          c.name, error / largest, entry["radiated_W_s2"].get<double>() / power - 1,
          entry["through_surface_W_s2"].get<double>() / power - 1);
    EXPECT_LT(error / largest, 0.01) << c.name;
    EXPECT_NEAR(entry["radiated_W_s2"].get<double>() / power, 1, 0.01) << c.name;
    EXPECT_NEAR(entry["through_surface_W_s2"].get<double>() / power, 1, 0.02) << c.name;
  }
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
