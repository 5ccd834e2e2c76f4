// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rateArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::gpu {

/// The fused kernel of one order and precision.
template <class Real, int order>
struct FusedLaunch {
  static int clusterSize();
  static std::size_t sharedBytes(std::int32_t maxRemote);
  static void launch(const RateArgs<Real>& args, cudaStream_t stream);
};

}  // namespace fluxtet::gpu
