// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Definitions of gpu.hpp and roofline.hpp for a build without CUDA.
#include "kernels/device/gpu.hpp"
#include "kernels/device/roofline.hpp"
#include "lib/base/error.hpp"

namespace fluxtet {
namespace {

[[noreturn]] void throwNoGpu() {
  throw InputError(whyNoGpu());
}

}  // namespace

bool builtWithCuda() {
  return false;
}
int gpuCount() {
  return 0;
}
std::string whyNoGpu() {
  return "no usable GPU: this program was built without CUDA (build it where nvcc is, with -DFLUXTET_CUDA=ON)";
}
GpuInfo gpuInfo(int) {
  throwNoGpu();
}
void useGpu(int) {
  throwNoGpu();
}
std::string currentGpuName() {
  throwNoGpu();
}
std::int64_t gpuFreeBytes() {
  throwNoGpu();
}
bool gpuCanReach(int, int) {
  return false;
}
double measureCopyBandwidth() {
  throwNoGpu();
}
double measureFmaRate(bool) {
  throwNoGpu();
}

}  // namespace fluxtet
