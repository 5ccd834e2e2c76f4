// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A run on the GPU writes the same results as the same run on the CPU.
#include "tests/gpu/runs/results.hpp"
#include "tests/gpu/runs/richCase.hpp"

namespace fluxtet::test {
namespace {

constexpr std::int64_t steps = 201, lastCheckpoint = 200;

class Backends : public RunsTest, public ::testing::WithParamInterface<Method> {};

INSTANTIATE_TEST_SUITE_P(
    Methods, Backends,
    ::testing::Values(
        Method{1, "single", "centred", "leapFrog", "fused"}, Method{2, "double", "centred", "leapFrog", "fused"},
        Method{3, "single", "centred", "leapFrog", "fused"}, Method{4, "double", "centred", "leapFrog", "fused"},
        Method{2, "single", "centred", "leapFrog", "split"}, Method{4, "single", "centred", "leapFrog", "split"},
        Method{1, "double", "penalised", "leapFrog", "fused"}, Method{2, "single", "penalised", "leapFrog", "fused"},
        Method{3, "double", "penalised", "leapFrog", "split"}, Method{4, "single", "penalised", "leapFrog", "fused"},
        Method{2, "double", "penalised", "rungeKutta", "fused"}, Method{1, "double", "centred", "rungeKutta", "fused"},
        Method{3, "double", "upwind", "rungeKutta", "fused"}),
    [](const auto& method) { return nameOf(method.param); });

TEST_P(Backends, aRunOnTheGpuLeavesTheFilesOfTheSameRunOnTheCpu) {
  writeBall(GetParam(), steps);
  run("cpu", {.backend = "cpu"});
  run("gpu", {});
  if (HasFatalFailure()) return;
  EXPECT_EQ(summaryOf(directory("gpu"))["dt_s"], summaryOf(directory("cpu"))["dt_s"]);
  const RunPair pair(directory("cpu"), directory("gpu"), roundingGrowth(GetParam().single(), steps));
  pair.expectSameCheckpoint(lastCheckpoint);
  pair.expectSameSnapshot(lastCheckpoint);
  pair.expectSameSlice("plane", lastCheckpoint);
  pair.expectSameSpectrum("500MHz");
  pair.expectSameSpectrum("1.1GHz");
  pair.expectSameProbe("always");
  pair.expectSameProbe("seventh");
  pair.expectSameEnergy();
}

using LongRuns = RunsTest;

TEST_F(LongRuns, manyStepsAtOnceEqualTheRunThatStopsAtEveryStepBitForBit) {
  constexpr std::int64_t many = 1001;
  writeBall({3, "single", "penalised", "leapFrog", "fused"}, many);
  run("gpu", {});
  run("quiet", {.overrides = {"output={checkpoint: {every: 200, keep: 10}}"}});
  if (HasFatalFailure()) return;
  // Neither the outputs nor the number of steps in a batch change the arithmetic.
  RunPair(directory("gpu"), directory("quiet"), bitForBit).expectSameCheckpoint(1000);
}

TEST_F(LongRuns, theTimeStepThatTheGpuEstimatesIsThatOfTheCpu) {
  for (const Method& method :
       {Method{2, "single", "centred", "leapFrog", "fused"}, Method{2, "single", "penalised", "leapFrog", "fused"},
        Method{3, "double", "upwind", "rungeKutta", "fused"}}) {
    writeBall(method, 1);
    run("cpu" + nameOf(method), {.backend = "cpu", .overrides = {"time.maxStep="}});
    run("gpu" + nameOf(method), {.overrides = {"time.maxStep="}});
    if (HasFatalFailure()) return;
    const double cpu = summaryOf(directory("cpu" + nameOf(method)))["dt_s"],
                 gpu = summaryOf(directory("gpu" + nameOf(method)))["dt_s"];
    // The estimate is rounded down to a grid of relative width 1e-3. Rounding errors may take it to the next grid
    // point.
    EXPECT_NEAR(gpu / cpu, 1, 1.1e-3) << nameOf(method);
  }
}

TEST_F(LongRuns, withoutABackendTheGpuIsTaken) {
  writeBall({1, "single", "centred", "leapFrog", "fused"}, 3);
  const Finished finished = program_.run({"run", "case.yaml"});
  ASSERT_EQ(finished.code, 0) << finished.text;
  EXPECT_EQ(summaryOf(directory("out"))["backend"].get<std::string>().rfind("cuda", 0), 0U) << finished.text;
}

}  // namespace
}  // namespace fluxtet::test
