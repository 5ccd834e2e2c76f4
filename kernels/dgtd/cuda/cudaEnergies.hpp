// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// FieldEnergies of the CUDA engine.
template <class Real>
class CudaEnergies final : public FieldEnergies<Real> {
 public:
  explicit CudaEnergies(CudaFields<Real>& fields);

  void keep(Field field) override;
  double innerProduct(Field field, bool withKept) const override;
  double total() const override;
  std::int64_t bytes() const;

  /// The kept copy, made on first use; it may change places with the field.
  DeviceBuffer<Real>& kept(Field field);
  void dropKept() { kept_ = {}; }
  /// The element with the most energy of the fields plus `factor` times the kept copies.
  StrongestElement strongest(double factor);
  /// Device pointer [material] epsilonR / 2 or muR / 2.
  const double* inertia(Field field) const { return inertia_[static_cast<std::size_t>(field)].data(); }

 private:
  CudaFields<Real>& fields_;
  std::array<DeviceBuffer<double>, 2> inertia_;
  std::array<DeviceBuffer<Real>, 2> kept_;
  mutable ElementEnergies energies_;
};

extern template class CudaEnergies<float>;
extern template class CudaEnergies<double>;

}  // namespace fluxtet::dgtd::cuda
