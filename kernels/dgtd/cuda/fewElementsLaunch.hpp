// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// Elements of a piece of a cluster, which a block of FewElementsKernel computes. Cluster sizes are multiples of it.
constexpr int pieceSize(int order) {
  return order <= 3 ? 32 : 16;
}

/// Arguments of FewElementsKernel.
template <class Real>
struct FewElementsArgs {
  RhsArgs<Real> rhs;
  const Real* lift;  ///< [Np][4][Nf] BernsteinOperators::flux, device pointer
};

/// Enqueues FewElementsKernel of one order on the clusters of `args`. Defined in fewElementsP1.cu ... fewElementsP4.cu.
template <class Real, int order>
struct FewElementsLaunch {
  static void launch(const FewElementsArgs<Real>& args, cudaStream_t stream);
};

}  // namespace fluxtet::dgtd::cuda
