// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// The fused kernel of one order and precision, with jump terms of the target or without.
template <class Real, int order, bool withJumps>
struct FusedLaunch {
  static int clusterSize();
  /// Of a block: what the launch asks for, and what the kernel has beside it.
  static std::size_t sharedBytes(std::int32_t maxRemote);
  static std::size_t staticBytes();
  /// Blocks that an SM runs at a time, and nodes of traces that one of them packs at a time.
  static int clustersPerSm();
  static int packedAtOnce();
  /// Whether it can overlap with itself (ChainArgs) on the present GPU.
  static bool mayOverlap();
  static void launch(const RhsArgs<Real>& args, cudaStream_t stream);
};

}  // namespace fluxtet::dgtd::cuda
