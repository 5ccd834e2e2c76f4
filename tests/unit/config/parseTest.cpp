// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/config/caseText.hpp"

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Every key once, with values that differ from the defaults; needs sphere.geo and pulse.csv beside it.
const char* fullCase = R"(solver: dgtd
title: "It's a sphere: # 1"
mesh:
  file: sphere.geo
  size: 20 mm
  scale: 1 mm
  refine: 1
  parameters: {radius: 0.5, "gap width": 1e-3}
materials:
  vacuum:
  glass: {epsilon_r: 4, mu_r: 1.5, sigma: 2 mS/m, density: 2.5 g/cm^3}
regions: {Air: vacuum, Ball: glass, Feed: vacuum, Gap: vacuum}
boundaries: {Outer: absorbing, x-: pec, Sheet: pmc}
initial: {cavityMode: {m: 1, n: 2, p: 3, type: te, amplitude: 2 kV/m}}
sources:
  - planeWave: {direction: [0, 3, 4], polarization: [5, 0, 0], amplitude: 7 V/m, origin: [0, 0, 1 cm],
                waveform: {ricker: {frequency: 1 GHz}}, boundary: Outer}
  - dipole: {at: [1 mm, 2 mm, 0], moment: [0, 0, 1 A*m], waveform: {gaussian: {frequency: 1 GHz, bandwidth: 1.1 GHz}}}
  - current: {region: Feed, density: [0, 0, 1 A/mm^2], waveform: {sine: {frequency: 900 MHz, ramp: 3, phase: 90 deg}}}
  - dipole: {at: [0, 0, 0], moment: [1, 0, 0], waveform: {table: {file: pulse.csv}}}
  - gap: {region: Gap, direction: [0, 3, 4], voltage: 2 V, waveform: {ricker: {frequency: 1 GHz}}}
  - gap: {region: Air, direction: [0, 0, 1], current: 3 mA, resistance: 75 ohm, waveform: {ricker: {frequency: 1 GHz}}}
dgtd: {order: 3, flux: upwind, kernels: split, precision: double, cfl: 0.7, threads: 3}
time: {steps: 1e3, maxStep: 1 ps, untilDecay: -60 dB}
partition: {method: metis, seed: 5}
output:
  directory: results
  snapshots: {every: 1 ns, fields: [E], regions: [Ball], boundaries: [Outer], box: [[0, 0, 0], [1 m, 1 m, 10 cm]]}
  slices:
    - {name: xy, origin: [0, 0, 0], u: [1 m, 0, 0], v: [0, 1 m, 0], points: [20, 30], every: 50 steps, fields: [H], csv: false}
  probes: [{name: centre, at: [0, 0, 5 mm], fields: [H, E], every: 4}]
  energy: {every: 20}
  checkpoint: {every: 5 min, keep: 3}
  dft: {frequencies: [2.45 GHz, 900 MHz], fields: [E], after: 100 ns, every: 7 steps, kind: integral, regions: [Ball],
        boundaries: [Outer], box: [[0, 0, 0], [1 m, 1 m, 10 cm]]}
  sar: {frequency: 2450 MHz, power: 125 mW, regions: [Ball], averages: [10 g], voxel: 1 mm}
)";

class FullCase : public ::testing::Test {
 protected:
  FullCase() {
    folder.write("sphere.geo", "");
    folder.write("pulse.csv", "# a pulse\ntime_s, value\n0, 0\n1e-9, 1\n2e-9; 0\n");
    theCase = std::get<DgtdCase>(loadCase(folder.write("case.yaml", fullCase), {}));
  }
  Folder folder;
  DgtdCase theCase;
};

}  // namespace

TEST_F(FullCase, hasItsMeshAndMaterials) {
  EXPECT_EQ(theCase.title, "It's a sphere: # 1");
  EXPECT_EQ(theCase.mesh.file, (folder.path() / "sphere.geo").lexically_normal().string());
  EXPECT_FALSE(theCase.mesh.box);
  EXPECT_EQ(theCase.mesh.size, 0.02);
  EXPECT_EQ(theCase.mesh.scale, 0.001);
  EXPECT_EQ(theCase.mesh.refine, 1);
  EXPECT_EQ(theCase.mesh.parameters, (std::map<std::string, double>{{"radius", 0.5}, {"gap width", 1e-3}}));
  ASSERT_EQ(theCase.materials.size(), 2U);
  EXPECT_EQ(theCase.materials[0].epsilonR, 1);
  EXPECT_EQ(theCase.materials[1].name, "glass");
  EXPECT_EQ(theCase.materials[1].epsilonR, 4);
  EXPECT_EQ(theCase.materials[1].muR, 1.5);
  EXPECT_EQ(theCase.materials[1].sigma, 0.002);
  EXPECT_NEAR(theCase.materials[1].density, 2500, 1e-9);
  EXPECT_EQ(theCase.materials[0].density, 0);
  ASSERT_EQ(theCase.regions.size(), 4U);
  EXPECT_EQ(theCase.regions[1].region, "Ball");
  EXPECT_EQ(theCase.regions[1].material, 1);
  ASSERT_EQ(theCase.boundaries.size(), 3U);
  EXPECT_EQ(theCase.boundaries[0].kind, BoundaryKind::absorbing);
  EXPECT_EQ(theCase.boundaries[1].surface, "x-");
  EXPECT_EQ(theCase.boundaries[1].kind, BoundaryKind::pec);
  EXPECT_EQ(theCase.boundaries[2].kind, BoundaryKind::pmc);
}

TEST_F(FullCase, hasItsSources) {
  ASSERT_TRUE(theCase.cavityMode);
  EXPECT_EQ(theCase.cavityMode->n, 2);
  EXPECT_EQ(theCase.cavityMode->p, 3);
  EXPECT_FALSE(theCase.cavityMode->tm);
  EXPECT_EQ(theCase.cavityMode->amplitude, 2000);
  ASSERT_EQ(theCase.sources.size(), 6U);
  const auto& wave = std::get<PlaneWaveSource>(theCase.sources[0]);
  EXPECT_NEAR(norm(wave.direction - Vec3{0, 0.6, 0.8}), 0, 1e-15);
  EXPECT_EQ(wave.polarization, (Vec3{1, 0, 0}));
  EXPECT_EQ(wave.amplitude, 7);
  EXPECT_TRUE(wave.originGiven);
  EXPECT_EQ(wave.origin, (Vec3{0, 0, 0.01}));
  EXPECT_EQ(std::get<RickerWaveform>(wave.waveform).delay, 1.5e-9);
  const auto& dipole = std::get<DipoleSource>(theCase.sources[1]);
  EXPECT_EQ(dipole.at, (Vec3{0.001, 0.002, 0}));
  const auto& gaussian = std::get<GaussianWaveform>(dipole.waveform);
  EXPECT_NEAR(gaussian.delay, 5 * std::sqrt(2 * std::log(2.0)) / (M_PI * 1.1e9), 1e-22);
  const auto& current = std::get<CurrentSource>(theCase.sources[2]);
  EXPECT_NEAR(current.density[2], 1e6, 1e-6);
  EXPECT_EQ(std::get<SineWaveform>(current.waveform).ramp, 3);
  EXPECT_NEAR(std::get<SineWaveform>(current.waveform).phase, M_PI / 2, 1e-15);
  const auto& table = std::get<TableWaveform>(std::get<DipoleSource>(theCase.sources[3]).waveform);
  EXPECT_EQ(table.time, (std::vector<double>{0, 1e-9, 2e-9}));
  EXPECT_EQ(table.value, (std::vector<double>{0, 1, 0}));
  const auto& voltage = std::get<LumpedPortSource>(theCase.sources[4]);
  EXPECT_EQ(voltage.region, "Gap");
  EXPECT_NEAR(norm(voltage.direction - Vec3{0, 0.6, 0.8}), 0, 1e-15);
  EXPECT_EQ(voltage.voltage, 2);
  EXPECT_FALSE(voltage.current);
  EXPECT_EQ(voltage.resistance, 50);
  const auto& generator = std::get<LumpedPortSource>(theCase.sources[5]);
  EXPECT_EQ(generator.current, 0.003);
  EXPECT_EQ(generator.resistance, 75);
}

TEST_F(FullCase, hasItsSpectra) {
  ASSERT_TRUE(theCase.output.dft);
  const DftOutput& dft = *theCase.output.dft;
  EXPECT_EQ(dft.frequencies, (std::vector<double>{900e6, 2.45e9}));
  EXPECT_TRUE(dft.fields.E);
  EXPECT_FALSE(dft.fields.H);
  EXPECT_EQ(dft.after, 1e-7);
  EXPECT_EQ(dft.every->steps, 7);
  EXPECT_EQ(dft.kind, SpectrumKind::integral);
  EXPECT_EQ(dft.regions, std::vector<std::string>{"Ball"});
  EXPECT_EQ(dft.boundaries, std::vector<std::string>{"Outer"});
  EXPECT_EQ((*dft.box)[1], (Vec3{1, 1, 0.1}));
  ASSERT_TRUE(theCase.output.sar);
  const SarOutput& sar = *theCase.output.sar;
  EXPECT_EQ(sar.frequencies, std::vector<double>{2.45e9});
  EXPECT_EQ(sar.power, 0.125);
  EXPECT_EQ(sar.regions, std::vector<std::string>{"Ball"});
  EXPECT_EQ(sar.averages, std::vector<double>{0.01});
  EXPECT_EQ(sar.voxel, 1e-3);
}

TEST_F(FullCase, hasItsSettingsAndOutput) {
  EXPECT_EQ(theCase.dgtd.order, 3);
  EXPECT_EQ(theCase.dgtd.flux, Flux::upwind);
  EXPECT_EQ(theCase.dgtd.scheme, TimeScheme::rungeKutta);  // follows from the flux
  EXPECT_EQ(theCase.dgtd.kernels, KernelSet::split);
  EXPECT_EQ(theCase.dgtd.precision, Precision::fp64);
  EXPECT_EQ(theCase.dgtd.cfl, 0.7);
  EXPECT_EQ(theCase.dgtd.threads, 3);
  EXPECT_EQ(theCase.time.steps, 1000);
  EXPECT_FALSE(theCase.time.end);
  EXPECT_EQ(theCase.time.maxStep, 1e-12);
  EXPECT_EQ(theCase.time.untilDecay, -60);
  EXPECT_EQ(theCase.partition.method, partition::PartitionMethod::metis);
  EXPECT_EQ(theCase.partition.seed, 5);
  const OutputSettings& output = theCase.output;
  EXPECT_EQ(output.directory, "results");
  ASSERT_TRUE(output.snapshots);
  EXPECT_EQ(output.snapshots->every.seconds, 1e-9);
  EXPECT_TRUE(output.snapshots->fields.E);
  EXPECT_FALSE(output.snapshots->fields.H);
  EXPECT_EQ(output.snapshots->regions, std::vector<std::string>{"Ball"});
  EXPECT_EQ(output.snapshots->boundaries, std::vector<std::string>{"Outer"});
  EXPECT_EQ((*output.snapshots->box)[1], (Vec3{1, 1, 0.1}));
  ASSERT_EQ(output.slices.size(), 1U);
  EXPECT_EQ(output.slices[0].every.steps, 50);
  EXPECT_EQ(output.slices[0].points, (std::array<int, 2>{20, 30}));
  EXPECT_FALSE(output.slices[0].fields.E);
  EXPECT_FALSE(output.slices[0].csv);
  ASSERT_EQ(output.probes.size(), 1U);
  EXPECT_EQ(output.probes[0].every, 4);
  EXPECT_EQ(output.probes[0].at, (Vec3{0, 0, 0.005}));
  EXPECT_EQ(output.energyEvery, 20);
  EXPECT_EQ(output.checkpoint->every.seconds, 300);
  EXPECT_EQ(output.checkpoint->keep, 3);
}

TEST_F(FullCase, resolvesToACaseThatResolvesToItself) {
  // In another folder: the paths of the resolved case do not depend on where it lies.
  const DgtdCase again = parseDgtdCase(theCase.resolvedYaml, "elsewhere/resolved.yaml", {});
  EXPECT_EQ(again.resolvedYaml, theCase.resolvedYaml);
  EXPECT_EQ(again.title, theCase.title);
  EXPECT_EQ(again.mesh.file, theCase.mesh.file);
  EXPECT_EQ(again.mesh.parameters, theCase.mesh.parameters);
  EXPECT_EQ(again.materials[1].sigma, theCase.materials[1].sigma);
  EXPECT_EQ(std::get<PlaneWaveSource>(again.sources[0]).direction,
            std::get<PlaneWaveSource>(theCase.sources[0]).direction);
  EXPECT_EQ(std::get<CurrentSource>(again.sources[2]).density, std::get<CurrentSource>(theCase.sources[2]).density);
  EXPECT_EQ(std::get<TableWaveform>(std::get<DipoleSource>(again.sources[3]).waveform).value,
            (std::vector<double>{0, 1, 0}));
  EXPECT_EQ(again.dgtd.scheme, theCase.dgtd.scheme);
  EXPECT_EQ(again.output.snapshots->every.seconds, theCase.output.snapshots->every.seconds);
  EXPECT_EQ(again.output.checkpoint->every.seconds, 300);
  EXPECT_EQ(again.output.dft->frequencies, theCase.output.dft->frequencies);
  EXPECT_EQ(again.output.sar->averages, theCase.output.sar->averages);
  EXPECT_EQ(std::get<LumpedPortSource>(again.sources[4]).direction,
            std::get<LumpedPortSource>(theCase.sources[4]).direction);
}

TEST(SmallestCase, hasTheDocumentedDefaults) {
  const DgtdCase theCase = parse(smallestCase);
  ASSERT_TRUE(theCase.mesh.box);
  EXPECT_EQ(theCase.mesh.box->cells, (std::array<std::int64_t, 3>{2, 2, 2}));
  EXPECT_EQ(theCase.mesh.box->perturb, 0);
  EXPECT_FALSE(theCase.mesh.size);
  EXPECT_EQ(theCase.dgtd.order, 2);
  EXPECT_EQ(theCase.dgtd.flux, Flux::penalised);
  EXPECT_EQ(theCase.dgtd.penalty, 0.2);
  EXPECT_EQ(theCase.dgtd.scheme, TimeScheme::leapFrog);
  EXPECT_EQ(theCase.dgtd.kernels, KernelSet::fused);
  EXPECT_EQ(theCase.dgtd.precision, Precision::single);
  EXPECT_EQ(theCase.dgtd.cfl, 0.9);
  EXPECT_EQ(theCase.dgtd.threads, 0);
  EXPECT_EQ(theCase.time.end, 1e-9);
  EXPECT_EQ(theCase.partition.method, partition::PartitionMethod::automatic);
  EXPECT_EQ(theCase.output.directory, "out");
  EXPECT_FALSE(theCase.output.snapshots);
  EXPECT_TRUE(theCase.output.probes.empty());
  EXPECT_EQ(theCase.output.energyEvery, 0);
  EXPECT_FALSE(theCase.output.checkpoint);
  EXPECT_FALSE(theCase.cavityMode);
  EXPECT_EQ(parse(theCase.resolvedYaml).resolvedYaml, theCase.resolvedYaml);
}

TEST(SmallestCase, spectraHaveTheDocumentedDefaults) {
  const std::string tissue = R"(mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {air: {}, muscle: {density: 1000}}
regions: {Air: air, Arm: muscle, Leg: muscle}
time: {end: 1 ns}
sources:
  - gap: {region: Air, direction: [1, 0, 0], current: 1, waveform: {sine: {frequency: 1 GHz}}}
  - dipole: {at: [0, 0, 0], moment: [1, 0, 0], waveform: {sine: {frequency: 2 GHz}}}
output: {dft: {frequencies: [2 GHz, 1 GHz]}, sar: {}}
)";
  const DgtdCase theCase = parse(tissue);
  const DftOutput& dft = *theCase.output.dft;
  EXPECT_TRUE(dft.fields.E && dft.fields.H);
  EXPECT_EQ(dft.after, 0);
  EXPECT_FALSE(dft.every);
  EXPECT_EQ(dft.kind, SpectrumKind::amplitude);  // the source is a sine
  const SarOutput& sar = *theCase.output.sar;
  EXPECT_EQ(sar.frequencies, std::vector<double>{2e9});  // the first in the file
  EXPECT_FALSE(sar.power);
  EXPECT_EQ(sar.regions, (std::vector<std::string>{"Arm", "Leg"}));
  EXPECT_EQ(sar.averages, (std::vector<double>{1e-3, 1e-2}));
  EXPECT_EQ(sar.voxel, 2e-3);
  EXPECT_FALSE(std::get<LumpedPortSource>(theCase.sources[0]).resistance);
  const DgtdCase again = parse(theCase.resolvedYaml);
  EXPECT_EQ(again.resolvedYaml, theCase.resolvedYaml);
  EXPECT_EQ(again.output.sar->regions, sar.regions);
  EXPECT_TRUE(parse(tissue, {"output.sar.averages=[]"}).output.sar->averages.empty());
}

TEST(SmallestCase, aPulseGivesFourierIntegralsAndAModeAmplitudes) {
  const std::string dft = "output: {dft: {frequencies: [1 GHz]}}\n";
  EXPECT_EQ(parse(smallestCase + dft).output.dft->kind, SpectrumKind::integral);
  const std::string mode = "initial: {cavityMode: {m: 1, n: 1, p: 0, type: tm}}\n";
  EXPECT_EQ(parse(smallestCase + mode + dft).output.dft->kind, SpectrumKind::amplitude);
}

TEST(SmallestCase, intervalsOfZeroSwitchOutputOff) {
  const DgtdCase theCase =
      parse(smallestCase + "output: {snapshots: {every: 0}, energy: {every: 0}, checkpoint: {}}\n");
  EXPECT_TRUE(theCase.output.snapshots->every.never());
  EXPECT_EQ(theCase.output.energyEvery, 0);
  EXPECT_TRUE(theCase.output.checkpoint->every.never());
  EXPECT_TRUE(parse(theCase.resolvedYaml).output.snapshots->every.never());
}

TEST(SmallestCase, emptySectionsAndAnchorsAreYamlAsUsual) {
  const DgtdCase theCase = parse(R"(mesh: {box: {size: &unit [1, 1, 1], origin: *unit, cells: [1, 2, 3]}}
materials: {vacuum: , air: {}}
regions: {box: air}
dgtd:
time: {steps: 3}
)");
  EXPECT_EQ(theCase.mesh.box->origin, (Vec3{1, 1, 1}));
  EXPECT_EQ(theCase.regions[0].material, 1);
  EXPECT_EQ(theCase.dgtd.order, 2);
}

TEST(SmallestCase, namesThatYamlTakesForOtherThingsSurviveResolving) {
  const std::string text = R"(mesh: {box: {size: [1, 1, 1], cells: [1, 1, 1]}}
materials: {"null": {}, "1": {}, "yes": {}, "a: b": {}, 'quote "': {}}
regions: {box: 'quote "', "~": "null"}
time: {steps: 3}
)";
  const DgtdCase again = parse(parse(text).resolvedYaml);
  ASSERT_EQ(again.materials.size(), 5U);
  EXPECT_EQ(again.materials[0].name, "null");
  EXPECT_EQ(again.materials[3].name, "a: b");
  EXPECT_EQ(again.regions[0].material, 4);
  EXPECT_EQ(again.regions[1].region, "~");
}

TEST(SmallestCase, directionsAreUnitVectorsHoweverLongTheyAreGiven) {
  for (const char* factor : {"1e300", "1e-300", "1e-310", "1.7e308"}) {
    const std::string f = factor;
    const DgtdCase theCase =
        parse(smallestCase + "boundaries: {x-: absorbing}\nsources:\n  - planeWave: {direction: [0, 0, " + f +
              "], polarization: [" + f + ", " + f + ", 0], boundary: x-, waveform: {ricker: {frequency: 1 GHz}}}\n" +
              "  - gap: {region: box, direction: [0, " + f + ", " + f +
              "], voltage: 1 V, waveform: {ricker: {frequency: 1 GHz}}}\n");
    const auto& wave = std::get<PlaneWaveSource>(theCase.sources[0]);
    EXPECT_NEAR(norm(wave.direction - Vec3{0, 0, 1}), 0, 1e-15) << f;
    EXPECT_NEAR(norm(wave.polarization - Vec3{M_SQRT1_2, M_SQRT1_2, 0}), 0, 1e-13) << f;
    EXPECT_NEAR(norm(std::get<LumpedPortSource>(theCase.sources[1]).direction - Vec3{0, M_SQRT1_2, M_SQRT1_2}), 0,
                1e-13)
        << f;
  }
}

TEST(Vectors, haveALengthWhereItsSquareIsNoNumber) {
  EXPECT_EQ(norm(Vec3{3, 0, 4}), 5);
  EXPECT_NEAR(norm(Vec3{3e200, 0, 4e200}), 5e200, 1e185);
  EXPECT_NEAR(norm(Vec3{3e-200, 0, 4e-200}), 5e-200, 1e-215);
  EXPECT_EQ(norm(Vec3{0, 0, 0}), 0);
  EXPECT_TRUE(std::isinf(norm(Vec3{0, INFINITY, 1})));
  EXPECT_TRUE(std::isnan(norm(Vec3{0, NAN, 1})));
}

TEST(SmallestCase, aPlaneWaveMayEnterThroughSeveralSurfaces) {
  const auto boundariesOf = [](const std::string& key) {
    const DgtdCase theCase = parse(
        smallestCase + "boundaries: {x-: absorbing, z-: absorbing}\nsources: [{planeWave: {" +
        "direction: [0, 0, 1], polarization: [1, 0, 0], " + key + ", waveform: {ricker: {frequency: 1 GHz}}}}]\n");
    EXPECT_EQ(parse(theCase.resolvedYaml).resolvedYaml, theCase.resolvedYaml);
    return std::get<PlaneWaveSource>(theCase.sources[0]).boundaries;
  };
  EXPECT_EQ(boundariesOf("boundary: z-"), (std::vector<std::string>{"z-"}));
  EXPECT_EQ(boundariesOf("boundaries: [z-, x-]"), (std::vector<std::string>{"z-", "x-"}));
}

TEST(SmallestCase, aPlaneWaveMayEnterThroughASurfaceInside) {
  const DgtdCase theCase = parse(
      smallestCase +
      "boundaries: {x-: pml}\nsources: [{planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], surface: auto, "
      "inside: [box], ellipticity: {sense: left, axialRatio: 3 dB}, halfSpace: {normal: [0, 3, 4], at: [0, 0, 1 cm], "
      "behind: pec}, waveform: {sine: {frequency: 1 GHz}}}}]\n");
  EXPECT_EQ(parse(theCase.resolvedYaml).resolvedYaml, theCase.resolvedYaml);
  const auto& wave = std::get<PlaneWaveSource>(theCase.sources[0]);
  EXPECT_EQ(wave.surface, "auto");
  EXPECT_EQ(wave.inside, (std::vector<std::string>{"box"}));
  EXPECT_TRUE(wave.boundaries.empty());
  ASSERT_TRUE(wave.ellipticity && wave.halfSpace);
  EXPECT_FALSE(wave.ellipticity->isRight);
  EXPECT_EQ(wave.ellipticity->axialRatio, 3);
  EXPECT_NEAR(norm(wave.halfSpace->normal - Vec3{0, 0.6, 0.8}), 0, 1e-15);
  EXPECT_EQ(wave.halfSpace->at[2], 0.01);
  EXPECT_EQ(wave.halfSpace->filling, HalfSpaceFilling::pec);
}

TEST(LoadCase, aFileThatCannotBeReadIsAnInputError) {
  Folder folder;
  EXPECT_THROW(loadCase((folder.path() / "absent.yaml").string(), {}), InputError);
  EXPECT_THROW(loadCase(folder.path().string(), {}), InputError);
}

}  // namespace fluxtet::test
