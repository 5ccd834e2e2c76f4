// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// From now on SIGTERM, SIGINT, SIGUSR1 and SIGHUP (a terminal that goes) ask the run to stop at its next control point
/// instead of killing the process. A second SIGINT or SIGTERM, a second or more after the first, kills it as usual. A
/// SIGHUP that is ignored (nohup) stays so. Called before MPI starts, so that a signal during the start is held.
void catchStopSignals();
/// For commands without control points. Restores the handling of signals from before catchStopSignals(); a signal that
/// came meanwhile acts at once.
void releaseStopSignals();
/// From now on, a write beyond the limit of a file's size (`ulimit -f`) fails with a message, as on a full disk,
/// instead of killing the process.
void letOversizedWritesFail();
/// From now on, a write to a pipe whose reader has closed it fails instead of killing the process.
void letWritesToClosedPipesFail();
/// Number of the signal that asked this process to stop, or 0.
int stopSignal();

}  // namespace fluxtet
