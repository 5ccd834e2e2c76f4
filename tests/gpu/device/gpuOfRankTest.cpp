// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/device/gpu.hpp"
#include "lib/base/mpi.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

TEST(GpuOfRank, IsTheCurrentGpuOfEachRank) {
  int current = -1;
  cudaCheck(cudaGetDevice(&current));
  EXPECT_EQ(current, gpuOfRank(hostPlace(MPI_COMM_WORLD).rankOnHost, gpuCount()));
}

TEST(GpuOfRank, StaysTheSameWhenAnotherGpuIsAskedAbout) {
  int before = -1, after = -1;
  cudaCheck(cudaGetDevice(&before));
  for (int index = 0; index < gpuCount(); ++index) gpuInfo(index);
  cudaCheck(cudaGetDevice(&after));
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace fluxtet::test
