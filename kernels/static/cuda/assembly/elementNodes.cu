// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/launchShape.hpp"

namespace fluxtet::gpu {
namespace {

constexpr int blockSize = 256;

__global__ void keyKernel(const std::int32_t* dof, std::int64_t nodes, std::int32_t rows, std::uint32_t* key,
                          std::uint32_t* number) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (n >= nodes) return;
  key[n] = static_cast<std::uint32_t>(dof[n] < 0 ? rows : dof[n]);
  number[n] = static_cast<std::uint32_t>(n);
}

/// Thread n sets the begin of all rows above the key before n up to the key of n.
__global__ void beginKernel(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (n > nodes) return;
  const std::int64_t first = n == 0 ? 0 : static_cast<std::int64_t>(key[n - 1]) + 1;
  const std::int64_t last = n == nodes ? rows : key[n];
  for (std::int64_t row = first; row <= last; ++row) begin[row] = static_cast<std::uint32_t>(n);
}

__global__ void pushKernel(const std::int32_t* dof, std::int64_t nodes, std::uint32_t* head, std::uint32_t* next) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (n >= nodes) return;
  const std::int32_t row = dof[n];
  if (row >= 0) next[n] = atomicExch(head + row, static_cast<std::uint32_t>(n));
}

}  // namespace

void launchNodeKeys(const std::int32_t* dof, std::int64_t nodes, std::int32_t rows, std::uint32_t* key,
                    std::uint32_t* number, cudaStream_t stream) {
  keyKernel<<<blocksFor(nodes, blockSize), blockSize, 0, stream>>>(dof, nodes, rows, key, number);
  checkLaunch("keyKernel");
}

void launchRowBegins(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin,
                     cudaStream_t stream) {
  beginKernel<<<blocksFor(nodes + 1, blockSize), blockSize, 0, stream>>>(key, nodes, rows, begin);
  checkLaunch("beginKernel");
}

void launchPush(const std::int32_t* dof, std::int64_t nodes, std::uint32_t* head, std::uint32_t* next,
                cudaStream_t stream) {
  pushKernel<<<blocksFor(nodes, blockSize), blockSize, 0, stream>>>(dof, nodes, head, next);
  checkLaunch("pushKernel");
}

}  // namespace fluxtet::gpu
