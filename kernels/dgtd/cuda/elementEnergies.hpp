// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// The mesh as energies need it. Device pointers.
template <class Real>
struct EnergyMesh {
  int order;
  std::int64_t numSlots;  ///< a multiple of energyGroup
  const Real* edge;       ///< [slot][3][3]
  const double* volume;   ///< [slot], zero where no element is
  const ElementRecord<Real>* record;
};
/// Elements that a thread block takes at a time.
inline constexpr int energyGroup = 32;

/// 1/2 |K| c f^T M g of an element, or, where `squared`, of h = f + factor g with itself; `g` may be null then. Device
/// pointers.
template <class Real>
struct EnergyTerm {
  const Real* f;
  const Real* g;
  const double* weight;  ///< [material] c / 2
};
template <class Real>
struct EnergyTerms {
  EnergyTerm<Real> term[2];
  int count = 0;
  bool squared = true;
  Real factor = 0;
};

struct SlotEnergy {
  double energy;
  std::int64_t slot;  ///< -1: none
};

/// Sums and maxima of the energies of elements in fields of covariant Bernstein coefficients, in double precision and
/// always in the same order, on the device; one number comes back.
class ElementEnergies {
 public:
  ElementEnergies();
  std::int64_t bytes() const { return static_cast<std::int64_t>(partial_.bytes()); }

  /// Wait for their result.
  template <class Real>
  double sum(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);
  /// The element whose terms are most together; of equals the first.
  template <class Real>
  SlotEnergy largest(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);

 private:
  template <class Reduction, class Real>
  SlotEnergy reduce(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);

  DeviceBuffer<SlotEnergy> partial_;  ///< of each block
  PinnedBuffer<SlotEnergy> result_;
};

}  // namespace fluxtet::dgtd::cuda
