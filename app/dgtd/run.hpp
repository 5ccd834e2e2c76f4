// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

namespace fluxtet::dgtd {

/// Runs a time-domain case to its end, or to the checkpoint that a signal asks for. Collective; throws Error on every
/// rank. Returns ExitCode::done or ExitCode::stopped.
ExitCode runDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm);

/// `fluxtet check`: everything that a run does before its first step, then a report to stdout (rank 0). Writes nothing.
void checkDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm);

}  // namespace fluxtet::dgtd
