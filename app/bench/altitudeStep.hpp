// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

namespace fluxtet::bench {

/// A length that c0 dt may be compared with where estimating the stable step takes too long, m: the smallest altitude
/// of all elements over p^2, with the slowness of their medium. In boxes of Kuhn cells the limit of leap-frog with the
/// centred flux is 0.25 (P1) to 1.15 (P4) of it. Collective.
double altitudeStep(const dgtd::Discretisation& discretisation, MPI_Comm comm);

}  // namespace fluxtet::bench
