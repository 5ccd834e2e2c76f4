// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dgtd/discretisation.hpp"
#include "dgtd/spectrum.hpp"

#include <complex>
#include <vector>

namespace fluxtet {

// Integrals of phasors (peak values) over this rank's elements, exact for the polynomials by the mass matrix. With
// Fourier integrals of a pulse instead of phasors, units are times s^2.

/// Mean of |E|^2 = sum_c |E_c|^2 over each element, (V/m)^2 [numElements].
template <class Real>
std::vector<double> meanSquareE(const Discretisation& d, const ComplexField<Real>& E);

/// Integral of E over each of the listed elements times `direction`, V m^3, summed up.
template <class Real>
std::complex<double> integralAlong(const Discretisation& d, const ComplexField<Real>& E,
                                   const std::vector<std::int32_t>& elements, const Vec3& direction);

/// Power that the impressed currents J of DgtdProblem::sources give away, -1/2 Re int E . J*, W.
template <class Real>
double impressedPower(const Discretisation& d, const Spectrum<Real>& spectrum);

/// Net power that leaves through the absorbing faces, 1/2 Re int (E x H*) . n, W, from the fields inside them.
template <class Real>
double outgoingPower(const Discretisation& d, const Spectrum<Real>& spectrum);

}  // namespace fluxtet
