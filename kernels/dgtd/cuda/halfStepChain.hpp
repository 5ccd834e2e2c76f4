// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Lets fused half steps that follow each other in a stream overlap (docs/design.md, "Half steps overlap"): while the
/// last blocks of a half step leave the GPU half empty, blocks of the next one begin.
///
/// It numbers the half steps of a chain from 1 on and owns the counters halfStepsDone of ChainArgs. The first clusters
/// of a launch, as many as the GPU computes at a time, are the early clusters. Their blocks begin before the half step
/// before has ended, and wait until the counters of their partners have reached the number of that half step. So each
/// partner of an early cluster has a counter, and its block sets the counter to the number of the half step that it has
/// completed; other clusters have none. The blocks of all other clusters wait for the end of the half step before.
/// FusedKernel carries this out and states why it suffices.
///
/// Where a half step fills less than half of the GPU, half steps do not overlap: blocks that wait for each other then
/// take longer than a kernel takes to begin.
class HalfStepChain {
 public:
  /// A chain whose half steps never overlap.
  HalfStepChain() = default;
  /// A chain of half steps of the whole mesh that compute the border first. clustersAtOnce: clusters that the GPU
  /// computes at a time.
  template <class Real>
  HalfStepChain(const ClusterMesh<Real>& mesh, std::int32_t clustersAtOnce, cudaStream_t stream);

  bool mayOverlap() const { return numEarly_ > 0; }
  /// Bytes of device memory.
  std::int64_t bytes() const;

  /// Enqueues in `stream`: sets all counters to 0. The half step that comes next is number 1 and must not overlap with
  /// earlier work.
  void restart(cudaStream_t stream);
  /// The arguments of the next half step of all clusters, which the caller enqueues in `stream`. `overlaps`: the last
  /// work in the stream is the half step of the chain before this one. The chain is restarted, and the half step does
  /// not overlap, after forget() and before the numbers wrap round. Without mayOverlap() the arguments are those of no
  /// chain.
  ChainArgs next(bool overlaps, cudaStream_t stream);
  /// States that other half steps have set the counters, such as those of a replayed graph.
  void forget() { known_ = false; }
  /// How many of the half steps of next() overlap.
  std::int64_t overlapping() const { return overlapping_; }

 private:
  std::int32_t numEarly_ = 0, maxPartners_ = 0;
  DeviceBuffer<std::int32_t> partner_, counterOf_;
  DeviceBuffer<std::uint32_t> halfStepsDone_;
  std::uint32_t count_ = 0;  ///< half steps since the restart
  std::int64_t overlapping_ = 0;
  bool known_ = false;  ///< whether the counters stand at count_
};

extern template HalfStepChain::HalfStepChain(const ClusterMesh<float>&, std::int32_t, cudaStream_t);
extern template HalfStepChain::HalfStepChain(const ClusterMesh<double>&, std::int32_t, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
