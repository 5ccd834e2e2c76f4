// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/static/rankCoupling.hpp"

namespace fluxtet::statics::cuda {

/// Sums over ranks of vectors on their GPUs: values are gathered there, summed on the host and scattered back. Device
/// pointers.
template <class Real>
class RankSums {
 public:
  RankSums(RankCoupling& coupling, cudaStream_t stream);

  /// Replaces entries of shared dofs of a vector [numDofs] by their sums over all ranks. Collective.
  void sumVector(Real* vector, cudaStream_t stream);
  /// The same for a table [numShared()] of the shared dofs alone. Collective.
  void sumTable(Real* table, cudaStream_t stream);
  /// Sum of the ranks' values. Collective.
  double sum(double value);
  RankCoupling& coupling() const { return coupling_; }

  std::int64_t numShared() const { return static_cast<std::int64_t>(shared_.size()); }
  /// Local dofs that other ranks hold too, [numShared()], ascending. Device pointer.
  const std::int32_t* sharedDofs() const { return shared_.data(); }
  /// [numDofs] RankCoupling::counted(). Device pointer.
  const std::uint8_t* counted() const { return counted_.data(); }
  /// Device memory, bytes.
  std::int64_t bytes() const { return static_cast<std::int64_t>(shared_.bytes() + counted_.bytes() + packed_.bytes()); }

 private:
  RankCoupling& coupling_;
  DeviceBuffer<std::int32_t> shared_;
  DeviceBuffer<std::uint8_t> counted_;
  DeviceBuffer<Real> packed_;
  PinnedBuffer<Real> host_;
};

}  // namespace fluxtet::statics::cuda
