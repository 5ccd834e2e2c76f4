// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Anisotropic slab and magnetised plasma in a periodic cell, which carries both polarisations: what they reflect and
// let through of one pulse; their time step.
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = constants::pi;

/// A column of cubes along z, one along x, from z = 0 on: regions "Air" and, in the cubes [begin, end), "Slab".
struct Column {
  int cubes, begin, end;
  double cell;    ///< m
  int width = 1;  ///< cubes along y

  std::string write(const TemporaryFolder& folder) const {
    BoxMesh box;
    box.cells = {1, width, cubes};
    box.size = {cell, width * cell, cell * cubes};
    Mesh mesh = makeBoxMesh(box);
    mesh.groups.regions = {"Air", "Slab"};
    for (std::size_t e = 0; e < mesh.region.size(); ++e) {
      double height = 0;
      for (std::size_t v = 0; v < 4; ++v)
        height += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v]) + 2] / 4;
      if (height > begin * cell && height < end * cell) mesh.region[e] = 1;
    }
    const std::string file = (folder / "column.h5").string();
    writeMeshFile(file, mesh, {}, 1);
    return file;
  }
};

/// A wave with E along x enters at z = 0, where what comes back leaves; spectra at heights `z`, whose names are 1, 2.
std::string caseOf(const std::string& mesh, const std::string& material, const std::string& waveform,
                   const std::string& farEnd, const std::string& end, const std::string& output) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{vacuum: {{}}, medium: {}}}
regions: {{Air: vacuum, Slab: medium}}
boundaries: {{x-: {{periodic: x+}}, y-: {{periodic: y+}}, z-: absorbing, z+: {}}}
sources: [{{planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: z-, waveform: {}}}}}]
dgtd: {{order: 4, precision: double}}
time: {}
{})",
                     mesh, material, farEnd, waveform, end, output);
}
std::string spectraAt(const std::vector<double>& frequencies, double cell, const std::vector<double>& z) {
  std::string points;
  for (std::size_t i = 0; i < z.size(); ++i)
    points += fmt::format("{}{{name: {}, at: [{}, {}, {}]}}", i == 0 ? "" : ", ", i + 1, 0.3 * cell, 0.4 * cell, z[i]);
  std::string list;
  for (const double f : frequencies) list += fmt::format("{}{} Hz", list.empty() ? "" : ", ", f);
  return fmt::format("output: {{dft: {{kind: integral, frequencies: [{}], points: [{}]}}}}\n", list, points);
}

/// The steady fields at one height, and the powers of the whole mesh.
std::string powersAt(double frequency, double cell, double z) {
  return fmt::format(
      "output: {{dft: {{kind: amplitude, frequencies: [{} Hz], after: 3.6 ns, points: [{{name: 1, at: [{}, {}, "
      "{}]}}]}}, "
      "sar: {{averages: []}}}}\n",
      frequency, 0.3 * cell, 0.4 * cell, z);
}

/// Share of the power of a wave from straight ahead that a slab of thickness d in free space takes.
double takenBySlab(Complex epsilon, Complex mu, double k, double d) {
  const Complex z = std::sqrt(mu / epsilon), gamma = (z - 1.0) / (z + 1.0),
                there = std::exp(Complex(0, -k * d) * std::sqrt(mu * epsilon));
  const Complex all = 1.0 - gamma * gamma * there * there;
  return 1 - std::norm(gamma * (1.0 - there * there) / all) - std::norm((1.0 - gamma * gamma) * there / all);
}

/// The waves along +z and -z at a point, [x, y].
struct Waves {
  std::array<Complex, 2> there, back;
};
Waves wavesAt(const Table& fields, double point, double frequency) {
  for (std::size_t i = 0; i < fields["Ex_re"].size(); ++i) {
    if (fields["name"][i] != point || std::abs(fields["frequency"][i] / frequency - 1) > 1e-9) continue;
    const auto value = [&](const std::string& name) {
      return Complex(fields[name + "_re"][i], fields[name + "_im"][i]);
    };
    const Complex Ex = value("Ex"), Ey = value("Ey"), Hx = constants::z0 * value("Hx"),
                  Hy = constants::z0 * value("Hy");
    return {{(Ex + Hy) / 2.0, (Ey - Hx) / 2.0}, {(Ex - Hy) / 2.0, (Ey + Hx) / 2.0}};
  }
  throw std::runtime_error("no such point and frequency");
}

// epsilon diag(2, 4) in the plane of the wave, its axes turned by 30 degrees, 10 mm thick: along each axis Airy's
// formulas of a slab, then turned back.
TEST(Tensors, AnisotropicSlabTurnsThePolarisation) {
  const TemporaryFolder folder;
  const Column column{16, 6, 10, 2.5e-3};
  const double frequency = 10e9, k = 2 * pi * frequency / constants::c0, d = 10e-3, angle = pi / 6;
  std::array<Complex, 2> r, t;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double n = std::sqrt(axis == 0 ? 2.0 : 4.0), gamma = (1 - n) / (1 + n);
    const Complex there = std::polar(1.0, -n * k * d);
    r[axis] = gamma * (1.0 - there * there) / (1.0 - gamma * gamma * there * there);
    t[axis] = (1 - gamma * gamma) * there / (1.0 - gamma * gamma * there * there);
  }
  const double c = std::cos(angle), s = std::sin(angle);
  const auto turned = [&](const std::array<Complex, 2>& v) {
    return std::array{c * c * v[0] + s * s * v[1], c * s * (v[0] - v[1])};
  };
  const auto exactR = turned(r), exactT = turned(t);
  ASSERT_NEAR(std::abs(exactT[0]), 0.824260, 1e-6);
  ASSERT_NEAR(std::abs(exactT[1]), 0.493285, 1e-6);
  ASSERT_NEAR(std::abs(exactR[0]), 0.133111, 1e-6);
  ASSERT_NEAR(std::abs(exactR[1]), 0.244022, 1e-6);

  const double before = 3.4 * column.cell, behind = 13.4 * column.cell, front = 6 * column.cell;
  const auto run = runCase(
      "anisotropic-slab", caseOf(column.write(folder),
                                 fmt::format("{{epsilon_r: [2, 4, 3], axes: [[{}, {}, 0], [{}, {}, 0]]}}", c, s, -s, c),
                                 "{gaussian: {frequency: 10 GHz, bandwidth: 8 GHz}}", "absorbing", "{end: 2 ns}",
                                 spectraAt({frequency}, column.cell, {before, behind})));
  const Table fields = readTable(run.directory / "dft" / "points.csv");
  const Waves near = wavesAt(fields, 1, frequency), far = wavesAt(fields, 2, frequency);
  const Complex incident = near.there[0];
  EXPECT_LT(std::abs(near.there[1] / incident), 1e-3);
  EXPECT_LT(std::abs(far.back[0] / incident), 1e-3);
  const char* names[] = {"x", "y"};
  double power = 0;
  for (std::size_t a = 0; a < 2; ++a) {
    const Complex foundR = near.back[a] / incident * std::polar(1.0, 2 * k * (front - before)),
                  foundT = far.there[a] / incident * std::polar(1.0, k * (behind - before - d));
    power += std::norm(foundR) + std::norm(foundT);
    fmt::print("| anisotropic slab: abs T_{}x | {:.6f} | {:.6f} | 0.003 |\n", names[a], std::abs(exactT[a]),
               std::abs(foundT));
    fmt::print("| anisotropic slab: abs R_{}x | {:.6f} | {:.6f} | 0.003 |\n", names[a], std::abs(exactR[a]),
               std::abs(foundR));
    EXPECT_LT(std::abs(foundR - exactR[a]), 0.003);
    EXPECT_LT(std::abs(foundT - exactT[a]), 0.003);
  }
  EXPECT_NEAR(power, 1, 0.003);
}

/// A slab of 10 mm at 10 GHz, into which a wave runs with E along x: the share of its power that the slab takes, the
/// imbalance of the powers, and half of omega dt.
struct Absorption {
  double share, imbalance, lag;
};
Absorption absorptionOf(const std::string& name, const std::string& material) {
  const TemporaryFolder folder;
  const Column column{16, 6, 10, 2.5e-3};
  const double frequency = 10e9;
  const auto run =
      runCase(name, caseOf(column.write(folder), material, "{sine: {frequency: 10 GHz, ramp: 3}}", "absorbing",
                           "{end: 4 ns}", powersAt(frequency, column.cell, 3.4 * column.cell)));
  const Table fields = readTable(run.directory / "dft" / "points.csv");
  const double incident = std::norm(wavesAt(fields, 1, frequency).there[0]) / (2 * constants::z0);  // W/m^2
  const auto& powers = run.summary["powers"];
  return {powers["absorbed_by_region_W"]["Slab"].get<double>() / (incident * column.cell * column.cell),
          powers["imbalance"].get<double>(), pi * frequency * run.summary["dt_s"].get<double>()};
}
/// The boundary through which the wave enters takes what comes back half a step late, which leaves the power through it
/// off by at most that phase times the amplitudes of both waves (docs/theory.md, section 5.1). What the slab does not
/// take comes back at most.
void expectAbsorption(const char* what, const Absorption& found, double exact) {
  const double most = found.lag * std::sqrt(1 - exact) / exact;
  fmt::print("| {}: absorbed share; imbalance of the powers | {:.6f}; 0 | {:.6f}; {:.1e} | 0.003; {:.1e} |\n", what,
             exact, found.share, found.imbalance, most);
  EXPECT_NEAR(found.share, exact, 0.003);
  EXPECT_LT(found.imbalance, most);
}

// Conductivities along the axes of the slab, turned by 30 degrees, a relaxation and magnetic losses.
TEST(Tensors, ALossyAnisotropicSlabTakesThePowerOfItsAxes) {
  const double omega = 2 * pi * 10e9, k = omega / constants::c0, d = 10e-3, angle = pi / 6;
  const double c = std::cos(angle), s = std::sin(angle);
  const Complex iw(0, omega), debye = 1.0 / (1.0 + iw * 20e-12), mu = 1.2 + 0.5 / (1.0 + iw * 10e-12);
  const auto taken = [&](double epsilon, double sigma) {
    return takenBySlab(epsilon + debye + sigma / (iw * constants::epsilon0), mu, k, d);
  };
  const double exact = c * c * taken(2, 0.6) + s * s * taken(4, 0.1);
  ASSERT_NEAR(taken(2, 0.6), 0.922963, 1e-6);
  ASSERT_NEAR(taken(4, 0.1), 0.760188, 1e-6);
  expectAbsorption("lossy anisotropic slab",
                   absorptionOf("lossy-anisotropic-slab",
                                fmt::format("{{epsilon_r: [2, 4, 3], sigma: [0.6, 0.1, 2], axes: [[{}, {}, 0], [{}, "
                                            "{}, 0]], debye: [{{delta: 1, tau: 20 ps}}], mu_r: 1.2, magnetic: {{debye: "
                                            "[{{delta: 0.5, tau: 10 ps}}]}}}}",
                                            c, s, -s, c)),
                   exact);
}

// Along its field a plasma takes much from one circular polarisation, little from the other.
TEST(Tensors, ASlabOfMagnetisedPlasmaTakesThePowerOfBothCircularPolarisations) {
  const double omega = 2 * pi * 10e9, k = omega / constants::c0, d = 10e-3;
  const double plasmaRate = 2 * pi * 12e9, collisions = 2 * pi * 2e9, field = 0.3,
               turn = 1.602176634e-19 / 9.1093837015e-31 * field;
  double exact = 0;
  for (const double sign : {1, -1})
    exact +=
        0.5 * takenBySlab(1.0 - plasmaRate * plasmaRate / (omega * Complex(omega - sign * turn, -collisions)), 1, k, d);
  expectAbsorption("magnetised plasma",
                   absorptionOf("plasma-slab",
                                "{magnetisedPlasma: {plasmaFrequency: 12 GHz, collision: 2 GHz, field: [0, 0, "
                                "0.3 T]}}"),
                   exact);
}

// A half space that ends in a boundary or a layer with the impedance that its waves from straight ahead have: what
// comes back into free space is what its first face reflects. The largest value of the tensors is that of no such wave.
TEST(Tensors, AnOpenEndLetsTheWavesOfAUniaxialMediumOut) {
  const TemporaryFolder folder;
  const Column column{18, 6, 18, 2.5e-3};
  const std::string mesh = column.write(folder);
  const double frequency = 10e9, k = 2 * pi * frequency / constants::c0, z = 3.4 * column.cell, front = 6 * column.cell;
  const double impedance = std::sqrt(1.5 / 3.0), exact = (impedance - 1) / (impedance + 1);
  for (const char* end : {"absorbing", "pml"}) {
    const auto run =
        runCase(fmt::format("uniaxial-{}", end), caseOf(mesh, "{epsilon_r: [3, 3, 9], mu_r: [1.5, 1.5, 1]}",
                                                        "{gaussian: {frequency: 10 GHz, bandwidth: 8 GHz}}", end,
                                                        "{end: 2 ns}", spectraAt({frequency}, column.cell, {z})));
    const Waves waves = wavesAt(readTable(run.directory / "dft" / "points.csv"), 1, frequency);
    const Complex found = waves.back[0] / waves.there[0] * std::polar(1.0, 2 * k * (front - z));
    fmt::print("| uniaxial half space, its end {}: R | {:.6f} | {:.6f}, off by {:.1e} | 0.002 |\n", end, exact,
               found.real(), std::abs(found - exact));
    EXPECT_LT(std::abs(found - exact), 0.002);
  }
}

// A waveguide whose far part, of a permeability along the guide that is another than across it, goes on into a layer:
// its TE10 wave meets the layer at an angle, with H along the normal. b^2 = w^2 epsilon mu_t - kc^2 mu_t / mu_n.
TEST(Tensors, ALayerTakesAnObliqueWaveOfAUniaxialMedium) {
  const TemporaryFolder folder;
  const Column column{16, 6, 16, 22.86e-3 / 4, 4};
  const std::string mesh = column.write(folder);
  const double z1 = 9.4 * column.cell, z2 = 11.3 * column.cell, kc = pi / 22.86e-3;
  const std::vector<double> frequencies{9e9, 11e9};
  for (const auto& [across, along] : {std::array{1.0, 2.0}, {1.2, 0.8}}) {
    std::string points;
    for (const double z : {z1, z2})
      points +=
          fmt::format("{{name: {}, at: [{}, {}, {}]}}, ", z == z1 ? 1 : 2, 0.3 * column.cell, 1.8 * column.cell, z);
    const auto run = runCase("uniaxial-guide", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{vacuum: {{}}, medium: {{mu_r: [{}, {}, {}]}}}}
regions: {{Air: vacuum, Slab: medium}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z+: pml}}
ports: [{{name: P1, kind: wave, surface: z-, excite: true}}]
dgtd: {{order: 4, precision: double}}
time: {{end: 5 ns}}
output:
  sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 3}}}}
  dft: {{kind: integral, frequencies: [9 GHz, 11 GHz], points: [{}]}}
)",
                                                           mesh, across, across, along, points));
    const Table fields = readTable(run.directory / "dft" / "points.csv");
    for (const double frequency : frequencies) {
      const double k = 2 * pi * frequency / constants::c0, b = std::sqrt(k * k * across - kc * kc * across / along);
      std::array<Complex, 2> E;
      for (std::size_t i = 0; i < fields["Ex_re"].size(); ++i)
        if (std::abs(fields["frequency"][i] / frequency - 1) < 1e-9)
          E[fields["name"][i] == 1 ? 0 : 1] = {fields["Ex_re"][i], fields["Ex_im"][i]};
      // E = A exp(-i b z) + B exp(i b z).
      const Complex p1 = std::polar(1.0, -b * z1), p2 = std::polar(1.0, -b * z2);
      const double found = std::abs((p1 * E[1] - p2 * E[0]) / (E[0] / p2 - E[1] / p1));
      fmt::print(
          "| layer in mu_r [{}, {}, {}], TE10 at {:g} GHz, {:.0f} degrees: reflection | below -60 dB | {:.1f} dB | |\n",
          across, across, along, frequency / 1e9, std::atan2(kc, b) * 180 / pi, 20 * std::log10(found));
      EXPECT_LT(20 * std::log10(found), -60);
    }
  }
}

TEST(Tensors, OpenEndsThatCannotLetTheWavesOutAreRefused) {
  const TemporaryFolder folder;
  const Column column{4, 2, 4, 2.5e-3};
  const std::string mesh = column.write(folder);
  const auto refused = [&](const std::string& material, const std::string& end, const std::string& why) {
    try {
      runCase("refused-end",
              caseOf(mesh, material, "{gaussian: {frequency: 10 GHz, bandwidth: 8 GHz}}", end, "{steps: 1}", ""));
      ADD_FAILURE() << "was not refused: " << why;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  refused("{epsilon_r: [3, 2, 9]}", "absorbing", "have two");
  refused("{mu_r: [3, 3, 3, 0, 0.1, 0]}", "absorbing", "have two");
  refused("{epsilon_r: [3, 2, 9, 0, 0, 0.1]}", "pml", "couples fields along y with fields along z");
  refused("{epsilon_r: [3, 9, 5]}", "pml", "the middle one");
  refused("{magnetisedPlasma: {plasmaFrequency: 5 GHz, field: [0, 0, 0.1]}}", "pml", "against their phase");
}

constexpr double plasmaFrequency = 28.7e9, collision = 2e10, gyration = 3e11;  // Hz, 1/s, 1/s
constexpr double fluxDensity = gyration * 9.1093837015e-31 / 1.602176634e-19;  // T
std::string plasma(double field) {
  return fmt::format("{{magnetisedPlasma: {{plasmaFrequency: {} Hz, collision: {} Hz, field: [0, 0, {} T]}}}}",
                     plasmaFrequency, collision / (2 * pi), field);
}

// A half space of plasma, its field along the wave. With exp(+j w t), E that turns right-handed is x - j y: of that
// part epsilon = 1 - wp^2 / (w (w - j nu - wb)), of the other 1 - wp^2 / (w (w - j nu + wb)).
TEST(Tensors, MagnetisedPlasmaReflectsEachCircularPolarisation) {
  const std::vector<double> frequencies{10e9, 40e9};
  const double known[2][2] = {{0.281206, 0.919194}, {0.305062, 0.0667076}};
  const TemporaryFolder folder;
  const Column column{150, 10, 150, 1.25e-3};
  const double z = 7.6 * column.cell, front = 10 * column.cell;
  const auto run = runCase("magnetised-plasma", caseOf(column.write(folder), plasma(fluxDensity),
                                                       "{gaussian: {frequency: 25 GHz, bandwidth: 40 GHz}}", "pec",
                                                       "{end: 1.15 ns}", spectraAt(frequencies, column.cell, {z})));
  const Table fields = readTable(run.directory / "dft" / "points.csv");
  for (std::size_t i = 0; i < 2; ++i) {
    const double omega = 2 * pi * frequencies[i], wp = 2 * pi * plasmaFrequency, k = omega / constants::c0;
    const Waves waves = wavesAt(fields, 1, frequencies[i]);
    for (int hand = 0; hand < 2; ++hand) {
      const double sign = hand == 0 ? 1 : -1;
      const Complex n = std::sqrt(1.0 - wp * wp / (omega * Complex(omega - sign * gyration, -collision)));
      const Complex exact = (1.0 - n) / (1.0 + n), j(0, sign);
      ASSERT_NEAR(std::abs(exact), known[i][hand], 1e-5);
      const Complex found = (waves.back[0] + j * waves.back[1]) / (waves.there[0] + j * waves.there[1]) *
                            std::polar(1.0, 2 * k * (front - z));
      fmt::print(
          "| magnetised plasma, {} GHz, {}: abs R, error in amplitude and phase | {:.6f} | {:.6f}, {:.1e} | 0.002 |\n",
          frequencies[i] / 1e9, hand == 0 ? "right-handed" : "left-handed", std::abs(exact), std::abs(found),
          std::abs(found - exact));
      EXPECT_NEAR(std::abs(found), std::abs(exact), 0.002);
      EXPECT_LT(std::abs(found - exact), 0.002);
    }
  }
}

TEST(Tensors, PlasmaKeepsTheTimeStepOfThePermittivityAtInfiniteFrequency) {
  const TemporaryFolder folder;
  const std::string mesh = Column{12, 6, 12, 1e-3}.write(folder);
  const auto stepOf = [&](const std::string& material) {
    return runCase("plasma-step", caseOf(mesh, material, "{gaussian: {frequency: 25 GHz, bandwidth: 40 GHz}}", "pec",
                                         "{steps: 3}", ""))
        .summary.at("dt_s")
        .get<double>();
  };
  const double plain = stepOf("{}");
  EXPECT_EQ(stepOf(plasma(fluxDensity)), plain);
  EXPECT_EQ(stepOf(plasma(1000 * fluxDensity)), plain);
  EXPECT_EQ(stepOf("{magnetic: {lorentz: [{delta: 3, frequency: 3 GHz, damping: 1e9 1/s}]}}"), plain);
}

}  // namespace
}  // namespace fluxtet::test
