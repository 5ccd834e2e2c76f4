// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// Advances the poles at one value of the field. at: offset of the value in an array of a state; material: index of the
/// element's medium; E: the value before the half step, V. Returns the sum of k x, V/m.
template <class Real>
__device__ __forceinline__ Real advancePoles(const PoleTerm<Real>& term, std::int64_t at, int material, Real E) {
  const PoleCoefficients<Real>* coefficients = term.coefficients + material * term.numPoles;
  Real* z = term.state + at;
  Real current = 0;
  for (int pole = 0; pole < term.numPoles; ++pole) {
    Real* const next = z + term.stateSize;
    const bool hasTwo = term.first[pole + 1] - term.first[pole] == 2;
    current += hasTwo ? advancePole(coefficients[pole], E, *z, *next) : advancePole(coefficients[pole], E, *z);
    z = hasTwo ? next + term.stateSize : next;
  }
  return current;
}

}  // namespace fluxtet::dgtd::cuda
