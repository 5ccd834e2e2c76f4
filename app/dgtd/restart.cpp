// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/restart.hpp"

#include "app/dgtd/checkpointIdentity.hpp"

namespace fluxtet::dgtd {
namespace {

std::filesystem::path checkpointOf(const DgtdCase& theCase, const std::string& choice, MPI_Comm comm) {
  return choice == "latest" ? latestCheckpoint(theCase.output.directory, comm) : std::filesystem::path(choice);
}

}  // namespace

std::optional<EarlierLevels> earlierLevels(const DgtdCase& theCase, const std::string& choice, MPI_Comm comm) {
  if (choice.empty() || theCase.dgtd.localTimeStepping.levels != TimeLevelChoice::automatic) return std::nullopt;
  return levelsIn(readCheckpointIdentity(checkpointOf(theCase, choice, comm), comm));
}

Restart readRestart(const DgtdCase& theCase, const std::string& choice,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm) {
  Restart restart;
  restart.file = checkpointOf(theCase, choice, comm);
  restart.state = readCheckpointState(restart.file, identity, comm);
  requireProbesNotMoved(theCase, restart.state.series, restart.file, comm);
  return restart;
}

}  // namespace fluxtet::dgtd
