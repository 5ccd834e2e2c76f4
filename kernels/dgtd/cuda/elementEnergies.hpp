// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// The mesh as the energy kernel takes it. Device pointers.
template <class Real>
struct EnergyMesh {
  int order;
  std::int64_t numSlots;              ///< a multiple of energyGroup
  const double* volume;               ///< [slot] m^3, 0 for slots without element
  const ElementRecord<Real>* record;  ///< [slot]
};
/// Consecutive slots that a thread block computes at a time.
inline constexpr int energyGroup = 32;

/// A part of an element's energy, (V/m)^2 m^3: 1/2 |K| c f^T M g, or, with EnergyTerms::squared, 1/2 |K| c h^T M h with
/// h = f + factor g. f and g are fields [slot][elementStride], c is epsilonR or muR. With `squared` g may be null, and
/// h = f. Device pointers.
template <class Real>
struct EnergyTerm {
  const Real* f;
  const Real* g;
  const double* weight;  ///< [material] c / 2; 1/2 where c is a matrix
  const Real* edge;      ///< [slot][3][xyz] m; C^-1 t_k where c = C C^T is a matrix, with which |h|^2 is h . c h
};
/// The energy of an element as a sum of `count` terms.
template <class Real>
struct EnergyTerms {
  EnergyTerm<Real> term[2];
  int count = 0;
  bool squared = true;
  Real factor = 0;
};

/// An energy and the slot of its element.
struct SlotEnergy {
  double energy;      ///< (V/m)^2 m^3
  std::int64_t slot;  ///< -1: none
};

/// Computes sums and maxima of the energies of elements on the GPU, in double precision and always in the same order,
/// so that results do not vary from call to call. One SlotEnergy comes back to the host.
class ElementEnergies {
 public:
  ElementEnergies();
  std::int64_t bytes() const { return static_cast<std::int64_t>(partial_.bytes()); }

  // Both functions block until the result is there.

  /// The sum of the energies of all elements, (V/m)^2 m^3.
  template <class Real>
  double sum(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);
  /// The largest energy of an element, and its slot: the lowest one if several are equal. Only for `squared` terms.
  template <class Real>
  SlotEnergy largest(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);

 private:
  template <class Reduction, class Real>
  SlotEnergy reduce(const EnergyMesh<Real>& mesh, const EnergyTerms<Real>& terms, cudaStream_t stream);

  DeviceBuffer<SlotEnergy> partial_;  ///< [block] results of the blocks
  PinnedBuffer<SlotEnergy> result_;   ///< [1]
};

}  // namespace fluxtet::dgtd::cuda
