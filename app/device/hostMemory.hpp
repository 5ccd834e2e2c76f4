// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

namespace fluxtet {

/// Throws RunError on every rank if the ranks of some host together need more memory than it has to spare; otherwise
/// the operating system would kill the run later. The message names both, `what` it is for and the `advice`.
/// `bytesOfThisRank`: bytes. Collective.
void requireHostMemory(std::int64_t bytesOfThisRank, MPI_Comm comm, const std::string& what = "fields and operators",
                       const std::string& advice = "use more hosts, single precision, a lower order or a coarser mesh");
/// Whether that would not throw. The same on all ranks. Collective.
bool fitsHostMemory(std::int64_t bytesOfThisRank, MPI_Comm comm);

}  // namespace fluxtet
