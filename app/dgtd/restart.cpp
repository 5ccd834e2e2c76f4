// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/restart.hpp"

#include "app/dgtd/checkpointIdentity.hpp"

namespace fluxtet::dgtd {

Restart readRestart(const DgtdCase& theCase, const std::string& choice,
                    const std::map<std::string, std::string>& identity, MPI_Comm comm) {
  Restart restart;
  restart.file = choice == "latest" ? latestCheckpoint(theCase.output.directory, comm) : std::filesystem::path(choice);
  restart.state = readCheckpointState(restart.file, identity, comm);
  requireProbesNotMoved(theCase, restart.state.series, restart.file, comm);
  return restart;
}

}  // namespace fluxtet::dgtd
