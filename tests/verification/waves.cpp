// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Waves in guides: absorbing boundaries, a dielectric half space, a conductor. Forward and backward waves are told
// apart by the complex amplitudes at two probes, so that neither the source nor the guide's length enters.
#include "lib/base/constants.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = constants::pi;

/// With E(z) = A exp(-i b z) + B exp(i b z) known at z1 and z2: B / A.
Complex backOverForth(Complex E1, Complex E2, double b, double z1, double z2) {
  const Complex i(0, 1);
  const Complex p1 = std::exp(-i * b * z1), p2 = std::exp(-i * b * z2);
  // Solve [p1 1/p1; p2 1/p2] (A, B) = (E1, E2).
  const Complex determinant = p1 / p2 - p2 / p1;
  const Complex A = (E1 / p2 - E2 / p1) / determinant, B = (p1 * E2 - p2 * E1) / determinant;
  return B / A;
}
double reflection(Complex E1, Complex E2, double b, double z1, double z2) {
  return std::abs(backOverForth(E1, E2, b, z1, z2));
}

double decibel(double ratio) {
  return 20 * std::log10(ratio);
}

/// TEM wave: E along x between PEC walls x and PMC walls y; `far` is the material of the far half.
std::string guide(const std::string& far, const std::string& outlet, const std::string& source,
                  const std::string& precision, double end) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {0}/guide.geo, size: 0.035 m}}
materials: {{vacuum: {{}}, far: {1}}}
regions: {{Near: vacuum, Far: far}}
boundaries: {{WallX: pec, WallY: pmc, Inlet: absorbing, Outlet: {2}}}
sources: [{3}]
dgtd: {{order: 3{4}}}
time: {{end: {5} s}}
output:
  probes:
    - {{name: a, at: [0.04, 0.06, 0.21], fields: [E]}}
    - {{name: b, at: [0.04, 0.06, 0.28], fields: [E]}}
    - {{name: c, at: [0.04, 0.06, 0.60], fields: [E]}}
    - {{name: d, at: [0.04, 0.06, 0.68], fields: [E]}}
)",
                     FLUXTET_TEST_DATA, far, outlet, source, precision, end);
}

/// A wave from the inlet, in double precision.
std::string waveInGuide(const std::string& far, const std::string& outlet, double frequency, double end) {
  const std::string wave = fmt::format(
      "{{planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Inlet, waveform: {{sine: {{frequency: "
      "{} "
      "Hz, ramp: 3}}}}}}}}",
      frequency);
  return guide(far, outlet, wave, ", precision: double", end);
}

constexpr double gigahertz = 1e9;

TEST(Absorbing, ReflectsAtMostMinus40DecibelsAtNormalIncidence) {
  const auto run = runCase("absorbing-normal", waveInGuide("{}", "absorbing", gigahertz, 25e-9));
  const double b = 2 * pi * gigahertz / constants::c0;
  const double r =
      reflection(phasor(run, "c", "Ex", gigahertz, 8), phasor(run, "d", "Ex", gigahertz, 8), b, 0.60, 0.68);
  fmt::print("| absorbing boundary, normal incidence | at most -40 dB | {:.1f} dB |\n", decibel(r));
  EXPECT_LE(decibel(r), -40);
}

/// A guide whose far part, meshed as `far` tells, is an absorbing layer of -40 dB before a conductor: the wave that
/// comes back over the one that goes there, both at z = 0. `far`: moves a vertex behind 0.5 m.
Complex reflectionOfMeshLayer(const std::function<void(double*)>& far) {
  Mesh mesh = guideMesh({3, 3, 30});
  for (double* x = mesh.vertices.data(); x != mesh.vertices.data() + mesh.vertices.size(); x += 3)
    if (x[2] > 0.5 + 1e-9 && x[2] < 1 - 1e-9) far(x);
  const TemporaryFolder folder;
  const std::string file = (folder / "guide.h5").string();
  writeMeshFile(file, mesh, {}, 1);
  const std::string yaml =
      waveInGuide("{}", "pec", gigahertz, 25e-9) + "absorbingLayers: {z+: {regions: [Far], reflection: -40 dB}}\n";
  const auto run = runCase("mesh-layer", yaml,
                           {fmt::format("mesh={{file: {}}}", file), "output.probes[2].at=[0.04, 0.06, 0.30]",
                            "output.probes[3].at=[0.04, 0.06, 0.38]"});
  const double b = 2 * pi * gigahertz / constants::c0;
  return backOverForth(phasor(run, "c", "Ex", gigahertz, 8), phasor(run, "d", "Ex", gigahertz, 8), b, 0.30, 0.38);
}

/// The same of sub-layers that end at shares `ends` of the layer: -exp(-2 i b (0.5 m + sum of s h)) with s = 1 + sigma
/// / (alpha + i b), sigma and alpha by docs/theory.md, section 3.8, m = 1.
Complex theoryOfMeshLayer(const std::vector<double>& ends) {
  const Complex i(0, 1);
  const double b = 2 * pi * gigahertz / constants::c0, depth = std::log(100), thickness = 0.5;
  Complex path = 0.5 + thickness;
  double begin = 0;
  for (const double end : ends) {
    const double absorption = depth / 2 * (end * end - begin * begin), sigma = absorption / ((end - begin) * thickness);
    const double alpha = std::max(0.02 * b * (1 - 0.5 * (begin + end)), sigma / 200);
    path += absorption / (alpha + i * b);
    begin = end;
  }
  return -std::exp(-2.0 * i * b * path);
}

void expectTheory(const std::string& what, Complex r, Complex expected) {
  const double phase = std::arg(r / expected) * 180 / pi;
  fmt::print("| layer of the mesh, {} | {:.2f} dB, 0 degrees | {:.2f} dB, {:.2f} degrees |\n", what,
             decibel(std::abs(expected)), decibel(std::abs(r)), phase);
  EXPECT_NEAR(decibel(std::abs(r)), -40, 0.5);
  EXPECT_NEAR(decibel(std::abs(r)), decibel(std::abs(expected)), 0.5);
  EXPECT_NEAR(phase, 0, 3);  // 0.5 dB is 6 %, as an angle 3.3 degrees
}

// A layer that the mesh resolves reflects as the continuous one does, however its absorption is spread.
TEST(MeshLayer, OfUnevenSubLayersReflectsAsTheContinuousLayerDoes) {
  const auto depthAt = [](double share) { return 0.7 * share + 0.3 * share * share; };
  std::vector<double> ends;
  for (int k = 1; k <= 15; ++k) ends.push_back(depthAt(k / 15.0));
  expectTheory("15 sub-layers of uneven thickness",
               reflectionOfMeshLayer([&](double* x) { x[2] = 0.5 + 0.5 * depthAt((x[2] - 0.5) / 0.5); }),
               theoryOfMeshLayer(ends));
}

TEST(MeshLayer, WithoutSubLayersReflectsAsTheContinuousLayerDoes) {
  expectTheory("elements across, absorbing evenly", reflectionOfMeshLayer([](double* x) {
                 x[2] += 0.006 * std::sin(1000 * x[0] + 777 * x[1] + 555 * x[2]);
               }),
               theoryOfMeshLayer({1}));
}

// The TE10 mode of a guide of width a at k = sqrt(2) pi / a is a pair of plane waves that meet the end at 45 degrees;
// the first-order condition reflects (1 - cos 45) / (1 + cos 45) = -15.3 dB.
TEST(Absorbing, ReflectsMinus15DecibelsAt45Degrees) {
  const double a = 0.1, frequency = std::sqrt(2.0) * constants::c0 / (2 * a);
  const auto run = runCase("absorbing-45", fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [0.1 m, 0.05 m, 1 m], cells: [3, 2, 30]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: absorbing, z+: absorbing}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [0, 1, 0], boundary: z-, waveform: {{sine: {{frequency: {} Hz, ramp: 10}}}}}}
dgtd: {{order: 4, precision: double}}
time: {{end: 60 ns}}
output:
  probes:
    - {{name: c, at: [0.05, 0.025, 0.75], fields: [E]}}
    - {{name: d, at: [0.05, 0.025, 0.81], fields: [E]}}
)",
                                                       frequency));
  const double b = pi / a;
  const double r =
      reflection(phasor(run, "c", "Ey", frequency, 20), phasor(run, "d", "Ey", frequency, 20), b, 0.75, 0.81);
  const double expected = (1 - std::sqrt(0.5)) / (1 + std::sqrt(0.5));
  fmt::print("| absorbing boundary, 45 degrees | {:.2f} dB | {:.2f} dB |\n", decibel(expected), decibel(r));
  EXPECT_NEAR(decibel(r), decibel(expected), 1.0);
}

// A wave that enters through all sides of a box of air is there as if there were no box: the condition at each side is
// exact for it at any angle. Given side by side with an origin for each it would be six waves.
TEST(PlaneWave, ThroughAllSidesOfABoxIsTheWaveInAmplitudeAndPhase) {
  const auto run = runCase("wave-box", R"(
solver: dgtd
mesh: {box: {size: [0.5 m, 0.4 m, 0.6 m], origin: [-0.1 m, 0.2 m, -0.3 m], cells: [5, 4, 6]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}
sources:
  - planeWave:
      direction: [2, 1, 2]
      polarization: [1, -2, 0]
      amplitude: 5 V/m
      boundaries: [x-, x+, y-, y+, z-, z+]
      waveform: {sine: {frequency: 600 MHz, ramp: 2}}
dgtd: {order: 3, precision: double}
time: {end: 16 ns}
output:
  probes:
    - {name: a, at: [0.05, 0.31, 0.1], fields: [E]}
    - {name: b, at: [0.33, 0.52, -0.2], fields: [E]}
)");
  const double frequency = 600e6, k = 2 * pi * frequency / constants::c0;
  const Vec3 direction{2.0 / 3, 1.0 / 3, 2.0 / 3}, first{-0.1, 0.2, -0.3};  // the corner that it meets first
  const std::pair<const char*, Vec3> probes[] = {{"a", {0.05, 0.31, 0.1}}, {"b", {0.33, 0.52, -0.2}}};
  for (const auto& [name, at] : probes) {
    // sin(w t - k s) = Re(-i exp(-i k s) exp(i w t)).
    const Complex expected = 5 / std::sqrt(5.0) * std::polar(1.0, -k * dot(direction, at - first) - pi / 2);
    const Complex Ex = phasor(run, name, "Ex", frequency, 4), Ey = phasor(run, name, "Ey", frequency, 4);
    const double error = std::sqrt((std::norm(Ex - expected) + std::norm(Ey + 2.0 * expected)) / 25);
    fmt::print("| plane wave through six sides, probe {} | 0 | {:.2e} | 1 % |\n", name, error);
    EXPECT_LT(error, 0.01);
  }
}

// Fresnel at normal incidence: (n - 1) / (n + 1) with n = sqrt(epsilon_r).
TEST(Interface, ADielectricHalfSpaceReflectsAsFresnelSays) {
  const auto run = runCase("fresnel", waveInGuide("{epsilon_r: 4}", "absorbing", gigahertz, 30e-9));
  const double b = 2 * pi * gigahertz / constants::c0;
  const double r =
      reflection(phasor(run, "a", "Ex", gigahertz, 8), phasor(run, "b", "Ex", gigahertz, 8), b, 0.21, 0.28);
  fmt::print("| Fresnel reflection, epsilon_r 4 | {:.5f} | {:.5f} |\n", 1.0 / 3, r);
  EXPECT_NEAR(r, 1.0 / 3, 0.01 / 3);
}

// gamma = sqrt(i omega mu (sigma + i omega epsilon)); the far end reflects, but its wave has died out on its way back.
TEST(Conductor, AWaveDecaysAsItsPropagationConstantSays) {
  const double sigma = 0.2, frequency = gigahertz, omega = 2 * pi * frequency;
  const auto run =
      runCase("conductor", waveInGuide(fmt::format("{{epsilon_r: 2, sigma: {} S/m}}", sigma), "pec", frequency, 25e-9));
  const Complex i(0, 1);
  const Complex gamma = std::sqrt(i * omega * constants::mu0 * (sigma + i * omega * 2.0 * constants::epsilon0));
  const double found =
      std::log(std::abs(phasor(run, "c", "Ex", frequency, 8) / phasor(run, "d", "Ex", frequency, 8))) / 0.08;
  fmt::print("| decay in a conductor, 0.2 S/m | {:.4f} /m | {:.4f} /m |\n", gamma.real(), found);
  EXPECT_NEAR(found, gamma.real(), 0.01 * gamma.real());
}

/// The guide in vacuum, matched at both ends, with a source in its far half; default settings.
CaseRun sourceInTheFarHalf(const std::string& name, const std::string& source, double frequency) {
  return runCase(name, guide("{}", "absorbing", source, "", 14 / frequency));
}

/// E along x at z of the uniform current density J along x in 0.5 m <= z <= 1 m, which has the conductivity sigma
/// there: inside -J / (sigma + i w epsilon) + B cosh(gamma (z - 0.75 m)), outside waves that leave.
Complex slabField(double z, double J, double sigma, double omega) {
  const Complex i(0, 1), admittivity = sigma + i * omega * constants::epsilon0;
  const Complex gamma = std::sqrt(i * omega * constants::mu0 * admittivity), ik = i * omega / constants::c0;
  const double half = 0.25;
  const Complex alone = -J / admittivity;
  const Complex B = -ik * alone / (gamma * std::sinh(gamma * half) + ik * std::cosh(gamma * half));
  const double fromMiddle = std::abs(z - 0.75);
  if (fromMiddle <= half) return alone + B * std::cosh(gamma * fromMiddle);
  return (alone + B * std::cosh(gamma * half)) * std::exp(-ik * (fromMiddle - half));
}

void expectSlabField(const CaseRun& run, const std::string& name, double J, double sigma, double frequency) {
  const std::pair<const char*, double> probes[] = {{"a", 0.21}, {"b", 0.28}, {"c", 0.60}, {"d", 0.68}};
  double largest = 0;
  for (const auto& [probe, z] : probes) {
    // sin(w t) = Re(-i exp(i w t)).
    const Complex expected = Complex(0, -1) * slabField(z, J, sigma, 2 * pi * frequency);
    const Complex found = phasor(run, probe, "Ex", frequency, 4);
    largest = std::max(largest, std::abs(found - expected) / std::abs(expected));
  }
  fmt::print("| {}: E at four places, in amplitude and phase | 0 | {:.1e} | 5e-4 |\n", name, largest);
  EXPECT_LT(largest, 5e-4) << name;
}

TEST(Current, OfARegionAcrossAGuideGivesTheFieldOfItsClosedForm) {
  const double frequency = 0.4e9;
  const auto run = sourceInTheFarHalf(
      "current", "{current: {region: Far, density: [2, 0, 0], waveform: {sine: {frequency: 400 MHz, ramp: 3}}}}",
      frequency);
  expectSlabField(run, "current of a region", 2, 0, frequency);
}

// A gap 0.1 m long with the cross section 0.05 m^2: the current density is I / A, and a resistance R in the generator
// is the conductivity 2 / R per m.
TEST(LumpedPort, WithACurrentOrAVoltageBehindAResistanceGivesTheFieldOfItsClosedForm) {
  const double frequency = 0.4e9, area = 0.05, length = 0.1;
  const auto source = [](const std::string& kind) {
    return "{gap: {region: Far, direction: [1, 0, 0], " + kind + ", waveform: {sine: {frequency: 400 MHz, ramp: 3}}}}";
  };
  expectSlabField(sourceInTheFarHalf("gap-current", source("current: 0.3 A"), frequency), "gap with a current",
                  0.3 / area, 0, frequency);
  const double resistance = 120;
  expectSlabField(sourceInTheFarHalf("gap-voltage", source("voltage: 5 V, resistance: 120 ohm"), frequency),
                  "gap with a voltage behind a resistance", 5 / resistance / area, length / (resistance * area),
                  frequency);
}

}  // namespace
}  // namespace fluxtet::test
