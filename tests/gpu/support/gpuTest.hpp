// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/gpu.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {

/// Fixture of tests that need a GPU: uses the first GPU, or skips the test with the reason why there is none.
class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (gpuCount() == 0) GTEST_SKIP() << whyNoGpu();
    useGpu(0);
  }
};

}  // namespace fluxtet::test
