// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config/case.hpp"

#include <mpi.h>

namespace fluxtet {

/// OpenMP threads of each rank: as the case says, else OMP_NUM_THREADS, else the host's cores shared among its ranks. Collective.
int chooseThreads(const DgtdSettings& settings, MPI_Comm comm);

}  // namespace fluxtet
