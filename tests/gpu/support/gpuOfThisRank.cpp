// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Part of every GPU test with MPI: puts each rank on its GPU before the first test, and says on rank 0 if no test ran,
// be it that there is no GPU or that every test skipped itself, by the sentence that ctest and the bundle take for
// "skipped".
#include "kernels/device/gpu.hpp"
#include "lib/base/mpi.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

class GpuOfThisRank : public ::testing::Environment {
 public:
  void SetUp() override {
    if (gpuCount() == 0) GTEST_SKIP() << whyNoGpu();
    useGpu(gpuOfRank(hostPlace(MPI_COMM_WORLD).rankOnHost, gpuCount()));
  }

  void TearDown() override {
    // Tests that did not even start count as successful.
    const auto& tests = *::testing::UnitTest::GetInstance();
    const bool noneRan = gpuCount() == 0 || tests.skipped_test_count() == tests.test_to_run_count();
    if (noneRan && mpiRank(MPI_COMM_WORLD) == 0) fmt::print("No test of this program ran\n");
  }
};

// Google Test owns it.
const ::testing::Environment* const registered = ::testing::AddGlobalTestEnvironment(new GpuOfThisRank);

}  // namespace
}  // namespace fluxtet::test
