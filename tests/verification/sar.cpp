// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Specific absorption rate: spheres in a plane wave of 900 MHz and 1 W/m^2, whose Mie series
// tests/verification/data/layeredSphere.py and sphereAverages.py sum up.
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/shippedCase.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using nlohmann::json;

/// Prints a row of docs/verification.md and checks it. `tolerance` is relative.
void expectClose(const std::string& what, const char* unit, double expected, double computed, double tolerance) {
  fmt::print("| {} | {:.5g} {} | {:.5g} {} | {:+.2f} % | {:g} % |\n", what, expected, unit, computed, unit,
             100 * (computed / expected - 1), 100 * tolerance);
  EXPECT_NEAR(computed, expected, tolerance * expected) << what;
}

double milliwatts(const json& power) {
  return 1e3 * power.get<double>();
}

// 7 to 8 nodes a wavelength in the sphere; the layers behind the box and the volume of the polyhedron are right to
// 1e-4.
TEST(Sar, ofALossySphereIsThatOfItsMieSeries) {
  if (!isTimeForLongTests()) GTEST_SKIP() << "takes minutes: set FLUXTET_LONG_TESTS to run it";
  const CaseRun run = runShipped("lossySphere/case.yaml", {"output.sar.averages=[1 g, 10 g]"});
  const json& sar = run.summary["sar"];
  expectClose("lossy sphere, absorbed", "mW", 28.782, milliwatts(sar["whole_body"]["absorbed_W"]), 0.005);
  // The scattered field alone goes through the boundary.
  expectClose("lossy sphere, scattered", "mW", 55.069, milliwatts(run.summary["powers"]["outgoing_W"]), 0.005);
  EXPECT_TRUE(run.summary["powers"]["imbalance"].is_null());

  const double expected[2] = {29.218, 20.020};  // mW/kg
  for (std::size_t i = 0; i < 2; ++i) {
    const json& average = sar["averages"][i];
    expectClose(fmt::format("lossy sphere, peak {:g} g average", 1e3 * average["mass_kg"].get<double>()), "mW/kg",
                expected[i], milliwatts(average["peak_W_per_kg"]), 0.02);
    // The wave runs along z and is focused behind the centre, on either side of it in the plane of E. Voxels: 2 mm.
    const auto at = average["at_m"].get<std::vector<double>>();
    EXPECT_NEAR(std::abs(at[0]), 0.014, 0.003);
    EXPECT_NEAR(at[1], 0, 0.003);
    EXPECT_NEAR(at[2], 0.013, 0.003);
    EXPECT_EQ(average["cube"]["kind"], "valid");
    EXPECT_NEAR(average["cube"]["side_m"].get<double>(), std::cbrt(average["mass_kg"].get<double>() / 1000), 1e-8);
  }
}

// Coarser than shipped, which takes twice as long.
TEST(Sar, ofALayeredSphereIsThatOfItsMieSeriesInEachLayer) {
  const CaseRun run =
      runShipped("layeredSphere/case.yaml", {"mesh.parameters={ballSize: 10}", "output.sar.averages=[]"});
  const json& sar = run.summary["sar"];
  expectClose("layered sphere, absorbed", "mW", 32.592, milliwatts(sar["whole_body"]["absorbed_W"]), 0.005);
  const std::pair<const char*, double> layers[] = {{"Brain", 17.744}, {"Bone", 3.287}, {"Skin", 11.560}};
  for (const auto& [layer, expected] : layers)
    expectClose(fmt::format("layered sphere, {}", layer), "mW", expected,
                milliwatts(sar["tissues"][layer]["absorbed_W"]), 0.01);
}

// A generator all along the first half of a line of two plates, open at both ends, drives a wave into a lossy medium:
// every kind of power takes part. The steady discrete fields conserve energy but for the outer traces of absorbing
// ends, whose error is that of the field. The powers are those of the line, whatever ends it.
TEST(Sar, powersOfAGeneratorBalance) {
  double absorbed = 0;
  for (const char* end : {"absorbing", "pml"}) {
    const CaseRun run = runCase("sar-balance", fmt::format(R"(
solver: dgtd
mesh: {{file: {0}/guide.geo, size: 0.035 m}}
materials: {{vacuum: {{}}, lossy: {{epsilon_r: 2, sigma: 0.01 S/m, density: 1000 kg/m^3}}}}
regions: {{Near: vacuum, Far: lossy}}
boundaries: {{WallX: pec, WallY: pmc, Inlet: {1}, Outlet: {1}}}
sources:
  - gap: {{region: Near, direction: [1, 0, 0], voltage: 1 V, resistance: 200 ohm, waveform: {{sine: {{frequency: 1 GHz, ramp: 2}}}}}}
dgtd: {{order: 3, precision: double}}
time: {{end: 16 ns}}
output:
  dft: {{frequencies: [1 GHz], after: 13 ns}}
  sar: {{power: 2 W, voxel: 10 mm, averages: [100 g]}}
)",
                                                           FLUXTET_TEST_DATA, end));
    const json& powers = run.summary["powers"];
    expectClose(fmt::format("generator, ends {}, accepted after scaling", end), "mW", 2000,
                milliwatts(powers["accepted_W"]), 1e-12);
    expectClose(fmt::format("generator, ends {}, absorbed and radiated", end), "mW", 2000,
                milliwatts(powers["absorbed_W"]) + milliwatts(powers["outgoing_W"]), 0.005);
    EXPECT_NEAR(powers["gaps"][0]["accepted_W"].get<double>(), 2, 1e-9);
    EXPECT_GT(powers["absorbed_W"], 0.1);
    EXPECT_GT(powers["outgoing_W"], 0.1);
    EXPECT_GT(powers["gap_resistances_W"], 0.1);
    // A first-order boundary ends a line without reflection too, up to what its mesh resolves.
    if (absorbed > 0) EXPECT_NEAR(powers["absorbed_W"].get<double>() / absorbed, 1, 0.005);
    absorbed = powers["absorbed_W"];
  }
}

// A generator beside a block with every loss that a medium may have, all of them along axes of their own, in front of a
// metal wall: what the generator gives is taken by the block or comes back to the open end.
TEST(Sar, powersOfAGeneratorBesideAnAnisotropicBlockBalance) {
  const CaseRun run = runCase("sar-anisotropic-balance", fmt::format(R"(
solver: dgtd
mesh: {{file: {0}/guide.geo, size: 0.035 m}}
materials:
  vacuum: {{}}
  block:
    epsilon_r: [2, 3, 2.5]
    mu_r: [1, 1.5, 1.2]
    sigma: [0.002, 0.01, 0.005]
    axes: [[0.8, 0.5, 0.3], [-0.5, 0.8, 0.1]]
    debye: [{{delta: 0.5, tau: 0.1 ns}}]
    magnetic: {{debye: [{{delta: 0.3, tau: 0.1 ns}}]}}
    magnetisedPlasma: {{plasmaFrequency: 0.6 GHz, collision: 0.2 GHz, field: [10 mT, 20 mT, 15 mT]}}
regions: {{Near: vacuum, Far: block}}
boundaries: {{WallX: pec, WallY: pmc, Inlet: absorbing, Outlet: pec}}
sources:
  - gap: {{region: Near, direction: [1, 0, 0], voltage: 1 V, resistance: 200 ohm, waveform: {{sine: {{frequency: 1 GHz, ramp: 2}}}}}}
dgtd: {{order: 3, precision: double}}
time: {{end: 24 ns}}
output:
  dft: {{frequencies: [1 GHz], after: 21 ns}}
  sar: {{power: 2 W, averages: []}}
)",
                                                                     FLUXTET_TEST_DATA));
  const json& powers = run.summary["powers"];
  expectClose("generator beside an anisotropic lossy block: absorbed and radiated", "mW", 2000,
              milliwatts(powers["absorbed_W"]) + milliwatts(powers["outgoing_W"]), 0.005);
  EXPECT_GT(powers["absorbed_by_region_W"]["Far"], 0.2);
  EXPECT_GT(powers["outgoing_W"], 0.2);
}

struct GapImpedance {
  std::complex<double> z;  ///< ohm
  double rounding;         ///< share of the current
  double imbalance;        ///< of the powers
};

/// A column of 0.33 x 0.45 x 1.1 m between two plates, `Gap`, in the corner of two magnetic walls of a box whose other
/// sides absorb.
Mesh meshWithGap() {
  BoxMesh box;
  box.size = {1, 0.9, 1.1};
  box.cells = {3, 2, 2};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Gap"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const std::size_t cell = e / 6;
    mesh.region[e] = cell % 3 == 0 && cell / 3 % 2 == 0 ? 1 : 0;
  }
  return mesh;
}

GapImpedance impedanceOfGap(const std::string& resistance, const std::string& precision) {
  const TemporaryFolder folder;
  const auto file = folder / "plates.h5";
  writeMeshFile(file.string(), meshWithGap(), {}, 1);
  const CaseRun run = runCase("sar-gap", fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{density: 1.2 kg/m^3}}}}
regions: {{Air: air, Gap: air}}
boundaries: {{x-: pmc, x+: absorbing, y-: pmc, y+: absorbing, z-: pec, z+: pec}}
sources:
  - gap: {{region: Gap, direction: [0, 0, 1], voltage: 1 V, resistance: {}, waveform: {{sine: {{frequency: 20 MHz, ramp: 3}}}}}}
dgtd: {{order: 2, flux: centred, precision: {}}}
time: {{end: 1.5 us}}
output:
  dft: {{frequencies: [20 MHz], after: 1 us}}
  sar: {{averages: []}}
)",
                                                     file.string(), resistance, precision));
  const auto& port = run.summary["powers"]["gaps"][0];
  const auto z = port["impedance_ohm"].get<std::vector<double>>(), I = port["current_A"].get<std::vector<double>>();
  const GapImpedance found{{z[0], z[1]},
                           port["current_rounding_A"].get<double>() / std::hypot(I[0], I[1]),
                           run.summary["powers"]["imbalance"]};
  fmt::print("| gap with {}, {} | {:.2f} {:+.2f}i ohm | rounding {:.1e} | imbalance {:.1e} |\n", resistance, precision,
             z[0], z[1], found.rounding, found.imbalance);
  return found;
}

// What a gap feeds has one impedance, whatever the generator is, as long as its resistance is small enough for the
// column to be a conductor. Beside a milliohm its current is a few millionths of what flows in the resistance; that it
// is right shows where its power goes.
TEST(Sar, theImpedanceOfAGapIsThatOfWhatItFeedsAndNotOfItsGenerator) {
  const GapImpedance expected = impedanceOfGap("1 ohm", "double"), inDouble = impedanceOfGap("1 mohm", "double"),
                     inSingle = impedanceOfGap("1 mohm", "single");
  EXPECT_NEAR(std::abs(inDouble.z - expected.z), 0, 0.05 * std::abs(expected.z));
  EXPECT_LT(expected.imbalance, 0.005);
  EXPECT_LT(inDouble.imbalance, 0.005);
  EXPECT_LT(inDouble.rounding, 1e-6);
  EXPECT_NEAR(std::abs(inSingle.z - inDouble.z), 0, inSingle.rounding * std::abs(inDouble.z));
  EXPECT_LT(inSingle.rounding, 0.1);
}

}  // namespace
}  // namespace fluxtet::test
