// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/bench.hpp"

namespace fluxtet::bench {

/// The weak scaling of Cabel, Charles, Lanteri 2011, Table 1: on each rank a box of as many cells, together the unit
/// cube with conducting walls; the mode TM 111, set where the engine has its fields; `cavitySteps` steps of leap-frog
/// by each of the kernels and ways of exchange, and the copies of both fields to the engine and back. Prints and writes
/// as runBench() does. Collective.
void runCavityBench(const BenchOptions& options, MPI_Comm comm);

}  // namespace fluxtet::bench
