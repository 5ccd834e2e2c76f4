// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// From now on SIGTERM, SIGINT and SIGUSR1 ask the run to stop at its next control point instead of killing the
/// process. A second SIGINT or SIGTERM, a second or more after the first, kills it as usual.
void catchStopSignals();
/// From now on a write beyond the limit of a file's size (`ulimit -f`) fails like one to a full disk, with a message,
/// instead of killing the process.
void letOversizedWritesFail();
/// The signal that asked this process to stop, or 0.
int stopSignal();

}  // namespace fluxtet
