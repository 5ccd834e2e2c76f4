// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <filesystem>
#include <map>
#include <string>

namespace fluxtet::dgtd {

/// Properties, by name, in which a checkpoint and the case that restarts from it must agree: discretisation, the
/// settings that determine the time step, mesh (a checksum of ids, coordinates and regions), materials, boundaries,
/// sources, and the fields and frequencies of spectra. Other outputs, end time, kernels and the number of ranks may
/// differ. Collective.
std::map<std::string, std::string> checkpointIdentity(const DgtdCase& theCase, const Discretisation& discretisation,
                                                      MPI_Comm comm);

/// The levels of local time steps that such properties name; one step for all elements where they name none.
EarlierLevels levelsIn(const std::map<std::string, std::string>& identity);

/// Throws InputError on every rank if a probe whose series exists in the case's output directory had another position
/// in the checkpoint `file`. `before`: position as text by probe name, from the checkpoint. Collective.
void requireProbesNotMoved(const DgtdCase& theCase, const std::map<std::string, std::string>& before,
                           const std::filesystem::path& file, MPI_Comm comm);

}  // namespace fluxtet::dgtd
