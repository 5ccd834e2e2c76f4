// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Gain and efficiency of what a lumped port feeds: the balance of powers, and circuits that give the same fields.
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <optional>
#include <string>

namespace fluxtet::test {
namespace {

using Complex = std::complex<double>;

/// A current across a cube of 0.2 m in the middle of a cube of 1 m, along x, with a resistance.
struct FedCube {
  double voltage = 1, resistance = 50;
  std::string waveform = "gaussian: {frequency: 300 MHz, bandwidth: 100 MHz, delay: 25 ns}",
              output = "frequencies: [270 MHz, 300 MHz]";
  double feedSigma = 0;
  bool half = false;
  std::string flux = "penalised", end = "60 ns";
};

class Gain : public ::testing::Test {
 protected:
  void SetUp() override {
    if (mpiRank(MPI_COMM_WORLD) == 0) folder_.emplace();
  }
  CaseRun run(const FedCube& c) const {
    const std::string file =
        broadcast(MPI_COMM_WORLD, folder_ ? (*folder_ / (c.half ? "half.h5" : "whole.h5")).string() : std::string());
    if (folder_) writeMeshFile(file, feedCube(10, 0.1, c.half), {}, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    return runCase("gain", fmt::format(R"(
mesh: {{file: {}}}
materials: {{air: {{}}, feed: {{sigma: {:.15g}}}}}
regions: {{Air: air, Feed: feed}}
boundaries: {{Outer: absorbing{}}}
sources: [{{gap: {{region: Feed, direction: [1, 0, 0], voltage: {}, resistance: {}, waveform: {{{}}}}}}}]
dgtd: {{order: 2, flux: {}, precision: double}}
time: {{end: {}}}
output: {{farField: {{{}, theta: {{points: 7}}, phi: {{from: 0, to: 300, points: 6}}{}}}}}
)",
                                       file, c.feedSigma, c.half ? ", Symmetry: pmc" : "", c.voltage, c.resistance,
                                       c.waveform, c.flux, c.end, c.output, c.half ? ", symmetry: [Symmetry]" : ""));
  }

 private:
  std::optional<TemporaryFolder> folder_;
};

Complex complexOf(const nlohmann::json& json) {
  return {json[0], json[1]};
}

// Nothing absorbs but the resistance of the port itself, and centred fluxes conserve energy, so that all that the port
// accepts goes through the surface: of a pulse that has left, and of an oscillation that has become steady.
TEST_F(Gain, WithoutLossesAllThatIsAcceptedGoesThroughTheSurface) {
  for (const bool half : {false, true}) {
    const auto pulse = run({.half = half, .flux = "centred"});
    const auto sine = run({.waveform = "sine: {frequency: 300 MHz, ramp: 12, phase: 90 deg}",
                           .output = "frequencies: [300 MHz], after: 90 ns",
                           .half = half,
                           .flux = "centred",
                           .end = "110 ns"});
    for (const CaseRun* each : {&pulse, &sine}) {
      const std::string unit = each == &pulse ? "W_s2" : "W";
      for (const auto& entry : each->summary["farField"]["frequencies"]) {
        const double efficiency = entry["efficiency"], accepted = entry["accepted_" + unit],
                     radiated = entry["radiated_" + unit], available = entry["available_" + unit],
                     through = entry["through_surface_" + unit];
        if (mpiRank(MPI_COMM_WORLD) == 0)
          fmt::print("{}, {}: through the surface over accepted less 1 {:+.1e}, efficiency {:.5f}\n",
                     half ? "half" : "whole", each == &pulse ? "pulse" : "sine", through / accepted - 1, efficiency);
        // The sine leaves nothing behind, the pulse a static field as small as its spectrum at frequency 0.
        EXPECT_NEAR(through / accepted, 1, each == &pulse ? 1e-6 : 1e-9);
        EXPECT_NEAR(efficiency, radiated / accepted, 1e-12);
        EXPECT_NEAR(entry["total_efficiency"].get<double>(), radiated / available, 1e-12);
        // What the port reflects, and what its resistance takes of a field that is not uniform.
        const Complex Z = complexOf(entry["ports"][0]["impedance_ohm"]);
        EXPECT_LT(accepted / available, 1 - std::norm((Z - 50.0) / (Z + 50.0)));
      }
      // The open boundary reflects at 270 MHz, which no other balance tells.
      const std::string warnings = each->summary["warnings"].dump();
      EXPECT_EQ(warnings.find("more is radiated than the ports give") != std::string::npos, each == &pulse) << warnings;
      const Table table = readTable(each->directory / "farField.csv");
      for (std::size_t i = 0; i < table["phi_deg"].size(); ++i) {
        if (table["directivity_dBi"][i] < -30) continue;
        const std::size_t f = table["frequency_Hz"][i] > 285e6 && each == &pulse ? 1 : 0;
        const auto& entry = each->summary["farField"]["frequencies"][f];
        EXPECT_NEAR(table["gain_dBi"][i] - table["directivity_dBi"][i],
                    10 * std::log10(entry["efficiency"].get<double>()), 2e-4);
        EXPECT_NEAR(table["realised_gain_dBi"][i] - table["directivity_dBi"][i],
                    10 * std::log10(entry["total_efficiency"].get<double>()), 2e-4);
      }
    }
  }
}

// Both halves of a device on one side of a magnetic wall, which cuts the port into two that lie side by side.
TEST_F(Gain, OfAHalfWithItsImageIsThatOfTheWhole) {
  const auto whole = run({.resistance = 25}), half = run({.half = true});
  for (std::size_t k = 0; k < 2; ++k) {
    const auto &one = whole.summary["farField"]["frequencies"][k], &other = half.summary["farField"]["frequencies"][k];
    EXPECT_NEAR(other["available_W_s2"].get<double>() / one["available_W_s2"].get<double>(), 1, 1e-9);
    for (const char* name : {"radiated_W_s2", "accepted_W_s2", "efficiency", "total_efficiency"}) {
      if (mpiRank(MPI_COMM_WORLD) == 0)
        fmt::print("half over whole, {}: {:.5f}\n", name, other[name].get<double>() / one[name].get<double>());
      // The elements are not symmetric to the wall.
      EXPECT_NEAR(other[name].get<double>() / one[name].get<double>(), 1, 0.01) << name;
    }
  }
}

// A conductance in the material of the gap beside half of that of the port makes the same fields as all of it in the
// port. What the material takes the port accepts, and the rest is radiated.
TEST_F(Gain, CountsWhatMaterialsAbsorb) {
  constexpr double resistance = 25, side = 0.2;
  const FedCube alone{.voltage = 0.5, .resistance = resistance};
  FedCube beside = alone;
  beside.voltage = 1;
  beside.resistance = 2 * resistance;
  beside.feedSigma = 1 / (2 * resistance * side);  // length / (R area) of a cube
  const auto one = run(alone), other = run(beside);
  for (std::size_t k = 0; k < 2; ++k) {
    const auto &all = one.summary["farField"]["frequencies"][k], &part = other.summary["farField"]["frequencies"][k];
    EXPECT_NEAR(part["radiated_W_s2"].get<double>() / all["radiated_W_s2"].get<double>(), 1, 1e-9);
    const Complex Y = 1.0 / complexOf(all["ports"][0]["impedance_ohm"]);
    const Complex withLoss = 1.0 / complexOf(part["ports"][0]["impedance_ohm"]);
    // Currents in conductors are those of the mean of two voltages.
    const double mean =
        std::cos(constants::pi * part["frequency_Hz"].get<double>() * other.summary["dt_s"].get<double>());
    EXPECT_LT(std::abs(withLoss - Y - mean / (2 * resistance)), 1e-9 * std::abs(withLoss));
    const double lost = part["accepted_W_s2"].get<double>() - all["accepted_W_s2"].get<double>();
    // At least that of the mean field; what the field is uneven is lost besides.
    const double ofMean = 0.5 * std::norm(complexOf(part["ports"][0]["voltage_Vs"])) / (2 * resistance);
    EXPECT_GT(lost, ofMean * (1 - 1e-3));
    EXPECT_LT(part["efficiency"].get<double>(), 0.9);
  }
}

}  // namespace
}  // namespace fluxtet::test
