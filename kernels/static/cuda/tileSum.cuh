// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/gridSum.cuh"
#include "kernels/static/methods.hpp"

namespace fluxtet::statics::cuda {

/// Sums of a block's threads, tile after tile, by a tree in shared memory. In round k of `adjacent` every 2^k-th thread
/// adds its neighbour's sum to its own, so that threads that work and threads that do not share a warp to the end
/// (figure 5 of Zhang et al.); with `remapped` the first threads do all additions, so that in all rounds but the last
/// five whole warps work or do not (its figure 6).
template <ReductionKind kind>
class TileSum {
 public:
  /// By all threads of the block.
  __device__ void add(double value) {
    __shared__ double sums[solverThreads];
    const unsigned thread = threadIdx.x;
    sums[thread] = value;
    __syncthreads();
    if constexpr (kind == ReductionKind::adjacent) {
      for (unsigned distance = 1; distance < solverThreads; distance *= 2) {
        if (thread % (2 * distance) == 0) sums[thread] += sums[thread + distance];
        __syncthreads();
      }
    } else {
      for (unsigned distance = solverThreads / 2; distance > 0; distance /= 2) {
        if (thread < distance) sums[thread] += sums[thread + distance];
        __syncthreads();
      }
    }
    total_ += sums[0];
    __syncthreads();
  }
  __device__ double ofBlock() const { return total_; }

 private:
  double total_ = 0;
};

/// By warp shuffles: no branches, no shared memory and no barriers before the end.
template <>
class TileSum<ReductionKind::shuffle> {
 public:
  __device__ void add(double value) { total_ += warpSum(value); }
  __device__ double ofBlock() const { return blockSum<0>(threadIdx.x % 32 == 0 ? total_ : 0); }

 private:
  double total_ = 0;
};

}  // namespace fluxtet::statics::cuda
