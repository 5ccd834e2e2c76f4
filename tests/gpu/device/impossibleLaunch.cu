// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/device/impossibleLaunch.hpp"

#include "kernels/device/check.hpp"

namespace fluxtet::test {
namespace {

__global__ void idleKernel() {}

}  // namespace

void launchImpossibleKernel() {
  idleKernel<<<1, 4096>>>();
  checkLaunch("idleKernel");
}

}  // namespace fluxtet::test
