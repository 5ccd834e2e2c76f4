// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Asynchronous copies of contiguous data from global to shared memory: bulk copies from sm_90 on, 16-byte asynchronous
/// copies (cp.async) on older GPUs. Addresses and sizes are multiples of 16 bytes.

/// Address of a pointer to shared memory within shared memory, for PTX.
__device__ __forceinline__ std::uint32_t sharedAddress(const void* p) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}

/// Tells all threads of a block that bulk copies to shared memory have arrived: an mbarrier, itself in shared memory,
/// used once. The order of calls is initialise() by thread 0, loadBulk(), a block barrier, waitFor().
struct LoadBarrier {
  std::uint64_t word;
};

#if __CUDA_ARCH__ >= 900

/// Called by thread 0 before it issues the first load. `bytes`: sum over all loads of the barrier.
__device__ __forceinline__ void initialise(LoadBarrier& barrier, std::uint32_t bytes) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&barrier)));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // bulk copies access the barrier through this proxy
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&barrier)), "r"(bytes)
               : "memory");
}

/// Starts the copy of `bytes` bytes. All threads of the block call it; thread 0 issues the copy.
template <int threads>
__device__ __forceinline__ void loadBulk(void* to, const void* from, std::uint32_t bytes, LoadBarrier& barrier) {
  if (threadIdx.x != 0) return;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(&barrier))
               : "memory");
}

/// Makes writes that the thread has seen, such as those of other blocks before a counter, visible to bulk copies that
/// it issues afterwards. Bulk copies read through a proxy of their own, which ordinary fences do not cover.
__device__ __forceinline__ void letLoadsSeeWrites() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}

/// Blocks the thread until all loads of the barrier have arrived. A block barrier must lie between initialise() and
/// this call.
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

/// Starts to bring global memory into the L2 cache.
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
