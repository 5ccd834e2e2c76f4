// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/physics/exactSolution.hpp"

#include <mpi.h>

#include <memory>
#include <span>
#include <vector>

namespace fluxtet::dgtd {

/// The exact solution that the case asks for, or null. Throws InputError where the mesh does not admit it (more than
/// one material, a mode that the box does not have).
std::unique_ptr<ExactSolution> exactSolutionOf(const DgtdCase& theCase, const Discretisation& discretisation);

/// Nodal values [element][node][xyz] of E (V/m) or Z0 H (V/m) at `time` (s).
template <class Real>
std::vector<Real> interpolate(const ExactSolution& exact, const Discretisation& discretisation, Field field,
                              double time);

/// Sets the engine's field to the same, on its device where it can.
template <class Real>
void setExactField(FieldEngine<Real>& engine, const ExactSolution& exact, const Discretisation& discretisation,
                   Field field, double time);

/// || field - exact(time) || relative to the energy norm sqrt(||E||_eps^2 + ||Z0 H||_mu^2) of the exact solution, which
/// does not depend on time (so that a field's passage through zero does not inflate its error). By quadrature of degree
/// 2p + 4. Collective.
template <class Real>
double relativeError(const ExactSolution& exact, const Discretisation& discretisation, Field field, double time,
                     std::span<const Real> values, MPI_Comm comm);

}  // namespace fluxtet::dgtd
