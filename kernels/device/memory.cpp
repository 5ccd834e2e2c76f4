// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/memory.hpp"

#include "kernels/device/check.hpp"
#include "lib/base/error.hpp"

#include <limits>

namespace fluxtet {
namespace {

/// Returns count * size, or on overflow a number of bytes that no machine has.
std::size_t product(std::size_t count, std::size_t size) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;
  return count > most / size ? most : count * size;
}

}  // namespace

void* allocateDevice(std::size_t count, std::size_t size) {
  const std::size_t bytes = product(count, size);
  if (bytes == 0) return nullptr;
  void* data = nullptr;
  const cudaError_t code = cudaMalloc(&data, bytes);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    int gpu = 0;
    std::size_t free = 0, total = 0;
    cudaCheck(cudaGetDevice(&gpu), "asking for the current GPU");
    cudaCheck(cudaMemGetInfo(&free, &total), "asking for the free memory");
    throw RunError(fmt::format(
        "GPU {} is out of memory: {} bytes were asked for, {} of {} bytes are free: use more GPUs or a smaller "
        "mesh (`fluxtet check` tells the need)",
        gpu, bytes, free, total));
  }
  cudaCheck(code, "allocating device memory");
  return data;
}

// Destructors must not throw: an error that an earlier kernel left is reported by the next call that waits for the GPU.
// Null is not passed on, because cudaFree(nullptr) would create a context.
void freeDevice(void* data) noexcept {
  if (data != nullptr) cudaFree(data);
}

void* allocatePinned(std::size_t count, std::size_t size) {
  const std::size_t bytes = product(count, size);
  if (bytes == 0) return nullptr;
  void* data = nullptr;
  const cudaError_t code = cudaHostAlloc(&data, bytes, cudaHostAllocPortable);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw RunError(fmt::format(
        "the host does not give {} bytes of page-locked memory: use fewer ranks on this host or a smaller mesh, "
        "or raise the limit of locked memory (ulimit -l)",
        bytes));
  }
  cudaCheck(code, "allocating page-locked memory");
  return data;
}

void freePinned(void* data) noexcept {
  if (data != nullptr) cudaFreeHost(data);
}

void copyBytes(void* to, const void* from, std::size_t bytes, std::size_t capacity, cudaStream_t stream) {
  requireRun(bytes <= capacity, "a copy of {} bytes exceeds the device buffer of {} bytes", bytes, capacity);
  if (bytes > 0) cudaCheck(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream), "copying to or from the GPU");
}

void zeroBytes(void* data, std::size_t bytes, cudaStream_t stream) {
  if (bytes > 0) cudaCheck(cudaMemsetAsync(data, 0, bytes, stream), "setting device memory to zero");
}

}  // namespace fluxtet
