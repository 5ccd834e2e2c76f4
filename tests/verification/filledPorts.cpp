// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Wave ports in media that are lossy or dispersive, and in guides with several media, against closed forms.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/scattering.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;

constexpr double width = 22.86e-3, height = 10.16e-3;  // m, WR-90
constexpr double degree = constants::pi / 180;

/// The largest reflection of an excited port, and how far its transmission is from exp(-gamma length) at most.
struct Deviation {
  double reflection = 0, transmission = 0;
};
template <class Gamma>
Deviation deviationOf(const CaseRun& run, double length, const Gamma& gamma) {
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  Deviation worst;
  EXPECT_GE(table["frequency"].size(), 10U);
  for (std::size_t row = 0; row + 1 < table["frequency"].size(); row += 2) {
    const Complex exact = std::exp(-gamma(table["frequency"][row]) * length);
    worst.reflection = std::max(worst.reflection, std::abs(sAt(table, row)));
    worst.transmission = std::max(worst.transmission, std::abs(sAt(table, row + 1) - exact));
  }
  return worst;
}

struct Filling {
  const char* name;
  const char* keys;
  Complex (*permittivity)(double frequency);
};

Complex conducting(double frequency) {
  return {2.2, -0.03 / (2 * constants::pi * frequency * constants::epsilon0)};
}
Complex relaxing(double frequency) {
  return 2.0 + 0.4 / Complex(1, 2 * constants::pi * frequency * 10e-12);
}
constexpr Filling fillings[] = {
    {"sigma 0.03 S/m", "{epsilon_r: 2.2, sigma: 0.03 S/m}", conducting},
    {"Debye", "{epsilon_r: 2, debye: [{delta: 0.4, tau: 10 ps}]}", relaxing},
};

// TE10 in a guide full of a lossy medium: gamma^2 = kc^2 - k^2 epsilon_r, and V / I is complex.
TEST(FilledPorts, matchAGuideOfALossyMedium) {
  constexpr double length = 30e-3, kc = constants::pi / width;
  for (const Filling& filling : fillings) {
    const CaseRun run = runCase("filled-ports-guide", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{} m, {} m, {} m], cells: [4, 2, 6]}}}}
materials: {{filling: {}}}
regions: {{box: filling}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{order: 3}}
time: {{end: 8 ns, untilDecay: -100 dB}}
output: {{sParameters: {{band: {{from: 5.6 GHz, to: 8.4 GHz, points: 5}}}}}}
)",
                                                                  width, height, length, filling.keys));
    const auto gamma = [&](double frequency) {
      const double k = 2 * constants::pi * frequency / constants::c0;
      return std::sqrt(kc * kc - k * k * filling.permittivity(frequency));
    };
    const Deviation worst = deviationOf(run, length, gamma);
    fmt::print("| WR-90 full of {}, 5.6 to 8.4 GHz | S11 {:.1f} dB | S21 off by {:.1e}; it is {:.2f} dB at 7 GHz |\n",
               filling.name, decibels(worst.reflection), worst.transmission,
               decibels(std::abs(std::exp(-gamma(7e9) * length))));
    EXPECT_LT(decibels(worst.reflection), -50);
    EXPECT_LT(worst.transmission, 1 * degree);
    const Table modes = readTable(run.directory / "portModes.csv", 2);
    for (std::size_t row = 0; row < 5; ++row) {
      const Complex exact = gamma(modes["frequency"][row]);
      EXPECT_NEAR(modes["beta"][row], exact.imag(), 1e-6 * std::abs(exact));
      EXPECT_NEAR(modes["alpha"][row], exact.real(), 1e-6 * std::abs(exact));
      const Complex Z = Complex(0, 2 * constants::pi * modes["frequency"][row] * constants::mu0) / exact;
      EXPECT_NEAR(modes["Z"][row], Z.real(), 1e-6 * std::abs(Z));
      EXPECT_NEAR(modes["Z_im"][row], Z.imag(), 1e-6 * std::abs(Z));
    }
  }
}

// TEM between plates in the same media, from a decade below the highest frequency.
TEST(FilledPorts, matchALineOfALossyMedium) {
  constexpr double length = 20e-3;
  for (const Filling& filling : fillings) {
    const CaseRun run = runCase("filled-ports-line", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [4 mm, 2 mm, {} m], cells: [2, 1, 10]}}}}
materials: {{filling: {}}}
regions: {{box: filling}}
boundaries: {{x-: pmc, x+: pmc, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{order: 3}}
time: {{end: 3 ns}}
output: {{sParameters: {{band: {{from: 1.5 GHz, to: 15 GHz, points: 10}}}}}}
)",
                                                                 length, filling.keys));
    const auto gamma = [&](double frequency) {
      return Complex(0, 2 * constants::pi * frequency / constants::c0) * std::sqrt(filling.permittivity(frequency));
    };
    const Deviation worst = deviationOf(run, length, gamma);
    fmt::print("| plates in {}, 1.5 to 15 GHz | S11 {:.1f} dB | S21 off by {:.1e}; it is {:.2f} dB at 8 GHz |\n",
               filling.name, decibels(worst.reflection), worst.transmission,
               decibels(std::abs(std::exp(-gamma(8e9) * length))));
    EXPECT_LT(decibels(worst.reflection), -50);
    EXPECT_LT(worst.transmission, 1 * degree);
  }
}

/// A guide along z of `length`, of which the half at small x is the region "Slab".
Mesh halfFilledMesh(double length) {
  BoxMesh box;
  box.size = {width, height, length};
  box.cells = {6, 2, 8};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Slab"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    double x = 0;  // of the centroid
    for (std::size_t v = 0; v < 4; ++v) x += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v])] / 4;
    mesh.region[e] = x < width / 2 ? 1 : 0;
  }
  return mesh;
}

/// beta of the first mode of that guide, 1/m: E along y, k1 cot(k1 d) = -k2 cot(k2 (a - d)) with k1^2 = epsilon_r k^2 -
/// beta^2, k2^2 = k^2 - beta^2 (Collin, Field Theory of Guided Waves, section 6.1).
double betaHalfFilled(double frequency, double epsilonR) {
  const double k = 2 * constants::pi * frequency / constants::c0, d = width / 2;
  const auto mismatch = [&](double square) {
    const double k1 = std::sqrt(epsilonR * k * k - square), outside = k * k - square, t = width - d;
    const double k2 = std::sqrt(std::abs(outside));
    const double sine = outside > 0 ? std::sin(k2 * t) / k2 : std::sinh(k2 * t) / k2;
    const double cosine = outside > 0 ? std::cos(k2 * t) : std::cosh(k2 * t);
    return k1 * std::cos(k1 * d) * sine + std::sin(k1 * d) * cosine;
  };
  // From epsilon_r k^2 down, the first mode is the first change of sign.
  double high = epsilonR * k * k * (1 - 1e-9), step = epsilonR * k * k / 1000;
  while (mismatch(high - step) > 0) high -= step;
  double low = high - step;
  for (int i = 0; i < 60; ++i) (mismatch((low + high) / 2) > 0 ? high : low) = (low + high) / 2;
  return std::sqrt(low);
}

// Half of a guide is glass: its mode is neither TE nor TM, and its profile and impedance depend on the frequency.
TEST(FilledPorts, matchAGuideThatIsHalfFilled) {
  constexpr double length = 40e-3, epsilonR = 2.25;
  const TemporaryFolder folder;
  const auto file = folder / "half.h5";
  writeMeshFile(file.string(), halfFilledMesh(length), {}, 1);
  const CaseRun run = runCase("filled-ports-half", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}, glass: {{epsilon_r: {}}}}}
regions: {{Air: air, Slab: glass}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{order: 3}}
time: {{end: 15 ns, untilDecay: -100 dB}}
output: {{sParameters: {{band: {{from: 6.5 GHz, to: 9.5 GHz, points: 7}}}}}}
)",
                                                               file.string(), epsilonR));
  const Deviation worst =
      deviationOf(run, length, [](double frequency) { return Complex(0, betaHalfFilled(frequency, epsilonR)); });
  fmt::print("| WR-90 half full of eps_r {}, 6.5 to 9.5 GHz | S11 {:.1f} dB | S21 off by {:.1e} |\n", epsilonR,
             decibels(worst.reflection), worst.transmission);
  EXPECT_LT(decibels(worst.reflection), -40);
  EXPECT_LT(worst.transmission, 1 * degree);
  const Table modes = readTable(run.directory / "portModes.csv", 2);
  for (std::size_t row = 0; row < 7; ++row)
    EXPECT_NEAR(modes["beta"][row], betaHalfFilled(modes["frequency"][row], epsilonR), 1e-3 * modes["beta"][row]);
}

/// Half of a shielded microstrip line along z: as in wavePorts.cpp, a strip 2 mm wide on a board 1 mm thick.
Mesh microstripMesh(double length) {
  BoxMesh box;
  box.size = {4e-3, 4e-3, length};
  box.cells = {4, 4, 6};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Board"};
  const auto strip = static_cast<std::int32_t>(mesh.groups.surfaces.size());
  mesh.groups.surfaces.push_back("Strip");
  const auto at = [&](std::int64_t vertex) { return &mesh.vertices[3 * static_cast<std::size_t>(vertex)]; };
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    double y = 0;
    for (std::size_t v = 0; v < 4; ++v) y += at(mesh.elements[4 * e + v])[1] / 4;
    mesh.region[e] = y < 1e-3 ? 1 : 0;
    for (std::size_t face = 0; face < 4; ++face) {
      bool isOnStrip = true;
      for (std::size_t v = 0; v < 4; ++v) {
        const double* x = at(mesh.elements[4 * e + v]);
        isOnStrip = isOnStrip && (v == face || (std::abs(x[1] - 1e-3) < 1e-9 && x[0] < 1e-3 + 1e-9));
      }
      if (isOnStrip) mesh.faceGroup[4 * e + face] = strip;
    }
  }
  return mesh;
}

/// S of a line of 12 mm on a board of these keys.
Table microstripTable(const std::string& file, const char* board, Table* modes) {
  const CaseRun run = runCase("filled-ports-strip", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}, board: {}}}
regions: {{Air: air, Board: board}}
boundaries: {{x-: pmc, x+: pec, y-: pec, y+: pec, Strip: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true, layer: {{layers: 4}}}}
  - {{name: P2, kind: wave, surface: z+, layer: {{layers: 4}}}}
dgtd: {{order: 2}}
time: {{end: 6 ns, untilDecay: -60 dB}}
output: {{sParameters: {{band: {{from: 1 GHz, to: 2.5 GHz, points: 4}}}}}}
)",
                                                                file, board));
  if (modes != nullptr) *modes = readTable(run.directory / "portModes.csv", 2);
  return readTable(run.directory / "sParameters.csv", 2);
}

// A microstrip line on a lossy board. What the port takes for the attenuation, from the share of the board in the
// field, is what the line between the ports has, beside the same line without losses; and the losses do not reflect.
TEST(FilledPorts, aMicrostripsAttenuationIsThatOfItsShareInTheBoard) {
  constexpr double length = 12e-3;
  const TemporaryFolder folder;
  const auto file = folder / "strip.h5";
  writeMeshFile(file.string(), microstripMesh(length), {}, 1);
  Table modes;
  const Table lossless = microstripTable(file.string(), "{epsilon_r: 4.4}", nullptr);
  const Table lossy =
      microstripTable(file.string(), "{epsilon_r: 4.4, lossTangent: {value: 0.05, from: 1 GHz, to: 10 GHz}}", &modes);
  double reflection = 0, attenuation = 0, largest = 0;
  for (std::size_t f = 0; f < 4; ++f) {
    reflection = std::max(reflection, std::abs(sAt(lossy, 2 * f) - sAt(lossless, 2 * f)));
    const double expected = modes["alpha"][f] * length;
    const double found = std::log(std::abs(sAt(lossless, 2 * f + 1) / sAt(lossy, 2 * f + 1)));
    attenuation = std::max(attenuation, std::abs(found / expected - 1));
    largest = std::max(largest, expected);
  }
  fmt::print(
      "| microstrip, board of 4.4 and tan delta 0.05, 1 to 2.5 GHz | losses change S11 by {:.1f} dB | attenuation "
      "off by {:.1f} % of up to {:.2f} dB |\n",
      decibels(reflection), 100 * attenuation, -decibels(std::exp(-largest)));
  EXPECT_LT(decibels(reflection), -40);
  // On this mesh the line is slower than its quasi-static mode by 2.5 %, so that the board has more of the field.
  EXPECT_LT(attenuation, 0.06);
}

}  // namespace
}  // namespace fluxtet::test
