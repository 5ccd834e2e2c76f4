// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the program may know of the GPUs of its host; needs no CUDA header and exists in every build.
#pragma once

#include <cstdint>
#include <string>

namespace fluxtet {

struct GpuInfo {
  int index = 0;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  int multiprocessors = 0;
  std::int64_t totalBytes = 0;
  std::int64_t freeBytes = 0;            ///< at the time of asking
  std::int64_t sharedBytesPerBlock = 0;  ///< the most that a kernel may opt in to
  std::string busId;                     ///< PCI domain:bus:device.function
};

/// Whether this program contains CUDA code.
bool builtWithCuda();

/// How many GPUs this process sees; 0 without a driver or a card. Never throws.
int gpuCount();

/// Why gpuCount() is 0, as one sentence with the CUDA runtime's own reason; empty if there is a GPU.
std::string whyNoGpu();

/// The facts of one GPU. Creates a context on it, without which its free memory is not told; the device of the calling
/// thread stays what it was. Throws InputError if there is no such GPU.
GpuInfo gpuInfo(int index);

/// Makes this GPU the device of the calling thread and creates its context. Throws InputError if there is no such GPU
/// or this program has no code for it, RunError if it does not start.
void useGpu(int index);

/// Name of the calling thread's GPU.
std::string currentGpuName();

/// The GPU of a rank on a host with `count` GPUs: ranks take them in turn. `count` is at least 1.
constexpr int gpuOfRank(int rankOnHost, int count) {
  return rankOnHost % count;
}

/// Free memory of the calling thread's GPU, bytes.
std::int64_t gpuFreeBytes();

/// Whether GPU `from` can read and write memory of GPU `to` directly; every GPU reaches itself. False if there is no
/// such pair.
bool gpuCanReach(int from, int to);

}  // namespace fluxtet
