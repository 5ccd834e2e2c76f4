// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dgtd/discretisation.hpp"

#include <mpi.h>

#include <map>
#include <string>

namespace fluxtet {

/// What must agree between a checkpoint and the case that restarts from it: discretisation, mesh (a checksum of ids,
/// coordinates and regions), materials and boundaries. Sources, outputs, end time, kernels and the number of ranks may
/// change. Collective.
std::map<std::string, std::string> checkpointIdentity(const Case& theCase, const Discretisation& discretisation,
                                                      MPI_Comm comm);

}  // namespace fluxtet
