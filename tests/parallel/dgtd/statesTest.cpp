// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// States of the engine besides E and H: over ranks, and through checkpoints on other numbers of ranks.
#include "app/dgtd/observers/engineStates.hpp"
#include "lib/mesh/elementOrder.hpp"
#include "lib/output/checkpoint.hpp"
#include "tests/parallel/dgtd/rankRun.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/kuhnBox.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// `end`: the boundary x+ and z+.
std::string box(const std::string& end) {
  return "boundaries: {x-: pec, x+: " + end + ", y-: pec, y+: pec, z-: pmc, z+: " + end + "}" + R"(
mesh: {box: {size: [1 m, 0.8 m, 1.3 m], cells: [4, 3, 4], perturb: 0.25}}
materials: {vacuum: {}}
regions: {box: vacuum}
sources: [{dipole: {at: [0.4, 0.4, 0.4], moment: [1, 0, 0], waveform: {sine: {frequency: 300 MHz, ramp: 0}}}}]
dgtd: {order: 2, precision: double}
time: {steps: 600}
)";
}

/// Poles in the smaller elements: whether an element has them depends on its own volume, so on every rank alike.
DgtdProblem withPoles(const DgtdProblem& plain) {
  DgtdProblem problem = plain;
  const double mean = 1 * 0.8 * 1.3 / (4 * 3 * 4 * 6);
  problem.poles = {{lorentzPole(2, 6, 0.5), debyePole(1, 0.1)}, {drudePole(8, 0.3)}};
  for (const double volume : problem.volume)
    problem.polesIndex.push_back(volume < 0.8 * mean ? 0 : volume < mean ? 1 : -1);
  return problem;
}

/// A plasma in an anisotropic medium, and poles of the permeability, in the same way. The numbers beside the tensors,
/// which give jump terms their weight, stay those that neighbouring ranks have been told.
DgtdProblem withTensors(const DgtdProblem& plain) {
  DgtdProblem problem = plain;
  const double mean = 1 * 0.8 * 1.3 / (4 * 3 * 4 * 6);
  problem.magneticPoles = {{lorentzPole(2, 6, 0.5)}, {drudePole(8, 0.3)}};
  problem.tensors = {
      {.epsilonR = SymmetricTensor{2, 1.5, 3, 0.2, -0.1, 0.4}, .plasma = MagnetisedPlasma{8, 0.5, {1, -2, 3}}},
      {.muR = SymmetricTensor{2, 1.5, 3, 0.2, -0.1, 0.4}}};
  for (const double volume : problem.volume) {
    const std::int32_t kind = volume < 0.8 * mean ? 0 : volume < mean ? 1 : -1;
    problem.magneticPolesIndex.push_back(kind);
    problem.tensorIndex.push_back(kind);
  }
  return problem;
}

/// What has states besides E and H.
enum class Term { poles, tensors, layers };
struct Variant {
  const char* name;
  Term term;
  FluxChoice flux;
  std::size_t numStates;
};

/// A run of dispersive elements, or of absorbing layers, on the ranks of a communicator.
struct StateRun : RankRun<double> {
  StateRun(MPI_Comm communicator, const Variant& variant)
      : RankRun<double>(
            box(variant.term == Term::layers ? "{pml: {layers: 3, thickness: 0.5 m}}" : "absorbing"), communicator,
            [variant](const DgtdProblem& plain) {
              DgtdProblem problem = variant.term == Term::poles     ? withPoles(plain)
                                    : variant.term == Term::tensors ? withTensors(plain)
                                                                    : plain;
              problem.penalty = variant.flux.penalty;
              return makeCpuEngine<double>(problem, 1);
            },
            [](FieldEngine<double>& ofRank, const HaloPlan& halo, MPI_Comm ranks) {
              return makeTraceExchange<double>(ofRank, halo, RouteChoice::automatic, ranks);
            }),
        stepper(makeLeapFrog<double>(*engine, *exchange, plan(KernelSet::fused, 20e-12))),
        order(d.mesh.elementId, d.mesh.totalElements, comm) {}

  std::size_t valuesPerElement() const { return 3 * static_cast<std::size_t>(d.basis.np()); }
  void write(const std::string& folder, std::int64_t step) const {
    const auto E = download(Field::E), H = download(Field::H);
    CheckpointState state;
    state.step = step;
    writeCheckpoint<double>(folder, state, order, d.mesh.elementId, valuesPerElement(),
                            {.E = E, .H = H, .states = downloadStates(*engine, d.mesh.elementId, valuesPerElement())},
                            9, comm);
  }
  void read(const std::string& file) {
    std::vector<double> E(d.valuesPerField()), H(d.valuesPerField());
    readCheckpointFields<double>(file, order, d.mesh.elementId, valuesPerElement(), E, H, comm);
    engine->upload(Field::E, E);
    engine->upload(Field::H, H);
    auto states = statesWithoutValues(*engine, d.mesh.elementId);
    readCheckpointStates<double>(file, order, valuesPerElement(), states, comm);
    uploadStates(states, *engine);
  }

  std::unique_ptr<TimeStepper<double>> stepper;
  ElementOrder order;
};

std::string fileOf(const SharedFolder& folder, std::int64_t step) {
  return folder / fmt::format("checkpoints/checkpoint_{:08}.h5", step);
}

constexpr std::array variants{
    Variant{"polesCentred", Term::poles, centredFlux, 3}, Variant{"polesPenalised", Term::poles, penalisedE, 3},
    Variant{"tensorsPenalised", Term::tensors, penalisedE, 3}, Variant{"layersCentred", Term::layers, centredFlux, 4},
    Variant{"layersPenalised", Term::layers, penalisedE, 4}};

class States : public ::testing::TestWithParam<Variant> {};
INSTANTIATE_TEST_SUITE_P(Variants, States, ::testing::ValuesIn(variants),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(States, aRunGoesOnFromACheckpointOnAnotherNumberOfRanks) {
  const SharedFolder folder;
  StateRun all(MPI_COMM_WORLD, GetParam());
  EXPECT_EQ(all.engine->states().size(), 2 + GetParam().numStates);
  all.stepper->advanceMany(0, 20);
  all.write(folder.path(), 20);
  all.stepper->advanceMany(20, 20);
  all.write(folder.path(), 40);

  // The whole mesh on each rank alone, from step 20 and from the beginning.
  StateRun alone(MPI_COMM_SELF, GetParam()), fromStart(MPI_COMM_SELF, GetParam());
  alone.read(fileOf(folder, 20));
  alone.stepper->advanceMany(20, 20);
  fromStart.stepper->advanceMany(0, 40);
  StateRun expected(MPI_COMM_SELF, GetParam());
  expected.read(fileOf(folder, 40));
  // Only the order of sums over faces differs, within rounding.
  for (const StateRun* run : {&alone, &fromStart})
    for (const Field field : {Field::E, Field::H}) {
      const auto found = run->download(field), wanted = expected.download(field);
      double difference = 0, size = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        difference = std::max(difference, std::abs(found[i] - wanted[i]));
        size = std::max(size, std::abs(wanted[i]));
      }
      EXPECT_GT(size, 0);
      EXPECT_LT(difference, 1e-12 * size);
    }
  const auto found = downloadStates(*alone.engine, alone.d.mesh.elementId, alone.valuesPerElement());
  const auto wanted = downloadStates(*expected.engine, expected.d.mesh.elementId, expected.valuesPerElement());
  ASSERT_EQ(found.size(), GetParam().numStates);
  for (const auto& [name, state] : wanted) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < state.values.size(); ++i) {
      difference = std::max(difference, std::abs(found.at(name).values[i] - state.values[i]));
      size = std::max(size, std::abs(state.values[i]));
    }
    EXPECT_GT(size, 0) << name;
    EXPECT_LT(difference, 1e-12 * size) << name;
  }
}

// Without the states a run would go on wrongly: the test above would notice.
TEST_P(States, matterForTheSteps) {
  const SharedFolder folder;
  StateRun run(MPI_COMM_SELF, GetParam()), without(MPI_COMM_SELF, GetParam());
  run.stepper->advanceMany(0, 20);
  for (const Field field : {Field::E, Field::H}) without.engine->upload(field, run.download(field));
  run.stepper->advanceMany(20, 20);
  without.stepper->advanceMany(20, 20);
  EXPECT_NE(run.download(Field::E), without.download(Field::E));
}

}  // namespace
}  // namespace fluxtet::test
