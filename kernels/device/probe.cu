// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/probe.hpp"

namespace fluxtet {
namespace {

__global__ void probeKernel() {}

}  // namespace

cudaError_t loadProbeKernel() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, probeKernel);
}

}  // namespace fluxtet
