// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/rankCoupling.hpp"

namespace fluxtet::gpu {

/// Sums over ranks of what is on their GPUs: gathered there, summed on the host, scattered back.
template <class Real>
class RankSums {
 public:
  RankSums(RankCoupling& coupling, cudaStream_t stream);

  /// Entries of shared dofs of a vector [numDofs] become their sums over all ranks. Collective.
  void sumVector(Real* vector, cudaStream_t stream);
  /// The same of a table of the shared dofs alone.
  void sumTable(Real* table, cudaStream_t stream);
  double sum(double value);
  RankCoupling& coupling() const { return coupling_; }

  std::int64_t numShared() const { return static_cast<std::int64_t>(shared_.size()); }
  const std::int32_t* sharedDofs() const { return shared_.data(); }
  /// [numDofs] RankCoupling::counted()
  const std::uint8_t* counted() const { return counted_.data(); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(shared_.bytes() + counted_.bytes() + packed_.bytes()); }

 private:
  RankCoupling& coupling_;
  DeviceBuffer<std::int32_t> shared_;
  DeviceBuffer<std::uint8_t> counted_;
  DeviceBuffer<Real> packed_;
  PinnedBuffer<Real> host_;
};

/// Conjugate gradients whose sums go through the host, with an operator of this rank's elements. Collective.
template <class Real>
CgState coupledCg(DeviceOperator<Real>& A, RankSums<Real>& ranks, std::int64_t numDofs, const CgRun<Real>& run,
                  cudaStream_t stream);

}  // namespace fluxtet::gpu
