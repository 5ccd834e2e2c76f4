// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaSpectra.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
void CudaSpectra<Real>::start(Field field, int count) {
  WeightedSums<Real>& sums = sums_[static_cast<std::size_t>(field)];
  sums = {};
  if (count > 0) sums = WeightedSums<Real>(fields_.fieldSize(), count, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
void CudaSpectra<Real>::add(Field field, std::span<const double> weight) {
  sums_[static_cast<std::size_t>(field)].add(fields_.data(field), weight, fields_.streams().computeBesideExchange());
}

template <class Real>
void CudaSpectra<Real>::download(Field field, int sum, std::span<Real> values) const {
  fields_.toNodal(sums_[static_cast<std::size_t>(field)].of(sum), values);
}

template <class Real>
void CudaSpectra<Real>::upload(Field field, int sum, std::span<const Real> values) {
  fields_.fromNodal(values, sums_[static_cast<std::size_t>(field)].of(sum));
}

template class CudaSpectra<float>;
template class CudaSpectra<double>;

}  // namespace fluxtet::dgtd::cuda
