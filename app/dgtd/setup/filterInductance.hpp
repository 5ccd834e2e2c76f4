// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/sources/lumpedRegion.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <mpi.h>

namespace fluxtet::dgtd {

/// Returns the inductance, H, by which local time steps enlarge the impedance between the conductors of a region
/// (docs/theory.md, section 3.13): the voltage of E less that of the filtered E, which drives H, over the time
/// derivative of the region's current. 0 without levels, and for a region whose elements take whole steps. `dt`: s, the
/// step of the run. The engine does all work on fields; it overwrites its fields and frees its work arrays. Collective.
template <class Real>
double filterInductance(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, const Discretisation& d,
                        const LumpedRegion& region, double dt, MPI_Comm comm);

/// Sets LumpedRegion::filterInductance of all lumped ports and loads. Likewise.
template <class Real>
void setFilterInductances(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, Discretisation& d, double dt,
                          MPI_Comm comm);

}  // namespace fluxtet::dgtd
