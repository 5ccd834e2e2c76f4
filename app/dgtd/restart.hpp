// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/output/checkpoint.hpp"

#include <mpi.h>

#include <filesystem>
#include <map>
#include <string>

namespace fluxtet::dgtd {

/// The checkpoint that a run continues.
struct Restart {
  std::filesystem::path file;
  CheckpointState state;
};

/// Finds the checkpoint that `choice` names (RunOptions::restart: "latest" or a file) and reads its state, without the
/// fields. Collective. Throws InputError on every rank if there is none, if it does not agree with `identity`
/// (checkpointIdentity()), or if a probe whose series continues had another position.
Restart readRestart(const DgtdCase& theCase, const std::string& choice,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm);

}  // namespace fluxtet::dgtd
