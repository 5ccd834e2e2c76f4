// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "lib/base/error.hpp"
#include "tests/gpu/device/impossibleLaunch.hpp"
#include "tests/gpu/support/gpuTest.hpp"

#include <functional>
#include <string>

namespace fluxtet::test {
namespace {

/// The text of the RunError that `work` throws.
std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CudaCheck, LetsSuccessPass) {
  EXPECT_NO_THROW(cudaCheck(cudaSuccess));
}

TEST(CudaCheck, NamesWhatWasTriedTheReasonAndThePlace) {
  const std::string text = errorOf([] { cudaCheck(cudaErrorInvalidValue, "filling the basket"); });
  EXPECT_NE(text.find("filling the basket"), std::string::npos) << text;
  EXPECT_NE(text.find("invalid argument"), std::string::npos) << text;
  EXPECT_NE(text.find("cudaErrorInvalidValue"), std::string::npos) << text;
  EXPECT_NE(text.find("checkTest.cpp:"), std::string::npos) << text;
}

using CudaLaunch = GpuTest;

TEST_F(CudaLaunch, ThatIsImpossibleNamesTheKernelAndThePlace) {
  const std::string text = errorOf(launchImpossibleKernel);
  EXPECT_NE(text.find("launching idleKernel"), std::string::npos) << text;
  EXPECT_NE(text.find("impossibleLaunch.cu:"), std::string::npos) << text;
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace fluxtet::test
