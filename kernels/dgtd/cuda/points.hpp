// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Points whose values are asked for: now, or in a record that stays on the GPU until it is taken, so that a run with
/// probes at every step need not wait at every step.
template <class Real>
class Points {
 public:
  /// `weight`: [point][Np] of Bernstein coefficients.
  Points(int order, const std::vector<std::int32_t>& slot, const std::vector<double>& weight, cudaStream_t stream);

  std::int64_t bytes() const;

  /// Values [point][3] of a field; waits for them. Device pointers.
  void sample(const Real* field, const Real* edge, std::span<double> values, cudaStream_t stream) const;
  /// Enqueues a sample of both fields to the record; waits only to empty a full one. Device pointers.
  void record(const Real* E, const Real* H, const Real* edge, cudaStream_t stream);
  /// The record, [sample][E, H][point][3], which is empty then.
  std::vector<double> take(cudaStream_t stream);

 private:
  std::size_t valuesPerField() const { return 3 * slot_.size(); }
  void enqueue(const Real* field, const Real* edge, double* values, cudaStream_t stream) const;
  void bringHome(cudaStream_t stream);

  int order_;
  DeviceBuffer<std::int32_t> slot_;
  DeviceBuffer<double> weight_;
  mutable DeviceBuffer<double> values_;
  DeviceBuffer<double> record_;  ///< [samplesOnGpu_][E, H][point][3], made on first use
  std::size_t samplesOnGpu_ = 0;
  std::vector<double> atHome_;  ///< the part of the record before that
};

}  // namespace fluxtet::dgtd::cuda
