// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

namespace fluxtet::cli {

/// Parses the command line of main(), runs the subcommand and returns the exit code of the process (ExitCode).
/// Collective. Throws Error.
int runCommandLine(int argc, char** argv, MPI_Comm comm);

}  // namespace fluxtet::cli
