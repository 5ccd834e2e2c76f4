// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/weightedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// SpectralSums of the CUDA engine.
template <class Real>
class CudaSpectra final : public SpectralSums<Real> {
 public:
  explicit CudaSpectra(CudaFields<Real>& fields) : fields_(fields) {}

  void start(Field field, int count) override;
  void add(Field field, std::span<const double> weight) override;
  void download(Field field, int sum, std::span<Real> values) const override;
  void upload(Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const { return sums_[0].bytes() + sums_[1].bytes(); }

 private:
  CudaFields<Real>& fields_;
  std::array<WeightedSums<Real>, 2> sums_;  ///< by Field
};

extern template class CudaSpectra<float>;
extern template class CudaSpectra<double>;

}  // namespace fluxtet::dgtd::cuda
