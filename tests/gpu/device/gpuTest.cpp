// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/support/gpuTest.hpp"

#include "lib/base/error.hpp"

namespace fluxtet::test {
namespace {

TEST(GpuQuery, RanksOfAHostTakeItsGpusInTurn) {
  EXPECT_EQ(gpuOfRank(0, 4), 0);
  EXPECT_EQ(gpuOfRank(3, 4), 3);
  EXPECT_EQ(gpuOfRank(4, 4), 0);
  EXPECT_EQ(gpuOfRank(5, 1), 0);
}

TEST(GpuQuery, EitherThereIsAGpuOrAReasonWhyNot) {
  EXPECT_TRUE(builtWithCuda());
  EXPECT_EQ(gpuCount() == 0, !whyNoGpu().empty()) << whyNoGpu();
}

TEST(GpuQuery, AGpuThatIsNotThereIsBadInput) {
  for (int index : {-1, gpuCount()}) {
    EXPECT_THROW(useGpu(index), InputError) << index;
    EXPECT_THROW(gpuInfo(index), InputError) << index;
    EXPECT_FALSE(gpuCanReach(index, 0)) << index;
    EXPECT_FALSE(gpuCanReach(0, index)) << index;
  }
}

using GpuFacts = GpuTest;

TEST_F(GpuFacts, ArePlausible) {
  for (int index = 0; index < gpuCount(); ++index) {
    const GpuInfo info = gpuInfo(index);
    EXPECT_EQ(info.index, index);
    EXPECT_FALSE(info.name.empty());
    EXPECT_GE(info.major, 8);
    EXPECT_GE(info.minor, 0);
    EXPECT_GT(info.multiprocessors, 0);
    EXPECT_GT(info.freeBytes, 0);
    EXPECT_GT(info.totalBytes, info.freeBytes);
    EXPECT_GE(info.sharedBytesPerBlock, 48 << 10);
    EXPECT_EQ(info.busId.find(':'), info.busId.size() - 8) << info.busId;
  }
}

TEST_F(GpuFacts, FreeMemoryIsThatOfTheCurrentGpu) {
  const std::int64_t free = gpuFreeBytes();
  EXPECT_GT(free, 0);
  EXPECT_LE(free, gpuInfo(0).totalBytes);
}

TEST_F(GpuFacts, EveryGpuReachesItself) {
  for (int index = 0; index < gpuCount(); ++index) EXPECT_TRUE(gpuCanReach(index, index));
}

}  // namespace
}  // namespace fluxtet::test
