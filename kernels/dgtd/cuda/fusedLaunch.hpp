// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// The fused kernel of one order and precision, with or without jump terms of the target, as the host launches it
/// (fusedKernel.cuh).
template <class Real, int order, bool withJumps>
struct FusedLaunch {
  /// Elements of a cluster.
  static int clusterSize();
  /// Bytes of shared memory of a block: dynamic, with room for maxGathered gathered traces; static.
  static std::size_t sharedBytes(std::int32_t maxGathered);
  static std::size_t staticBytes();
  /// Blocks that a multiprocessor of the present GPU runs at a time.
  static int clustersPerSm(std::int32_t maxGathered);
  /// Face nodes that a packing block packs at a time.
  static int packedAtOnce();
  /// Whether half steps of this kernel may overlap (ChainArgs) on the present GPU.
  static bool mayOverlap();
  /// Enqueues the kernel on the clusters of `args`, with args.border.numPackers more blocks.
  static void launch(const RhsArgs<Real>& args, cudaStream_t stream);
};

}  // namespace fluxtet::dgtd::cuda
