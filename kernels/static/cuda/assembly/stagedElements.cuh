// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/problem/elementAccess.cuh"

namespace fluxtet::statics::cuda {

/// Threads of a block whose elements of nd nodes are staged in 48 KiB of shared memory.
template <class Real>
constexpr int stagingBlock(int nd) {
  return nd == 10 && sizeof(Real) == 8 ? 32 : nd == 10 ? 64 : 128;
}

/// Numbers of a staged element: [node a][nd + 1], the entries in the row of node a and its part of the right-hand side.
template <FormKind form, int order>
inline constexpr int stagedSize = nodesPerElement(form, order) * (nodesPerElement(form, order) + 1);

/// Integrates the elements of the block, `first` and on, one a thread, in the signs of their dofs, so that they can go
/// out coalesced. Returns how many there are. Called by the whole block; ends with a barrier. `staged` has an odd row
/// length, so that a column falls into all banks.
template <FormKind form, int order, class Real, int block>
__device__ int stageElements(const ProblemView<Real>& problem, std::int64_t first,
                             Real (&staged)[block][stagedSize<form, order> + 1]) {
  using El = Element<form, order>;
  constexpr int nd = El::nd;
  const int count = min(static_cast<std::int64_t>(block), problem.numElements - first);
  if (threadIdx.x < count) {
    Real K[El::packed], f[nd];
    integrateElement<form, order>(problem, static_cast<std::int32_t>(first + threadIdx.x), K, f);
    for (int a = 0; a < nd; ++a) {
      for (int b = 0; b < nd; ++b) staged[threadIdx.x][a * (nd + 1) + b] = K[packedIndex(a, b)];
      staged[threadIdx.x][a * (nd + 1) + nd] = f[a];
    }
  }
  __syncthreads();
  return count;
}

}  // namespace fluxtet::statics::cuda
