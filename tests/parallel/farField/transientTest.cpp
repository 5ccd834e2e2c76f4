// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Far fields over time of whole runs: against the closed form of a dipole, and against far fields at given frequencies.
#include "lib/base/mpi.hpp"
#include "tests/parallel/farField/pulsedDipole.hpp"
#include "tests/support/caseRun.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace fluxtet::test {
namespace {

/// The rows of one direction of transientFarField.csv.
struct Signal {
  double theta = 0, phi = 0;                 ///< degrees
  std::vector<double> time;                  ///< s
  std::array<std::vector<double>, 2> field;  ///< [theta, phi] r E, V
};

std::vector<Signal> signalsOf(const CaseRun& run) {
  const Table table = readTable(run.directory / "transientFarField.csv");
  std::vector<Signal> signals;
  for (std::size_t i = 0; i < table["time_s"].size(); ++i) {
    const double theta = table["theta_deg"][i], phi = table["phi_deg"][i];
    if (signals.empty() || signals.back().theta != theta || signals.back().phi != phi)
      signals.push_back({theta, phi, {}, {}});
    signals.back().time.push_back(table["time_s"][i]);
    signals.back().field[0].push_back(table["rE_theta_V"][i]);
    signals.back().field[1].push_back(table["rE_phi_V"][i]);
  }
  return signals;
}

/// Fourier integral of a component, V s.
Complex transform(const Signal& signal, std::size_t component, double f) {
  Complex sum = 0;
  const double interval = signal.time[1] - signal.time[0];
  for (std::size_t k = 0; k < signal.time.size(); ++k)
    sum += interval * signal.field[component][k] * std::polar(1.0, -2 * pi * f * signal.time[k]);
  return sum;
}

TEST(TransientFarField, OfADipoleIsTheClosedFormAtDefaults) {
  const PulsedDipole dipole;
  for (const std::string scheme : {"leapFrog", "rungeKutta"}) {
    const auto run =
        runCase("transient-dipole-" + scheme, box(10, dipole.source() + "dgtd: {order: 3, scheme: " + scheme + R"(}
time: {end: 10 ns}
output: {transientFarField: {directions: [{theta: 90, phi: 0}, {theta: 40, phi: 130}, {theta: 125, phi: -60}]}}
)"));
    const auto signals = signalsOf(run);
    ASSERT_EQ(signals.size(), 3U);
    const double largest = constants::z0 / (4 * pi * constants::c0) * 2 * pi * dipole.frequency;
    for (std::size_t d = 0; d < 3; ++d) {
      const Signal& signal = signals[d];
      double error = 0, peak = 0;
      for (std::size_t k = 0; k < signal.time.size(); ++k) {
        const double exact = dipole.thetaAt(signal.time[k], signal.theta * degree, signal.phi * degree, {0, 0, 0});
        error = std::max({error, std::abs(signal.field[0][k] - exact), std::abs(signal.field[1][k])});
        peak = std::max(peak, std::hypot(signal.field[0][k], signal.field[1][k]));
      }
      if (mpiRank(MPI_COMM_WORLD) == 0)
        fmt::print("far field over time, {}, theta {}: error {:.2e}\n", scheme, signal.theta, error / largest);
      // As for its far field at given frequencies.
      EXPECT_LT(error / largest, 0.01);
      const auto& entry = run.summary["transientFarField"]["directions"][d];
      EXPECT_NEAR(entry["peak_rE_V"].get<double>(), peak, 1e-6 * peak);
      // The run's samples are complete up to its end, less the time that the far side of the box is behind.
      EXPECT_GT(signal.time.back(), 10e-9 - 0.9 / constants::c0);
      EXPECT_LT(signal.time.front(), 0);
    }
  }
}

struct ImageCase {
  std::string name, mesh, walls, images, at;
};

// The same sums by another way: the potentials' values between samples are those of a cubic polynomial and their slopes
// those of one of degree six. With x = omega times the interval these have the relative errors 3 x^4 / 128 and
// x^6 / 140 at most.
TEST(TransientFarField, HasTheFourierIntegralsOfTheFarFieldAtFrequencies) {
  const std::string half = "{box: {size: [1, 1, 0.6], origin: [-0.5, -0.5, 0], cells: [10, 10, 6]}}";
  const std::string open = "x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing";
  const ImageCase cases[] = {{"open", "{box: {size: [1, 1, 1], origin: [-0.5, -0.5, -0.5], cells: [9, 9, 9]}}",
                              open + ", z-: absorbing", "", "[0.01, 0.012, 0.008]"},
                             {"ground", half, open + ", z-: pec", ", ground: z-", "[0.01, 0.012, 0.2]"},
                             {"magnetic", half, open + ", z-: pmc", ", symmetry: [z-]", "[0.01, 0.012, 0.2]"},
                             {"both", "{box: {size: [0.8, 1, 0.8], origin: [0, -0.5, 0], cells: [8, 10, 8]}}",
                              "x-: pmc, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing, z-: pec",
                              ", symmetry: [x-], ground: z-", "[0.25, 0.012, 0.27]"}};
  for (const ImageCase& c : cases) {
    const auto run = runCase("transient-images-" + c.name, fmt::format(R"(
mesh: {0}
materials: {{medium: {{epsilon_r: 1.5, mu_r: 1.2}}}}
regions: {{box: medium}}
boundaries: {{{1}}}
sources: [{{dipole: {{at: {3}, moment: [0.48, 0.6, 0.64],
                    waveform: {{ricker: {{frequency: 350 MHz}}}}}}}}]
dgtd: {{order: 2, precision: double}}
time: {{end: 30 ns}}
output:
  farField: {{frequencies: [250 MHz, 500 MHz], theta: {{from: 20, to: 80, points: 2}}, phi: {{from: 30, to: 150, points: 2}},
             origin: [0.2, -0.1, 0.3]{2}}}
  transientFarField: {{directions: [{{theta: 20, phi: 30}}, {{theta: 80, phi: 30}}, {{theta: 80, phi: 150}}], every: 90 ps,
                      origin: [0.2, -0.1, 0.3]{2}}}
)",
                                                                       c.mesh, c.walls, c.images, c.at));
    const Table table = readTable(run.directory / "farField.csv");
    double largest[2] = {0, 0};
    for (std::size_t i = 0; i < table["phi_deg"].size(); ++i)
      for (const char* name : {"rE_theta_Vs", "rE_phi_Vs"})
        largest[table["frequency_Hz"][i] > 300e6] = std::max(largest[table["frequency_Hz"][i] > 300e6], table[name][i]);
    int compared = 0;
    for (const Signal& signal : signalsOf(run))
      for (std::size_t i = 0; i < table["phi_deg"].size(); ++i) {
        if (table["theta_deg"][i] != signal.theta || table["phi_deg"][i] != signal.phi) continue;
        const double f = table["frequency_Hz"][i], x = 2 * pi * f * (signal.time[1] - signal.time[0]);
        // The files have seven digits, and phases four decimals.
        const double tolerance = (3 * std::pow(x, 4) / 128 + std::pow(x, 6) / 140 + 3e-6) * largest[f > 300e6];
        const Complex theta = std::polar(table["rE_theta_Vs"][i], table["rE_theta_phase_deg"][i] * degree);
        const Complex phi = std::polar(table["rE_phi_Vs"][i], table["rE_phi_phase_deg"][i] * degree);
        EXPECT_LT(std::abs(transform(signal, 0, f) - theta), tolerance) << c.name << ", theta " << signal.theta;
        EXPECT_LT(std::abs(transform(signal, 1, f) - phi), tolerance) << c.name << ", theta " << signal.theta;
        ++compared;
      }
    EXPECT_EQ(compared, 6) << c.name;
  }
}

std::string groundCase(const std::string& more) {
  const PulsedDipole dipole{.at = {0.01, 0.012, 0.2}};
  return R"(
mesh: {box: {size: [1, 1, 0.6], origin: [-0.5, -0.5, 0], cells: [10, 10, 6]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z+: absorbing, z-: pec}
dgtd: {order: 2}
)" + dipole.source() +
         more;
}

TEST(TransientFarField, BehindAGroundIsRefused) {
  const std::string text = groundCase(
      "time: {end: 1 ns}\noutput: {transientFarField: {ground: z-, directions: [{theta: 90, phi: 0}, {theta: 91, phi: "
      "2}]}}\n");
  try {
    runCase("transient-behind", text);
    ADD_FAILURE() << "was not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("directions[1]: theta 91, phi 2 is behind the ground 'z-'"),
              std::string::npos)
        << error.what();
  }
}

TEST(TransientFarField, SamplesTooRareForTheSourcesAreWarnedOf) {
  const auto warnings = [](const std::string& every) {
    const auto run = runCase("transient-rare", groundCase("time: {end: 4 ns}\noutput: {transientFarField: {ground: z-, "
                                                          "directions: [{theta: 45, phi: 0}]" +
                                                          every + "}}\n"));
    return run.summary["warnings"].dump();
  };
  EXPECT_EQ(warnings("").find("transientFarField"), std::string::npos);
  EXPECT_NE(warnings(", every: 6 steps").find("come out too weak by one per cent or more"), std::string::npos);
}

}  // namespace
}  // namespace fluxtet::test
