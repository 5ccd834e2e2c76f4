// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/alignedArray.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Memory of the sums over time of one field on a list: [place][sum][valuesPerPlace], where a place is a block of
/// elements or a face. The sums of a place follow each other, so that memory sees one stream whatever their number.
template <class Real>
class PlacedSums {
 public:
  PlacedSums() = default;
  /// `zeros` has count * valuesPerPlace values for each place.
  PlacedSums(int count, std::int64_t valuesPerPlace, AlignedArray<Real> zeros);

  int count() const { return count_; }
  std::int64_t bytes() const { return values_.bytes(); }
  /// Returns the weights, one for each sum, in the precision of the sums. Throws std::logic_error if their number is
  /// another one.
  std::vector<Real> rounded(std::span<const double> weight) const;
  /// Throws std::logic_error if number `sum` is none of the sums.
  void require(int sum) const;
  /// Returns the values of a sum at a place.
  Real* at(std::int32_t place, int sum) { return values_.data() + offset(place, sum); }
  const Real* at(std::int32_t place, int sum) const { return values_.data() + offset(place, sum); }

 private:
  std::int64_t offset(std::int32_t place, int sum) const {
    return (static_cast<std::int64_t>(place) * count_ + sum) * valuesPerPlace_;
  }

  int count_ = 0;
  std::int64_t valuesPerPlace_ = 0;
  AlignedArray<Real> values_;
};

extern template class PlacedSums<float>;
extern template class PlacedSums<double>;

}  // namespace fluxtet::dgtd::cpu
