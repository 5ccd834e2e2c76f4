// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Fields do not depend on the number of ranks, nor on the way that traces take between them. Ranks share GPUs where there are fewer.
#include "results.hpp"
#include "richCase.hpp"

#include <fmt/format.h>

namespace fluxtet::test {
namespace {

constexpr std::int64_t steps = 81, lastCheckpoint = 80;

class Ranks : public RunsTest, public ::testing::WithParamInterface<std::string> {
 protected:
  static const std::string& exchange() { return GetParam(); }

  /// One rank on the CPU against each count of ranks on GPUs. The counts differ between the methods, so that all are met in little time.
  void compare(const Method& method, const std::vector<int>& counts) const {
    writeGuide(method, steps);
    run("one", {.backend = "cpu"});
    for (const int ranks : counts) {
      const std::string name = fmt::format("{}ranks", ranks);
      run(name, {.ranks = ranks, .overrides = {"dgtd.exchange=" + exchange(), "partition.method=metis"}});
      if (HasFatalFailure()) return;
      const RunPair pair(directory("one"), directory(name), roundingGrowth(method.single(), steps));
      pair.expectSameCheckpoint(lastCheckpoint);
      pair.expectSameSnapshot(lastCheckpoint);
      pair.expectSameProbe("always");
      pair.expectSameProbe("seventh");
      pair.expectSameEnergy();
      if (ranks > 1) expectRoutes(name);
    }
  }

  /// All pairs of neighbours took the way that was asked for.
  void expectRoutes(const std::string& name) const {
    const auto exchanged = summaryOf(directory(name))["exchange"];
    const auto& pairs = exchanged["pairs"];
    EXPECT_EQ(pairs["host"], 0) << exchanged;
    if (exchange() == "auto") {
      EXPECT_GT(pairs["peer"].get<int>() + pairs["gpuAware"].get<int>() + pairs["pinned"].get<int>(), 0) << exchanged;
    } else {
      for (const char* way : {"peer", "gpuAware", "pinned"})
        EXPECT_EQ(pairs[way].get<int>() > 0, way == exchange()) << exchanged;
    }
    EXPECT_GT(exchanged["bytes_per_step"], 0) << exchanged;
  }
};

INSTANTIATE_TEST_SUITE_P(Exchange, Ranks, ::testing::Values("auto", "pinned", "peer"),
                         [](const auto& way) { return way.param; });

TEST_P(Ranks, leapFrogWithFusedKernelsGivesTheFieldsOfOneRank) {
  compare({3, "double", "centred", "leapFrog", "fused"}, {1, 2, 4});
}
TEST_P(Ranks, leapFrogInSinglePrecisionGivesTheFieldsOfOneRank) {
  compare({4, "single", "centred", "leapFrog", "fused"}, {2});
}
TEST_P(Ranks, leapFrogWithSplitKernelsGivesTheFieldsOfOneRank) {
  compare({2, "double", "centred", "leapFrog", "split"}, {3});
}
TEST_P(Ranks, rungeKuttaWithUpwindFluxGivesTheFieldsOfOneRank) {
  compare({2, "double", "upwind", "rungeKutta", "fused"}, {2});
}

using GpuAwareExchange = RunsTest;

// Most builds of MPI cannot; that must be noticed before anything crashes.
TEST_F(GpuAwareExchange, worksOrIsRefusedWithTheReason) {
  const Method method{2, "double", "centred", "leapFrog", "fused"};
  writeGuide(method, steps);
  const Finished finished =
      program_.run({"run", "case.yaml", "--output", "aware", "--backend", "cuda", "--set", "dgtd.exchange=gpuAware"}, 2);
  if (finished.code == 2) {
    EXPECT_NE(finished.text.find("gpuAware"), std::string::npos) << finished.text;
    EXPECT_FALSE(std::filesystem::exists(directory("aware"))) << finished.text;
    return;
  }
  ASSERT_EQ(finished.code, 0) << finished.text;
  run("one", {.backend = "cpu"});
  if (HasFatalFailure()) return;
  RunPair(directory("one"), directory("aware"), roundingGrowth(method.single(), steps)).expectSameCheckpoint(lastCheckpoint);
}

}  // namespace
}  // namespace fluxtet::test
