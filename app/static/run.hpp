// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/static/case/staticCase.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

namespace fluxtet::statics {

/// Solves a static case and writes its results, all of them or none. A signal that asks to stop is met between
/// assembly, solution and results and within a solution, and leaves nothing. Collective; throws Error on every rank.
/// Returns ExitCode::done or ExitCode::stopped.
ExitCode runStatic(const StaticCase& theCase, const RunOptions& options, MPI_Comm comm);

/// `fluxtet check`: mesh, constraints and points, then a report to stdout (rank 0). Assembles and writes nothing.
void checkStatic(const StaticCase& theCase, const RunOptions& options, MPI_Comm comm);

}  // namespace fluxtet::statics
