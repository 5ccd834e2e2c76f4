// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/placedSums.hpp"

#include <stdexcept>
#include <utility>

namespace fluxtet::dgtd::cpu {

template <class Real>
PlacedSums<Real>::PlacedSums(int count, std::int64_t valuesPerPlace, AlignedArray<Real> zeros)
    : count_(count), valuesPerPlace_(valuesPerPlace), values_(std::move(zeros)) {}

template <class Real>
std::vector<Real> PlacedSums<Real>::rounded(std::span<const double> weight) const {
  if (static_cast<int>(weight.size()) != count_) throw std::logic_error("each sum of a field needs a weight");
  return {weight.begin(), weight.end()};
}

template <class Real>
void PlacedSums<Real>::require(int sum) const {
  if (sum < 0 || sum >= count_) throw std::logic_error("the field has no such sum");
}

template class PlacedSums<float>;
template class PlacedSums<double>;

}  // namespace fluxtet::dgtd::cpu
