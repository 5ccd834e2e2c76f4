// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Dispersive half spaces that one pulse meets, at several frequencies, in amplitude and phase; the power that a
// dispersive medium takes; the time step.
#include "lib/base/constants.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;
constexpr double pi = constants::pi;

/// A guide along z of square cells, one across, whose far half z > 0 is of another material; `half`: length of a half.
struct Guide {
  int cellsOfHalf;
  double half;  ///< m

  std::string write(const TemporaryFolder& folder) const {
    Mesh mesh = guideMesh({1, 1, 2 * cellsOfHalf});
    const double cell = half / cellsOfHalf;
    for (std::size_t i = 0; i < mesh.vertices.size(); i += 3) {
      mesh.vertices[i] *= cell / 0.1;
      mesh.vertices[i + 1] *= cell / 0.1;
      mesh.vertices[i + 2] = (mesh.vertices[i + 2] - 0.5) * 2 * half;
    }
    const std::string file = (folder / "guide.h5").string();
    writeMeshFile(file, mesh, {}, 1);
    return file;
  }
};

/// TEM wave from the inlet: E along x between PEC walls x and PMC walls y.
std::string waveOn(const std::string& mesh, const std::string& far, const std::string& waveform,
                   const std::string& end) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{vacuum: {{}}, far: {}}}
regions: {{Near: vacuum, Far: far}}
boundaries: {{WallX: pec, WallY: pmc, Inlet: absorbing, Outlet: pec}}
sources: [{{planeWave: {{direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Inlet, waveform: {}}}}}]
dgtd: {{order: 4, precision: double}}
time: {}
)",
                     mesh, far, waveform, end);
}

/// The wave that comes back over the one that goes there, both at z = 0, [frequency]; from E and H at a point before.
std::vector<Complex> reflections(const CaseRun& run, const std::vector<double>& frequencies, double z) {
  const Table fields = readTable(run.directory / "dft" / "points.csv");  // the point is called 1
  std::vector<Complex> result;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const Complex E(fields["Ex_re"][i], fields["Ex_im"][i]), H(fields["Hy_re"][i], fields["Hy_im"][i]);
    const double k = 2 * pi * frequencies[i] / constants::c0;
    result.push_back((E - constants::z0 * H) / (E + constants::z0 * H) * std::polar(1.0, -2 * k * z));
  }
  return result;
}

/// A half space and what it reflects.
struct HalfSpace {
  const char* name;
  const char* material;
  Guide guide;
  const char *waveform, *end;
  std::vector<double> frequencies, magnitudes;  ///< Hz, |R|
  Complex (*permittivity)(double omega);        ///< or permeability
  bool isMagnetic = false;                      ///< the permeability depends on frequency, and the permittivity is 1
};

// Debye: epsilon = 4.9 + 75.2 / (1 + j w tau); Lorentz: 1 + 3 w0^2 / (w0^2 - w^2 + 2 j w d). R = (1 - n) / (1 + n).
const HalfSpace halfSpaces[] = {
    {"water (Debye)",
     "{epsilon_r: 4.9, debye: [{delta: 75.2, tau: 9.36 ps}]}",
     {24, 12e-3},
     "{gaussian: {frequency: 10 GHz, bandwidth: 20 GHz}}",
     "{end: 0.6 ns}",
     {1e9, 5e9, 10e9, 20e9},
     {0.798907, 0.796919, 0.791265, 0.773858},
     [](double w) { return 4.9 + 75.2 / Complex(1, w * 9.36e-12); }},
    {"the dual of water (Debye poles of the permeability)",
     "{mu_r: 4.9, magnetic: {debye: [{delta: 75.2, tau: 9.36 ps}]}}",
     {24, 12e-3},
     "{gaussian: {frequency: 10 GHz, bandwidth: 20 GHz}}",
     "{end: 0.6 ns}",
     {1e9, 5e9, 10e9, 20e9},
     {0.798907, 0.796919, 0.791265, 0.773858},
     [](double w) { return 4.9 + 75.2 / Complex(1, w * 9.36e-12); },
     true},
    {"resonance (Lorentz)",
     "{lorentz: [{delta: 3, frequency: 3 GHz, damping: 1e9 1/s}]}",
     {100, 0.8},
     "{gaussian: {frequency: 4 GHz, bandwidth: 4 GHz}}",
     "{end: 10.5 ns}",
     {2e9, 3e9, 3.5e9, 4e9, 6e9},
     {0.432601, 0.765287, 0.882353, 0.898330, 0.683578},
     [](double w) {
       const double w0 = 2 * pi * 3e9;
       return 1.0 + 3 * w0 * w0 / Complex(w0 * w0 - w * w, 2 * w * 1e9);
     }},
};

TEST(Dispersion, HalfSpacesReflectOnePulseAsTheirPermittivitySaysAtEachFrequency) {
  for (const HalfSpace& space : halfSpaces) {
    const TemporaryFolder folder;
    const double cell = space.guide.half / space.guide.cellsOfHalf, z = -2.5 * cell;
    std::string frequencies;
    for (const double f : space.frequencies) frequencies += fmt::format("{}{} Hz", frequencies.empty() ? "" : ", ", f);
    const std::string dft =
        fmt::format("output: {{dft: {{kind: integral, frequencies: [{}], points: [{{name: 1, at: [{}, {}, {}]}}]}}}}\n",
                    frequencies, 0.3 * cell, 0.4 * cell, z);
    const CaseRun run = runCase("dispersive-half-space",
                                waveOn(space.guide.write(folder), space.material, space.waveform, space.end) + dft);
    const std::vector<Complex> found = reflections(run, space.frequencies, z);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Complex n = std::sqrt(space.permittivity(2 * pi * space.frequencies[i]));
      // The impedance of a magnetic one is n instead of 1 / n.
      const Complex exact = (space.isMagnetic ? -1.0 : 1.0) * (1.0 - n) / (1.0 + n);
      ASSERT_NEAR(std::abs(exact), space.magnitudes[i], 1e-6);
      fmt::print("| half space, {}, {} GHz: abs(R), error in amplitude and phase | {:.6f} | {:.6f}, {:.1e} | 0.002 |\n",
                 space.name, space.frequencies[i] / 1e9, std::abs(exact), std::abs(found[i]),
                 std::abs(found[i] - exact));
      EXPECT_NEAR(std::abs(found[i]), std::abs(exact), 0.002);
      EXPECT_LT(std::abs(found[i] - exact), 0.002);
    }
  }
}

TEST(Dispersion, KeepsTheTimeStepOfThePermittivityAtInfiniteFrequency) {
  const TemporaryFolder folder;
  const std::string mesh = Guide{8, 4e-3}.write(folder);
  const auto stepOf = [&](const std::string& far) {
    const std::string waveform = "{gaussian: {frequency: 10 GHz, bandwidth: 20 GHz}}";
    return runCase("dispersive-step", waveOn(mesh, far, waveform, "{steps: 3}")).summary.at("dt_s").get<double>();
  };
  const double plain = stepOf("{epsilon_r: 1.5}");
  for (const char* terms : {"debye: [{delta: 75.2, tau: 1 fs}]", "drude: [{plasmaFrequency: 2000 THz}]",
                            "lorentz: [{delta: 3, frequency: 900 THz, damping: 1e9 1/s}]",
                            "poles: [{pole: [-1e15 1/s, 3e15 1/s], residue: [0, -2e15 1/s]}]"})
    EXPECT_EQ(stepOf(fmt::format("{{epsilon_r: 1.5, {}}}", terms)), plain) << terms;
}

// What enters through the inlet is absorbed: the wave fades before it reaches the conductor at the far end.
TEST(Dispersion, TakesThePowerThatEnters) {
  const TemporaryFolder folder;
  const std::string mesh = Guide{24, 12e-3}.write(folder);
  const std::string output = "output: {dft: {frequencies: [10 GHz], after: 0.8 ns}, sar: {averages: []}}\n";
  const CaseRun run =
      runCase("dispersive-power", waveOn(mesh, "{epsilon_r: 4.9, density: 1000, debye: [{delta: 75.2, tau: 9.36 ps}]}",
                                         "{sine: {frequency: 10 GHz, ramp: 4}}", "{end: 1.2 ns}") +
                                      output);
  const auto& powers = run.summary.at("powers");
  const double cell = 0.5e-3, n = 0.791265;  // |R|
  const double expected = (1 - n * n) * cell * cell / (2 * constants::z0);
  const double absorbed = powers.at("absorbed_W").get<double>(), outgoing = powers.at("outgoing_W").get<double>();
  fmt::print("| power absorbed by water at 10 GHz over the closed form | 1 | {:.5f} | 0.5 % |\n", absorbed / expected);
  fmt::print("| the same over the power that enters | 1 | {:.5f} | 0.5 % |\n", -absorbed / outgoing);
  EXPECT_NEAR(absorbed, expected, 0.005 * expected);
  EXPECT_NEAR(-outgoing, absorbed, 0.005 * absorbed);
}

}  // namespace
}  // namespace fluxtet::test
