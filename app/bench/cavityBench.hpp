// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/bench.hpp"

namespace fluxtet::bench {

/// Measures the weak scaling of Cabel, Charles, Lanteri 2011, Table 1. All ranks have boxes with equal numbers of
/// cells, which form the unit cube with PEC walls; the initial fields are the mode TM 111. Times `cavitySteps` steps of
/// leap-frog for each kernel set and route choice, and the copies of both fields to the engine and back. Prints and
/// writes as runBench() does. Collective.
void runCavityBench(const BenchOptions& options, MPI_Comm comm);

}  // namespace fluxtet::bench
