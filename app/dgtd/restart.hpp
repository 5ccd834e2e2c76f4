// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/levels/timeLevels.hpp"
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

/// The levels of local time steps with which the run began that `choice` (RunOptions::restart) goes on with. Nothing
/// without a restart, or if the case does not leave the levels to the program. Collective. Throws InputError on every
/// rank if there is no checkpoint.
std::optional<EarlierLevels> earlierLevels(const DgtdCase& theCase, const std::string& choice, MPI_Comm comm);

/// Finds the checkpoint that `choice` names (RunOptions::restart: "latest" or a file) and reads its state, without the
/// fields. Collective. Throws InputError on every rank if there is none, if it does not agree with `identity`
/// (checkpointIdentity()), or if a probe whose series continues had another position.
Restart readRestart(const DgtdCase& theCase, const std::string& choice,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm);

}  // namespace fluxtet::dgtd
