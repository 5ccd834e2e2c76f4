// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// FieldEnergies of the CPU engine.
template <class Real>
class CpuEnergies final : public FieldEnergies<Real> {
 public:
  explicit CpuEnergies(CpuFields<Real>& fields);

  void keep(Field field) override;
  double innerProduct(Field field, bool withKept) const override;
  std::int64_t bytes() const;

  /// Returns the kept copy of `field`, which is allocated on first use. CpuKrylov swaps it with the field.
  AlignedArray<Real>& kept(Field field);
  /// Frees both kept copies.
  void dropKept() { kept_ = {}; }
  /// Returns c |K|, m^3, of the element in a slot; c = epsilonR for E and muR for H.
  double weight(std::int32_t slot, Field field) const;

 private:
  CpuFields<Real>& fields_;
  std::array<AlignedArray<Real>, 2> kept_;  ///< [field] empty until first use
  AlignedArray<double> mass_;               ///< [Np][Np] mass matrix of unit volume
};

extern template class CpuEnergies<float>;
extern template class CpuEnergies<double>;

}  // namespace fluxtet::dgtd::cpu
