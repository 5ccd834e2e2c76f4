// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Sums over warps, blocks and the whole grid of a cooperative kernel, in double and in a fixed order.
#pragma once

#include "kernels/static/cuda/solverLaunch.hpp"

#include <cooperative_groups.h>

#include <cstdint>

namespace fluxtet::statics::cuda {

__device__ inline std::int64_t gridThread() {
  return std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
}
__device__ inline std::int64_t gridThreads() {
  return std::int64_t{gridDim.x} * solverThreads;
}

/// Sum over `width` neighbouring lanes, given to all of them.
template <int width = 32>
__device__ double warpSum(double value) {
  for (int distance = width / 2; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

/// Sum over a block of solverThreads, given to all of them; a barrier of the block. Two sums that follow each other
/// must use different `place`s, so that none overwrites what the slowest warp still reads.
template <int place>
__device__ double blockSum(double value) {
  constexpr int warps = solverThreads / 32;
  static_assert(warps == 16, "half a warp adds up the sums of warps");
  __shared__ double ofWarp[warps];
  value = warpSum(value);
  if (threadIdx.x % 32 == 0) ofWarp[threadIdx.x / 32] = value;
  __syncthreads();
  return warpSum<warps>(ofWarp[threadIdx.x % warps]);
}

/// All blocks of a cooperative kernel. `partials` [2][gridDim.x].
class WholeGrid {
 public:
  __device__ explicit WholeGrid(double* partials) : partials_(partials) {}

  __device__ void sync() const { cooperative_groups::this_grid().sync(); }

  /// Sum over all threads, given to all of them, the same bits in each; a barrier of the grid.
  __device__ double sum(double value) { return sumOfBlocks(blockSum<0>(value)); }

  /// The same where thread 0 of each block knows the block's part. Two sets of partial sums, since slow blocks may
  /// still read those of the sum before.
  __device__ double sumOfBlocks(double part) {
    double* const set = partials_ + (odd_ ? gridDim.x : 0);
    odd_ = !odd_;
    if (threadIdx.x == 0) set[blockIdx.x] = part;
    sync();
    double mine = 0;
    for (unsigned block = threadIdx.x; block < gridDim.x; block += solverThreads) mine += __ldcg(set + block);
    return blockSum<1>(mine);
  }

 private:
  double* partials_;
  bool odd_ = false;
};

}  // namespace fluxtet::statics::cuda
