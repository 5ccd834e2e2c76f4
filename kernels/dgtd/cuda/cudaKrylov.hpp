// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaEnergies.hpp"
#include "kernels/dgtd/cuda/tensorMedia.hpp"

namespace fluxtet::dgtd::cuda {

/// KrylovVectors of the CUDA engine: x are its fields, k the kept copies of CudaEnergies.
template <class Real>
class CudaKrylov final : public KrylovVectors<Real> {
 public:
  CudaKrylov(CudaFields<Real>& fields, CudaEnergies<Real>& energies, TensorMedia<Real>& tensors)
      : fields_(fields), energies_(energies), tensors_(tensors) {}

  void setRandom(std::span<const std::int64_t> elementId) override;
  void apply(double a, double b, bool withSigma) override;
  StrongestElement strongestElement(double a) override;

 private:
  CudaFields<Real>& fields_;
  CudaEnergies<Real>& energies_;
  TensorMedia<Real>& tensors_;
  std::array<DeviceBuffer<Real>, 2> rhsScale_;  ///< [target][material] RhsArgs::rhsScale of the present product, m
  DeviceBuffer<Real> conductionScale_;          ///< [material] RhsArgs::targetScale for E with sigma
};

extern template class CudaKrylov<float>;
extern template class CudaKrylov<double>;

}  // namespace fluxtet::dgtd::cuda
