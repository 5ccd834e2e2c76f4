// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "lib/output/checkpoint.hpp"

#include <mpi.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace fluxtet::dgtd {

/// The checkpoint that a run continues.
struct Restart {
  std::filesystem::path file;
  CheckpointState state;
};

/// The checkpoint file that `choice` names (RunOptions::restart: "latest", a file, or empty: no restart). Collective.
/// Throws InputError on every rank if there is none.
std::string checkpointNamed(const std::string& choice, const DgtdCase& theCase, MPI_Comm comm);

/// The levels of local time steps of the run that goes on from a checkpoint `file`. Nothing without a file, or if the
/// case does not leave the levels to the program. Collective. Throws InputError on every rank for a file that is no
/// checkpoint.
std::optional<EarlierLevels> earlierLevels(const DgtdCase& theCase, const std::string& file, MPI_Comm comm);

/// Reads the state of a checkpoint, without the fields. Collective. Throws InputError on every rank if it does not
/// agree with `identity` (checkpointIdentity()), or if a probe whose series continues had another position.
Restart readRestart(const DgtdCase& theCase, const std::string& file,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm);

}  // namespace fluxtet::dgtd
