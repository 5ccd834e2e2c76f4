// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/device/gpuSeats.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

GpuSeat seat(int host, const char* busId, const char* model = "A") {
  return {host, host == 0 ? "first" : "second", busId, model};
}

TEST(GpuSeats, TheSamePlaceOnTheBusOfAnotherHostIsAnotherGpu) {
  EXPECT_TRUE(seat(0, "1").sharesGpuWith(seat(0, "1")));
  EXPECT_FALSE(seat(0, "1").sharesGpuWith(seat(0, "2")));
  EXPECT_FALSE(seat(0, "1").sharesGpuWith(seat(2, "1")));
}

TEST(GpuSeats, RanksWithAGpuEachAreNoCrowd) {
  EXPECT_EQ(worstCrowd({seat(0, "1"), seat(0, "2"), seat(2, "1"), seat(2, "2")}).ranks, 0);
}

TEST(GpuSeats, TheWorstCrowdIsOnTheHostWithTheMostRanksAtOneGpu) {
  const std::vector<GpuSeat> two{seat(0, "1"), seat(0, "1")};
  std::vector<GpuSeat> seats = two;
  for (const char* busId : {"1", "2", "1", "2", "1"}) seats.push_back(seat(2, busId));
  EXPECT_EQ(worstCrowd(two).hostName, "first");
  const GpuCrowd crowd = worstCrowd(seats);
  EXPECT_EQ(crowd.hostName, "second");
  EXPECT_EQ(crowd.ranks, 5);
  EXPECT_EQ(crowd.gpus, 2);
}

TEST(GpuSeats, EachGpuIsCountedOnceByItsModelTheMostNumerousFirst) {
  const auto models = gpuModels({seat(0, "1", "A"), seat(0, "2", "B"), seat(0, "1", "A"), seat(3, "1", "B")});
  ASSERT_EQ(models.size(), 2u);
  EXPECT_EQ(gpusText(models), "2 B, 1 A");
  EXPECT_EQ(gpusText({}), "");
}

}  // namespace
}  // namespace fluxtet::test
