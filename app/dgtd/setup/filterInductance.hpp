// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/sources/lumpedRegion.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

namespace fluxtet::dgtd {

/// Sets LumpedRegion::filterInductance, H, of all lumped ports and loads: the inductance by which local time steps
/// enlarge the impedance between the conductors of a region (docs/theory.md, section 3.13), the voltage of E less that
/// of the filtered E, which drives H, over the time derivative of the region's current. 0 without levels, and for a
/// region whose elements take whole steps. `dt`: s, the step of the run. The engine does all work on fields; where
/// there are levels and regions it overwrites its fields and frees its work arrays. Collective.
template <class Real>
void setFilterInductances(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, Discretisation& d, double dt,
                          MPI_Comm comm);

}  // namespace fluxtet::dgtd
