// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Consecutive records of an engine, of whatever points, of which the GPU keeps those of one set of points.
inline constexpr std::uint32_t mostRecordsOnGpu = 512;

/// Samples both fields at a set of points, at once or into a record. The record stays on the GPU until it is taken, so
/// that a run with probes at every step does not wait at every step. Fields are device pointers [slot][elementStride];
/// edge [slot][3][xyz], m, is one too.
template <class Real>
class Points {
 public:
  /// slot [point]: slot of the element that holds the point. weight [point][Np]: weights of its Bernstein coefficients.
  Points(int order, const std::vector<std::int32_t>& slot, const std::vector<double>& weight, cudaStream_t stream);

  /// Bytes of device memory.
  std::int64_t bytes() const;

  /// Writes the values [point][xyz] of a field to the host, V/m, and blocks until they are there.
  void sample(const Real* field, const Real* edge, std::span<double> values, cudaStream_t stream) const;
  /// Makes the record's memory on the GPU. To be called before the other functions of the record.
  void prepare();
  /// Whether records up to number `end`, excluded, leave those that are on the GPU as they are.
  bool hasRoom(std::uint32_t end) const;
  /// Moves the samples on the GPU to the end of atHome_, and blocks until they are there.
  void bringHome(cudaStream_t stream);
  /// Enqueues a sample of both fields into the record. `beginsEarly`: as in launchSum(). note() follows where it runs.
  void record(const Real* E, const Real* H, const Real* edge, const KernelCount& number, bool beginsEarly,
              cudaStream_t stream);
  /// Takes note that record `number` of the engine has been enqueued, and is one of these points.
  void note(std::uint32_t number) { onGpu_.push_back(number); }
  /// Returns the record [sample][E, H][point][xyz], V/m, and empties it. Blocks until it is on the host.
  std::vector<double> take(cudaStream_t stream);

 private:
  std::size_t valuesPerField() const { return 3 * slot_.size(); }
  void enqueue(const SampledFields<Real>& fields, const Real* edge, const SampleRows& to, bool beginsEarly,
               cudaStream_t stream) const;

  int order_;
  DeviceBuffer<std::int32_t> slot_;
  DeviceBuffer<double> weight_;
  mutable DeviceBuffer<double> values_;  ///< [point][xyz] of sample()
  /// [number % size][E, H][point][xyz] newest part of the record, made on first use.
  DeviceBuffer<double> record_;
  std::vector<std::uint32_t> onGpu_;  ///< numbers of the samples in record_, ascending
  std::vector<double> atHome_;        ///< [sample][E, H][point][xyz] older part of the record, on the host
};

}  // namespace fluxtet::dgtd::cuda
