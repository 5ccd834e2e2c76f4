// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// The runs of a case with output.sParameters and several excited ports: one for each of these, in which the others are
/// matched loads, with an output directory of its own, named after the port, below that of the case. Empty if one run
/// does all.
std::vector<DgtdCase> excitationsOf(const DgtdCase& theCase);

/// Does these runs on one set-up, and writes the S-parameters of all of them to the directory of the case. On a restart
/// ("latest") runs that are done are not repeated, and the one that was interrupted goes on. Collective. Throws Error
/// on every rank. Returns ExitCode::stopped after a signal.
template <class Real>
ExitCode runExcitations(const DgtdCase& theCase, const std::vector<DgtdCase>& excitations, const RunOptions& options,
                        MPI_Comm comm);

}  // namespace fluxtet::dgtd
