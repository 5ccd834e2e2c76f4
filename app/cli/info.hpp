// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet::cli {

/// `fluxtet info`: prints version, commit, build options, library versions and devices on rank 0. Returns the exit
/// code.
int runInfo(MPI_Comm comm);

}  // namespace fluxtet::cli
