// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Which levels of local time steps are chosen, and when none are.
#include "app/dgtd/levels/chooseTimeLevels.hpp"
#include "app/dgtd/levels/elementSteps.hpp"
#include "tests/parallel/dgtd/levelRun.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

std::string yamlOf(const MeshOfTest& mesh, const std::string& time, const std::string& more = "", int order = 1) {
  return fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{one: air}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: absorbing}}
dgtd: {{order: {}, precision: double{}}}
time: {{{}}}
)",
                     mesh.path(), order, more, time);
}

TimeLevelSettings settingsOf(const LevelCosts& costs, double duration = 0) {
  TimeLevelSettings settings;
  settings.costs = costs;
  settings.duration = duration;
  return settings;
}

TimeLevels choose(const LevelRun& run, TimeLevelSettings settings) {
  settings.penalty = run.d.problem.jumpShare(Field::E);
  return chooseTimeLevels(run.d.mesh, run.d.problem, elementSteps(run.d.mesh, run.d.problem, run.comm), settings,
                          run.comm);
}
bool mayPay(const LevelRun& run, TimeLevelSettings settings) {
  settings.penalty = run.d.problem.jumpShare(Field::E);
  return levelsMayPay(run.d.problem, settings, run.comm);
}

/// Vertices at all places of a lattice whose planes lie the closer along z the lower they are, by up to `contrast`.
Mesh gradedMesh(double contrast) {
  Mesh mesh = makeBoxMesh({.size = {1, 1, 1}, .cells = {6, 6, 12}, .perturb = 0.1});
  mesh.groups.regions = {"one"};
  for (std::size_t v = 0; v < mesh.vertices.size() / 3; ++v)
    mesh.vertices[3 * v + 2] = std::expm1(std::log(contrast) * mesh.vertices[3 * v + 2]) / (contrast - 1);
  return mesh;
}

Mesh evenMesh(double perturb) {
  Mesh mesh = makeBoxMesh({.size = {1, 1, 1}, .cells = {8, 8, 8}, .perturb = perturb});
  mesh.groups.regions = {"one"};
  return mesh;
}

// The dearer a step is besides its elements, the longer are the steps; launches that cost more than all elements leave
// no level. Elements allow what the filter of their level leaves of their own step.
TEST(TimeLevels, areChosenByWhatAStepCosts) {
  const MeshOfTest graded(gradedMesh(16));
  LevelRun run(yamlOf(graded, "end: 1 us", ", localTimeStepping: {levels: 0}"), MPI_COMM_WORLD);
  const auto elements = static_cast<double>(run.d.mesh.totalElements);
  const TimeLevels cheap = choose(run, {}), dear = choose(run, settingsOf({.wholeStep = 10 * elements})),
                   launches = choose(run, settingsOf({.launch = 1e9}));
  EXPECT_GT(cheap.count, 0);
  EXPECT_GT(dear.step, 1.2 * cheap.step);
  EXPECT_EQ(launches.count, 0);
  const std::vector<double> own = elementSteps(run.d.mesh, run.d.problem, run.comm);
  for (std::size_t e = 0; e < own.size(); ++e) {
    const int level = dear.level[e];
    EXPECT_LE(dear.step, std::exp2(level) * (level < 2 ? 1 : shareOfFinerStep()) * own[e] * (1 + 1e-9)) << e;
  }
}

// The rule is told only where it holds the step: not for steps that are as long without it, or that an element holds.
TEST(TimeLevels, tellTheRuleThatKeepsTheStepFromBeingLonger) {
  const MeshOfTest graded(gradedMesh(16));
  LevelRun run(yamlOf(graded, "end: 1 us", ", localTimeStepping: {levels: 0}"), MPI_COMM_WORLD);
  const TimeLevelSettings settings = settingsOf({.wholeStep = 10.0 * static_cast<double>(run.d.mesh.totalElements)});
  const TimeLevels any = choose(run, settings);
  ASSERT_GT(any.count, 0);
  for (const double share : {0.7, 1.5}) {
    TimeLevelSettings ruled = settings;
    ruled.longest = {share * any.step, "a rule"};
    const TimeLevels levels = choose(run, ruled);
    const bool isHeld = share < 1;
    EXPECT_NEAR(levels.step, isHeld ? ruled.longest.step : any.step, 1e-9 * any.step);
    EXPECT_EQ(levels.holdingRule, isHeld ? "a rule" : "");
    EXPECT_EQ(timeLevelsLines(levels).back() == "the step could be longer but for a rule", isHeld);
  }
}

// By all costs that are counted on: also where the penalty, which is damped in refined elements, bounds the steps of
// the others alone, so that steps would be longer if all elements were refined.
TEST(TimeLevels, areNoneOnMeshesOfEqualElements) {
  for (const double perturb : {0.0, 0.2}) {
    const MeshOfTest even(evenMesh(perturb));
    LevelRun run(yamlOf(even, "end: 1 us", ", localTimeStepping: {levels: 0}"), MPI_COMM_WORLD);
    for (const bool onGpu : {false, true})
      for (int order = 1; order <= maxOrder; ++order) {
        const TimeLevelSettings settings = settingsOf(levelCosts(order, onGpu, 0, true), 1e6);
        EXPECT_EQ(choose(run, settings).count, 0) << perturb << ' ' << onGpu << ' ' << order;
        if (perturb == 0) {
          EXPECT_FALSE(mayPay(run, settings)) << onGpu << ' ' << order;
        }
      }
  }
}

// A glance at the shapes tells what the steps do: most of them within a quarter.
TEST(TimeLevels, roughStepsAreNearTheSteps) {
  for (const Mesh& mesh : {gradedMesh(16), evenMesh(0.2)}) {
    const MeshOfTest file(mesh);
    for (const int order : {1, 3}) {
      LevelRun run(yamlOf(file, "steps: 1", "", order), MPI_COMM_WORLD);
      const std::vector<double> own = elementSteps(run.d.mesh, run.d.problem, run.comm);
      const std::vector<double> rough = roughElementSteps(run.d.problem);
      ASSERT_EQ(rough.size(), own.size());
      std::int64_t near = 0;
      for (std::size_t e = 0; e < own.size(); ++e) {
        EXPECT_NEAR(std::log(rough[e] / own[e]), 0, std::log(2.5));
        if (std::abs(std::log(rough[e] / own[e])) < std::log(1.25)) ++near;
      }
      const double share =
          static_cast<double>(sumOverRanks(run.comm, near)) / static_cast<double>(run.d.mesh.totalElements);
      EXPECT_GT(share, 0.9);
    }
  }
}

// What levels cost once is not worth it where a run is short.
TEST(TimeLevels, areNoneInShortRuns) {
  const MeshOfTest graded(gradedMesh(32));
  LevelRun run(yamlOf(graded, "end: 1 us", ", localTimeStepping: {levels: 0}"), MPI_COMM_WORLD);
  const LevelCosts costs{.curlCurl = 1, .setUp = 100};
  EXPECT_GT(choose(run, settingsOf(costs, 1e4)).count, 0);
  EXPECT_TRUE(mayPay(run, settingsOf(costs, 1e4)));
  EXPECT_EQ(choose(run, settingsOf(costs, 0.1)).count, 0);
  EXPECT_FALSE(mayPay(run, settingsOf(costs, 0.1)));
  // A given number of them is taken however long the run is.
  TimeLevelSettings given = settingsOf(costs, 0.1);
  given.levels = 2;
  EXPECT_EQ(choose(run, given).count, 2);
}

// `auto` is the default; a case that counts time steps says how long they are.
TEST(TimeLevels, areTakenByDefaultUnlessACaseCountsSteps) {
  const MeshOfTest graded(gradedMesh(64));
  const auto countOf = [&](const std::string& time, const std::string& more = "") {
    return LevelRun(yamlOf(graded, time, more), MPI_COMM_WORLD).d.timeLevels.count;
  };
  EXPECT_GT(countOf("end: 10 us"), 0);
  EXPECT_EQ(countOf("steps: 100000"), 0);
  EXPECT_EQ(countOf("end: 10 us", ", flux: upwind"), 0);
  EXPECT_EQ(countOf("end: 10 us", ", kernels: split"), 0);
  EXPECT_EQ(countOf("end: 10 us", ", localTimeStepping: {levels: 0}"), 0);
  EXPECT_GT(countOf("steps: 100000", ", localTimeStepping: {levels: auto}"), 0);
  // Steps as long as they may be without levels leave none.
  EXPECT_EQ(countOf("end: 10 us, maxStep: 1 ps"), 0);
}

// Levels need more arrays than there may be memory for. Levels that a case asks for, or goes on with, stay.
TEST(TimeLevels, areNoneWhereMemoryIsShort) {
  const MeshOfTest graded(gradedMesh(64));
  const auto countOf = [&](const std::string& more, const std::optional<EarlierLevels>& earlier) {
    const LevelRun run(yamlOf(graded, "end: 10 us", more), MPI_COMM_WORLD);
    PhaseTimer phases;
    return discretiseWithin([](const Discretisation& d) { return d.timeLevels.count == 0; }, run.theCase, false,
                            earlier, phases, run.comm)
        .timeLevels.count;
  };
  EXPECT_EQ(countOf("", {}), 0);
  EXPECT_EQ(countOf(", localTimeStepping: {levels: 1}", {}), 1);
  const TimeLevels before = LevelRun(yamlOf(graded, "end: 10 us"), MPI_COMM_WORLD).d.timeLevels;
  EXPECT_EQ(countOf("", EarlierLevels{before.count, before.step}), before.count);
}

}  // namespace
}  // namespace fluxtet::test
