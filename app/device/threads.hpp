// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet {

/// OpenMP threads of each rank: those that the case wants (0: it does not say), else OMP_NUM_THREADS, else the host's
/// cores shared among its ranks. InputError on every rank if they are far more than the host has processors, or if the
/// system does not let them all run, since OpenMP would end the process in mid-run. Collective.
int chooseThreads(int wanted, MPI_Comm comm);

}  // namespace fluxtet
