// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

namespace fluxtet::dgtd {

/// Runs a time-domain case to its end (returns ExitCode::done), or until a signal, when it writes a checkpoint (returns
/// ExitCode::stopped). Collective. Throws Error on every rank.
ExitCode runDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm);

/// `fluxtet check`: prepares a run up to its first step, then rank 0 prints a report to stdout. Writes no file.
/// Collective. Throws Error on every rank.
void checkDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm);

}  // namespace fluxtet::dgtd
