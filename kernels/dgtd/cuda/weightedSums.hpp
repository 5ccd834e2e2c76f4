// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Sums that one launch adds to, at most. Each further launch reads the field again.
inline constexpr int sumsPerLaunch = 32;

/// The sums that one launch adds to: sum i is [size] at sums + i * size and grows by weight[i] times the field. Device
/// pointer.
template <class Real>
struct SumArgs {
  Real* sums;
  std::int64_t size;
  int count;
  Real weight[sumsPerLaunch];
};

/// Memory of sums over time of one field times weights (docs/theory.md, section 3.6): device memory [sum][size], in the
/// coefficients of the field.
template <class Real>
class WeightedSums {
 public:
  WeightedSums() = default;
  /// Makes `count` sums of `size` values each and enqueues in `stream` that they are set to 0.
  WeightedSums(std::size_t size, int count, cudaStream_t stream);

  std::int64_t bytes() const { return static_cast<std::int64_t>(sums_.bytes()); }
  /// Device pointer to a sum [size]. Throws std::logic_error if there is none of this number.
  const Real* of(int sum) const;
  Real* of(int sum) { return const_cast<Real*>(std::as_const(*this).of(sum)); }
  /// Returns the arguments of the launches that add weight[i] times the field to each sum i; none if sums are empty.
  /// Throws std::logic_error unless there is a weight for each sum.
  std::vector<SumArgs<Real>> launches(std::span<const double> weight);

 private:
  std::size_t size_ = 0;
  int count_ = 0;
  DeviceBuffer<Real> sums_;
};

extern template class WeightedSums<float>;
extern template class WeightedSums<double>;

}  // namespace fluxtet::dgtd::cuda
