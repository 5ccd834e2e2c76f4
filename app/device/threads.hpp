// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet {

/// Number of OpenMP threads of each rank: the number `wanted` by the case (0: it does not say), else OMP_NUM_THREADS,
/// else the host's cores shared among its ranks. Throws InputError on every rank if the threads are far more than the
/// host has processors, or if the system does not let them all run, since OpenMP would then end the process in the
/// middle of the run. Collective.
int chooseThreads(int wanted, MPI_Comm comm);

}  // namespace fluxtet
