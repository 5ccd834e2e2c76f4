// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Lets half steps that are enqueued one behind the other overlap (ChainArgs): while the last blocks of one end and
/// leave the GPU half empty, blocks of the next begin, each as soon as the clusters with which it has faces in common
/// are done. Not worth it where a half step fills less than half of the GPU: waiting for one another takes longer than
/// what a kernel takes to begin.
class HalfStepChain {
 public:
  /// One that never overlaps.
  HalfStepChain() = default;
  /// For half steps of the whole mesh, the border first, on a GPU that computes so many clusters at a time.
  template <class Real>
  HalfStepChain(const ClusterMesh<Real>& mesh, std::int32_t clustersAtOnce, cudaStream_t stream);

  bool mayOverlap() const { return numEarly_ > 0; }
  std::int64_t bytes() const;

  /// Enqueues: the count starts anew. What comes next must not overlap with what was before.
  void restart(cudaStream_t stream);
  /// For the next half step, of all clusters, on the stream; it `overlaps` if nothing was enqueued since the one
  /// before, which was one of the chain.
  ChainArgs next(bool overlaps, cudaStream_t stream);
  /// Half steps were counted that next() does not know of, such as those of a replayed graph.
  void forget() { known_ = false; }

 private:
  std::int32_t numEarly_ = 0, maxPartners_ = 0;
  DeviceBuffer<std::int32_t> partner_, placeOf_;
  DeviceBuffer<std::uint32_t> halfStepsDone_;
  std::uint32_t count_ = 0;  ///< half steps since the restart
  bool known_ = false;
};

extern template HalfStepChain::HalfStepChain(const ClusterMesh<float>&, std::int32_t, cudaStream_t);
extern template HalfStepChain::HalfStepChain(const ClusterMesh<double>&, std::int32_t, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
