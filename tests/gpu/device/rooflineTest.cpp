// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/roofline.hpp"

#include "kernels/device/deviceBuffer.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <fmt/format.h>

namespace fluxtet::test {
namespace {

TEST(RooflineWithoutGpu, IsBadInput) {
  if (gpuCount() > 0) GTEST_SKIP() << "there is a GPU";
  EXPECT_THROW(measureCopyBandwidth(), InputError);
  EXPECT_THROW(measureFmaRate(false), InputError);
}

using Roofline = GpuTest;

// Every GPU that this program supports is above the lower bounds and, for some years, below the upper ones. The bounds
// catch wrong units, kernels that do nothing, and times that are taken before the work has ended.
TEST_F(Roofline, OfMemoryIsPlausible) {
  const double rate = measureCopyBandwidth();
  fmt::print("copy: {:.3f} TB/s\n", 1e-12 * rate);
  EXPECT_GT(rate, 5e10);
  EXPECT_LT(rate, 5e13);
}

TEST_F(Roofline, OfArithmeticIsPlausibleAndDoublePrecisionIsNotFaster) {
  const double singleRate = measureFmaRate(false), doubleRate = measureFmaRate(true);
  fmt::print("fused multiply-adds: {:.2f} Tflop/s single, {:.2f} Tflop/s double precision\n", 1e-12 * singleRate,
             1e-12 * doubleRate);
  EXPECT_GT(singleRate, 1e12);
  EXPECT_LT(singleRate, 1e15);
  EXPECT_GT(doubleRate, 1e10);
  EXPECT_LT(doubleRate, 1.1 * singleRate);
}

TEST_F(Roofline, OfMemoryIsMeasuredWhereLittleIsFree) {
  constexpr std::int64_t left = 512 << 20;
  const std::int64_t free = gpuFreeBytes();
  if (free <= left) GTEST_SKIP() << "no more than " << left << " bytes are free anyway";
  const DeviceBuffer<char> most(static_cast<std::size_t>(free - left));
  EXPECT_GT(measureCopyBandwidth(), 5e10);
}

}  // namespace
}  // namespace fluxtet::test
