// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>
#include <span>
#include <utility>

namespace fluxtet::dgtd::cuda {

/// Sums over time of one field times weights (docs/theory.md, section 3.6): device memory [sum][slot][elementStride],
/// in the coefficients of the field.
template <class Real>
class WeightedSums {
 public:
  WeightedSums() = default;
  /// Makes `count` sums of `fieldSize` values each and enqueues in `stream` that they are set to 0.
  WeightedSums(std::size_t fieldSize, int count, cudaStream_t stream);

  std::int64_t bytes() const { return static_cast<std::int64_t>(sums_.bytes()); }
  /// Device pointer to a sum [fieldSize]. Throws std::logic_error if there is none of this number.
  const Real* of(int sum) const;
  Real* of(int sum) { return const_cast<Real*>(std::as_const(*this).of(sum)); }
  /// Enqueues: each sum i += weight[i] * field. field [fieldSize], device pointer; weight [count].
  void add(const Real* field, std::span<const double> weight, cudaStream_t stream);

 private:
  std::size_t fieldSize_ = 0;
  int count_ = 0;
  DeviceBuffer<Real> sums_;
};

extern template class WeightedSums<float>;
extern template class WeightedSums<double>;

}  // namespace fluxtet::dgtd::cuda
