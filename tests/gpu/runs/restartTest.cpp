// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A run on one backend goes on from a checkpoint of the other backend.
#include "tests/gpu/runs/results.hpp"
#include "tests/gpu/runs/richCase.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr std::int64_t steps = 121, firstCheckpoint = 40, halfWay = 61, lastCheckpoint = 120;

struct Change {
  std::string name, from, to;
  int ranksFrom, ranksTo;
};
void PrintTo(const Change& change, std::ostream* stream) {
  *stream << change.name;
}

class Restart : public RunsTest, public ::testing::WithParamInterface<Change> {
 protected:
  /// Compares a whole run on the CPU with a run that ends after step 60 and goes on from step 40 on another backend.
  void compare(const Method& method) const {
    writeBall(method, steps);
    compareWithWhole(method, {"500MHz", "1.1GHz"});
  }
  void compareWithWhole(const Method& method, const std::vector<std::string>& frequencies) const {
    const Change& change = GetParam();
    run("whole", {.backend = "cpu"});
    run("broken",
        {.backend = change.from, .ranks = change.ranksFrom, .overrides = {fmt::format("time.steps={}", halfWay)}});
    run("broken", {.backend = change.to, .ranks = change.ranksTo, .restart = true});
    if (HasFatalFailure()) return;
    EXPECT_EQ(summaryOf(directory("broken"))["first_step"], firstCheckpoint);
    const RunPair pair(directory("whole"), directory("broken"), roundingGrowth(method.single(), steps));
    pair.expectSameCheckpoint(lastCheckpoint);
    pair.expectSameProbe("always");
    pair.expectSameProbe("seventh");
    pair.expectSameEnergy();
    for (const std::string& frequency : frequencies) pair.expectSameSpectrum(frequency);
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, Restart,
                         ::testing::Values(Change{"fromGpuToCpu", "cuda", "cpu", 1, 1},
                                           Change{"fromCpuToGpu", "cpu", "cuda", 1, 1},
                                           Change{"fromOneGpuRankToTwo", "cuda", "cuda", 1, 2}),
                         [](const auto& change) { return change.param.name; });

TEST_P(Restart, aRunGoesOnFromTheCheckpointOfTheOtherInSinglePrecision) {
  compare({3, "single", "centred", "leapFrog", "fused"});
}
TEST_P(Restart, aRunGoesOnFromTheCheckpointOfTheOtherInDoublePrecision) {
  compare({2, "double", "centred", "leapFrog", "fused"});
}
TEST_P(Restart, aRunWithLocalTimeStepsGoesOnFromTheCheckpointOfTheOther) {
  const Method method{2, "double", "penalised", "leapFrog", "fused"};
  writeGradedGuide(method, steps);
  compareWithWhole(method, {"3GHz", "5GHz"});
}

using Signals = RunsTest;

TEST_F(Signals, aSignalStopsARunOnTheGpuWithACheckpointFromWhichItGoesOn) {
  constexpr int seconds = 5;
  writeBall({2, "single", "centred", "leapFrog", "fused"}, 1000000000);
  // No outputs, which would break up the batches of steps.
  const Finished stopped =
      program_.runUntilSignal({"run", "case.yaml", "--backend", "cuda", "--set", "output={directory: out}"}, seconds);
  ASSERT_EQ(stopped.code, 4) << stopped.text;
  std::vector<std::filesystem::path> checkpoints;
  for (const auto& entry : std::filesystem::directory_iterator(directory("out") / "checkpoints"))
    checkpoints.push_back(entry.path());
  ASSERT_EQ(checkpoints.size(), 1U) << stopped.text;
  const std::string stem = checkpoints.front().stem().string();
  const std::int64_t reached = std::stoll(stem.substr(stem.rfind('_') + 1));
  EXPECT_GT(reached, 0) << stopped.text;
  run("out", {.restart = true, .overrides = {"output={directory: out}", fmt::format("time.steps={}", reached + 3)}});
}

}  // namespace
}  // namespace fluxtet::test
