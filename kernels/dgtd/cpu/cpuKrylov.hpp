// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuEnergies.hpp"

namespace fluxtet::dgtd::cpu {

/// KrylovVectors of the CPU engine. The vector k is the kept copies of CpuEnergies.
template <class Real>
class CpuKrylov final : public KrylovVectors<Real> {
 public:
  CpuKrylov(CpuFields<Real>& fields, CpuEnergies<Real>& energies) : fields_(fields), energies_(energies) {}

  void setRandom(std::span<const std::int64_t> elementId) override;
  void apply(double a, double b, bool withSigma) override;
  StrongestElement strongestElement(double a) override;

 private:
  CpuFields<Real>& fields_;
  CpuEnergies<Real>& energies_;
};

extern template class CpuKrylov<float>;
extern template class CpuKrylov<double>;

}  // namespace fluxtet::dgtd::cpu
