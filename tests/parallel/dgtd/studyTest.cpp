// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Several excitations on one set-up leave what each leaves alone.
#include "app/dgtd/study.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/solverCase.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

namespace fs = std::filesystem;

const std::string dipole =
    "{dipole: {at: [0.1, 0.12, 0.08], moment: [0, 0, 1], waveform: {gaussian: {frequency: 300 MHz, bandwidth: 250 "
    "MHz}}}}";
const std::string wave =
    "{planeWave: {direction: [1, 0, 0], polarization: [0, 0, 1], boundary: x-, waveform: {sine: {frequency: 250 "
    "MHz}}}}";

std::string port(const std::string& resistance) {
  return "{gap: {region: box, direction: [0, 0, 1], current: 1 A, resistance: " + resistance +
         ", waveform: {ricker: {frequency: 200 MHz}}}}";
}

std::string yamlOf(const std::string& sources, const std::string& more = "dgtd: {order: 2}") {
  return R"(
mesh: {box: {size: [1 m, 0.8 m, 0.9 m], cells: [5, 4, 5], perturb: 0.15}}
materials: {m: {epsilon_r: 1.5, sigma: 1 mS/m}}
regions: {box: m}
boundaries: {x-: absorbing, x+: absorbing, y-: pec, y+: pec, z-: pec, z+: pec}
partition: {weights: none}
time: {steps: 50}
output:
  probes: [{name: a, at: [0.7, 0.5, 0.6], every: 3}]
  energy: {every: 10}
  dft: {frequencies: [250 MHz], kind: integral}
  checkpoint: {every: 25}
)" + more +
         "\nsources: [" + sources + "]\n";
}

DgtdCase caseOf(const std::string& yaml, const fs::path& directory, const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> all = overrides;
  all.push_back("output.directory=" + directory.string());
  return parseDgtdCase(yaml, "study.yaml", all);
}

/// Runs a case of a study into an empty folder.
template <class Real>
fs::path runIn(Study<Real>& study, const std::string& name, const std::string& yaml) {
  const fs::path directory = emptyRunDirectory(name);
  RunOptions options;
  options.backend = runSettings().backend;
  EXPECT_EQ(study.run(caseOf(yaml, directory), options), ExitCode::done);
  return directory;
}

nlohmann::json summaryIn(const fs::path& directory) {
  return nlohmann::json::parse(textOf(directory / "summary.json"));
}

void expectSameRun(const fs::path& found, const fs::path& alone) {
  for (const char* const file : {"probes/a.csv", "energy.csv"}) {
    EXPECT_FALSE(textOf(found / file).empty());
    EXPECT_EQ(textOf(found / file), textOf(alone / file)) << file;
  }
  const std::string checkpoint = "checkpoints/checkpoint_00000025.h5";
  const auto a = hdf5::openFile((found / checkpoint).string()), b = hdf5::openFile((alone / checkpoint).string());
  for (const char* const name : {"E", "H", "spectra/E0", "spectra/H1"})
    EXPECT_EQ(hdf5::read<float>(a, name), hdf5::read<float>(b, name)) << name;
  const auto first = summaryIn(found), second = summaryIn(alone);
  for (const char* const key : {"dt_s", "steps", "energy_J", "limiting_element"})
    EXPECT_EQ(first.at(key), second.at(key)) << key;
}

TEST(Study, GivesTheBitsOfSeparateRuns) {
  const std::string name = fmt::format("study{}", mpiSize(MPI_COMM_WORLD));
  Study<float> study(MPI_COMM_WORLD);
  const fs::path ofDipole = runIn(study, name + "Dipole", yamlOf(dipole));
  const fs::path ofWave = runIn(study, name + "Wave", yamlOf(wave));
  const fs::path ofBoth = runIn(study, name + "Both", yamlOf(dipole + ", " + wave));
  const fs::path again = runIn(study, name + "Again", yamlOf(dipole));
  expectSameRun(ofDipole, runCase(name + "DipoleAlone", yamlOf(dipole)).directory);
  expectSameRun(ofWave, runCase(name + "WaveAlone", yamlOf(wave)).directory);
  expectSameRun(ofBoth, runCase(name + "BothAlone", yamlOf(dipole + ", " + wave)).directory);
  expectSameRun(again, ofDipole);
  EXPECT_NE(textOf(ofDipole / "energy.csv"), textOf(ofWave / "energy.csv"));
}

TEST(Study, ReadsAndMatchesTheMeshOnce) {
  const std::string name = fmt::format("studyMesh{}", mpiSize(MPI_COMM_WORLD));
  Study<float> study(MPI_COMM_WORLD);
  const auto first = summaryIn(runIn(study, name + "First", yamlOf(dipole))).at("setup_ms");
  const auto second = summaryIn(runIn(study, name + "Second", yamlOf(wave))).at("setup_ms");
  for (const char* const phase : {"read", "faces", "order"}) {
    EXPECT_TRUE(first.contains(phase)) << phase;
    EXPECT_FALSE(second.contains(phase)) << phase;
  }
}

/// Whether a set-up keeps its estimate of the time step where a gap of 50 ohm becomes one of 20 ohm.
bool keepsEstimate(const std::string& dgtd) {
  const DgtdCase first = caseOf(yamlOf(port("50 ohm"), dgtd), "unused");
  RunSetup<float> setup(first, Backend::cpu, {}, MPI_COMM_WORLD);
  stabilityOf(setup, first);
  setup.excite(caseOf(yamlOf(port("20 ohm"), dgtd), "unused"));
  return setup.stability.has_value();
}

TEST(Study, EstimatesTheTimeStepAnewOnlyWhereTheOperatorIsAnother) {
  EXPECT_TRUE(keepsEstimate("dgtd: {order: 1}"));
  EXPECT_FALSE(keepsEstimate("dgtd: {order: 1, scheme: rungeKutta}"));
}

TEST(Study, RefusesACaseOfAnotherStructure) {
  Study<float> study(MPI_COMM_WORLD);
  RunOptions options;
  options.backend = Backend::cpu;
  study.facts(caseOf(yamlOf(dipole), "unused"), options);
  for (const char* const other : {"mesh.box.cells=[5, 4, 4]", "materials.m.epsilon_r=2", "boundaries.x+=pec",
                                  "dgtd.order=1", "dgtd.scheme=rungeKutta"})
    EXPECT_THROW(study.facts(caseOf(yamlOf(dipole), "unused", {other}), options), InputError) << other;
  EXPECT_THROW(study.facts(caseOf(yamlOf(port("50 ohm")), "unused", {"sources.0.gap.region=nowhere"}), options),
               InputError);
  EXPECT_EQ(study.facts(caseOf(yamlOf(wave), "unused"), options).steps, 50);
}

// The modes stay in memory where they are from one excited port to the next.
TEST(Study, FindsTheModesOfWavePortsOnce) {
  const auto guide = [](const std::string& p2, int modes) {
    return parseDgtdCase(fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [22.86 mm, 10.16 mm, 20 mm], cells: [3, 1, 3]}}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, layer: {{layers: 3}}, excite: {}}}
  - {{name: P2, kind: wave, surface: z+, layer: {{layers: 3}}, modes: {}, excite: true, waveform: {{gaussian: {{frequency: 20 GHz, bandwidth: 5 GHz}}}}}}
dgtd: {{order: 2}}
time: {{steps: 1}}
)",
                                     p2, modes),
                         "guide.yaml", {});
  };
  const auto profiles = [](const Discretisation& d) {
    std::vector<const double*> at;
    for (const WavePort& port : d.wavePorts.ports) at.push_back(port.electric.at(0).data());
    return at;
  };
  RunSetup<double> setup(guide("false", 1), Backend::cpu, {}, MPI_COMM_WORLD);
  const auto before = profiles(setup.discretisation);
  ASSERT_EQ(before.size(), 2U);
  setup.excite(guide("false", 1));
  EXPECT_EQ(profiles(setup.discretisation), before);
  // Other modes are found anew.
  setup.excite(guide("false", 2));
  EXPECT_EQ(setup.discretisation.wavePorts.ports.at(0).electric.at(0).data(), before[0]);
  EXPECT_EQ(setup.discretisation.wavePorts.ports.at(1).modes.size(), 2U);
}

// Local time steps order the elements anew, and perhaps over other ranks: the faces of the ports have to be those of
// the last order.
TEST(Study, WavePortsStandAtTheirFacesWhereLevelsOrderTheElements) {
  const TemporaryFolder ofThisRank;  // that of rank 0 is used
  const fs::path file = fs::path(broadcast(MPI_COMM_WORLD, ofThisRank.path().string())) / "graded.h5";
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    Mesh mesh = makeBoxMesh({.size = {1, 1, 1}, .cells = {3, 3, 12}});
    // Thin cells in the middle.
    for (std::size_t v = 0; v < mesh.vertices.size(); v += 3) {
      double& z = mesh.vertices[v + 2];
      z += 0.9 * std::sin(2 * constants::pi * z) / (2 * constants::pi);
    }
    writeMeshFile(file.string(), mesh, {}, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const DgtdCase guide = parseDgtdCase(fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{box: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec}}
ports:
  - {{name: P1, kind: wave, surface: z-, layer: {{layers: 3}}, excite: true, waveform: {{gaussian: {{frequency: 400 MHz, bandwidth: 100 MHz}}}}}}
  - {{name: P2, kind: wave, surface: z+, layer: {{layers: 3}}}}
dgtd: {{order: 1, localTimeStepping: {{levels: 2}}}}
time: {{steps: 1}}
)",
                                                   file.string()),
                                       "guide.yaml", {});
  const RunSetup<double> setup(guide, Backend::cpu, {}, MPI_COMM_WORLD);
  const Discretisation& d = setup.discretisation;
  EXPECT_GT(d.timeLevels.count, 0);
  ASSERT_EQ(d.wavePorts.ports.size(), 2U);
  for (const WavePort& port : d.wavePorts.ports) {
    EXPECT_EQ(sumOverRanks(MPI_COMM_WORLD, static_cast<std::int64_t>(port.modelFace.size())), 18);
    for (const auto* faces : {&port.modelFace, &port.layerFace})
      for (const std::int32_t face : *faces)
        for (const Vec3& x : cornersOf(d.mesh, face)) EXPECT_NEAR(dot(port.normal, x), port.plane, 1e-9);
  }
}

}  // namespace
}  // namespace fluxtet::test
