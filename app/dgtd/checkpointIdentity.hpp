// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <filesystem>
#include <map>
#include <string>

namespace fluxtet {

/// What must agree between a checkpoint and the case that restarts from it: discretisation, what chose the time step,
/// mesh (a checksum of ids, coordinates and regions), materials, boundaries, sources and what is summed up for spectra.
/// Other outputs, end time, kernels and the number of ranks may change. Collective.
std::map<std::string, std::string> checkpointIdentity(const DgtdCase& theCase, const Discretisation& discretisation,
                                                      MPI_Comm comm);

/// Throws InputError on every rank if a probe whose series goes on in the case's output directory was elsewhere when
/// `before` was recorded in the checkpoint `file`. Collective.
void requireProbesNotMoved(const DgtdCase& theCase, const std::map<std::string, std::string>& before,
                           const std::filesystem::path& file, MPI_Comm comm);

}  // namespace fluxtet
