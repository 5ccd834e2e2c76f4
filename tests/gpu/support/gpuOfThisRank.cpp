// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Linked into every GPU test with MPI. It puts each rank on its GPU before the first test. If no test ran, because
// there is no GPU or every test skipped itself, it prints on rank 0 the sentence that ctest and the bundle take for
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
    // Without a GPU no test starts, and Google Test counts tests that did not start as successful.
    const auto& tests = *::testing::UnitTest::GetInstance();
    const bool noneRan = gpuCount() == 0 || tests.skipped_test_count() == tests.test_to_run_count();
    if (noneRan && mpiRank(MPI_COMM_WORLD) == 0) fmt::print("No test of this program ran\n");
  }
};

// Google Test owns and deletes the environment.
const ::testing::Environment* const registered = ::testing::AddGlobalTestEnvironment(new GpuOfThisRank);

}  // namespace
}  // namespace fluxtet::test
