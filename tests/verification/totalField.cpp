// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Plane waves that enter through a surface between total field and scattered field: in the open, elliptically
// polarized, at a dielectric half space, at a layer, above a conducting plane and as a Gaussian beam, against closed
// forms in amplitude and phase.
#include "lib/base/constants.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/beamAtHalfSpace.hpp"
#include "tests/support/beamIntegral.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <Eigen/Dense>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
using Eigen::Vector3cd;
using Eigen::Vector3d;
using Points = std::vector<Vector3d>;
using ExactField = std::function<Vector3cd(const Vector3d&)>;
constexpr double pi = constants::pi;

double decibel(double ratio) {
  return 20 * std::log10(ratio);
}

std::string probes(const Points& points) {
  std::string text = "output:\n  probes:\n";
  for (std::size_t i = 0; i < points.size(); ++i)
    text += fmt::format("    - {{name: p{}, at: [{}, {}, {}], fields: [E]}}\n", i, points[i][0], points[i][1],
                        points[i][2]);
  return text;
}

/// A wave E sin(w t - k direction . x).
Vector3cd planeWave(const Vector3d& direction, double k, const Vector3cd& E, const Vector3d& x) {
  return std::polar(1.0, -k * direction.dot(x) - pi / 2) * E;
}

/// Largest deviation of the phasors of probes from `exact`, which are V/m, over the last `periods` periods.
double largestError(const CaseRun& run, const Points& points, double frequency, double periods,
                    const ExactField& exact) {
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    Vector3cd found;
    for (int c = 0; c < 3; ++c)
      found[c] = phasor(run, fmt::format("p{}", i), fmt::format("E{}", "xyz"[c]), frequency, periods);
    largest = std::max(largest, (found - exact(points[i])).norm());
  }
  return largest;
}

constexpr const char* absorbingSides = "x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing";

// 16 nodes a wavelength at order 2, everything else at its default. What leaks is measured three cells outside of the
// surface.
TEST(TotalField, OfTheProgramsSurfaceIsTheWaveInAmplitudeAndPhaseAndNothingOutside) {
  const double frequency = 12 * constants::c0 / 8, k = 2 * pi * frequency / constants::c0;
  const Points inside{{0.03, -0.05, 0.04}, {-0.11, 0.08, -0.06}};
  const Points outside{{-0.47, 0.02, 0.03}, {0.46, 0.1, -0.07}, {0.04, -0.48, 0.1},
                       {0.07, 0.47, 0.05},  {0.1, 0.02, -0.46}, {-0.05, 0.03, 0.48}};
  Points all = inside;
  all.insert(all.end(), outside.begin(), outside.end());
  const auto run = runCase("totalField-empty", fmt::format(R"(
mesh: {{box: {{size: [1, 1, 1], origin: [-0.5, -0.5, -0.5], cells: [12, 12, 12]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{}, z-: absorbing}}
sources:
  - planeWave: {{direction: [2, 1, 2], polarization: [1, -2, 0], amplitude: 5 V/m, origin: [0, 0, 0], surface: auto,
                waveform: {{sine: {{frequency: {} Hz}}}}}}
time: {{end: 20 ns}}
{})",
                                                           absorbingSides, frequency, probes(all)));
  const Vector3d direction(2.0 / 3, 1.0 / 3, 2.0 / 3);
  const Vector3cd E = Vector3d(1, -2, 0).normalized() * 5.0;
  const double error =
      largestError(run, inside, frequency, 4, [&](const Vector3d& x) { return planeWave(direction, k, E, x); }) / 5;
  double square = 0;
  for (std::size_t i = 0; i < outside.size(); ++i)
    for (const char* component : {"Ex", "Ey", "Ez"})
      square += std::norm(phasor(run, fmt::format("p{}", inside.size() + i), component, frequency, 4)) /
                static_cast<double>(outside.size());
  const double leak = decibel(std::sqrt(square) / 5);
  fmt::print("| total field inside, P2, 16 nodes a wavelength | 0 | {:.2e} | 1 % |\n", error);
  fmt::print("| leak three cells outside | none | {:.1f} dB | -55 dB |\n", leak);
  // The interpolation of order 2 of a wave with 8 elements a wavelength: (k h)^3 / 72 is 0.7 %.
  EXPECT_LT(error, 0.01);
  EXPECT_LT(leak, -55);
}

// Right-handed (IEEE Std 145) with exp(+i w t): the component along direction x polarization lags by a quarter.
TEST(TotalField, OfAnEllipticalWaveRotatesAsItsSenseSays) {
  const double frequency = 600e6, k = 2 * pi * frequency / constants::c0;
  const Points inside{{0.03, -0.02, 0.04}, {-0.05, 0.06, -0.03}};
  struct Sense {
    const char* keys;
    Complex shorter;
  };
  for (const auto& [keys, shorter] :
       {Sense{"{}", Complex(0, -1)}, Sense{"{axialRatio: 6 dB, sense: left}", Complex(0, std::pow(10, -0.3))}}) {
    const auto run = runCase("totalField-elliptical", fmt::format(R"(
mesh: {{box: {{size: [0.6, 0.6, 0.6], origin: [-0.3, -0.3, -0.3], cells: [10, 10, 10]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{}, z-: absorbing}}
sources:
  - planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], origin: [0, 0, 0], surface: auto, ellipticity: {},
                waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 14 ns}}
{})",
                                                                  absorbingSides, keys, frequency, probes(inside)));
    const double error = largestError(run, inside, frequency, 4, [&, s = shorter](const Vector3d& x) {
      return planeWave({0, 0, 1}, k, {1, s, 0}, x);
    });
    fmt::print("| elliptical wave, ellipticity {} | 0 | {:.2e} | 1 % |\n", keys, error);
    EXPECT_LT(error, 0.01);
  }
}

// A wave at 45 degrees from vacuum to a medium with epsilon_r 4, with E perpendicular and parallel to the plane of
// incidence (Fresnel; 2 cos / (cos + sqrt(4 - 1/2)) = 0.548584). The surface cuts the interface.
TEST(TotalField, AtADielectricHalfSpaceIsWhatFresnelSays) {
  TemporaryFolder folder;
  const auto file = folder / "nested.h5";
  writeMeshFile(file.string(), nestedCubes(14, 0.05, 3), {}, 1);
  const double frequency = 500e6, k = 2 * pi * frequency / constants::c0, s = std::sqrt(0.5);
  const Points before{{0.03, -0.02, -0.11}, {-0.12, 0.06, -0.03}}, behind{{0.04, 0.02, 0.05}, {-0.1, -0.07, 0.12}};
  const double c2 = std::sqrt(1 - 0.125);
  const double rS = (s - 2 * c2) / (s + 2 * c2), tS = 1 + rS;
  const double rP = (s - 0.5 * c2) / (s + 0.5 * c2), tP = 0.5 * (1 + rP);
  const Vector3d d(s, 0, s), reflected(s, 0, -s), transmitted(0.5 * s, 0, c2), e(0, 1, 0);
  EXPECT_NEAR(tS, 0.548584, 1e-6);
  for (const bool parallel : {false, true}) {
    Points all = before;
    all.insert(all.end(), behind.begin(), behind.end());
    const auto run = runCase("totalField-halfSpace",
                             fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: 4}}}}
regions: {{Front: vacuum, Back: glass}}
boundaries: {{Outer: absorbing}}
sources:
  - planeWave: {{direction: [1, 0, 1], polarization: {}, origin: [0, 0, 0], surface: Huygens, halfSpace: {{}},
                waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 16 ns}}
{})",
                                         file.string(), parallel ? "[1, 0, -1]" : "[0, 1, 0]", frequency, probes(all)));
    // E of the parallel waves along e x direction.
    const auto polarized = [&](const Vector3d& direction) {
      return Vector3cd((parallel ? Vector3d(e.cross(direction)) : e).cast<Complex>());
    };
    const double error = largestError(run, all, frequency, 4, [&](const Vector3d& x) -> Vector3cd {
      if (x[2] > 0) return (parallel ? tP : tS) * planeWave(transmitted, 2 * k, polarized(transmitted), x);
      return planeWave(d, k, polarized(d), x) + (parallel ? rP : rS) * planeWave(reflected, k, polarized(reflected), x);
    });
    fmt::print("| half space at 45 degrees, E {} to the plane of incidence | 0 | {:.2e} | 0.5 % |\n",
               parallel ? "parallel" : "perpendicular", error);
    EXPECT_LT(error, 0.005);
  }
}

/// The tangential E of a wave at a layer 0 < z < h, relative to the incident one at z = 0: reflected there, forward and
/// backward in the layer where they begin, and behind the layer at its end. slowness: of index times cosine, [medium];
/// admittance: H over E, tangential, [medium]; k: of vacuum.
Eigen::Vector4cd waveInLayer(const std::array<double, 3>& slowness, const std::array<double, 3>& admittance, double k,
                             double h) {
  const Complex through = std::polar(1.0, -k * slowness[1] * h);
  const auto& y = admittance;
  Eigen::Matrix4cd matrix;
  matrix << 1, -1, -through, 0,         // E at 0: 1 + r = a + b q
      -y[0], -y[1], y[1] * through, 0,  // H at 0: y0 (1 - r) = y1 (a - b q)
      0, through, 1, -1,                // E at h: a q + b = t
      0, y[1] * through, -y[1], -y[2];  // H at h: y1 (a q - b) = y2 t
  return matrix.fullPivLu().solve(Eigen::Vector4cd(-1, -y[0], 0, 0));
}

// A layer of epsilon_r 4, a third of a wavelength thick, before a half space of epsilon_r 2.25, at 45 degrees. The
// surface cuts both planes.
TEST(TotalField, AtALayerIsWhatTheTransferMatrixSays) {
  TemporaryFolder folder;
  const auto file = folder / "layered.h5";
  const double frequency = 500e6, k = 2 * pi * frequency / constants::c0, s = std::sqrt(0.5), h = 0.1;
  Mesh mesh = nestedCubes(14, 0.05, 3);
  mesh.groups.regions.push_back("Layer");
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    double height = 0;
    for (std::size_t v = 0; v < 4; ++v)
      height += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v]) + 2] / 4;
    if (height > 0 && height < h) mesh.region[e] = 2;
  }
  writeMeshFile(file.string(), mesh, {}, 1);
  const Points all{{0.03, -0.02, -0.11}, {-0.12, 0.06, -0.03}, {0.04, 0.02, 0.03},
                   {-0.1, -0.07, 0.08},  {0.02, 0.1, 0.13},    {-0.06, -0.03, 0.17}};
  const std::array index{1.0, 2.0, 1.5};
  std::array<double, 3> slowness, cosine;
  for (std::size_t m = 0; m < 3; ++m) {
    slowness[m] = std::sqrt(index[m] * index[m] - s * s);
    cosine[m] = slowness[m] / index[m];
  }
  for (const bool parallel : {false, true}) {
    const auto run = runCase("totalField-layer", fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: 4}}, ground: {{epsilon_r: 2.25}}}}
regions: {{Front: vacuum, Layer: glass, Back: ground}}
boundaries: {{Outer: absorbing}}
sources:
  - planeWave: {{direction: [1, 0, 1], polarization: {}, origin: [0, 0, 0], surface: Huygens,
                halfSpace: {{layers: [{} m]}}, waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 20 ns}}
{})",
                                                             file.string(), parallel ? "[1, 0, -1]" : "[0, 1, 0]", h,
                                                             frequency, probes(all)));
    std::array<double, 3> admittance;
    for (std::size_t m = 0; m < 3; ++m) admittance[m] = parallel ? index[m] / cosine[m] : slowness[m];
    const Eigen::Vector4cd waves = waveInLayer(slowness, admittance, k, h);
    // E of a wave of medium m whose tangential part is E at the height z = begin.
    const auto waveOf = [&](std::size_t m, bool forward, Complex E, double begin, const Vector3d& x) -> Vector3cd {
      const double sign = forward ? 1 : -1, sine = s / index[m];
      const Vector3d direction = parallel ? Vector3d(1, 0, -sign * sine / cosine[m]) : Vector3d(0, 1, 0);
      const double incident = parallel ? cosine[0] : 1;
      return std::polar(1.0, -k * (s * x[0] + sign * slowness[m] * (x[2] - begin)) - pi / 2) * incident * E *
             direction.cast<Complex>();
    };
    const double error = largestError(run, all, frequency, 4, [&](const Vector3d& x) -> Vector3cd {
      if (x[2] < 0) return waveOf(0, true, 1, 0, x) + waveOf(0, false, waves[0], 0, x);
      if (x[2] < h) return waveOf(1, true, waves[1], 0, x) + waveOf(1, false, waves[2], h, x);
      return waveOf(2, true, waves[3], h, x);
    });
    fmt::print("| layer before a half space at 45 degrees, E {} to the plane of incidence | 0 | {:.2e} | 0.5 % |\n",
               parallel ? "parallel" : "perpendicular", error);
    EXPECT_LT(error, 0.005);
  }
}

// The surface ends at the conducting plane z = -0.3 m.
TEST(TotalField, AboveAConductingPlaneIsTheStandingWave) {
  const double frequency = 500e6, k = 2 * pi * frequency / constants::c0;
  const Points inside{{0.03, -0.02, -0.28}, {-0.05, 0.06, -0.13}, {0.02, 0.03, -0.05}};
  const auto run = runCase("totalField-ground", fmt::format(R"(
mesh: {{box: {{size: [0.6, 0.6, 0.6], origin: [-0.3, -0.3, -0.3], cells: [10, 10, 10]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{{}, z-: pec}}
sources:
  - planeWave: {{direction: [0.6, 0, -0.8], polarization: [0.8, 0, 0.6], origin: [0, 0, 0], surface: auto,
                halfSpace: {{at: [0, 0, -0.3], behind: pec}}, waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 14 ns}}
{})",
                                                            absorbingSides, frequency, probes(inside)));
  const double error = largestError(run, inside, frequency, 4, [&](const Vector3d& x) -> Vector3cd {
    const Vector3d image(x[0], x[1], -0.6 - x[2]);
    const Vector3cd ofImage = planeWave({0.6, 0, -0.8}, k, {0.8, 0, 0.6}, image);
    return planeWave({0.6, 0, -0.8}, k, {0.8, 0, 0.6}, x) + Vector3cd(-ofImage[0], -ofImage[1], ofImage[2]);
  });
  fmt::print("| standing wave above a conducting plane | 0 | {:.2e} | 1 % |\n", error);
  EXPECT_LT(error, 0.01);
}

// A beam as narrow as a wavelength with its focus in the middle and beside the surface, through that surface and
// through absorbing boundaries, against the integral over its directions. 25 nodes a wavelength at order 3.
TEST(TotalField, OfAGaussianBeamIsTheIntegralOfItsSpectrum) {
  TemporaryFolder folder;
  const auto file = folder / "nested.h5";
  writeMeshFile(file.string(), nestedCubes(10, 0.05, 3), {}, 1);
  const double frequency = 800e6, k = 2 * pi * frequency / constants::c0, waist = 0.3, ofWaist = 1e9;
  const double divergence = constants::c0 / ofWaist / (pi * waist);
  const Vector3d axis(1.0 / 3, 2.0 / 3, 2.0 / 3), p(2.0 / 3, -2.0 / 3, 1.0 / 3), across = axis.cross(p);
  const Points inside{{0.03, -0.02, -0.07}, {-0.05, 0.06, -0.03}, {0.04, 0.02, 0.05}};
  for (const char* entrance : {"surface: Huygens", "boundary: Outer"})
    for (const Vector3d& focus : {Vector3d(0, 0, 0), Vector3d(0.25, -0.1, 0.1)}) {
      const auto run = runCase("totalField-beam", fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}}}
regions: {{Front: vacuum, Back: vacuum}}
boundaries: {{Outer: absorbing}}
sources:
  - planeWave: {{direction: [1, 2, 2], polarization: [2, -2, 1], origin: [0, 0, 0], {},
                focus: {{at: [{}, {}, {}], waist: {}, frequency: {}}}, waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 12 ns}}
{})",
                                                              file.string(), entrance, focus[0], focus[1], focus[2],
                                                              waist, ofWaist, frequency, probes(inside)));
      const double error = largestError(run, inside, frequency, 4, [&](const Vector3d& x) -> Vector3cd {
        const Vector3d away = x - focus;
        const auto local = beamIntegral(divergence, k, {away.dot(p), away.dot(across), away.dot(axis)});
        // Time 0 passes the origin's projection on the axis at the start: the focus is that much later.
        return std::polar(1.0, -k * axis.dot(focus) - pi / 2) *
               (local[0] * p.cast<Complex>() + local[1] * across.cast<Complex>() + local[2] * axis.cast<Complex>());
      });
      fmt::print("| Gaussian beam, {}, focus at ({}, {}, {}) m, P3 | 0 | {:.2e} | 0.3 % |\n", entrance, focus[0],
                 focus[1], focus[2], error);
      EXPECT_LT(error, 0.003);
    }
}

// A beam that meets glass of epsilon_r 4 a little obliquely, with its focus before the plane and, without the glass,
// behind it; the surface cuts the plane. 10 nodes a wavelength in the glass at order 3.
TEST(TotalField, OfAGaussianBeamAtAHalfSpaceIsTheIntegralOfItsSpectrum) {
  TemporaryFolder folder;
  const auto file = folder / "glass.h5";
  writeMeshFile(file.string(), nestedCubes(12, 0.05, 3), {}, 1);
  const double frequency = 600e6, waist = 0.8, ofWaist = 600e6;
  const Vec3 axis{0.28, 0, 0.96}, polarization{0.96, 0, -0.28};
  const Points all{{0.03, -0.02, -0.07}, {-0.05, 0.06, -0.03}, {0.04, 0.02, 0.03}, {-0.06, -0.05, 0.08}};
  for (const Vec3& focus : {Vec3{0.1, -0.05, -0.1}, Vec3{-0.15, 0.1, 0.2}}) {
    const auto run = runCase("totalField-beamAtGlass", fmt::format(R"(
mesh: {{file: {}}}
materials: {{vacuum: {{}}, glass: {{epsilon_r: 4}}}}
regions: {{Front: vacuum, Back: glass}}
boundaries: {{Outer: absorbing}}
sources:
  - planeWave: {{direction: [0.28, 0, 0.96], polarization: [0.96, 0, -0.28], origin: [0, 0, 0], surface: Huygens,
                halfSpace: {{}}, focus: {{at: [{}, {}, {}], waist: {}, frequency: {}}},
                waveform: {{sine: {{frequency: {} Hz}}}}}}
dgtd: {{order: 3}}
time: {{end: 16 ns}}
{})",
                                                                   file.string(), focus[0], focus[1], focus[2], waist,
                                                                   ofWaist, frequency, probes(all)));
    const BeamAtHalfSpace exact{axis,
                                polarization,
                                focus,
                                constants::c0 / ofWaist / (pi * waist),
                                2 * pi * frequency / constants::c0,
                                {0, 0, 0},
                                {0, 0, 1},
                                2,
                                0.5};
    const double error = largestError(run, all, frequency, 4, [&](const Vector3d& x) -> Vector3cd {
      const auto field = exact.fieldAt({x[0], x[1], x[2]});
      // Time 0 passes the origin's projection on the axis at the start: the focus is that much later.
      return std::polar(1.0, -exact.wavenumber * dot(axis, focus) - pi / 2) * Vector3cd(field[0], field[1], field[2]);
    });
    fmt::print("| Gaussian beam at a half space, focus at z = {} m, P3 | 0 | {:.2e} | 0.5 % |\n", focus[2], error);
    EXPECT_LT(error, 0.005);
  }
}

}  // namespace
}  // namespace fluxtet::test
