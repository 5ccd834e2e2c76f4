// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

namespace fluxtet::bench {

/// Length scale for the time step where estimating the stable step takes too long, m: the minimum over all elements of
/// altitude * sqrt(epsilonR muR) / p^2. In boxes of Kuhn cells the stability limit of c0 dt with leap-frog and the
/// centred flux is 0.25 (P1) to 1.15 (P4) of it. Collective.
double altitudeStep(const dgtd::Discretisation& discretisation, MPI_Comm comm);

}  // namespace fluxtet::bench
