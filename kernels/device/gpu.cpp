// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/gpu.hpp"

#include "kernels/device/check.hpp"
#include "kernels/device/probe.hpp"
#include "lib/base/error.hpp"

#include <cstdlib>
#include <future>

namespace fluxtet {
namespace {

struct Count {
  int gpus = 0;
  cudaError_t reason = cudaSuccess;
};

/// Makes CUDA load every kernel when a context is created. By default CUDA loads each kernel at its first launch, which
/// waits until the GPU is idle. If a stream were waiting for another rank's flag at that time, this would be a
/// deadlock. A value that the user has set stays.
void loadKernelsEagerly() {
  static const bool set = setenv("CUDA_MODULE_LOADING", "EAGER", 0) == 0;
  static_cast<void>(set);
}

Count countGpus() {
  loadKernelsEagerly();
  Count count;
  count.reason = cudaGetDeviceCount(&count.gpus);
  if (count.reason != cudaSuccess) {
    cudaGetLastError();
    count.gpus = 0;
  }
  return count;
}

/// Returns a CUDA version as text, for instance "13.0" for 13000.
std::string versionText(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

void requireGpu(int index) {
  const int count = gpuCount();
  require(count > 0, "{}", whyNoGpu());
  require(index >= 0 && index < count, "there is no GPU {}: this process sees {}, numbered from 0", index, count);
}

int attribute(cudaDeviceAttr which, int index) {
  int value = 0;
  cudaCheck(cudaDeviceGetAttribute(&value, which, index), "asking for an attribute of a GPU");
  return value;
}

std::string busIdOf(int index) {
  char text[32] = "";
  cudaCheck(cudaDeviceGetPCIBusId(text, sizeof text, index), "asking for the bus of a GPU");
  return text;
}

}  // namespace

bool builtWithCuda() {
  return true;
}

int gpuCount() {
  return countGpus().gpus;
}

std::string whyNoGpu() {
  const Count count = countGpus();
  if (count.gpus > 0) return "";
  int driver = 0, runtime = 0;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  if (driver == 0)
    return fmt::format("no usable GPU: this host has no NVIDIA driver (CUDA: {})", cudaGetErrorString(count.reason));
  if (driver < runtime && count.reason == cudaErrorInsufficientDriver)
    return fmt::format(
        "no usable GPU: the driver knows CUDA up to {}, and this program needs {}: use a newer driver, or build with "
        "an older "
        "CUDA toolkit (CUDA: {})",
        versionText(driver), versionText(runtime), cudaGetErrorString(count.reason));
  return fmt::format(
      "no usable GPU: there is a driver, but CUDA finds none (CUDA: {}): does CUDA_VISIBLE_DEVICES hide them?",
      cudaGetErrorString(count.reason));
}

GpuInfo gpuInfo(int index) {
  requireGpu(index);
  GpuInfo info;
  cudaDeviceProp properties{};
  cudaCheck(cudaGetDeviceProperties(&properties, index), "asking for the properties of a GPU");
  info.index = index;
  info.name = properties.name;
  info.major = properties.major;
  info.minor = properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.totalBytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  info.sharedBytesPerBlock = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, index);
  info.busId = busIdOf(index);
  // gpuFreeBytes() needs this GPU as the current device, which is a property of a thread. A second thread asks, because
  // the way back to the old device in this thread would create a context on that device too.
  info.freeBytes = std::async(std::launch::async, [index] {
                     useGpu(index);
                     return gpuFreeBytes();
                   }).get();
  return info;
}

void useGpu(int index) {
  requireGpu(index);
  cudaCheck(cudaSetDevice(index), "choosing a GPU");
  cudaCheck(cudaFree(nullptr), "starting a GPU");  // before CUDA 12 only this call creates the context
  const cudaError_t code = loadProbeKernel();
  if (code == cudaErrorNoKernelImageForDevice || code == cudaErrorInvalidDeviceFunction) {
    cudaGetLastError();
    const int major = attribute(cudaDevAttrComputeCapabilityMajor, index);
    const int minor = attribute(cudaDevAttrComputeCapabilityMinor, index);
    throw InputError(
        fmt::format("GPU {} has compute capability {}.{}, and this program was built for {} only: GPUs before 8.0 "
                    "are not supported, others need a build with -DCMAKE_CUDA_ARCHITECTURES={}{}-real",
                    index, major, minor, FLUXTET_CUDA_ARCHITECTURES, major, minor));
  }
  cudaCheck(code, "loading code to a GPU");
}

std::string currentGpuName() {
  int device = 0;
  cudaCheck(cudaGetDevice(&device));
  return gpuInfo(device).name;
}

std::int64_t gpuFreeBytes() {
  require(gpuCount() > 0, "{}", whyNoGpu());
  std::size_t free = 0, total = 0;
  cudaCheck(cudaMemGetInfo(&free, &total), "asking for the free memory");
  return static_cast<std::int64_t>(free);
}

bool gpuCanReach(int from, int to) {
  const int count = gpuCount();
  if (from < 0 || to < 0 || from >= count || to >= count) return false;
  if (from == to) return true;
  int reaches = 0;
  cudaCheck(cudaDeviceCanAccessPeer(&reaches, from, to), "asking whether GPUs reach each other");
  return reaches != 0;
}

}  // namespace fluxtet
