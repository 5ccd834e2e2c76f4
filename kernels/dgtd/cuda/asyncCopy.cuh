// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Contiguous copies between global and shared memory that run beside the threads: the bulk copy engine from sm_90 on,
/// 16-byte asynchronous copies before. Addresses and sizes are multiples of 16 bytes.

__device__ __forceinline__ std::uint32_t sharedAddress(const void* p) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

/// Completion of loads into shared memory, for the whole block. Lives in shared memory.
struct LoadBarrier {
  std::uint64_t word;
};

#if __CUDA_ARCH__ >= 900

/// Thread 0, before the block's first barrier. `bytes`: of all loads together.
__device__ __forceinline__ void initialise(LoadBarrier& barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&barrier)));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // the copy engine counts on it
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&barrier)), "r"(bytes)
               : "memory");
}

/// All threads call it; thread 0 issues, after it has initialised the barrier.
template <int threads>
__device__ __forceinline__ void loadBulk(void* to, const void* from, std::uint32_t bytes, LoadBarrier& barrier) {
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(&barrier))
               : "memory");
}

/// Between finding that threads elsewhere have written and loading it.
__device__ __forceinline__ void letLoadsSeeWrites() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}

/// Waits for the first use of the barrier; the initialisation must be visible to the caller (a block barrier in
/// between).
__device__ __forceinline__ void waitFor(LoadBarrier& barrier) {
  asm volatile(
      "{\n"
      ".reg .pred done;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
      "@!done bra again;\n"
      "}\n" ::"r"(sharedAddress(&barrier))
      : "memory");
}

__device__ __forceinline__ void prefetchToL2(const void* from, std::uint32_t bytes) {
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
}

#else

__device__ __forceinline__ void initialise(LoadBarrier&, std::uint32_t) {}

template <int threads>
__device__ __forceinline__ void loadBulk(void* to, const void* from, std::uint32_t bytes, LoadBarrier&) {
  for (std::uint32_t at = 16 * threadIdx.x; at < bytes; at += 16 * threads)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(static_cast<char*>(to) + at)),
                 "l"(static_cast<const char*>(from) + at)
                 : "memory");
}

__device__ __forceinline__ void letLoadsSeeWrites() {}

__device__ __forceinline__ void waitFor(LoadBarrier&) {
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
}

__device__ __forceinline__ void prefetchToL2(const void*, std::uint32_t) {}

#endif

}  // namespace fluxtet::dgtd::cuda
