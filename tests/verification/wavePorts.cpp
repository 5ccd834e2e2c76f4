// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Scattering parameters of wave ports on the rectangular guide WR-90 and on lines against closed forms.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/scattering.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;

constexpr double width = 22.86e-3, height = 10.16e-3;  // m
constexpr double degree = constants::pi / 180;

/// Propagation constant beta of TE10, 1/m, in a filling.
double betaOf(double frequency, double epsilonR = 1) {
  const double k = 2 * constants::pi * frequency / constants::c0, kc = constants::pi / width;
  return std::sqrt(epsilonR * k * k - kc * kc);
}

/// S of the excited port and of the other one, for a slab of thickness d, m, in the middle of a guide of length L: the
/// lines before, in and behind it have the impedances of TE10, which are as 1 / beta.
std::array<Complex, 2> slabClosedForm(double frequency, double epsilonR, double d, double L) {
  const double outside = betaOf(frequency), inside = betaOf(frequency, epsilonR);
  const double gamma = (outside - inside) / (outside + inside);
  const Complex once = std::polar(1.0, -inside * d), twice = once * once;
  const Complex denominator = 1.0 - gamma * gamma * twice;
  const Complex ends = std::polar(1.0, -outside * (L - d));
  return {ends * gamma * (1.0 - twice) / denominator, ends * (1 - gamma * gamma) * once / denominator};
}

// Two ports on an empty guide: nothing comes back, and the phase is that of the guide.
TEST(WavePorts, matchAnEmptyGuide) {
  constexpr double length = 40e-3;
  const CaseRun run = runCase("wave-ports-guide", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{} m, {} m, {} m], cells: [4, 2, 7]}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{order: 3}}
time: {{end: 8 ns, untilDecay: -100 dB}}
output: {{sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 9}}}}}}
)",
                                                              width, height, length));
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  ASSERT_EQ(table["frequency"].size(), 18U);
  double reflection = 0, amplitude = 0, phase = 0;
  for (std::size_t row = 0; row < table["frequency"].size(); row += 2) {
    const Complex exact = std::polar(1.0, -betaOf(table["frequency"][row]) * length);
    reflection = std::max(reflection, std::abs(sAt(table, row)));
    amplitude = std::max(amplitude, std::abs(std::abs(sAt(table, row + 1)) - 1));
    phase = std::max(phase, std::abs(std::arg(sAt(table, row + 1) / exact)));
  }
  fmt::print("| WR-90, empty, 8.2 to 12.4 GHz | S11 {:.1f} dB | abs S21 {:.1e} | arg S21 {:.2f} deg |\n",
             decibels(reflection), amplitude, phase / degree);
  EXPECT_LT(decibels(reflection), -50);
  EXPECT_LT(amplitude, 2e-3);
  EXPECT_LT(phase, 1 * degree);
  const Table modes = readTable(run.directory / "portModes.csv", 2);
  EXPECT_NEAR(modes["cut-off"][0], 6.55714038e9, 1e2);
  EXPECT_NEAR(modes["beta"][0], betaOf(8.2e9), 1e-6);
}

// A line of two plates between magnetic sides, at P2: its TEM mode has no cut-off, so that a decade below the highest
// frequency is asked for. Nothing comes back, and the phase is that of light.
TEST(WavePorts, matchALineOfTwoPlates) {
  constexpr double length = 20e-3;
  const CaseRun run = runCase("wave-ports-plates", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [4 mm, 2 mm, {} m], cells: [2, 1, 10]}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pmc, x+: pmc, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true}}
  - {{name: P2, kind: wave, surface: z+}}
dgtd: {{order: 2}}
time: {{end: 2 ns}}
output: {{sParameters: {{band: {{from: 1.5 GHz, to: 15 GHz, points: 10}}}}}}
)",
                                                               length));
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  ASSERT_EQ(table["frequency"].size(), 20U);
  double reflection = 0, transmission = 0;
  for (std::size_t row = 0; row < table["frequency"].size(); row += 2) {
    const double k = 2 * constants::pi * table["frequency"][row] / constants::c0;
    reflection = std::max(reflection, std::abs(sAt(table, row)));
    transmission = std::max(transmission, std::abs(sAt(table, row + 1) - std::polar(1.0, -k * length)));
  }
  fmt::print("| plates, 1.5 to 15 GHz | S11 {:.1f} dB | S21 off by {:.1e} |\n", decibels(reflection), transmission);
  EXPECT_LT(decibels(reflection), -50);
  EXPECT_LT(transmission, 1 * degree);
}

/// Half of a shielded strip line along z, 12 mm long: a strip without thickness, 2 mm wide, 1 mm above the bottom of a
/// shield of 8 mm by 4 mm, with the plane of symmetry at x = 0.
Mesh stripMesh() {
  BoxMesh box;
  box.size = {4e-3, 4e-3, 12e-3};
  box.cells = {4, 4, 6};
  Mesh mesh = makeBoxMesh(box);
  const auto strip = static_cast<std::int32_t>(mesh.groups.surfaces.size());
  mesh.groups.surfaces.push_back("Strip");
  const auto isOnStrip = [&](std::int64_t vertex) {
    const double* x = &mesh.vertices[3 * static_cast<std::size_t>(vertex)];
    return std::abs(x[1] - 1e-3) < 1e-9 && x[0] < 1e-3 + 1e-9;
  };
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    bool isWhole = true;
    for (std::size_t v = 0; v < 4; ++v)
      isWhole = isWhole && (v == face % 4 || isOnStrip(mesh.elements[face / 4 * 4 + v]));
    if (isWhole) mesh.faceGroup[face] = strip;
  }
  return mesh;
}

// Fields are singular at the edges of a strip, where polynomials are far from them: what enters must leave no charges
// there, or their static fields would reflect most of a wave of low frequency. The bottom is filled, or not.
TEST(WavePorts, matchAStripLineOnCoarseElementsAtLowFrequencies) {
  const TemporaryFolder folder;
  const auto file = folder / "strip.h5";
  Mesh mesh = stripMesh();
  mesh.groups.regions = {"Air", "Board"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    double y = 0;  // of the centroid
    for (std::size_t v = 0; v < 4; ++v)
      y += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v]) + 1] / 4;
    mesh.region[e] = y < 1e-3 ? 1 : 0;
  }
  writeMeshFile(file.string(), mesh, {}, 1);
  for (const double epsilonR : {1.0, 2.2}) {
    const CaseRun run = runCase("wave-ports-strip", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}, board: {{epsilon_r: {}}}}}
regions: {{Air: air, Board: board}}
boundaries: {{x-: pmc, x+: pec, y-: pec, y+: pec, Strip: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true, layer: {{layers: 4}}}}
  - {{name: P2, kind: wave, surface: z+, layer: {{layers: 4}}}}
dgtd: {{order: 2}}
time: {{end: 1.5 ns}}
output: {{sParameters: {{band: {{from: 1 GHz, to: 11 GHz, points: 6}}}}}}
)",
                                                                file.string(), epsilonR));
    const Table table = readTable(run.directory / "sParameters.csv", 2);
    ASSERT_EQ(table["frequency"].size(), 12U);
    double reflection = 0, transmission = 0;
    for (std::size_t row = 0; row < table["frequency"].size(); row += 2) {
      reflection = std::max(reflection, std::abs(sAt(table, row)));
      transmission = std::max(transmission, std::abs(std::abs(sAt(table, row + 1)) - 1));
    }
    fmt::print("| strip line, board of {}, 1 to 11 GHz | S11 {:.1f} dB | abs S21 off by {:.1e} |\n", epsilonR,
               decibels(reflection), transmission);
    EXPECT_LT(decibels(reflection), -30);
    EXPECT_LT(transmission, 2e-2);
  }
}

/// A guide along z of nine cells, 30 mm, in whose middle lies a slab of 10 mm.
Mesh slabMesh() {
  BoxMesh box;
  box.size = {width, height, 30e-3};
  box.cells = {4, 2, 9};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Slab"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const std::size_t z = e / 6 / 8;
    mesh.region[e] = z >= 3 && z < 6 ? 1 : 0;
  }
  return mesh;
}

// Both ports fed, one after the other: the matrix of a slab, which stores and reflects, but takes nothing. Reference
// planes at the faces of the slab.
TEST(WavePorts, scatterAtASlabAsTheClosedFormSays) {
  const TemporaryFolder folder;
  const auto file = folder / "slab.h5";
  writeMeshFile(file.string(), slabMesh(), {}, 1);
  for (const double epsilonR : {2.25, 4.0}) {
    const CaseRun run = runCase("wave-ports-slab", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}, glass: {{epsilon_r: {}}}}}
regions: {{Air: air, Slab: glass}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true, deembed: 10 mm}}
  - {{name: P2, kind: wave, surface: z+, excite: true, deembed: 10 mm}}
dgtd: {{order: 3}}
time: {{end: 20 ns, untilDecay: -100 dB}}
output: {{sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 8}}}}}}
)",
                                                               file.string(), epsilonR));
    const Table table = readTable(run.directory / "sParameters.csv", 2);
    ASSERT_EQ(table["frequency"].size(), 32U);
    double amplitude = 0, phase = 0, power = 0;
    for (std::size_t row = 0; row < 32; row += 2) {
      const auto exact = slabClosedForm(table["frequency"][row], epsilonR, 10e-3, 10e-3);
      const bool isFirst = row < 16;
      const Complex reflected = sAt(table, row + (isFirst ? 0 : 1)), passed = sAt(table, row + (isFirst ? 1 : 0));
      for (const auto& [s, expected] : {std::pair{reflected, exact[0]}, std::pair{passed, exact[1]}}) {
        amplitude = std::max(amplitude, std::abs(std::abs(s) - std::abs(expected)));
        if (std::abs(expected) > 0.05) phase = std::max(phase, std::abs(std::arg(s / expected)));
      }
      power = std::max(power, std::abs(std::norm(reflected) + std::norm(passed) - 1));
    }
    fmt::print("| WR-90, 10 mm of eps_r {} | abs S {:.1e} | arg S {:.2f} deg | power {:.1e} |\n", epsilonR, amplitude,
               phase / degree, power);
    EXPECT_LT(amplitude, 5e-3);
    EXPECT_LT(phase, 1 * degree);
    EXPECT_LT(power, 2e-3);
    EXPECT_LT(run.summary["sParameters"]["largest_asymmetry"]["value"].get<double>(), 1e-3);
    EXPECT_TRUE(std::filesystem::exists(run.directory / "sParameters.s2p"));
  }
}

// A port of three modes on a guide that all of them pass: none is converted into another, each has its own phase.
TEST(WavePorts, keepModesApart) {
  constexpr double length = 20e-3;
  const CaseRun run = runCase("wave-ports-modes", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{} m, {} m, {} m], cells: [5, 2, 5]}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, modes: 3, excite: true}}
  - {{name: P2, kind: wave, surface: z+, modes: 3}}
dgtd: {{order: 3}}
time: {{end: 8 ns, untilDecay: -80 dB}}
output: {{sParameters: {{band: {{from: 16.5 GHz, to: 18 GHz, points: 3}}}}}}
)",
                                                              width, height, length));
  const Table table = readTable(run.directory / "sParameters.csv", 2),
              modes = readTable(run.directory / "P1" / "portModes.csv", 2);
  ASSERT_EQ(table["frequency"].size(), 3U * 3U * 6U);
  double others = 0, amplitude = 0, phase = 0;
  for (std::size_t excited = 0; excited < 3; ++excited)
    for (std::size_t f = 0; f < 3; ++f)
      for (std::size_t port = 0; port < 6; ++port) {
        const Complex s = sAt(table, (excited * 3 + f) * 6 + port);
        if (port != excited + 3) {
          others = std::max(others, std::abs(s));
          continue;
        }
        const double beta = modes["beta"][excited * 3 + f];
        amplitude = std::max(amplitude, std::abs(std::abs(s) - 1));
        phase = std::max(phase, std::abs(std::arg(s / std::polar(1.0, -beta * length))));
      }
  fmt::print("| WR-90, three modes, 16.5 to 18 GHz | others {:.1f} dB | abs S {:.1e} | arg S {:.2f} deg |\n",
             decibels(others), amplitude, phase / degree);
  EXPECT_LT(decibels(others), -40);
  EXPECT_LT(amplitude, 1e-2);
  EXPECT_LT(phase, 3 * degree);
}

/// A guide of 40 mm along z with a surface "Sheet" across its middle.
Mesh guideWithSheet(double a, double b, const std::array<std::int64_t, 3>& cells) {
  BoxMesh box;
  box.size = {a, b, 40e-3};
  box.cells = cells;
  Mesh mesh = makeBoxMesh(box);
  const auto sheet = static_cast<std::int32_t>(mesh.groups.surfaces.size());
  mesh.groups.surfaces.push_back("Sheet");
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    bool isThere = true;
    for (std::size_t v = 0; v < 4; ++v)
      if (v != face % 4 &&
          std::abs(mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[face / 4 * 4 + v]) + 2] - 20e-3) > 1e-9)
        isThere = false;
    if (isThere) mesh.faceGroup[face] = sheet;
  }
  return mesh;
}

// A mode of a guide is made of plane waves at an angle whose cosine is beta / k, 60 degrees at 7.5715 GHz, to the
// normal of a sheet across it: of TE10 across the plane of incidence, of TM1 between plates in it, of TEM along the
// normal. The sheet of R reflects -Z / (2 R + Z), with the impedance Z of the mode.
TEST(WavePorts, resistiveSheetsReflectObliqueWavesAsInTheClosedForm) {
  constexpr double R = 100;
  const TemporaryFolder folder;
  const auto file = folder / "guide.h5";
  for (const bool isTm : {false, true}) {
    writeMeshFile(file.string(), guideWithSheet(width, isTm ? height / 2 : height, {4, isTm ? 1 : 2, 8}), {}, 1);
    const CaseRun run = runCase("wave-ports-sheet", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: {}, y+: {}, Sheet: {{sheet: {{resistance: {} ohm}}}}}}
ports:
  - {{name: P1, kind: wave, surface: z-, modes: {}, excite: true}}
  - {{name: P2, kind: wave, surface: z+, modes: {}}}
dgtd: {{order: 3}}
time: {{end: 12 ns, untilDecay: -90 dB}}
output: {{sParameters: {{band: {{from: 7.5715 GHz, to: 10 GHz, points: 3}}}}}}
)",
                                                                file.string(), isTm ? "pmc" : "pec",
                                                                isTm ? "pmc" : "pec", R, isTm ? 2 : 1, isTm ? 2 : 1));
    const Table table = readTable(run.directory / "sParameters.csv", 2);
    const std::size_t modes = isTm ? 2 : 1, ports = 2 * modes;
    ASSERT_EQ(table["frequency"].size(), modes * 3 * ports);
    for (std::size_t mode = 0; mode < modes; ++mode) {
      const bool isTem = isTm && mode == 0;
      double amplitude = 0, phase = 0, atSixty = 0;
      for (std::size_t f = 0; f < 3; ++f) {
        const std::size_t row = (mode * 3 + f) * ports;
        const double frequency = table["frequency"][row], k = 2 * constants::pi * frequency / constants::c0;
        const double beta = isTem ? k : betaOf(frequency);
        const double Z = constants::z0 * (isTm ? beta / k : k / beta), gamma = -Z / (2 * R + Z);
        const Complex s = sAt(table, row + mode), exact = gamma * std::polar(1.0, -2 * beta * 20e-3);
        if (f == 0) atSixty = std::abs(s);
        amplitude = std::max({amplitude, std::abs(std::abs(s) - std::abs(exact)),
                              std::abs(std::abs(sAt(table, row + modes + mode)) - (1 + gamma))});
        phase = std::max(phase, std::abs(std::arg(s / exact)));
      }
      fmt::print("| sheet of 100 ohm, {} | {:.6f} at 7.57 GHz | amplitudes {:.1e} | phase {:.2f} deg |\n",
                 isTem  ? "TEM"
                 : isTm ? "TM1"
                        : "TE10",
                 atSixty, amplitude, phase / degree);
      EXPECT_LT(amplitude, 2e-3);
      EXPECT_LT(phase, 1 * degree);
    }
  }
}

/// 40 mm of the guide along z, with a strip between the broad walls in the middle of it.
Mesh guideWithStrip() {
  BoxMesh box;
  box.size = {width, height, 40e-3};
  box.cells = {4, 2, 8};
  Mesh mesh = makeBoxMesh(box);
  const auto strip = static_cast<std::int32_t>(mesh.groups.surfaces.size());
  mesh.groups.surfaces.push_back("Strip");
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    bool isThere = true;
    for (std::size_t v = 0; v < 4; ++v) {
      const double* x = &mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[face / 4 * 4 + v])];
      if (v != face % 4 && (std::abs(x[2] - 20e-3) > 1e-9 || std::abs(x[0] - width / 2) > width / 4 + 1e-9))
        isThere = false;
    }
    if (isThere) mesh.faceGroup[face] = strip;
  }
  return mesh;
}

// Wave ports at both ends and a lumped port between them, each excited in turn.
TEST(WavePorts, areReciprocalWithALumpedPortBetweenThem) {
  const TemporaryFolder folder;
  const auto file = folder / "guide.h5";
  writeMeshFile(file.string(), guideWithStrip(), {}, 1);
  const CaseRun run = runCase("wave-ports-strip", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true, layer: {{layers: 4}}}}
  - {{name: P2, surface: Strip, direction: [0, 1, 0], impedance: 1000 ohm, excite: true}}
  - {{name: P3, kind: wave, surface: z+, layer: {{layers: 4}}, excite: true}}
time: {{end: 8 ns, untilDecay: -70 dB}}
output: {{sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 8}}}}}}
)",
                                                              file.string()));
  const auto& matrix = run.summary["sParameters"];
  const double asymmetry = matrix["largest_asymmetry"]["value"].get<double>();
  const double largest = matrix["largest_singular_value"]["value"].get<double>();
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  const Complex coupled = sAt(table, 1);  // P2 by P1 at the lowest frequency
  fmt::print(
      "| wave ports and a strip: asymmetry | 0 | {:.1e} | 5e-3 |\n| largest singular value | 1 | {:.5f} | |\n"
      "| coupling | | {:.3f} | |\n",
      asymmetry, largest, std::abs(coupled));
  EXPECT_GT(std::abs(coupled), 0.1);
  EXPECT_LT(asymmetry, 5e-3);
  EXPECT_LT(largest, 1 + 2e-3);
}

// What enters through one port leaves through the other, and is taken by walls of a bad conductor and by a load.
TEST(WavePorts, acceptWhatWallsAndLoadsTake) {
  const TemporaryFolder folder;
  const auto file = folder / "guide.h5";
  writeMeshFile(file.string(), guideWithStrip(), {}, 1);
  const std::string metal = "{conductor: {sigma: 1e4 S/m}}";
  const CaseRun run = runCase("wave-ports-powers", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: {metal}, x+: {metal}, y-: {metal}, y+: {metal}}}
ports:
  - {{name: P1, kind: wave, surface: z-, excite: true, waveform: {{sine: {{frequency: 10 GHz}}}}}}
  - {{name: P3, kind: wave, surface: z+}}
loads: [{{surface: Strip, direction: [0, 1, 0], resistance: 1000 ohm}}]
time: {{end: 5 ns}}
output: {{dft: {{frequencies: [10 GHz], fields: [E, H], after: 3 ns}}, sar: {{}}}}
)",
                                                               file.string(), fmt::arg("metal", metal)));
  const auto& powers = run.summary["powers"];
  double taken = 0;
  for (const auto& [name, power] : powers["absorbed_by_walls_and_loads_W"].items()) taken += power.get<double>();
  const double accepted = powers["accepted_W"].get<double>(), imbalance = powers["imbalance"].get<double>();
  fmt::print("| powers between wave ports: taken over accepted | 1 | {:.5f} | 5e-3 |\n", taken / accepted);
  EXPECT_NEAR(powers["absorbed_W"].get<double>(), taken, 1e-9 * taken);
  EXPECT_LT(imbalance, 5e-3);
  // The load takes most of that, the side walls least.
  EXPECT_GT(powers["absorbed_by_walls_and_loads_W"]["Strip"].get<double>(), 0.5 * accepted);
}

/// A box of air round a metal block, on which an open guide of 12 mm stands: surfaces "Feed" between them, "Metal" of
/// block and guide, "Sides", and "Round", a closed
/// surface one cell from them.
Mesh openGuide() {
  constexpr std::array<int, 3> cells{9, 8, 10}, first{3, 3, 5}, last{6, 5, 7};  // of the guide
  constexpr std::array<int, 3> blockFirst{2, 2, 2}, blockLast{7, 6, 5};
  BoxMesh box;
  box.size = {3 * width, 4 * height, 60e-3};
  box.cells = {cells[0], cells[1], cells[2]};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.surfaces = {"Sides", "Feed", "Metal", "Round"};
  const auto lattice = [&](std::int64_t vertex, std::size_t c) {
    return static_cast<int>(
        std::lround(mesh.vertices[3 * static_cast<std::size_t>(vertex) + c] / box.size[c] * cells[c]));
  };
  Mesh kept = mesh;
  kept.elements.clear();
  kept.region.clear();
  kept.faceGroup.clear();
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const std::int64_t* vertex = &mesh.elements[4 * e];
    bool isBlock = true;
    for (std::size_t v = 0; v < 4; ++v)
      for (std::size_t c = 0; c < 3; ++c) {
        const int at = lattice(vertex[v], c);
        isBlock = isBlock && at >= blockFirst[c] && at <= blockLast[c];
      }
    if (isBlock) continue;
    kept.region.push_back(0);
    kept.elements.insert(kept.elements.end(), vertex, vertex + 4);
    for (std::size_t f = 0; f < 4; ++f) {
      std::array<int, 3> low{99, 99, 99}, high{};
      for (std::size_t v = 0; v < 4; ++v)
        for (std::size_t c = 0; c < 3 && v != f; ++c) {
          low[c] = std::min(low[c], lattice(vertex[v], c));
          high[c] = std::max(high[c], lattice(vertex[v], c));
        }
      bool isInGuide = true, isWall = false, isInBlock = true, isHull = false, isInside = true, isRound = false;
      for (std::size_t c = 0; c < 3; ++c) {
        const bool isFlat = low[c] == high[c];
        isInGuide = isInGuide && low[c] >= first[c] && high[c] <= last[c];
        isWall = isWall || (c < 2 && isFlat && (low[c] == first[c] || low[c] == last[c]));
        isInBlock = isInBlock && low[c] >= blockFirst[c] && high[c] <= blockLast[c];
        isInside = isInside && low[c] >= 1 && high[c] <= cells[c] - 1;
        isRound = isRound || (isFlat && (low[c] == 1 || low[c] == cells[c] - 1));
        isHull = isHull || (isFlat && (low[c] == blockFirst[c] || low[c] == blockLast[c]));
      }
      const bool isFeed = isInGuide && high[2] == first[2];
      const bool isMetal = (isInGuide && isWall) || (isInBlock && isHull);
      kept.faceGroup.push_back(mesh.faceGroup[4 * e + f] >= 0 ? 0
                               : isFeed                       ? 1
                               : isMetal                      ? 2
                               : isInside && isRound          ? 3
                                                              : -1);
    }
  }
  return kept;
}

// An open guide on a block, without losses: what its port accepts leaves through the surface round it. The flux is
// the centred one, which has no losses either.
TEST(WavePorts, acceptWhatAnOpenGuideRadiates) {
  const TemporaryFolder folder;
  const auto file = folder / "open.h5";
  writeMeshFile(file.string(), openGuide(), {}, 1);
  const CaseRun run = runCase("wave-ports-open", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{Sides: absorbing, Metal: pec}}
ports: [{{name: P1, kind: wave, surface: Feed, excite: true, layer: {{layers: 2}}}}]
dgtd: {{flux: centred}}
time: {{end: 3 ns}}
output:
  sParameters: {{band: {{from: 8.2 GHz, to: 12.4 GHz, points: 8}}}}
  farField: {{frequencies: [10 GHz], surface: Round, theta: {{points: 3}}, phi: {{points: 2}}}}
)",
                                                             file.string()));
  const auto& field = run.summary["farField"]["frequencies"][0];
  const double accepted = field["accepted_W_s2"].get<double>();
  const double through = field["through_surface_W_s2"].get<double>() / accepted;
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  const double reflected = std::norm(sAt(table, 3)), share = accepted / field["available_W_s2"].get<double>();
  fmt::print("| open guide, 10 GHz: through the surface over accepted | 1 | {:.5f} | 5e-3 |\n", through);
  fmt::print("| accepted over available | {:.5f} | {:.5f} | 5e-3 |\n", 1 - reflected, share);
  EXPECT_NEAR(through, 1, 5e-3);
  EXPECT_NEAR(share, 1 - reflected, 5e-3);
}

}  // namespace
}  // namespace fluxtet::test
