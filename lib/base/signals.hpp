// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// From now on SIGTERM, SIGINT and SIGUSR1 ask the run to stop at its next control point instead of killing the process. A
/// second SIGINT or SIGTERM kills it as usual.
void catchStopSignals();
/// The signal that asked this process to stop, or 0.
int stopSignal();

}  // namespace fluxtet
