// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Whole runs whose fields at one frequency are known: a cavity's mode, and a line that a generator feeds across its
// gap.
#include "lib/base/constants.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "tests/support/caseRun.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
using ComplexVector = std::array<Complex, 3>;
using constants::pi;

/// What <directory>/dft/fields_<name>.vtkhdf says of E or H at its points.
struct DftFile {
  std::vector<float> points, re, im, abs;

  DftFile(const CaseRun& run, const std::string& name, const std::string& field) {
    const auto file = hdf5::openFile((run.directory / "dft" / fmt::format("fields_{}.vtkhdf", name)).string());
    points = hdf5::read<float>(file, "VTKHDF/Points");
    re = hdf5::read<float>(file, "VTKHDF/PointData/" + field + "_re");
    im = hdf5::read<float>(file, "VTKHDF/PointData/" + field + "_im");
    abs = hdf5::read<float>(file, "VTKHDF/PointData/" + field + "_abs");
  }

  /// sqrt(sum |X - exact|^2 / sum |exact|^2) over all points.
  double error(const std::function<ComplexVector(const Vec3&)>& exact) const {
    double differences = 0, squares = 0;
    for (std::size_t i = 0; i < points.size(); i += 3) {
      const ComplexVector X = exact({points[i], points[i + 1], points[i + 2]});
      for (std::size_t c = 0; c < 3; ++c) {
        differences += std::norm(Complex(re[i + c], im[i + c]) - X[c]);
        squares += std::norm(X[c]);
      }
    }
    return std::sqrt(differences / squares);
  }

  /// E_abs is the length of the complex vector.
  void expectLengths() const {
    ASSERT_EQ(3 * abs.size(), re.size());
    double worst = 0, largest = 0;
    for (std::size_t i = 0; i < abs.size(); ++i) {
      double squares = 0;
      for (std::size_t c = 3 * i; c < 3 * i + 3; ++c) squares += re[c] * re[c] + im[c] * im[c];
      worst = std::max(worst, std::abs(abs[i] - std::sqrt(squares)));
      largest = std::max(largest, std::sqrt(squares));
    }
    EXPECT_LT(worst, 1e-6 * largest);
  }
};

TEST(SpectraRun, AModesAmplitudesConvergeToTheExactOnes) {
  // TM 110 of a box: Ez = sin(kx x) sin(ky y) cos(w t); H from Faraday's law.
  const double kx = pi, ky = pi / 0.8, w = constants::c0 * std::hypot(kx, ky), end = 15e-9, steps = 1500;
  const double dt = end / steps;
  // Leap-frog moves what would oscillate at w to sin(w' dt / 2) = w dt / 2.
  const double shifted = 2 / dt * std::asin(0.5 * w * dt);
  const auto E = [&](const Vec3& x) { return ComplexVector{0, 0, std::sin(kx * x[0]) * std::sin(ky * x[1])}; };
  const auto H = [&](const Vec3& x) {
    const Complex scale(0, 1 / (constants::mu0 * w));
    return ComplexVector{scale * ky * std::sin(kx * x[0]) * std::cos(ky * x[1]),
                         -scale * kx * std::cos(kx * x[0]) * std::sin(ky * x[1]), 0};
  };
  std::vector<double> errorsE, errorsH;
  for (const int cells : {2, 4}) {
    const auto run =
        runCase(fmt::format("spectra-mode-{}", cells), fmt::format(R"(
mesh: {{box: {{size: [1, 0.8, 0.9], cells: [{0}, {0}, {0}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: 3, precision: double}}
time: {{end: {1} s, maxStep: {2} s}}
output: {{dft: {{frequencies: [{3} Hz]}}}}
)",
                                                                   cells, end, 1.0000001 * dt, shifted / (2 * pi)));
    ASSERT_EQ(run.summary["steps"], steps);
    EXPECT_NEAR(run.summary["dft"]["last_time_s"].get<double>(), end, 1e-6 * dt);
    const std::string name = fmt::format("{:.12g}MHz", shifted / (2 * pi) / 1e6);
    errorsE.push_back(DftFile(run, name, "E").error(E));
    errorsH.push_back(DftFile(run, name, "H").error(H));
  }
  if (mpiRank(MPI_COMM_WORLD) == 0)
    fmt::print("amplitudes of a mode, P3, 2 and 4 cells: E {:.2e} {:.2e}, H {:.2e} {:.2e}\n", errorsE[0], errorsE[1],
               errorsH[0], errorsH[1]);
  // The centred flux gives order 3 at least (docs/verification.md).
  EXPECT_GE(std::log2(errorsE[0] / errorsE[1]), 2.9);
  EXPECT_GE(std::log2(errorsH[0] / errorsH[1]), 2.9);
}

/// Fields of one frequency after a few steps of a mode; `selection` of output.dft.
DftFile fieldsOfPart(const std::string& name, const std::string& selection) {
  const auto run = runCase("spectra-part-" + name, fmt::format(R"(
mesh: {{box: {{size: [1, 0.8, 0.9], cells: [4, 4, 4]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: 2}}
time: {{end: 9 ns}}
output: {{dft: {{frequencies: [250 MHz]{}}}}}
)",
                                                               selection));
  return {run, "250MHz", "E"};
}

TEST(SpectraRun, SumsInAPartOfTheMeshAreThoseOfTheWholeThere) {
  // Of two cells in a corner, so that ranks have nothing to sum up.
  const DftFile whole = fieldsOfPart("whole", ""),
                part = fieldsOfPart("box", ", fields: [E], box: [[0, 0, 0], [0.25, 0.4, 0.2]]");
  constexpr std::size_t values = 10 * 3;  // of a cell
  ASSERT_EQ(part.points.size(), 12 * values);
  std::size_t at = 0;  // both files have their cells by id
  for (std::size_t cell = 0; cell < part.points.size(); cell += values) {
    const auto same = [&](const std::vector<float>& a, const std::vector<float>& b) {
      return std::equal(a.begin() + static_cast<std::ptrdiff_t>(cell),
                        a.begin() + static_cast<std::ptrdiff_t>(cell + values),
                        b.begin() + static_cast<std::ptrdiff_t>(at));
    };
    while (at < whole.points.size() && !same(part.points, whole.points)) at += values;
    ASSERT_LT(at, whole.points.size());
    EXPECT_TRUE(same(part.re, whole.re));
    EXPECT_TRUE(same(part.im, whole.im));
  }
  EXPECT_GT(*std::max_element(part.abs.begin(), part.abs.end()), 0);
}

/// A parallel-plate line of height h and width w whose first part, of length l from its open end on, is the generator:
/// current V0/R and conductance 1/R spread evenly over it. With E along z, gamma^2 = i w mu0 (sigma + i w eps0), E = -J
/// / (sigma + i w eps0) + C cosh(gamma x), and a wave that leaves at x = l: E' = -i k E.
struct FedLine {
  double frequency = 1e9, length = 0.03, height = 0.01, width = 0.02, voltage = 3, resistance = 50;

  Complex field(double x) const {
    const Complex i(0, 1);
    const double w = 2 * pi * frequency, k = w / constants::c0;
    const double sigma = height / (resistance * length * width);
    const Complex J = -i * (voltage / resistance) / (length * width);  // sin(w t) = Re(-i exp(i w t))
    const Complex admittance = sigma + i * w * constants::epsilon0,
                  gamma = std::sqrt(i * w * constants::mu0 * admittance);
    const Complex C = i * k * J / admittance / (gamma * std::sinh(gamma * length) + i * k * std::cosh(gamma * length));
    return -J / admittance + C * std::cosh(gamma * x);
  }
};

CaseRun runFedLine(const FedLine& line, const std::string& flux) {
  return runCase("spectra-gap-" + flux,
                 fmt::format(R"(
mesh: {{box: {{size: [{} m, {} m, {} m], cells: [6, 4, 2]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pmc, x+: absorbing, y-: pmc, y+: pmc, z-: pec, z+: pec}}
sources: [{{gap: {{region: box, direction: [0, 0, 1], voltage: {} V, resistance: {} ohm, waveform: {{sine: {{frequency: 1 GHz}}}}}}}}]
dgtd: {{order: 3, precision: double, flux: {}}}
time: {{end: 6 ns}}
output: {{dft: {{frequencies: [1 GHz], after: 3 ns}}}}
)",
                             line.length, line.width, line.height, line.voltage, line.resistance, flux));
}

TEST(SpectraRun, AGapFeedsALineAsItsCircuitSays) {
  const FedLine line;
  const auto exact = [&](const Vec3& x) { return ComplexVector{0, 0, line.field(x[0])}; };
  for (const char* flux : {"centred", "upwind"}) {
    const auto run = runFedLine(line, flux);
    const DftFile E(run, "1GHz", "E");
    E.expectLengths();
    const double error = E.error(exact);
    if (mpiRank(MPI_COMM_WORLD) == 0) fmt::print("field in a fed line, {}: relative error {:.2e}\n", flux, error);
    // At P3 the mesh has 60 cells a wavelength, and what is left is the time step. Leap-frog takes the field at an
    // absorbing face from the beginning of the step, half a step early; Runge-Kutta is of fourth order, below single
    // precision of the file.
    const double halfStep = pi * line.frequency * run.summary["dt_s"].get<double>();
    EXPECT_LT(error, flux == std::string("centred") ? halfStep : 1e-5);
  }
}

TEST(SpectraRun, TheExactFieldOfAShortLineIsThatOfADivider) {
  FedLine line;
  line.frequency = 1e7;
  // V = V0 Z / (R + Z), but for the line's own length, k l = 0.006, in the mean of its ends.
  const double Z = constants::z0 * line.height / line.width;
  const double divided = line.voltage * Z / (line.resistance + Z);
  EXPECT_NEAR(std::abs(line.field(0.5 * line.length)) * line.height / divided, 1, 0.006);
}

}  // namespace
}  // namespace fluxtet::test
