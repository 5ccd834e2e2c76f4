// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Queries about the GPUs of the host, and the choice of one. This header includes no CUDA header and is part of every
// build.
#pragma once

#include <cstdint>
#include <string>

namespace fluxtet {

/// Properties of one GPU.
struct GpuInfo {
  int index = 0;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  int multiprocessors = 0;
  std::int64_t totalBytes = 0;
  std::int64_t freeBytes = 0;            ///< at the time of the query
  std::int64_t sharedBytesPerBlock = 0;  ///< largest shared memory that a kernel may opt in to
  std::string busId;                     ///< PCI domain:bus:device.function
};

/// Tells whether this program contains CUDA code.
bool builtWithCuda();

/// Returns the number of GPUs that this process sees, 0 without a driver or a card. Never throws.
int gpuCount();

/// Returns one sentence that says why gpuCount() is 0, with the CUDA runtime's reason; empty if there is a GPU.
std::string whyNoGpu();

/// Returns the properties of GPU `index`, counted from 0. Creates a context on it, because its free memory is not known
/// otherwise; the current device of the calling thread stays the same. Throws InputError if there is no such GPU.
GpuInfo gpuInfo(int index);

/// Makes GPU `index` the current device of the calling thread and creates its context. Throws InputError if there is no
/// such GPU or this program contains no code for it, RunError if the context cannot be created.
void useGpu(int index);

/// Returns the name of the calling thread's current GPU. Throws InputError without a GPU.
std::string currentGpuName();

/// Returns the GPU that a rank uses on a host with `count` GPUs, at least 1: consecutive ranks take consecutive GPUs,
/// round robin.
constexpr int gpuOfRank(int rankOnHost, int count) {
  return rankOnHost % count;
}

/// Returns the free memory of the calling thread's current GPU in bytes. Throws InputError without a GPU.
std::int64_t gpuFreeBytes();

/// Tells whether GPU `from` can read and write the memory of GPU `to` directly; every GPU can reach itself. Returns
/// false if one of the two does not exist.
bool gpuCanReach(int from, int to);

}  // namespace fluxtet
