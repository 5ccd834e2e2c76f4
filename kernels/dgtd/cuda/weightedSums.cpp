// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/weightedSums.hpp"

#include <algorithm>
#include <stdexcept>

namespace fluxtet::dgtd::cuda {

template <class Real>
WeightedSums<Real>::WeightedSums(std::size_t size, int count, cudaStream_t stream)
    : size_(size), count_(count), sums_(size * static_cast<std::size_t>(count)) {
  sums_.zero(stream);
}

template <class Real>
const Real* WeightedSums<Real>::of(int sum) const {
  if (sum < 0 || sum >= count_) throw std::logic_error("the field has no such sum");
  return sums_.data() + static_cast<std::size_t>(sum) * size_;
}

template <class Real>
std::vector<SumArgs<Real>> WeightedSums<Real>::launches(std::span<const double> weight) {
  if (static_cast<int>(weight.size()) != count_) throw std::logic_error("each sum of a field needs a weight");
  std::vector<SumArgs<Real>> all;
  for (int first = 0; size_ > 0 && first < count_; first += sumsPerLaunch) {
    SumArgs<Real> args{of(first), static_cast<std::int64_t>(size_), std::min(sumsPerLaunch, count_ - first), {}};
    for (int s = 0; s < args.count; ++s)
      args.weight[s] = static_cast<Real>(weight[static_cast<std::size_t>(first + s)]);
    all.push_back(args);
  }
  return all;
}

template class WeightedSums<float>;
template class WeightedSums<double>;

}  // namespace fluxtet::dgtd::cuda
