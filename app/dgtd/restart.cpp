// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/restart.hpp"

#include "app/dgtd/checkpointIdentity.hpp"

namespace fluxtet::dgtd {

std::string checkpointNamed(const std::string& choice, const DgtdCase& theCase, MPI_Comm comm) {
  return choice == "latest" ? latestCheckpoint(theCase.output.directory, comm).string() : choice;
}

std::optional<EarlierLevels> earlierLevels(const DgtdCase& theCase, const std::string& file, MPI_Comm comm) {
  if (file.empty() || theCase.dgtd.localTimeStepping.levels != TimeLevelChoice::automatic) return std::nullopt;
  return levelsIn(readCheckpointState(file, comm).identity);
}

Restart readRestart(const DgtdCase& theCase, const std::string& file,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm) {
  Restart restart;
  restart.file = file;
  restart.state = readCheckpointState(restart.file, identity, comm);
  requireProbesNotMoved(theCase, restart.state.series, restart.file, comm);
  return restart;
}

}  // namespace fluxtet::dgtd
