// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// How blocks of grids that overlap wait for each other (programmatic dependent launch, compute capability 9.0), and
/// how blocks wait for counters. Counters are 32 bits wide, only grow, and wrap round.

/// The next grid in the stream may begin when every block of this grid has called this or has ended.
__device__ __forceinline__ void letNextGridBegin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Blocks the thread until the grid before has ended and its writes are visible. Returns at once unless this grid was
/// launched to overlap with the grid before.
__device__ __forceinline__ void waitForGridBefore() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Whether a counter is at `value` or at most 2^31 - 1 beyond it.
__device__ __forceinline__ bool hasReached(std::uint32_t counter, std::uint32_t value) {
  return static_cast<std::int32_t>(counter - value) >= 0;
}

// The two waits below block the thread until a counter has reached `value`. After the wait the thread sees all that was
// written before the counter was raised. They poll by relaxed loads and end with one fence: each acquiring load would
// empty the L1 cache of the multiprocessor.

/// Waits for a counter that a kernel on this GPU raises.
__device__ __forceinline__ void waitForCounter(const std::uint32_t* counter, std::uint32_t value) {
  std::uint32_t now;
  while (true) {
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(now) : "l"(counter) : "memory");
    if (hasReached(now, value)) break;
    __nanosleep(100);
  }
  __threadfence();
}

/// Waits for a counter in this GPU's memory that another GPU raises.
__device__ __forceinline__ void waitForOtherGpu(const std::uint32_t* counter, std::uint32_t value) {
  std::uint32_t now;
  while (true) {
    asm volatile("ld.relaxed.sys.u32 %0, [%1];" : "=r"(now) : "l"(counter) : "memory");
    if (hasReached(now, value)) break;
    __nanosleep(100);
  }
  __threadfence_system();
}

}  // namespace fluxtet::dgtd::cuda
