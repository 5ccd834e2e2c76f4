// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuEnergies.hpp"
#include "kernels/dgtd/cpu/tensorMedia.hpp"

namespace fluxtet::dgtd::cpu {

/// KrylovVectors of the CPU engine. The vector k is the kept copies of CpuEnergies.
template <class Real>
class CpuKrylov final : public KrylovVectors<Real> {
 public:
  CpuKrylov(CpuFields<Real>& fields, CpuEnergies<Real>& energies, TensorMedia<Real>& tensors)
      : fields_(fields), energies_(energies), tensors_(tensors) {}

  void setRandom(std::span<const std::int64_t> elementId) override;
  void apply(double a, double b, bool withSigma) override;
  StrongestElement strongestElement(double a) override;

 private:
  CpuFields<Real>& fields_;
  CpuEnergies<Real>& energies_;
  TensorMedia<Real>& tensors_;
};

extern template class CpuKrylov<float>;
extern template class CpuKrylov<double>;

}  // namespace fluxtet::dgtd::cpu
