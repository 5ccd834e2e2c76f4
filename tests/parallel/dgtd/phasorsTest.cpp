// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Phasors at points, on lines and slices of output.dft, with default settings, against closed forms and against the
// files of whole elements.
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "tests/support/caseRun.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
using constants::pi;

/// A CSV file of phasors: text by column.
struct PhasorTable {
  std::map<std::string, std::vector<std::string>> column;

  explicit PhasorTable(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::vector<std::string> names;
    for (std::string line; std::getline(stream, line);) {
      const bool isHeader = names.empty();
      std::istringstream cells(line);
      std::size_t i = 0;
      for (std::string cell; std::getline(cells, cell, ','); ++i) {
        if (isHeader) names.push_back(cell);
        column[names.at(i)];
        if (!isHeader) column[names[i]].push_back(cell);
      }
    }
  }
  std::size_t rows() const { return column.begin()->second.size(); }
  double value(std::size_t row, const std::string& name) const { return std::stod(column.at(name).at(row)); }
  /// "Ez" of an amplitude.
  Complex phasor(std::size_t row, const std::string& name) const {
    const std::string unit = name[0] == 'E' ? " [V/m peak]" : " [A/m peak]";
    return {value(row, name + "_re" + unit), value(row, name + "_im" + unit)};
  }
  Vec3 place(std::size_t row) const { return {value(row, "x [m]"), value(row, "y [m]"), value(row, "z [m]")}; }
};

constexpr const char* cavity = R"(
mesh: {{box: {{size: [1, 0.8, 0.9], cells: [{0}, {0}, {0}]}}}}
materials: {{vacuum: {{}}}}
regions: {{box: vacuum}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 1, p: 0, type: tm}}}}
dgtd: {{order: {1}}}
time: {{end: 20 ns}}
output: {{dft: {{frequencies: [{2:.12g} Hz], {3}}}}}
)";
constexpr double kx = pi, ky = pi / 0.8;
const double w0 = constants::c0 * std::hypot(kx, ky);

Complex exactEz(const Vec3& x) {
  return std::sin(kx * x[0]) * std::sin(ky * x[1]);
}
/// From Faraday's law, for Ez cos(w t): Hx and Hy lead or lag by a quarter of a period.
std::array<Complex, 2> exactH(const Vec3& x) {
  const Complex scale(0, 1 / (constants::mu0 * w0));
  return {scale * ky * std::sin(kx * x[0]) * std::cos(ky * x[1]),
          -scale * kx * std::cos(kx * x[0]) * std::sin(ky * x[1])};
}

/// Largest error of Ez over its peak, and of Hx and Hy over that of H, in a table.
std::array<double, 2> modeErrors(const PhasorTable& table) {
  const double peakH = ky / (constants::mu0 * w0);
  std::array<double, 2> worst{0, 0};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Vec3 x = table.place(row);
    const auto H = exactH(x);
    worst[0] = std::max(worst[0], std::abs(table.phasor(row, "Ez") - exactEz(x)));
    worst[1] = std::max(
        {worst[1], std::abs(table.phasor(row, "Hx") - H[0]) / peakH, std::abs(table.phasor(row, "Hy") - H[1]) / peakH});
  }
  return worst;
}

TEST(Phasors, OfAModeAreTheExactOnesAtPointsOnLinesAndSlices) {
  // At order 2, the default, and 1/8 m, quadratics between nodes h = 1/16 m apart miss a sine by (k h)^3 / (9 sqrt 3),
  // k = 5, with which the mode oscillates 0.1 % beside the exact frequency.
  const auto run = runCase(
      "phasors-mode",
      fmt::format(
          cavity, 8, 2, w0 / (2 * pi),
          "points: [{name: middle, at: [0.5, 0.4, 0.45]}, {name: side, at: [0.1, 0.3, 0.2]}], "
          "lines: [{name: across, from: [0.01, 0.3, 0.4], to: [0.99, 0.3, 0.4], points: 50}], "
          "slices: [{name: xy, origin: [0.01, 0.01, 0.45], u: [0.98, 0, 0], v: [0, 0.78, 0], points: [30, 20]}]"));
  const std::string stem = fmt::format("xy_{:.12g}MHz", w0 / (2 * pi) / 1e6);
  const PhasorTable points(run.directory / "dft/points.csv"), line(run.directory / "dft/lines/across.csv"),
      slice(run.directory / "dft/slices" / (stem + ".csv"));
  EXPECT_EQ(points.column.at("name"), (std::vector<std::string>{"middle", "side"}));
  ASSERT_EQ(line.rows(), 50u);
  EXPECT_NEAR(line.value(49, "distance [m]"), 0.98, 1e-12);
  ASSERT_EQ(slice.rows(), 600u);
  for (const PhasorTable* table : {&points, &line, &slice}) {
    const auto [E, H] = modeErrors(*table);
    if (mpiRank(MPI_COMM_WORLD) == 0) fmt::print("phasors of a mode, P2: E {:.2e}, H {:.2e}\n", E, H);
    EXPECT_LT(E, 0.01);
    EXPECT_LT(H, 0.01);
  }
  // Only where it is wanted: no file of elements.
  EXPECT_FALSE(std::filesystem::exists(run.directory / "dft" / fmt::format("fields_{}.vtkhdf", stem.substr(3))));
  const auto file = hdf5::openFile((run.directory / "dft/slices" / (stem + ".h5")).string());
  EXPECT_EQ(hdf5::shapeOf(file, "H_im"), (std::vector<hsize_t>{20, 30, 3}));
  EXPECT_NEAR(hdf5::read<float>(file, "E_re")[3 * 77 + 2], slice.phasor(77, "Ez").real(), 1e-6);
  EXPECT_NEAR(hdf5::readAttribute<double>(file, "frequency_Hz")[0], w0 / (2 * pi), 1);
  const hdf5::Handle field(hdf5::check(H5Dopen2(file, "H_im", H5P_DEFAULT)));
  EXPECT_EQ(hdf5::readTextAttribute(field, "unit"), "A/m");
  EXPECT_EQ(
      hdf5::readTextAttribute(field, "description"),
      "magnetic field at frequency_Hz, imaginary part of its phasor (peak values, time dependence exp(+i 2 pi f t))");
}

TEST(Phasors, AtPointsAreThoseOfTheElements) {
  // Elements of order 4 have a node in their middle, which belongs to no other.
  constexpr std::size_t np = 35, middle = 34;
  const std::string frequency = fmt::format("{:.12g}MHz", w0 / (2 * pi) / 1e6);
  const auto whole = runCase("phasors-whole", fmt::format(cavity, 2, 4, w0 / (2 * pi), "fields: [E, H]"));
  const auto file = hdf5::openFile((whole.directory / "dft" / fmt::format("fields_{}.vtkhdf", frequency)).string());
  const auto at = hdf5::read<float>(file, "VTKHDF/Points");
  ASSERT_EQ(at.size() % (3 * np), 0u);
  std::string points;
  for (std::size_t cell = 0; cell < at.size() / (3 * np); ++cell) {
    const float* const x = &at[3 * (cell * np + middle)];
    points +=
        fmt::format("{}{{name: c{}, at: [{:.9g}, {:.9g}, {:.9g}]}}", cell == 0 ? "" : ", ", cell, x[0], x[1], x[2]);
  }
  const auto run = runCase("phasors-centres", fmt::format(cavity, 2, 4, w0 / (2 * pi), "points: [" + points + "]"));
  const PhasorTable table(run.directory / "dft/points.csv");
  ASSERT_EQ(table.rows(), at.size() / (3 * np));
  for (const char* field : {"E", "H"}) {
    const auto re = hdf5::read<float>(file, fmt::format("VTKHDF/PointData/{}_re", field));
    const auto im = hdf5::read<float>(file, fmt::format("VTKHDF/PointData/{}_im", field));
    double worst = 0, largest = 0;
    for (std::size_t row = 0; row < table.rows(); ++row)
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t i = 3 * (row * np + middle) + c;
        const Complex X(re[i], im[i]);
        worst = std::max(worst, std::abs(table.phasor(row, fmt::format("{}{}", field, "xyz"[c])) - X));
        largest = std::max(largest, std::abs(X));
      }
    // Places in the file are rounded to single precision, and so are its values.
    EXPECT_LT(worst, 2e-6 * largest) << field;
    EXPECT_GT(largest, 0) << field;
  }
}

TEST(Phasors, OfAPlaneWaveTurnWithItsPhaseAndEAndHAreInPhase) {
  const double frequency = 1e9, k = 2 * pi * frequency / constants::c0;
  const auto run = runCase("phasors-wave", R"(
mesh: {box: {size: [0.3, 0.05, 0.05], cells: [12, 2, 2]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: absorbing, x+: absorbing, y-: pmc, y+: pmc, z-: pec, z+: pec}
sources: [{planeWave: {direction: [1, 0, 0], polarization: [0, 0, 1], boundary: x-, waveform: {sine: {frequency: 1 GHz}}}}]
time: {end: 10 ns}
output: {dft: {frequencies: [1 GHz], after: 6 ns, lines: [{name: axis, from: [0, 0.02, 0.03], to: [0.3, 0.02, 0.03], points: 31}]}}
)");
  const PhasorTable line(run.directory / "dft/lines/axis.csv");
  ASSERT_EQ(line.rows(), 31u);
  double worstPhase = 0, worstSize = 0, worstImpedance = 0;
  const Complex first = line.phasor(0, "Ez");
  for (std::size_t row = 0; row < line.rows(); ++row) {
    const Complex E = line.phasor(row, "Ez"), H = line.phasor(row, "Hy");
    worstPhase = std::max(worstPhase, std::abs(std::arg(E / first * std::polar(1.0, k * line.place(row)[0]))));
    worstSize = std::max(worstSize, std::abs(std::abs(E) - 1));
    worstImpedance = std::max(worstImpedance, std::abs(H / E * constants::z0 + 1.0));
  }
  const double halfStep = pi * frequency * run.summary["dt_s"].get<double>();
  if (mpiRank(MPI_COMM_WORLD) == 0)
    fmt::print("phasors of a wave, P2: phase {:.2e}, size {:.2e}, impedance {:.2e}; half a step is {:.2e}\n",
               worstPhase, worstSize, worstImpedance, halfStep);
  // Half a step between E and H, left out, would be `halfStep` in the impedance. Leap-frog takes the field at the open
  // ends from the beginning of the step, and what they reflect of that is less than half of it.
  EXPECT_LT(worstPhase, 0.5 * halfStep);
  EXPECT_LT(worstSize, 0.5 * halfStep);
  EXPECT_LT(worstImpedance, 0.5 * halfStep);
}

TEST(Phasors, PlacesOutsideTheMeshAreRefusedOnEveryRank) {
  const auto expectRefused = [](const std::string& places, const std::string& expected) {
    try {
      runCase("phasors-outside", fmt::format(cavity, 2, 2, w0 / (2 * pi), places));
      FAIL() << places << " is accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos) << error.what();
    }
  };
  expectRefused("points: [{name: a, at: [0.1, 0.1, 0.1]}, {name: far, at: [1.1, 0.1, 0.1]}]",
                "output.dft.points: 'far' at (1.1, 0.1, 0.1) m lies outside the mesh, which spans (0, 0, 0) to");
  expectRefused("lines: [{name: away, from: [2, 0, 0], to: [3, 0, 0], points: 5}]",
                "output.dft.lines: 'away' lies wholly outside the mesh: check its from and to");
  expectRefused("slices: [{name: over, origin: [0, 0, 2], u: [1, 0, 0], v: [0, 1, 0]}]",
                "output.dft.slices: 'over' lies wholly outside the mesh: check its origin, u and v");
}

}  // namespace
}  // namespace fluxtet::test
