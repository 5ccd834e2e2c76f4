// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Local time steps of whole cases: stable on meshes, materials and boundaries at random, and the same on any number of
// ranks.
#include "app/dgtd/levels/elementSteps.hpp"
#include "lib/base/mpiTags.hpp"
#include "partition/exchange/haloExchange.hpp"
#include "tests/parallel/dgtd/levelRun.hpp"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Random = std::mt19937;

double uniform(Random& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}
template <class T>
T oneOf(Random& random, const std::vector<T>& values) {
  return values[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)];
}

/// Moves the lattice planes along an axis so that the cells shrink by `contrast` round one of them.
void grade(Mesh& mesh, std::size_t axis, double contrast, double at) {
  constexpr int planes = 400;
  std::vector<double> place{0};
  for (int i = 0; i < planes; ++i) {
    const double distance = std::abs((i + 0.5) / planes - at);
    place.push_back(place.back() + 1 / (1 + (contrast - 1) * std::exp(-distance * distance / 0.02)));
  }
  for (std::size_t v = 0; v < mesh.vertices.size() / 3; ++v) {
    double& x = mesh.vertices[3 * v + axis];
    const double along = std::clamp(x, 0.0, 1.0) * planes;
    const auto below = std::min<std::size_t>(static_cast<std::size_t>(along), planes - 1);
    x = (place[below] + (along - static_cast<double>(below)) * (place[below + 1] - place[below])) / place.back();
  }
}

/// A cube of 1 m with two regions and cells of very different sizes, by a contrast of 2^from to 2^4 along z and perhaps
/// x and y.
Mesh gradedMesh(Random& random, double from) {
  const auto cells = [&] { return std::uniform_int_distribution<std::int64_t>(4, 8)(random); };
  Mesh mesh =
      makeBoxMesh({.size = {1, 1, 1}, .cells = {cells(), cells(), cells()}, .perturb = uniform(random, 0, 0.2)});
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (axis == 2 || uniform(random, 0, 1) < 0.5)
      grade(mesh, axis, std::exp2(uniform(random, from, 4)), uniform(random, 0.2, 0.8));
  mesh.groups.regions = {"one", "other"};
  const double at = uniform(random, 0.2, 0.8);
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    double middle = 0;
    for (std::size_t v = 0; v < 4; ++v)
      middle += 0.25 * mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v]) + 2];
    mesh.region[e] = middle < at ? 0 : 1;
  }
  return mesh;
}

std::string materialText(Random& random) {
  return fmt::format("{{epsilon_r: {}, mu_r: {}, sigma: {}{}}}", oneOf<double>(random, {1, 2, 4, 9}),
                     oneOf<double>(random, {1, 1, 2}), oneOf<double>(random, {0, 0, 0.01, 1, 1e4}),
                     oneOf<std::string>(random, {"", "", ", debye: [{delta: 3, tau: 0.2 ns}]",
                                                 ", drude: [{plasmaFrequency: 1 GHz, collision: 0.1 GHz}]",
                                                 ", lorentz: [{delta: 2, frequency: 0.8 GHz, damping: 3e8 1/s}]"}));
}

std::string yamlOf(Random& random, const std::string& file, const std::string& levels,
                   const std::vector<std::string>& kinds) {
  std::string sides;
  for (const char* side : {"x-", "x+", "y-", "y+", "z-", "z+"})
    sides += fmt::format("{}: {}, ", side, oneOf(random, kinds));
  const std::string flux = uniform(random, 0, 1) < 0.3
                               ? std::string("flux: centred")
                               : fmt::format("penalty: {:.3f}", oneOf<double>(random, {0.05, 0.1, 0.3, 1}));
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{first: {}, second: {}}}
regions: {{one: first, other: second}}
boundaries: {{{}}}
dgtd: {{order: {}, {}, precision: double, localTimeStepping: {{levels: {}}}}}
time: {{steps: 1}}
)",
                     file, materialText(random), materialText(random), sides.substr(0, sides.size() - 2),
                     oneOf<int>(random, {1, 1, 1, 2, 2, 3}), flux, levels);
}

/// As if so many elements were of level 1 that one pass over them is worth more passes over others.
PenaltyOfLevels withManyOfLevel1(PenaltyOfLevels penalty) {
  penalty.elementsOfLevel1 = 1'000'000'000;
  return penalty;
}
void fitToOnePass(Discretisation& d) {
  const double step = d.timeLevels.step;
  fitPenaltyOfLevel1(d.mesh, d.basis, step, withManyOfLevel1(penaltyOfLevels(d.problem, d.basis, step, MPI_COMM_WORLD)),
                     d.problem, MPI_COMM_WORLD);
}
DampedPenalty dampedByOnePass(const LevelRun& run, double dt) {
  return dampedPenalty(withManyOfLevel1(run.penalty(dt)), run.levels());
}

// With H = 0 and poles at rest at the beginning the form Q of theory.md, section 3.3, is at most |E|^2, it never grows,
// also with the energy of poles (3.7), and it is at least (1 - s) (|E|^2 + |H|^2) for a step of the share s of its
// limit. In an absorbing layer a static field grows to 1 + sigma / alpha, at most 201 times its value (3.8).
class RandomLocalSteps : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Seeds, RandomLocalSteps, ::testing::Range(0, [] {
                           const char* const count = std::getenv("FLUXTET_RANDOM_MESHES");
                           return count == nullptr ? 10 : std::atoi(count);
                         }()));

TEST_P(RandomLocalSteps, areStable) {
  Random random(1000 + static_cast<unsigned>(GetParam()));
  std::optional<MeshOfTest> file;
  std::optional<LevelRun> drawn;
  std::string yaml;
  // Where every element is near a side that absorbs there are no levels: then another case is drawn.
  for (int draw = 0; draw < 20 && (!drawn || drawn->d.timeLevels.count == 0); ++draw) {
    drawn.reset();
    file.emplace(gradedMesh(random, 2));
    const std::string levels = oneOf<std::string>(random, {"1", "2", "3", "4"});
    yaml = yamlOf(random, file->path(), levels, {"pec", "pmc", "absorbing", "{pml: {layers: 2}}"});
    drawn.emplace(yaml, MPI_COMM_WORLD, fitToOnePass);
  }
  SCOPED_TRACE(yaml);
  LevelRun& run = *drawn;
  ASSERT_GT(run.d.timeLevels.count, 0);
  spdlog::info("{} levels, {} times less work", run.d.timeLevels.count, run.d.timeLevels.speedUp);
  const StabilityEstimate stability = run.estimate();
  ASSERT_TRUE(stability.conditions.hold());
  const auto stepper = run.stepper(stability.testedStep, dampedByOnePass(run, stability.testedStep));
  run.setRandomE();
  const double bound = (run.d.layers.none() ? 1 : 201 * 201) * run.energy() / (1 - stability.conditions.ofStep);
  for (int i = 0; i < 20; ++i) {
    stepper->advanceMany(100 * i, 100);
    ASSERT_LE(run.energy(), bound * (1 + 1e-9))
        << "after " << 100 * (i + 1) << " steps; levels " << run.d.timeLevels.count;
  }
}

/// The levels of elements by themselves, without those that they have for the sake of their neighbours.
void leaveOutRings(Discretisation& d) {
  const std::vector<double> steps = elementSteps(d.mesh, d.problem, MPI_COMM_WORLD);
  for (std::size_t e = 0; e < steps.size(); ++e) {
    int level = 0;
    const auto longest = [&] { return std::ldexp(level < 2 ? 1 : shareOfFinerStep(), level); };
    while (d.timeLevels.step > longest() * steps[e] * (1 + 1e-9)) ++level;
    ASSERT_LE(level, d.mesh.level[e]);
    d.mesh.level[e] = static_cast<std::uint8_t>(level);
  }
  d.problem.level = d.mesh.level;
}

/// By how much the energy of random fields grows in some steps of `dt`.
double growthOf(LevelRun& run, double dt, const DampedPenalty& damped, double (*theta)(int) = filterTheta) {
  const auto stepper = run.stepper(dt, damped, theta);
  run.setRandomE();
  const double first = run.energy();
  double growth = 0;
  for (int i = 0; i < 20 && growth < 1e6 && std::isfinite(growth); ++i) {
    stepper->advanceMany(200 * i, 200);
    growth = run.energy() / first;
  }
  return growth;
}

bool isUnstable(double growth) {
  return growth > 1e6 || !std::isfinite(growth);
}

// What the scheme needs is there for a reason: at the step at which it is stable, meshes become unstable without the
// neighbours of small elements, and with filters of equal weights.
TEST(RandomLocalStepsWithout, ringOrGrowingFiltersAreUnstable) {
  if (mpiSize(MPI_COMM_WORLD) > 1) GTEST_SKIP() << "one rank is enough";
  const char* const count = std::getenv("FLUXTET_RANDOM_MESHES");
  const int meshes = count == nullptr ? 10 : std::atoi(count);
  int withoutRing = 0, withoutGrowth = 0;
  for (int i = 0; i < meshes; ++i) {
    Random random(5000 + static_cast<unsigned>(i));
    const MeshOfTest file(gradedMesh(random, 3));
    const std::string yaml =
        fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{first: {{epsilon_r: {}}}, second: {{epsilon_r: {}}}}}
regions: {{one: first, other: second}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pmc, z-: pec, z+: pec}}
dgtd: {{order: 1, flux: centred, precision: double, cfl: 0.99, localTimeStepping: {{levels: 3}}}}
time: {{steps: 1}}
)",
                    file.path(), oneOf<double>(random, {1, 2, 4, 9}), oneOf<double>(random, {1, 2, 4, 9}));
    LevelRun whole(yaml, MPI_COMM_WORLD), ringless(yaml, MPI_COMM_WORLD, leaveOutRings);
    const StabilityEstimate stability = whole.estimate();
    const double dt = stability.testedStep;
    ASSERT_LE(growthOf(whole, dt, {}), 1 / (1 - stability.conditions.ofStep)) << yaml;
    withoutRing += isUnstable(growthOf(ringless, dt, {}));
    withoutGrowth += isUnstable(growthOf(whole, dt, {}, [](int) { return 1.0 / 16; }));
  }
  spdlog::info("of {} meshes {} are unstable without neighbours, {} with filters of equal weights", meshes, withoutRing,
               withoutGrowth);
  EXPECT_GT(withoutRing, 0);
  EXPECT_GT(withoutGrowth, 0);
}

// Squares of curls of curls are no numbers of single precision where lengths are some nanometres, unless they are taken
// in units of the step.
TEST(LocalSteps, stepsAreInProportionToTheSizeOfTheMesh) {
  const auto estimateOf = [](double size) {
    Mesh mesh = meshWithFlatElements(6);
    for (double& x : mesh.vertices) x *= size;
    const MeshOfTest file(mesh);
    RankRun<float> run(
        fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{one: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
dgtd: {{order: 3, localTimeStepping: {{levels: 2}}}}
time: {{steps: 1}}
)",
                    file.path()),
        MPI_COMM_WORLD, [](const DgtdProblem& problem) { return makeCpuEngine<float>(problem, omp_get_max_threads()); },
        [](FieldEngine<float>& engine, const HaloPlan& halo, MPI_Comm comm) {
          return makeTraceExchange<float>(engine, halo, RouteChoice::automatic, comm);
        });
    EXPECT_EQ(run.d.timeLevels.count, 2);
    return estimateWithLevels(
        *run.engine, *run.exchange, run.d, [](double maxStep) { return 0.9 * maxStep; }, run.comm);
  };
  const StabilityEstimate metres = estimateOf(1), nanometres = estimateOf(1e-9);
  EXPECT_NEAR(1e9 * nanometres.testedStep, metres.testedStep, 1e-3 * metres.testedStep);
  EXPECT_NEAR(nanometres.conditions.ofStep, metres.conditions.ofStep, 1e-3);
  for (std::size_t l = 0; l < 2; ++l) EXPECT_NEAR(nanometres.conditions.ofLevel[l], metres.conditions.ofLevel[l], 1e-3);
}

TEST(LocalSteps, areTheSameOnAnyNumberOfRanks) {
  Random random(77);
  const MeshOfTest file(gradedMesh(random, 3));
  const std::string yaml = yamlOf(random, file.path(), "3", {"pec", "pmc"});
  SCOPED_TRACE(yaml);
  LevelRun whole(yaml, MPI_COMM_SELF), part(yaml, MPI_COMM_WORLD);
  expectSameFields(whole, part);
}

// Where no element of a level has a face to another rank a neighbour of one may have: its curl needs what is on the
// other side.
TEST(LocalSteps, areTheSameWhereTheMeshIsCutBesideALevel) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  if (ranks == 1) GTEST_SKIP() << "needs several ranks";
  const MeshCutBesideLevel cut(1);
  for (const int lowest : {1, 2, 3}) {
    SCOPED_TRACE(lowest);
    const MeshOfTest file(cut.mesh, cut.partsBeside(lowest, ranks), ranks);
    LevelRun whole(cut.textWith(file), MPI_COMM_SELF), part(cut.textWith(file), MPI_COMM_WORLD);
    const LevelElements level = part.levels()[static_cast<std::size_t>(lowest - 1)];
    ASSERT_FALSE(level.crossesRanks);
    ASSERT_TRUE(level.neighboursCrossRanks);
    expectSameFields(whole, part);
  }
}

/// An exchange that leaves out all that a message of a level may leave out (TraceExchange::start).
class ShortMessages final : public TraceExchange<double> {
 public:
  ShortMessages(FieldEngine<double>& engine, const Discretisation& d, MPI_Comm comm)
      : engine_(engine),
        level_(d.problem.haloLevel),
        values_(static_cast<std::size_t>(engine.traces().valuesPerFace())),
        halos_{{{d.mesh.halo, engine.traces().valuesPerFace(), mpiTag::tracesE, comm},
                {d.mesh.halo, engine.traces().valuesPerFace(), mpiTag::tracesH, comm}}} {}

  RouteCounts routeCounts() const override { return {}; }
  ExchangeStatistics statistics() const override { return {}; }
  void resetStatistics() override {}
  std::int64_t facesLeftOut() const { return leftOut_; }

 private:
  void send(Field field, int /*level*/) override {
    auto& halo = halos_[static_cast<std::size_t>(field)];
    engine_.traces().pack(field, halo.sendBuffer());
    halo.start();
  }
  void receive(Field field, int level) override {
    auto& halo = halos_[static_cast<std::size_t>(field)];
    halo.finish();
    std::vector<double>& traces = received_[static_cast<std::size_t>(field)];
    traces.assign(halo.receiveBuffer().begin(), halo.receiveBuffer().end());
    for (std::size_t k = 0; k < level_.size(); ++k) {
      if (level_[k] >= level) continue;
      std::fill_n(traces.begin() + static_cast<std::ptrdiff_t>(k * values_), values_, 0.0);
      ++leftOut_;
    }
    engine_.traces().set(field, traces);
  }

  FieldEngine<double>& engine_;
  std::vector<std::uint8_t> level_;
  std::size_t values_;
  std::array<HaloExchange<double>, 2> halos_;
  std::array<std::vector<double>, 2> received_;
  std::int64_t leftOut_ = 0;
};

TEST(LocalSteps, areTheSameWithShortMessages) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  if (ranks == 1) GTEST_SKIP() << "needs several ranks";
  const MeshCutBesideLevel cut(2);
  const MeshOfTest file(cut.mesh, cut.partsThrough(ranks), ranks);
  LevelRun whole(cut.textWith(file), MPI_COMM_SELF), part(cut.textWith(file), MPI_COMM_WORLD);
  ASSERT_TRUE(part.levels().back().crossesRanks);
  part.exchange.reset();
  auto exchange = std::make_unique<ShortMessages>(*part.engine, part.d, MPI_COMM_WORLD);
  const ShortMessages& messages = *exchange;
  part.exchange = std::move(exchange);
  expectSameFields(whole, part);
  EXPECT_GT(messages.facesLeftOut(), 0);
}

// The bound holds for the eigenvalue that powers of the operator tend to from below, and is not far above it: a jump
// that changes sign across the face has twice the squares on both sides.
TEST(LocalSteps, theDampedPenaltyIsBoundedElementByElement) {
  Random random(5);
  const MeshOfTest file(gradedMesh(random, 3));
  for (const int order : {1, 2, 3}) {
    LevelRun run(fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{first: {{epsilon_r: 4}}, second: {{}}}}
regions: {{one: first, other: second}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pec, z-: pec, z+: pec}}
dgtd: {{order: {}, penalty: 0.2, precision: double, localTimeStepping: {{levels: 3}}}}
time: {{steps: 1}}
)",
                             file.path(), order),
                 MPI_COMM_SELF);
    ASSERT_GT(run.d.timeLevels.count, 1);
    run.setRandomE();
    const ArrayId E = arrayOf(Field::E), before = run.engine->addWorkArray(), zero = run.engine->addWorkArray();
    const ElementRange all{0, run.d.mesh.numElements};
    double eigenvalue = 0, norm = std::sqrt(run.energy());
    for (int i = 0; i < 60; ++i) {
      run.engine->addArrays({E, before, 1 / norm, true}, all);
      run.engine->fusedHalfStep({.target = Field::E, .step = -1, .damping = DampingOnly{before, zero, E, 0, 1}}, all);
      eigenvalue = norm = std::sqrt(run.energy());
    }
    const double bound = dampedPenaltyBound(run.d.problem, run.d.basis, {}, MPI_COMM_SELF);
    EXPECT_LE(eigenvalue, bound * (1 + 1e-12)) << "order " << order;
    EXPECT_GT(eigenvalue, 0.25 * bound) << "order " << order;
  }
}

// With the default penalty one pass is enough in elements of level 1, few of which get less of it; those of higher
// levels need more.
TEST(LocalSteps, elementsOfLevel1TakeOnePassThatDampsThePenalty) {
  Random random(21);
  const MeshOfTest file(gradedMesh(random, 3));
  const auto textWith = [&](const std::string& penalty) {
    return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{first: {{epsilon_r: 4}}, second: {{}}}}
regions: {{one: first, other: second}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pec, z-: pec, z+: pec}}
dgtd: {{order: 2, {}precision: double, localTimeStepping: {{levels: 3}}}}
time: {{steps: 1}}
)",
                       file.path(), penalty);
  };
  LevelRun run(textWith(""), MPI_COMM_WORLD, fitToOnePass);
  ASSERT_EQ(run.d.timeLevels.count, 3);
  const StabilityEstimate stability = run.estimate();
  const double dt = stability.testedStep, bound = 1 / (1 - stability.conditions.ofStep);
  // On a small mesh passes over all refined elements are taken.
  EXPECT_TRUE(run.dampedPenalty(dt).plan.everywhere);
  EXPECT_LE(growthOf(run, dt, run.dampedPenalty(dt)), bound);
  DampedPenalty damped = dampedByOnePass(run, dt);
  EXPECT_FALSE(damped.plan.everywhere);
  EXPECT_GT(damped.plan.passes, 1);
  EXPECT_EQ(damped.before.level, 2);
  EXPECT_LE(growthOf(run, dt, damped), bound);
  std::int64_t whole = 0, less = 0;
  for (const double share : run.d.problem.dampedPenaltyOfFace) {
    whole += share == 1;
    less += share > 0 && share < 1;
  }
  EXPECT_LT(sumOverRanks(run.comm, less), 0.3 * static_cast<double>(sumOverRanks(run.comm, whole)));
  damped.plan = {1, 1, false, damped.plan.reach};
  EXPECT_TRUE(isUnstable(growthOf(run, dt, damped)));

  LevelRun strong(textWith("penalty: 1, "), MPI_COMM_WORLD, fitToOnePass);
  EXPECT_TRUE(dampedByOnePass(strong, strong.estimate().testedStep).plan.everywhere);
}

// A few refined elements lie on one rank with their neighbours: a step then takes no more messages than without levels.
TEST(LocalSteps, takeNoMessagesForElementsThatAreNotCut) {
  const MeshOfTest file(meshWithFlatElements(12));
  std::vector<std::int64_t> messages;
  for (const int levels : {0, 3}) {
    LevelRun run(fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{one: air}}
boundaries: {{x-: pec, x+: absorbing, y-: pec, y+: pec, z-: pec, z+: absorbing}}
dgtd: {{order: 1, precision: double, localTimeStepping: {{levels: {}}}}}
time: {{steps: 1}}
)",
                             file.path(), levels),
                 MPI_COMM_WORLD);
    ASSERT_EQ(run.d.timeLevels.count, levels);
    const auto stepper = run.stepper(levels == 0 ? 1e-12 : run.estimate().testedStep);
    run.setRandomE();
    stepper->advanceMany(0, 1);
    run.exchange->resetStatistics();
    stepper->advanceMany(1, 10);
    messages.push_back(run.exchange->statistics().messages);
  }
  EXPECT_EQ(messages[1], messages[0]);
}

}  // namespace
}  // namespace fluxtet::test
