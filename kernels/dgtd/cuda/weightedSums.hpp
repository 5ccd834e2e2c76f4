// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>
#include <span>
#include <utility>

namespace fluxtet::dgtd::cuda {

/// Sums over time of one field times weights, [sum][slot][elementStride], in the field's own coefficients.
template <class Real>
class WeightedSums {
 public:
  WeightedSums() = default;
  /// `count` sums of zeros, each of `fieldSize` values.
  WeightedSums(std::size_t fieldSize, int count, cudaStream_t stream);

  std::int64_t bytes() const { return static_cast<std::int64_t>(sums_.bytes()); }
  /// Device pointer to one of the sums; throws std::logic_error if there is none.
  const Real* of(int sum) const;
  Real* of(int sum) { return const_cast<Real*>(std::as_const(*this).of(sum)); }
  /// Enqueues: each sum i += weight[i] * field, weight [count]. Device pointer.
  void add(const Real* field, std::span<const double> weight, cudaStream_t stream);

 private:
  std::size_t fieldSize_ = 0;
  int count_ = 0;
  DeviceBuffer<Real> sums_;
};

extern template class WeightedSums<float>;
extern template class WeightedSums<double>;

}  // namespace fluxtet::dgtd::cuda
