// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Fields depend neither on the number of ranks nor on the route of the traces between them. Ranks share GPUs where
// there are fewer GPUs than ranks.
#include "kernels/device/gpu.hpp"
#include "tests/gpu/runs/results.hpp"
#include "tests/gpu/runs/richCase.hpp"

#include <algorithm>

namespace fluxtet::test {
namespace {

constexpr std::int64_t steps = 81, lastCheckpoint = 80;

class Ranks : public RunsTest, public ::testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    RunsTest::SetUp();
    const int count = std::min(gpuCount(), 4);
    for (int from = 0; from < count && exchange() == "peer"; ++from)
      for (int to = 0; to < count; ++to)
        if (!gpuCanReach(from, to)) GTEST_SKIP() << "GPU " << from << " cannot reach GPU " << to;
  }
  static const std::string& exchange() { return GetParam(); }

  /// Compares one rank on the CPU with several ranks on GPUs. The number of ranks differs between methods, so that all
  /// numbers are met in little time.
  void compare(const Method& method, int ranks) const {
    writeGuide(method, steps);
    run("one", {.backend = "cpu"});
    compareWithOne("many", method, ranks, "metis");
  }
  /// Compares the run "one" with several ranks whose parts are cut in the way of `partition`.
  void compareWithOne(const std::string& name, const Method& method, int ranks, const std::string& partition) const {
    run(name, {.ranks = ranks, .overrides = {"dgtd.exchange=" + exchange(), "partition.method=" + partition}});
    if (HasFatalFailure()) return;
    const RunPair pair(directory("one"), directory(name), roundingGrowth(method.single(), steps));
    pair.expectSameCheckpoint(lastCheckpoint);
    pair.expectSameSnapshot(lastCheckpoint);
    pair.expectSameProbe("always");
    pair.expectSameProbe("seventh");
    pair.expectSameEnergy();
    pair.expectSameSpectrum("3GHz");
    pair.expectSameSpectrum("5GHz");
    expectRoutes(name);
  }

  /// Expects that all pairs of neighbours took the route that was asked for.
  void expectRoutes(const std::string& name) const {
    const auto exchanged = summaryOf(directory(name))["exchange"];
    const auto& pairs = exchanged["pairs"];
    EXPECT_EQ(pairs["host"], 0) << exchanged;
    if (exchange() == "auto") {
      EXPECT_GT(pairs["peer"].get<int>() + pairs["gpuAware"].get<int>() + pairs["pinned"].get<int>(), 0) << exchanged;
    } else {
      const std::string expected = exchange() == "staged" ? "pinned" : exchange();
      for (const char* way : {"peer", "gpuAware", "pinned"})
        EXPECT_EQ(pairs[way].get<int>() > 0, way == expected) << exchanged;
      // Ranks of one host.
      EXPECT_EQ(pairs["pinned_through_mpi"].get<int>(), exchange() == "staged" ? pairs["pinned"].get<int>() : 0)
          << exchanged;
    }
    EXPECT_GT(exchanged["bytes_per_step"], 0) << exchanged;
  }
};

INSTANTIATE_TEST_SUITE_P(Exchange, Ranks, ::testing::Values("pinned", "staged", "peer"),
                         [](const auto& way) { return way.param; });

TEST_P(Ranks, leapFrogWithFusedKernelsGivesTheFieldsOfOneRank) {
  compare({3, "double", "centred", "leapFrog", "fused"}, 4);
}
TEST_P(Ranks, leapFrogWithThePenalisedFluxGivesTheFieldsOfOneRank) {
  compare({2, "double", "penalised", "leapFrog", "fused"}, 3);
}
TEST_P(Ranks, leapFrogWithSplitKernelsGivesTheFieldsOfOneRank) {
  compare({2, "single", "centred", "leapFrog", "split"}, 3);
}
TEST_P(Ranks, rungeKuttaWithUpwindFluxGivesTheFieldsOfOneRank) {
  compare({2, "double", "upwind", "rungeKutta", "fused"}, 2);
}
// METIS cuts the refined elements here, and the box-wise cut into two does not: then a level has no messages, and its
// clusters reach halo faces whose traces have not arrived yet.
TEST_P(Ranks, localTimeStepsGiveTheFieldsOfOneRank) {
  const Method method{2, "single", "penalised", "leapFrog", "fused"};
  writeGradedGuide(method, steps);
  run("one", {.backend = "cpu"});
  compareWithOne("cut", method, 3, "metis");
  compareWithOne("whole", method, 2, "box");
  if (HasFatalFailure()) return;
  for (const char* name : {"cut", "whole"})
    EXPECT_EQ(summaryOf(directory(name))["local_time_steps"]["levels"], 2) << name;
}

// Outputs make the streams of a GPU wait for each other, and may hide a missing wait. A race shows in one run and not
// in the next, so the run is repeated.
TEST_P(Ranks, aRunWithoutOutputsInBetweenIsTheSameBitForBitWhenItIsRepeated) {
  constexpr std::int64_t many = 201;
  const Method method{1, "single", "penalised", "leapFrog", "fused"};
  const std::string quiet = "output={checkpoint: {every: 100, keep: 10}}";
  writeGuide(method, many);
  run("one", {.backend = "cpu", .overrides = {quiet}});
  for (const char* name : {"first", "second"})
    run(name, {.ranks = 4, .overrides = {quiet, "dgtd.exchange=" + exchange()}});
  if (HasFatalFailure()) return;
  for (const std::int64_t step : {100, 200}) {
    RunPair(directory("first"), directory("second"), bitForBit).expectSameCheckpoint(step);
    RunPair(directory("one"), directory("first"), roundingGrowth(method.single(), step)).expectSameCheckpoint(step);
  }
}

class AutomaticExchange : public Ranks {};
INSTANTIATE_TEST_SUITE_P(Exchange, AutomaticExchange, ::testing::Values("auto"),
                         [](const auto& way) { return way.param; });

TEST_P(AutomaticExchange, findsAWayThatGivesTheFieldsOfOneRank) {
  compare({4, "single", "centred", "leapFrog", "fused"}, 2);
}

using GpuAwareExchange = RunsTest;

// Most builds of MPI cannot take device memory. That must be noticed before anything crashes.
TEST_F(GpuAwareExchange, worksOrIsRefusedWithTheReason) {
  const Method method{2, "double", "centred", "leapFrog", "fused"};
  writeGuide(method, steps);
  const Finished finished = program_.run(
      {"run", "case.yaml", "--output", "aware", "--backend", "cuda", "--set", "dgtd.exchange=gpuAware"}, 2);
  if (finished.code == 2) {
    EXPECT_NE(finished.text.find("gpuAware"), std::string::npos) << finished.text;
    EXPECT_FALSE(std::filesystem::exists(directory("aware"))) << finished.text;
    return;
  }
  ASSERT_EQ(finished.code, 0) << finished.text;
  run("one", {.backend = "cpu"});
  if (HasFatalFailure()) return;
  RunPair(directory("one"), directory("aware"), roundingGrowth(method.single(), steps))
      .expectSameCheckpoint(lastCheckpoint);
}

}  // namespace
}  // namespace fluxtet::test
