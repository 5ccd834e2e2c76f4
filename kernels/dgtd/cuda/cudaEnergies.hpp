// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// FieldEnergies of the CUDA engine. It also keeps the second vector of the time step estimate (CudaKrylov).
template <class Real>
class CudaEnergies final : public FieldEnergies<Real> {
 public:
  CudaEnergies(CudaFields<Real>& fields, const DgtdProblem& problem);

  void keep(Field field) override;
  double innerProduct(Field field, bool withKept) const override;
  double innerProduct(Field field, ArrayId f, ArrayId g, ElementRange range) const override;
  double total() const override;
  std::int64_t bytes() const;

  /// The kept copy of a field, [slot][elementStride], made of zeros on first use. Callers may exchange it with the
  /// field's array.
  DeviceBuffer<Real>& kept(Field field);
  /// Frees the kept copies.
  void dropKept() { kept_ = {}; }
  /// The element with the most energy, where the fields are the present ones plus `factor` times the kept copies.
  StrongestElement strongest(double factor);
  /// Device pointer [material] epsilonR / 2 or muR / 2; 1/2 where that is a matrix.
  const double* halfInertia(Field field) const { return halfInertia_[static_cast<std::size_t>(field)].data(); }
  /// Device pointer EnergyTerm::edge.
  const Real* edge(Field field) const {
    const auto& own = edge_[static_cast<std::size_t>(field)];
    return own.empty() ? fields_.edge() : own.data();
  }

 private:
  CudaFields<Real>& fields_;
  std::array<DeviceBuffer<Real>, 2> edge_;           ///< [field] empty: the edges themselves
  std::array<DeviceBuffer<double>, 2> halfInertia_;  ///< [field][material] half the inertia
  std::array<DeviceBuffer<Real>, 2> kept_;           ///< [field]
  mutable ElementEnergies energies_;
};

extern template class CudaEnergies<float>;
extern template class CudaEnergies<double>;

}  // namespace fluxtet::dgtd::cuda
