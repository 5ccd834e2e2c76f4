// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Cases with local time steps on the ranks of a communicator, for either engine, and meshes with small elements.
#pragma once

#include "app/dgtd/levels/levelElements.hpp"
#include "app/dgtd/levels/penaltyBound.hpp"
#include "app/dgtd/setup/filteredStability.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "partition/dualGraph.hpp"
#include "tests/parallel/dgtd/rankRun.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A case with levels, ready to compute.
struct LevelRun : RankRun<double> {
  using RankRun<double>::RankRun;
  /// On CPUs. `change`: as of RankRun.
  LevelRun(
      const std::string& yaml, MPI_Comm communicator,
      const std::function<void(dgtd::Discretisation&)>& change = [](auto&) {})
      : RankRun(
            yaml, communicator,
            [](const dgtd::DgtdProblem& problem) {
              return dgtd::makeCpuEngine<double>(problem, omp_get_max_threads());
            },
            [](dgtd::FieldEngine<double>& ofRank, const HaloPlan& halo, MPI_Comm ranks) {
              return dgtd::makeTraceExchange<double>(ofRank, halo, dgtd::RouteChoice::automatic, ranks);
            },
            change) {}

  dgtd::StabilityEstimate estimate() {
    return dgtd::estimateWithLevels(
        *engine, *exchange, d, [&](double maxStep) { return theCase.dgtd.cfl * maxStep; }, comm);
  }
  std::vector<dgtd::LevelElements> levels() const {
    return dgtd::levelElements(d.mesh, d.mesh.level, d.timeLevels.count, comm);
  }
  dgtd::PenaltyOfLevels penalty(double dt) const {
    return dgtd::penaltyOfLevels(d.problem, d.basis, constants::c0 * dt, comm);
  }
  dgtd::DampedPenalty dampedPenalty(double dt) const { return dgtd::dampedPenalty(penalty(dt), levels()); }
  std::unique_ptr<dgtd::TimeStepper<double>> stepper(double dt) { return stepper(dt, dampedPenalty(dt)); }
  /// `theta`: of the filters.
  std::unique_ptr<dgtd::TimeStepper<double>> stepper(double dt, const dgtd::DampedPenalty& damped,
                                                     double (*theta)(int) = dgtd::filterTheta) {
    dgtd::StepPlan plan{d.mesh.numElements,
                        d.mesh.numInterior,
                        static_cast<std::size_t>(d.basis.np()),
                        dgtd::KernelSet::fused,
                        dt,
                        levels()};
    for (dgtd::LevelElements& level : plan.levels) level.theta = theta(level.level);
    plan.damped = damped;
    return dgtd::makeLeapFrog<double>(*engine, *exchange, plan);
  }
  /// Sets E to random numbers, the same for an element on any number of ranks, and H to zero.
  void setRandomE() {
    std::vector<double> values(d.valuesPerField());
    const std::size_t each = values.size() / static_cast<std::size_t>(d.mesh.numElements);
    for (std::size_t e = 0; e < d.mesh.elementId.size(); ++e) {
      std::mt19937 random(static_cast<unsigned>(d.mesh.elementId[e]));
      for (std::size_t i = 0; i < each; ++i)
        values[e * each + i] = std::uniform_real_distribution<double>(-1, 1)(random);
    }
    engine->upload(dgtd::Field::E, values);
    std::fill(values.begin(), values.end(), 0.0);
    engine->upload(dgtd::Field::H, values);
  }
  double energy() const { return sumOverRanks(comm, engine->energies().total()); }
};

/// A cube of 1 m, of `cells` along each side, with flat elements at the vertex in its middle, which lies close to a
/// neighbour.
inline Mesh meshWithFlatElements(std::int64_t cells) {
  Mesh mesh = makeBoxMesh({.size = {1, 1, 1}, .cells = {cells, cells, cells}});
  mesh.groups.regions = {"one"};
  for (std::size_t v = 0; v < mesh.vertices.size() / 3; ++v) {
    double* const x = &mesh.vertices[3 * v];
    if (std::hypot(x[0] - 0.5, x[1] - 0.5, x[2] - 0.5) < 1e-9) x[2] += 0.95 / static_cast<double>(cells);
  }
  return mesh;
}

/// The mesh of a test in a folder of rank 0.
class MeshOfTest {
 public:
  /// `part`: [element], if the mesh is already cut into `parts`.
  explicit MeshOfTest(const Mesh& mesh, const std::vector<std::int32_t>& part = {}, int parts = 1) {
    std::string path = (folder_ / "mesh.h5").string();
    agreeOnErrors(MPI_COMM_WORLD, [&] {
      if (mpiRank(MPI_COMM_WORLD) == 0) writeMeshFile(path, mesh, part, parts);
    });
    int size = static_cast<int>(path.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    path.resize(static_cast<std::size_t>(size));
    MPI_Bcast(path.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
    path_ = path;
  }
  ~MeshOfTest() { MPI_Barrier(MPI_COMM_WORLD); }
  MeshOfTest(const MeshOfTest&) = delete;
  MeshOfTest& operator=(const MeshOfTest&) = delete;
  const std::string& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

/// Expects the parts of a run on some ranks to take the step of the whole run, and to have its fields.
inline void expectSameFields(LevelRun& whole, LevelRun& part) {
  using dgtd::Field;
  ASSERT_EQ(part.d.timeLevels.count, whole.d.timeLevels.count);
  EXPECT_EQ(part.d.timeLevels.elements, whole.d.timeLevels.elements);
  const double dt = whole.estimate().testedStep;
  EXPECT_EQ(part.estimate().testedStep, dt);
  std::map<std::int64_t, std::vector<double>> expected;
  double size = 0;
  for (LevelRun* run : {&whole, &part}) {
    run->setRandomE();
    const auto stepper = run->stepper(dt);
    stepper->advanceMany(0, 25);
    stepper->advance(25, true);
    for (const Field field : {Field::E, Field::H}) {
      const std::vector<double> values = run->download(field);
      const std::size_t each = values.size() / static_cast<std::size_t>(run->d.mesh.numElements);
      for (std::size_t e = 0; e < run->d.mesh.elementId.size(); ++e)
        for (std::size_t i = 0; i < each; ++i) {
          const std::int64_t key = 2 * run->d.mesh.elementId[e] + static_cast<int>(field);
          if (run == &whole) {
            expected[key].push_back(values[e * each + i]);
            size = std::max(size, std::abs(values[e * each + i]));
          } else {
            ASSERT_NEAR(values[e * each + i], expected[key][i], 1e-11 * size);
          }
        }
    }
  }
}

/// A mesh with flat elements, and parts that cut it through these; or in which no element of a level or a higher one
/// has a face to another part, but neighbours of such elements have.
struct MeshCutBesideLevel {
  Mesh mesh = meshWithFlatElements(6);
  std::string yaml;  ///< all but the mesh
  std::vector<std::uint8_t> level;

  explicit MeshCutBesideLevel(int order) {
    yaml = fmt::format(R"(
solver: dgtd
materials: {{air: {{}}}}
regions: {{one: air}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pec, z-: pec, z+: pmc}}
dgtd: {{order: {}, precision: double, localTimeStepping: {{levels: 3}}}}
time: {{steps: 1}}
)",
                       order);
    const MeshOfTest file(mesh);
    const LevelRun run(textWith(file), MPI_COMM_SELF);
    level.resize(run.d.mesh.level.size());
    for (std::size_t e = 0; e < level.size(); ++e)
      level[static_cast<std::size_t>(run.d.mesh.elementId[e])] = run.d.mesh.level[e];
  }
  std::string textWith(const MeshOfTest& file) const { return yaml + "mesh: {file: " + file.path() + "}\n"; }
  /// Parts of consecutive elements, slabs, which cut elements of all levels.
  std::vector<std::int32_t> partsThrough(int parts) const {
    std::vector<std::int32_t> part(level.size());
    for (std::size_t e = 0; e < part.size(); ++e)
      part[e] = static_cast<std::int32_t>(e * static_cast<std::size_t>(parts) / part.size());
    return part;
  }
  /// Part 0 has the elements of `lowest` and higher with their neighbours; the others share the rest.
  std::vector<std::int32_t> partsBeside(int lowest, int parts) const {
    const partition::DualGraph graph = partition::buildDualGraph(mesh);
    std::vector<std::int32_t> part(level.size());
    for (std::size_t e = 0; e < part.size(); ++e)
      part[e] = parts == 1 ? 0 : 1 + static_cast<std::int32_t>(e * static_cast<std::size_t>(parts - 1) / part.size());
    for (std::size_t e = 0; e < part.size(); ++e) {
      if (level[e] < lowest) continue;
      part[e] = 0;
      for (idx_t i = graph.begin[e]; i < graph.begin[e + 1]; ++i)
        part[static_cast<std::size_t>(graph.neighbour[static_cast<std::size_t>(i)])] = 0;
    }
    return part;
  }
};

}  // namespace fluxtet::test
