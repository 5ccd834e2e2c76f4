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

  /// The kept copy, made on first use; it may change places with the field.
  AlignedArray<Real>& kept(Field field);
  void dropKept() { kept_ = {}; }
  /// c |K| of the element in a slot, c = epsilonR or muR, m^3.
  double weight(std::int32_t slot, Field field) const;

 private:
  CpuFields<Real>& fields_;
  std::array<AlignedArray<Real>, 2> kept_;
  AlignedArray<double> mass_;  ///< [Np][Np]
};

extern template class CpuEnergies<float>;
extern template class CpuEnergies<double>;

}  // namespace fluxtet::dgtd::cpu
