// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Scattering parameters of lumped ports on a line of two parallel plates with magnetic side walls, which carries a wave
// in one dimension, against the closed form.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;

constexpr double portLength = 2.5e-3, lineLength = 55e-3, width = 10e-3, height = 5e-3;  // m
constexpr std::array<double, 2> impedance{50, 100};                                      // ohm

/// The line along x with a port over its whole cross section at either end, and with so many cells along each port; the
/// others are as long as a port.
Mesh lineMesh(int cellsOfPort = 1) {
  constexpr int cellsBetween = 22;
  const int cells = cellsBetween + 2 * cellsOfPort;
  BoxMesh box;
  box.size = {static_cast<double>(cells), width, height};
  box.cells = {cells, 4, 2};
  Mesh mesh = makeBoxMesh(box);
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 3) {
    double& x = mesh.vertices[i];
    const double inPorts = std::min<double>(x, cellsOfPort) + std::max<double>(0, x - cellsOfPort - cellsBetween);
    x = portLength / cellsOfPort * inPorts + lineLength / cellsBetween * (x - inPorts);
  }
  mesh.groups.regions = {"Left", "Line", "Right"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const int x = static_cast<int>(e / 6) % cells;
    mesh.region[e] = x < cellsOfPort ? 0 : x < cellsOfPort + cellsBetween ? 1 : 2;
  }
  return mesh;
}

/// S of the port j (excited) at a frequency, Hz, and the impedance that it sees, ohm. `admittance`: of what lies
/// between the plates at either end, 1/ohm. In each of the three sections E_z(x) is a sum of two waves with the
/// section's propagation constant, and in that of port j, besides, what its current density makes; E_z and its slope
/// are continuous, and the slope is 0 at the magnetic walls at both ends.
struct ClosedForm {
  std::array<Complex, 2> s;
  Complex impedance;
};
ClosedForm closedForm(double frequency, int j, const std::array<Complex, 2>& admittance) {
  const double omega = 2 * constants::pi * frequency;
  const std::array<double, 4> x{0, portLength, portLength + lineLength, 2 * portLength + lineLength};
  std::array<Complex, 3> conduction{}, wave{}, part{};
  for (int r = 0; r < 3; ++r) {
    const Complex sigma = r == 1 ? 0 : admittance[r / 2] * height / (width * portLength);
    conduction[r] = sigma + Complex(0, omega * constants::epsilon0);
    wave[r] = std::sqrt(Complex(0, omega * constants::mu0) * conduction[r]);
  }
  part[2 * j] = -1 / (impedance[j] * width * portLength) / conduction[2 * j];  // of a generator of 1 V
  Eigen::Matrix<Complex, 6, 6> matrix = Eigen::Matrix<Complex, 6, 6>::Zero();
  Eigen::Matrix<Complex, 6, 1> right = Eigen::Matrix<Complex, 6, 1>::Zero();
  const auto add = [&](int row, int r, double at, bool slope, double sign) {
    const Complex g = wave[r], forth = std::exp(-g * (at - x[r])), back = std::exp(g * (at - x[r + 1]));
    matrix(row, 2 * r) += sign * (slope ? -g : 1) * forth;
    matrix(row, 2 * r + 1) += sign * (slope ? g : 1) * back;
  };
  add(0, 0, x[0], true, 1);
  add(1, 2, x[3], true, 1);
  for (int k = 0; k < 2; ++k) {
    for (const bool slope : {false, true}) {
      const int row = 2 + 2 * k + (slope ? 1 : 0);
      add(row, k, x[k + 1], slope, 1);
      add(row, k + 1, x[k + 1], slope, -1);
      if (!slope) right(row) = part[k + 1] - part[k];
    }
  }
  const Eigen::Matrix<Complex, 6, 1> u = matrix.fullPivLu().solve(right);
  std::array<Complex, 2> voltage;
  for (int p = 0; p < 2; ++p) {
    const Complex gd = wave[2 * p] * portLength;
    const Complex mean = (u(4 * p) + u(4 * p + 1)) * (1.0 - std::exp(-gd)) / gd + part[2 * p];
    voltage[p] = -mean * height;
  }
  ClosedForm form;
  for (int p = 0; p < 2; ++p)
    form.s[p] = (2.0 * voltage[p] - (p == j ? 1.0 : 0.0)) * std::sqrt(impedance[j] / impedance[p]);
  form.impedance = voltage[j] / ((1.0 - voltage[j]) / impedance[j]);
  return form;
}

std::string lineCase(const std::string& mesh) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{Left: air, Line: air, Right: air}}
boundaries: {{x-: pmc, x+: pmc, y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports:
  - {{name: P1, region: Left, direction: [0, 0, 1], impedance: 50 ohm, excite: true}}
  - {{name: P2, region: Right, direction: [0, 0, 2], impedance: 100 ohm, excite: true}}
time: {{end: 20 ns, untilDecay: -80 dB}}
output:
  sParameters: {{band: {{from: 500 MHz, to: 4 GHz, points: 15}}}}
)",
                     mesh);
}

/// Both ports against the closed form: S, phases, impedances, that of the voltage and the current over time, and the
/// energy balance. `most`: error of S.
void expectClosedForm(const Mesh& mesh, const std::string& more, const char* what, double most) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), mesh, {}, 1);
  const CaseRun run = runCase("ports-line", lineCase(file.string()) + more);
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  const auto& frequency = table["frequency"];
  ASSERT_EQ(frequency.size(), 60U);
  double worst = 0, worstPhase = 0, worstImpedance = 0;
  for (std::size_t row = 0; row < frequency.size(); ++row) {
    const int excited = row < 30 ? 0 : 1, port = static_cast<int>(row % 2);
    const ClosedForm expected = closedForm(frequency[row], excited, {1 / impedance[0], 1 / impedance[1]});
    const Complex s(table["S_re"][row], table["S_im"][row]), exact = expected.s[static_cast<std::size_t>(port)];
    worst = std::max(worst, std::abs(s - exact));
    worstPhase = std::max(worstPhase, std::abs(std::arg(s / exact)) * 180 / constants::pi);
    if (port != excited) continue;
    const Complex z(table["Z_re"][row], table["Z_im"][row]);
    worstImpedance = std::max(worstImpedance, std::abs(z / expected.impedance - 1.0));
  }
  fmt::print("| two ports on a line{}, 0.5 to 4 GHz | S {:.1e} | phase {:.2f} deg | impedance {:.1e} |\n", what, worst,
             worstPhase, worstImpedance);
  EXPECT_LT(worst, most);
  EXPECT_LT(worstPhase, 200 * most);
  EXPECT_LT(worstImpedance, 5 * most);
  const Table series = readTable(run.directory / "P1" / "ports" / "P1.csv", 1);
  constexpr double at = 2e9;
  Complex voltage = 0, current = 0;
  for (std::size_t row = 0; row < series["time"].size(); ++row) {
    const Complex turn = std::polar(1.0, -2 * constants::pi * at * series["time"][row]);
    voltage += turn * series["voltage"][row];
    current += turn * series["current"][row];
  }
  EXPECT_LT(std::abs(voltage / current / closedForm(at, 0, {1 / impedance[0], 1 / impedance[1]}).impedance - 1.0),
            5 * most);
  const auto& matrix = run.summary["sParameters"];
  EXPECT_NEAR(matrix["largest_singular_value"]["value"].get<double>(), 1, 1e-3);  // the line has no loss
  EXPECT_LT(matrix["largest_asymmetry"]["value"].get<double>(), 1e-3);
  EXPECT_TRUE(std::filesystem::exists(run.directory / "sParameters.s2p"));
}

// Everything at its defaults: the waveform that follows from the band, P2, penalised flux. 24 nodes a wavelength at 4
// GHz leave a few 1e-4.
TEST(Ports, scatterOnALineAsTheClosedFormSays) {
  expectClosedForm(lineMesh(), "", "", 1e-3);
}

// Elements an eighth as thick in the ports take small steps, and the filter has an inductance in series with them,
// which would move S by 8e-4.
TEST(Ports, scatterWithLocalTimeStepsAsTheClosedFormSays) {
  expectClosedForm(lineMesh(8), "dgtd: {localTimeStepping: {levels: 3}}\n", ", local time steps", 2.5e-4);
}

/// A load at the far end of the line, and its admittance at s = j omega, 1/ohm.
struct Load {
  std::string keys;
  Complex (*admittance)(Complex s);
  bool isShort = false;  ///< so good a conductor that fields fade in it within a fraction of an element
};

CaseRun runLoad(const Load& load, const std::string& mesh) {
  return runCase("loads-line", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{Left: air, Line: air, Right: air}}
boundaries: {{x-: pmc, x+: pmc, y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports: [{{name: P1, region: Left, direction: [0, 0, 1], excite: true}}]
loads: [{{region: Right, direction: [0, 0, 1], {}}}]
time: {{end: 40 ns, untilDecay: -80 dB}}
output: {{sParameters: {{band: {{from: 500 MHz, to: 4 GHz, points: 15}}}}}}
)",
                                           mesh, load.keys));
}

/// The largest error of S11.
double errorOf(const Load& load, const CaseRun& run) {
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  double worst = 0;
  for (std::size_t row = 0; row < table["frequency"].size(); ++row) {
    const double frequency = table["frequency"][row];
    const Complex admittance = load.admittance(Complex(0, 2 * constants::pi * frequency));
    const Complex s(table["S_re"][row], table["S_im"][row]);
    const Complex exact = closedForm(frequency, 0, {1 / impedance[0], admittance}).s[0];
    // The mesh knows the place of a short circuit to a fraction of an element only, which turns the phase.
    worst = std::max(worst, load.isShort ? std::abs(std::abs(s) - std::abs(exact)) : std::abs(s - exact));
  }
  return worst;
}

// Circuit elements of several kinds in place of the second port; the tolerance is that of the ports. The last ones are
// next to a short circuit and to nothing.
TEST(Loads, reflectOnALineAsTheClosedFormSays) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), lineMesh(), {}, 1);
  const Load loads[] = {
      {"resistance: 50 ohm, inductance: 5 nH", [](Complex s) { return 1.0 / (50.0 + s * 5e-9); }},
      {"resistance: 50 ohm, capacitance: 1 pF", [](Complex s) { return 1.0 / (50.0 + 1.0 / (s * 1e-12)); }},
      {"resistance: 10 ohm, inductance: 2 nH, capacitance: 0.5 pF",
       [](Complex s) { return 1.0 / (10.0 + s * 2e-9 + 1.0 / (s * 0.5e-12)); }},
      {"resistance: 50 ohm, capacitance: 1 pF, connection: parallel", [](Complex s) { return 1.0 / 50 + s * 1e-12; }},
      {"resistance: 300 ohm, inductance: 2 nH, capacitance: 1 pF, connection: parallel",
       [](Complex s) { return 1.0 / 300 + 1.0 / (s * 2e-9) + s * 1e-12; }},
      {"capacitance: 2 pF", [](Complex s) { return s * 2e-12; }},
      {"inductance: 10 nH", [](Complex s) { return 1.0 / (s * 10e-9); }},
      {"resistance: 1 mohm", [](Complex) { return Complex(1000); }, true},
      {"resistance: 1 Gohm, inductance: 1 H", [](Complex s) { return 1.0 / (1e9 + s); }},
  };
  for (const Load& load : loads) {
    const double worst = errorOf(load, runLoad(load, file.string()));
    fmt::print("| load of {} | S11 {:.1e} |\n", load.keys, worst);
    // The skin of the short circuit, many times thinner than an element, takes 1.5e-3 of the amplitude at 4 GHz; what
    // it takes on this mesh is right in its order of magnitude only.
    EXPECT_LT(worst, load.isShort ? 1e-2 : 1e-3) << load.keys;
  }
}

// Elements an eighth as thick in port and load. By default steps are only so long that the inductance which the filter
// has in series with the load is small; a matched end in the place of an excited port has it too.
TEST(Loads, keepTheirValueWithLocalTimeSteps) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), lineMesh(8), {}, 1);
  const Load loads[] = {
      {"resistance: 50 ohm", [](Complex) { return Complex(1.0 / 50); }},
      {"resistance: 10 ohm, inductance: 2 nH", [](Complex s) { return 1.0 / (10.0 + s * 2e-9); }},
  };
  for (const Load& load : loads) {
    const CaseRun run = runLoad(load, file.string());
    // A GPU takes none for so few elements.
    if (runSettings().backend != Backend::cuda) {
      ASSERT_TRUE(run.summary.contains("local_time_steps"));
      ASSERT_GE(run.summary["local_time_steps"]["levels"].get<int>(), 1);
    }
    const double worst = errorOf(load, run);
    fmt::print("| load of {}, small elements | S11 {:.1e} |\n", load.keys, worst);
    EXPECT_LT(worst, 1e-3) << load.keys;
  }
}

// Lumped elements lie in the permittivity along them: E has no other component on this line, which a tensor with the
// same value there leaves as it is. A conductivity tensor is there, too.
TEST(Loads, andPortsActInATensorAsInItsValueAlongThem) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), lineMesh(), {}, 1);
  const auto tableOf = [&](const char* medium) {
    const CaseRun run = runCase("loads-tensor", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{filling: {}}}
regions: {{Left: filling, Line: filling, Right: filling}}
boundaries: {{x-: pmc, x+: pmc, y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports: [{{name: P1, region: Left, direction: [0, 0, 1], excite: true}}]
loads: [{{region: Right, direction: [0, 0, 1], resistance: 300 ohm, inductance: 2 nH, capacitance: 1 pF, connection: parallel}}]
time: {{end: 40 ns, untilDecay: -80 dB}}
output: {{sParameters: {{band: {{from: 500 MHz, to: 4 GHz, points: 15}}}}}}
)",
                                                            file.string(), medium));
    return readTable(run.directory / "sParameters.csv", 2);
  };
  const Table scalar = tableOf("{epsilon_r: 4, sigma: 2 mS/m}");
  const Table tensor = tableOf("{epsilon_r: [2, 3, 4], sigma: [0 S/m, 5 mS/m, 2 mS/m]}");
  double worst = 0;
  for (std::size_t row = 0; row < 15; ++row)
    worst = std::max(
        worst, std::abs(Complex(scalar["S_re"][row] - tensor["S_re"][row], scalar["S_im"][row] - tensor["S_im"][row])));
  fmt::print("| port and load in diag(2, 3, 4), beside 4 | S the same | {:.1e} |\n", worst);
  EXPECT_LT(worst, 1e-3);
}

// The conductivity of a load in a region is that of its circuit at the frequency of the scheme.
TEST(Loads, takeWhatThePortGives) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), lineMesh(), {}, 1);
  const CaseRun run = runCase("loads-powers", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{Left: air, Line: air, Right: air}}
boundaries: {{x-: pmc, x+: pmc, y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports: [{{name: P1, region: Left, direction: [0, 0, 1], excite: true, waveform: {{sine: {{frequency: 2 GHz}}}}}}]
loads: [{{region: Right, direction: [0, 0, 1], resistance: 50 ohm, inductance: 5 nH}}]
time: {{end: 5 ns}}
output: {{dft: {{frequencies: [2 GHz], fields: [E, H], after: 3 ns}}, sar: {{}}}}
)",
                                                          file.string()));
  const auto& powers = run.summary["powers"];
  const double imbalance = powers["imbalance"].get<double>();
  fmt::print("| powers of a port and a load: imbalance | 0 | {:.1e} | 5e-3 |\n", imbalance);
  EXPECT_LT(imbalance, 5e-3);
  EXPECT_GT(powers["absorbed_by_walls_and_loads_W"]["Right"].get<double>(), 0);
}

/// A line of two sections along x with the surface "Middle" between them.
constexpr std::array<double, 2> section{30e-3, 20e-3};  // m

Mesh dividedLine() {
  BoxMesh box;
  box.size = {section[0] + section[1], width, height};
  box.cells = {10, 2, 1};
  Mesh mesh = makeBoxMesh(box);
  const auto middle = static_cast<std::int32_t>(mesh.groups.surfaces.size());
  mesh.groups.surfaces.push_back("Middle");
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    bool isThere = true;
    for (std::size_t v = 0; v < 4; ++v) {
      const double x = mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[face / 4 * 4 + v])];
      if (v != face % 4 && std::abs(x - section[0]) > 1e-9) isThere = false;
    }
    if (isThere) mesh.faceGroup[face] = middle;
  }
  return mesh;
}

/// S of the ports at its beginning and in its middle, of these impedances, with the admittance `end` at its end:
/// the sections are lines of the impedance Z0 height / width.
Eigen::Matrix2cd scatteringOfDividedLine(double frequency, Complex end, const std::array<double, 2>& onStrips) {
  const double k = 2 * constants::pi * frequency / constants::c0, Y0 = width / (height * constants::z0);
  const Complex j(0, 1), tangent = j * std::tan(k * section[1]);
  const Complex behind = Y0 * (end + Y0 * tangent) / (Y0 + end * tangent);
  const Complex own = Y0 / (j * std::tan(k * section[0])), mutual = -Y0 / (j * std::sin(k * section[0]));
  Eigen::Matrix2cd Y;
  Y << own + 1 / onStrips[0], mutual, mutual, own + behind + 1 / onStrips[1];
  Eigen::Matrix2cd S;
  for (int excited = 0; excited < 2; ++excited) {
    Eigen::Vector2cd current = Eigen::Vector2cd::Zero();
    current[excited] = 1 / onStrips[excited];  // of a generator of 1 V
    const Eigen::Vector2cd voltage = Y.fullPivLu().solve(current);
    for (int port = 0; port < 2; ++port)
      S(port, excited) =
          (2.0 * voltage[port] - (port == excited ? 1.0 : 0.0)) * std::sqrt(onStrips[excited] / onStrips[port]);
  }
  return S;
}

const Load loadsOfStrips[] = {
    {"resistance: 50 ohm", [](Complex) { return Complex(1.0 / 50); }},
    {"resistance: 600 ohm", [](Complex) { return Complex(1.0 / 600); }},
    {"resistance: 50 ohm, inductance: 5 nH", [](Complex s) { return 1.0 / (50.0 + s * 5e-9); }},
    {"resistance: 50 ohm, capacitance: 1 pF", [](Complex s) { return 1.0 / (50.0 + 1.0 / (s * 1e-12)); }},
    {"resistance: 10 ohm, inductance: 2 nH, capacitance: 0.5 pF",
     [](Complex s) { return 1.0 / (10.0 + s * 2e-9 + 1.0 / (s * 0.5e-12)); }},
    {"resistance: 50 ohm, capacitance: 1 pF, connection: parallel", [](Complex s) { return 1.0 / 50 + s * 1e-12; }},
    {"resistance: 600 ohm, inductance: 2 nH, connection: parallel",
     [](Complex s) { return 1.0 / 600 + 1.0 / (s * 2e-9); }},
    {"resistance: 300 ohm, inductance: 2 nH, capacitance: 1 pF, connection: parallel",
     [](Complex s) { return 1.0 / 300 + 1.0 / (s * 2e-9) + s * 1e-12; }},
    {"capacitance: 2 pF", [](Complex s) { return s * 2e-12; }},
    {"inductance: 10 nH", [](Complex s) { return 1.0 / (s * 10e-9); }},
};

/// A load has no volume, so that the closed form is that of a line; what is left are errors of the elements and, with
/// x = omega dt, 3/8 x^2 of each resistance, or x / 2 of one that limits the time step, and x^2 / 24 of the other
/// elements.
constexpr double errorOnStrips = 5e-3;

/// Largest error of S between two ports on strips, of 400 ohm at the outer end and of `middle`, ohm, inside of the
/// mesh, with a load at the other end.
double errorBetweenStrips(double middle, const CaseRun& run, const Load& load) {
  const Table table = readTable(run.directory / "sParameters.csv", 2);
  EXPECT_EQ(table["frequency"].size(), 60U);
  double worst = 0;
  for (std::size_t row = 0; row < table["frequency"].size(); ++row) {
    const double frequency = table["frequency"][row];
    const Complex s(table["S_re"][row], table["S_im"][row]);
    const auto exact =
        scatteringOfDividedLine(frequency, load.admittance(Complex(0, 2 * constants::pi * frequency)), {400, middle});
    worst = std::max(worst, std::abs(s - exact(static_cast<int>(row % 2), row < 30 ? 0 : 1)));
  }
  return worst;
}

// The resistance of 100 ohm, 0.53 of that of free space for each square, limits the time step and has a lag of x / 2,
// so that the port which is not excited reflects x / 4 of a wave, 0.8 %. The matrix of both runs is free of that.
TEST(Strips, scatterAsPortsOfALine) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), dividedLine(), {}, 1);
  const Load& load = loadsOfStrips[5];
  for (const double middle : {400.0, 100.0}) {
    const CaseRun run = runCase("strips-line", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports:
  - {{name: P1, surface: x-, direction: [0, 0, 1], impedance: 400 ohm, excite: true}}
  - {{name: P2, surface: Middle, direction: [0, 0, 1], impedance: {} ohm, excite: true}}
loads: [{{surface: x+, direction: [0, 0, 1], {}}}]
time: {{end: 20 ns, untilDecay: -80 dB}}
output: {{sParameters: {{band: {{from: 500 MHz, to: 4 GHz, points: 15}}}}}}
)",
                                                           file.string(), middle, load.keys));
    const double worst = errorBetweenStrips(middle, run, load);
    const auto& matrix = run.summary["sParameters"];
    const double asymmetry = matrix["largest_asymmetry"]["value"].get<double>();
    fmt::print("| strips of 400 and {} ohm on a line, 0.5 to 4 GHz | S {:.1e} | asymmetry {:.1e} |\n", middle, worst,
               asymmetry);
    EXPECT_LT(worst, 1e-3);
    EXPECT_LT(asymmetry, 2e-4);
    EXPECT_LT(matrix["largest_singular_value"]["value"].get<double>(), 1 + 2e-3);
  }
}

// Each load at the end of the mesh, where its law is that of a wall, and every second one inside of it, where it is
// that of a sheet, of either form, with an open line behind.
TEST(Strips, reflectAsLoadsOfALine) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), dividedLine(), {}, 1);
  for (const bool isInside : {false, true})
    for (std::size_t i = 0; i < std::size(loadsOfStrips); i += isInside ? 2 : 1) {
      const Load& load = loadsOfStrips[i];
      const CaseRun run = runCase("strips-loads", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{{} y-: pmc, y+: pmc, z-: pec, z+: pec}}
ports: [{{name: P1, surface: x-, direction: [0, 0, 1], impedance: 400 ohm, excite: true}}]
loads: [{{surface: {}, direction: [0, 0, 1], {}}}]
time: {{end: 40 ns, untilDecay: -80 dB}}
output: {{sParameters: {{band: {{from: 500 MHz, to: 4 GHz, points: 15}}}}}}
)",
                                                              file.string(), isInside ? "x+: pmc," : "",
                                                              isInside ? "Middle" : "x+", load.keys));
      const Table table = readTable(run.directory / "sParameters.csv", 2);
      const auto exact = [&](double frequency) {
        const double k = 2 * constants::pi * frequency / constants::c0, Y0 = width / (height * constants::z0);
        const double length = section[0] + (isInside ? 0 : section[1]);
        Complex end = load.admittance(Complex(0, k * constants::c0));
        if (isInside) end += Y0 * Complex(0, std::tan(k * section[1]));
        const Complex tangent(0, std::tan(k * length)), seen = Y0 * (end + Y0 * tangent) / (Y0 + end * tangent);
        return (1.0 / 400 - seen) / (1.0 / 400 + seen);
      };
      // Elements shift resonances, such as that of 2 pF and the open line at 4 GHz, by less than 1e-4.
      double worst = 0;
      for (std::size_t row = 0; row < table["frequency"].size(); ++row) {
        const double f = table["frequency"][row];
        const Complex s(table["S_re"][row], table["S_im"][row]);
        worst = std::max(worst, std::abs(s - exact(f)) - std::abs(exact(f * (1 + 1e-4)) - exact(f)));
      }
      fmt::print("| strip {} of {} | S11 beyond that {:.1e} |\n", isInside ? "inside" : "at the end", load.keys, worst);
      EXPECT_LT(worst, errorOnStrips) << load.keys;
    }
}

// What a port on a strip gives goes into a sheet across the line, a load at its end and a plate of metal. Sheet and
// load take shares that follow from the voltages of the line.
TEST(Strips, givesWhatSheetsLoadsAndWallsTake) {
  const TemporaryFolder folder;
  const auto file = folder / "line.h5";
  writeMeshFile(file.string(), dividedLine(), {}, 1);
  const CaseRun run = runCase("strips-powers", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{y-: pmc, y+: pmc, z-: {{conductor: {{sigma: 1e5 S/m}}}}, z+: pec, Middle: {{sheet: {{resistance: 300 ohm}}}}}}
ports: [{{name: P1, surface: x-, direction: [0, 0, 1], impedance: 400 ohm, excite: true,
          waveform: {{sine: {{frequency: 2 GHz}}}}}}]
loads: [{{surface: x+, direction: [0, 0, 1], resistance: 50 ohm, capacitance: 1 pF, connection: parallel}}]
time: {{end: 12 ns}}
output: {{dft: {{frequencies: [2 GHz], fields: [E, H], after: 6 ns}}, sar: {{}}}}
)",
                                                           file.string()));
  const auto& powers = run.summary["powers"];
  const auto& taken = powers["absorbed_by_walls_and_loads_W"];
  const double accepted = powers["accepted_W"].get<double>(), imbalance = powers["imbalance"].get<double>();
  const double omega = 2 * constants::pi * 2e9, k = omega / constants::c0, Y0 = width / (height * constants::z0);
  const Complex ratio =
      std::cos(k * section[1]) + Complex(0, std::sin(k * section[1])) * Complex(1.0 / 50, omega * 1e-12) / Y0;
  const double expected = std::norm(ratio) * 50 / (300 * height / width);
  const double found = taken["Middle"].get<double>() / taken["x+"].get<double>();
  fmt::print("| powers of a port on a strip: imbalance | 0 | {:.1e} | 5e-3 |\n", imbalance);
  fmt::print("| sheet over load | {:.5f} | {:.5f} | 1.5 % |\n| the plate's share | | {:.2e} | |\n", expected, found,
             taken["z-"].get<double>() / accepted);
  EXPECT_LT(imbalance, 5e-3);
  // The plate is part of the line, which the closed form takes as free of loss.
  EXPECT_NEAR(found, expected, 0.015 * expected);
  // Rs |H|^2 of both ends' currents at most; the plate takes something, but little.
  EXPECT_GT(taken["z-"].get<double>(), 1e-5 * accepted);
  EXPECT_LT(taken["z-"].get<double>(), 5e-2 * accepted);
}

}  // namespace
}  // namespace fluxtet::test
