// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/medium.hpp"
#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::sar {

// Integrals of phasors (peak values) over this rank's elements, exact for the polynomials by the mass matrix. With
// Fourier integrals of a pulse instead of phasors, units are times s^2.

/// Mean over an element of the power density that a material with these losses takes from the fields, W/m^3.
/// `spectrum`: E and Z0 H in V/m; H is read only where there are magnetic losses.
template <class Real>
double meanLoss(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, std::int32_t element,
                const Losses& losses);

/// Power of this rank that leaves the model, W: through absorbing faces from the fields inside them, and into absorbing
/// layers by the products of the fields of one side with those of the other, which the scheme conserves.
struct BoundaryPower {
  double outgoing = 0;     ///< net, 1/2 Re int (E x H*) . n
  double circulating = 0;  ///< 1/2 int |E x H*|, the most that it could be
};
/// `spectrum`: E and Z0 H in V/m. Collective.
template <class Real>
BoundaryPower boundaryPower(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum, MPI_Comm comm);

/// Power that the faces of this rank take by each law of faces, [law], W. `laws`: those of the run's time step, c0 dt =
/// `step` in m (0: continuous); `spectrum`: E and Z0 H in V/m. Of a wall it is 1/2 Re Z_s int |H_t|^2 or 1/2 Re Y_s int
/// |E_t|^2, of a sheet the same with the mean of E or the jump of H, with the response that the law has in its half
/// steps (docs/theory.md, section 3.10). Collective.
template <class Real>
std::vector<double> lawPowers(const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                              const std::vector<dgtd::FaceLaw>& laws, double step, MPI_Comm comm);

}  // namespace fluxtet::sar
