// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/weightedSums.hpp"

#include <cuda_runtime.h>

namespace fluxtet::dgtd::cuda {

/// The clusters of a field that sums hold, one after the other in this order. Device pointer.
struct SummedClusters {
  const std::int32_t* cluster = nullptr;  ///< ascending; null: all clusters of the field
  std::int64_t valuesPerCluster = 0;      ///< a multiple of 16 bytes; read only with `cluster`
};

/// Enqueues: adds a field [slot][elementStride], V, device pointer, times the weights to the sums, in one pass over the
/// clusters. args.size: values of these clusters.
template <class Real>
void launchFieldSums(const Real* field, const SummedClusters& clusters, const SumArgs<Real>& args, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
