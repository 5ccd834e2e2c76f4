// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// What blocks of grids that overlap tell each other. Counters only grow and wrap round.

/// From here on the next grid's blocks may take what room this one's leave, once all of these have come here.
__device__ __forceinline__ void letNextGridBegin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// Until the grid before has ended, if this one was launched to overlap with it.
__device__ __forceinline__ void waitForGridBefore() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

__device__ __forceinline__ bool hasReached(std::uint32_t counter, std::uint32_t value) {
  return static_cast<std::int32_t>(counter - value) >= 0;
}

// What was written before a counter was raised is seen after the wait. Loads are relaxed until then: others would empty
// the cache of the multiprocessor each time.

/// For a counter that this GPU raises.
__device__ __forceinline__ void waitForCounter(const std::uint32_t* counter, std::uint32_t value) {
  std::uint32_t now;
  while (true) {
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(now) : "l"(counter) : "memory");
    if (hasReached(now, value)) break;
    __nanosleep(100);
  }
  __threadfence();
}

/// For one in this GPU's memory that another raises.
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
