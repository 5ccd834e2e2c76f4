// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

#include <Eigen/Dense>

#include <vector>

namespace fluxtet::dgtd::cpu {

/// Nodal values of one element, [Np][xyz].
using CpuNodalValues = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// FieldEnergies of the CPU engine.
template <class Real>
class CpuEnergies final : public FieldEnergies<Real> {
 public:
  explicit CpuEnergies(CpuFields<Real>& fields);

  void keep(Field field) override;
  double innerProduct(Field field, bool withKept) const override;
  double innerProduct(Field field, ArrayId f, ArrayId g, ElementRange range) const override;
  std::int64_t bytes() const;

  /// Returns the kept copy of `field`, which is allocated on first use. CpuKrylov swaps it with the field.
  AlignedArray<Real>& kept(Field field);
  /// Frees both kept copies.
  void dropKept() { kept_ = {}; }
  /// Returns c |K|, m^3, of the element in a slot; c = epsilonR for E and muR for H, or 1 if that is a matrix.
  double weight(std::int32_t slot, Field field) const;
  /// Returns the medium of the element in a slot.
  const MaterialValues& material(std::int32_t slot) const {
    return fields_.mesh().materials[static_cast<std::size_t>(fields_.mesh().material.data()[slot] / 2)];
  }
  /// Returns 1/2 |K| f^T M c g of the element in a slot, (V/m)^2 m^3; c may be a matrix.
  double ofElement(std::int32_t slot, Field field, const CpuNodalValues& f, const CpuNodalValues& g) const;

 private:
  /// Returns 1/2 sum_K |K| c_K f^T M g over the elements of these blocks.
  double product(Field field, const Real* f, const Real* g, BlockRange blocks) const;
  /// Adds the energies of elements in which c is a matrix to `partial`, [block].
  void addMatrices(Field field, const Real* f, const Real* g, BlockRange blocks, std::vector<double>& partial) const;

  CpuFields<Real>& fields_;
  std::array<AlignedArray<Real>, 2> kept_;  ///< [field] empty until first use
  AlignedArray<double> mass_;               ///< [Np][Np] mass matrix of unit volume
};

extern template class CpuEnergies<float>;
extern template class CpuEnergies<double>;

}  // namespace fluxtet::dgtd::cpu
