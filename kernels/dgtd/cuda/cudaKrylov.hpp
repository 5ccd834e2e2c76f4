// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaEnergies.hpp"

namespace fluxtet::dgtd::cuda {

/// KrylovVectors of the CUDA engine; k are the copies that its energies keep.
template <class Real>
class CudaKrylov final : public KrylovVectors<Real> {
 public:
  CudaKrylov(CudaFields<Real>& fields, CudaEnergies<Real>& energies) : fields_(fields), energies_(energies) {}

  void setRandom(std::span<const std::int64_t> elementId) override;
  void apply(double a, double b, bool withSigma) override;
  StrongestElement strongestElement(double a) override;

 private:
  CudaFields<Real>& fields_;
  CudaEnergies<Real>& energies_;
  std::array<DeviceBuffer<Real>, 2> rhsScale_;  ///< [material] of the present product, by target
  DeviceBuffer<Real> conductionScale_;
};

extern template class CudaKrylov<float>;
extern template class CudaKrylov<double>;

}  // namespace fluxtet::dgtd::cuda
