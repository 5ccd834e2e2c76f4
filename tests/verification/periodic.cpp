// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Periodic cells: a plane wave's phase velocity, a dielectric slab against Fresnel's formulas, a screen of patches
// whose powers add up, and one cell against two.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/copiedMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = constants::pi, c0 = constants::c0;

/// A cell with cubes of 1 m: regions "Air" and, between the heights of the slab, "Slab"; surfaces x- to z+ and, at the
/// height of the screen, a patch "Screen" of cells [1, 3) x [1, 3).
struct Cell {
  std::array<std::int64_t, 3> cells;
  double perturb = 0;
  std::array<double, 2> slab{0, 0};
  double screen = -1;
};
Mesh cellMesh(const Cell& cell) {
  BoxMesh box;
  box.cells = cell.cells;
  for (std::size_t a = 0; a < 3; ++a) box.size[a] = static_cast<double>(cell.cells[a]);
  box.perturb = cell.perturb;
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Slab"};
  mesh.groups.surfaces.push_back("Screen");
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    std::array<Vec3, 4> x;
    double height = 0;
    for (std::size_t v = 0; v < 4; ++v) {
      const double* at = &mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v])];
      x[v] = {at[0], at[1], at[2]};
      height += x[v][2] / 4;
    }
    if (height > cell.slab[0] && height < cell.slab[1]) mesh.region[e] = 1;
    for (std::size_t f = 0; f < 4; ++f) {
      bool isOnScreen = true;
      Vec3 middle{};
      for (std::size_t v = 0; v < 4; ++v) {
        if (v == f) continue;
        isOnScreen = isOnScreen && std::abs(x[v][2] - cell.screen) < 1e-9;
        middle = middle + 1.0 / 3 * x[v];
      }
      if (isOnScreen && middle[0] > 1 && middle[0] < 3 && middle[1] > 1 && middle[1] < 3) mesh.faceGroup[4 * e + f] = 6;
    }
  }
  return mesh;
}

std::string probeAt(const std::string& name, double x, double y, double z) {
  return fmt::format("    - {{name: {}, at: [{}, {}, {}], fields: [E]}}\n", name, x, y, z);
}

constexpr const char* periodicSides = "x-: {periodic: x+}, y+: {periodic: y-}";

// Three elements' cells a wavelength at order 3. Values a period of the mesh apart differ by exp(-ikh) exactly,
// whatever their interpolation, so that u(n+1) + u(n-1) = 2 cos(kh) u(n), also with a wave that comes back.
TEST(Periodic, CellLetsAPlaneWavePassAtTheSpeedOfTheScheme) {
  const double wavelength = 3, frequency = c0 / wavelength;
  constexpr int first = 4, last = 20;
  std::string probes;
  for (int n = first; n <= last; ++n) probes += probeAt(fmt::format("p{}", n), 0.4, 0.3, n + 0.55);
  const auto run =
      runCase("periodic-velocity", fmt::format(R"(
mesh: {{box: {{size: [1, 1, 24], cells: [1, 1, 24]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{}, z-: absorbing, z+: absorbing}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: z-, waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3, flux: centred, precision: double}}
time: {{end: {} s, maxStep: {} s}}
output:
  probes:
{})",
                                               periodicSides, frequency, 24 / frequency, 1 / frequency / 300, probes));
  std::vector<Complex> u;
  for (int n = first; n <= last; ++n) u.push_back(phasor(run, fmt::format("p{}", n), "Ex", frequency, 6));
  Complex sum = 0;
  double square = 0;
  for (std::size_t n = 1; n + 1 < u.size(); ++n) {
    sum += std::conj(u[n]) * (u[n + 1] + u[n - 1]);
    square += 2 * std::norm(u[n]);
  }
  const double error = std::acos(sum.real() / square) * wavelength / (2 * pi) - 1;
  fmt::print(
      "| wavenumber in a periodic cell one element across, P3, 3 cells a wavelength | -0.012 % | {:+.4f} % | "
      "0.02 % |\n",
      100 * error);
  EXPECT_LT(std::abs(error), 2e-4);
}

// A slab of epsilon_r 4, 0.3 wavelengths thick, at normal incidence, 10 cells a wavelength in vacuum. The wave enters
// through a surface that cuts the cell, and both ends have absorbing layers.
TEST(Periodic, SlabReflectsAndTransmitsAsFresnelSays) {
  TemporaryFolder folder;
  const auto file = (folder / "slab.h5").string();
  writeMeshFile(file, cellMesh({.cells = {2, 2, 21}, .slab = {9, 12}}), {}, 1);
  const double wavelength = 10, frequency = c0 / wavelength, k = 2 * pi / wavelength, index = 2, z1 = 9, d = 3;
  const auto run = runCase("periodic-slab", fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: {}}}}}
regions: {{Air: vacuum, Slab: glass}}
boundaries: {{{}, z-: pml, z+: pml}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 2, 0], origin: [0, 0, 0], surface: auto,
                waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: {} s}}
output:
  probes:
{})",
                                                        file, index * index, periodicSides, frequency, 20 / frequency,
                                                        probeAt("r", 0.4, 0.7, 1.5) + probeAt("t", 0.6, 1.3, 14.5)));
  const Complex there = std::polar(1.0, -index * k * d);
  const double gamma = (1 - index) / (1 + index);
  const Complex inverse = 1.0 / (1.0 - gamma * gamma * there * there);
  const Complex r = gamma * (1.0 - there * there) * inverse, t = (1 - gamma * gamma) * there * inverse;
  // The wave is sin(w t - k z), of which the phasor is -i exp(-ikz).
  const Complex start = std::polar(1.0, -pi / 2 - k * z1);
  const Complex reflected = start * r * std::polar(1.0, -k * (z1 - 1.5));
  const Complex transmitted = start * t * std::polar(1.0, -k * (14.5 - z1 - d));
  const auto found = [&](const char* probe) {
    const Complex x = phasor(run, probe, "Ex", frequency, 4), y = phasor(run, probe, "Ey", frequency, 4);
    EXPECT_LT(std::abs(y - 2.0 * x), 5e-3);
    return std::sqrt(5.0) * x;
  };
  const Complex foundR = found("r"), foundT = found("t");
  const double power = std::norm(foundR) + std::norm(foundT);
  fmt::print("| slab in a periodic cell: abs R | {:.5f} | {:.5f} | 0.003 |\n", std::abs(r), std::abs(foundR));
  fmt::print("| abs T | {:.5f} | {:.5f} | 0.003 |\n", std::abs(t), std::abs(foundT));
  fmt::print("| power of both | 1 | {:.5f} | 0.003 |\n", power);
  EXPECT_LT(std::abs(foundR - reflected), 0.003);
  EXPECT_LT(std::abs(foundT - transmitted), 0.003);
  EXPECT_NEAR(power, 1, 0.003);
}

// Patches of half a period in a screen without thickness: what is scattered is the same to both sides, so that the
// transmitted amplitude is 1 + r, and nothing is lost.
TEST(Periodic, ScreenOfPatchesKeepsThePower) {
  TemporaryFolder folder;
  const auto file = (folder / "screen.h5").string();
  writeMeshFile(file, cellMesh({.cells = {4, 4, 20}, .screen = 10}), {}, 1);
  const double wavelength = 7, frequency = c0 / wavelength, k = 2 * pi / wavelength;
  const auto run = runCase("periodic-screen", fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}}}
regions: {{Air: vacuum, Slab: vacuum}}
boundaries: {{{}, z-: pml, z+: pml, Screen: pec}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], origin: [0, 0, 10], surface: auto,
                waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: {} s}}
output:
  probes:
{})",
                                                          file, periodicSides, frequency, 30 / frequency,
                                                          probeAt("r", 0.4, 0.7, 1.5) + probeAt("t", 0.4, 0.7, 15.5)));
  const Complex start = std::polar(1.0, -pi / 2);
  const Complex r = phasor(run, "r", "Ex", frequency, 5) / start * std::polar(1.0, k * 8.5);
  const Complex t = phasor(run, "t", "Ex", frequency, 5) / start * std::polar(1.0, k * 5.5);
  fmt::print("| screen of square patches: power of both | 1 | {:.5f} | 0.01 |\n", std::norm(r) + std::norm(t));
  fmt::print("| abs (1 + r - t) | 0 | {:.5f} | 0.01 |\n", std::abs(1.0 + r - t));
  fmt::print("| abs r, abs t |  | {:.4f}, {:.4f} | |\n", std::abs(r), std::abs(t));
  EXPECT_NEAR(std::norm(r) + std::norm(t), 1, 0.01);
  EXPECT_LT(std::abs(1.0 + r - t), 0.01);
  EXPECT_GT(std::abs(r), 0.05) << "the screen must be seen";
}

// The array is the same whether one of its cells is computed or two side by side, which share a plane inside.
TEST(Periodic, OneCellIsTwo) {
  TemporaryFolder folder;
  const Mesh one = cellMesh({.cells = {4, 4, 6}, .perturb = 0.2, .screen = 3});
  const Mesh two = withImage(one, [](const Vec3& x) { return Vec3{x[0] + 4, x[1], x[2]}; });
  std::vector<CaseRun> runs;
  for (const Mesh* mesh : {&one, &two}) {
    const std::string name = mesh == &one ? "one" : "two";
    const auto file = (folder / (name + ".h5")).string();
    writeMeshFile(file, *mesh, {}, 1);
    runs.push_back(
        runCase("periodic-" + name,
                fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}}}
regions: {{Air: vacuum, Slab: vacuum}}
boundaries: {{{}, z-: absorbing, z+: absorbing, Screen: pec}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0.5, 0], boundary: z-,
                waveform: {{gaussian: {{frequency: 40 MHz, bandwidth: 40 MHz}}}}}}
dgtd: {{order: 2, precision: double}}
time: {{steps: 1000, maxStep: 0.1 ns}}
output:
  probes:
{})",
                            file, periodicSides, probeAt("a", 0.02, 1.7, 3.3) + probeAt("b", 3.9, 3.95, 4.2))));
  }
  double largest = 0, difference = 0;
  for (const char* probe : {"a", "b"})
    for (const char* component : {"Ex", "Ey", "Ez"}) {
      const Table a = runs[0].probe(probe), b = runs[1].probe(probe);
      ASSERT_EQ(a[component].size(), b[component].size());
      for (std::size_t i = 0; i < a[component].size(); ++i) {
        largest = std::max(largest, std::abs(a[component][i]));
        difference = std::max(difference, std::abs(a[component][i] - b[component][i]));
      }
    }
  fmt::print("| one periodic cell against two | 0 | {:.1e} | 1e-10 |\n", difference / largest);
  EXPECT_GT(largest, 0.1);
  EXPECT_LT(difference, 1e-10 * largest);
}

}  // namespace
}  // namespace fluxtet::test
