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

/// The exact solution that the case chooses for its initial fields, or null. Throws InputError if it does not exist on
/// the mesh: more than one material, or a mode that the box does not have.
std::unique_ptr<ExactSolution> exactSolutionOf(const DgtdCase& theCase, const Discretisation& discretisation);

/// Nodal values [element][node][xyz] of E or Z0 H, V/m, of the exact solution at `time`, s.
template <class Real>
std::vector<Real> interpolate(const ExactSolution& exact, const Discretisation& discretisation, Field field,
                              double time);

/// Sets the engine's field to the exact solution at `time`, s; on the engine's device where it can.
template <class Real>
void setExactField(FieldEngine<Real>& engine, const ExactSolution& exact, const Discretisation& discretisation,
                   Field field, double time);

/// L2 error of a field against the exact solution at `time` (s), relative to the energy norm sqrt(||E||_eps^2 +
/// ||Z0 H||_mu^2) of that solution. This norm is constant in time, so the error stays meaningful where a field passes
/// through zero. `values`: [element][node][xyz], V/m. Quadrature of degree 2p + 4. Collective.
template <class Real>
double relativeError(const ExactSolution& exact, const Discretisation& discretisation, Field field, double time,
                     std::span<const Real> values, MPI_Comm comm);

}  // namespace fluxtet::dgtd
