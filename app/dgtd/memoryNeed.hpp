// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Memory of one rank by part, bytes, on the host and on its GPU.
struct RankMemory {
  std::int64_t mesh = 0;      ///< sub-mesh and DgtdProblem
  std::int64_t engine = 0;    ///< fields and tables of the CPU engine; 0 with a GPU
  std::int64_t estimate = 0;  ///< held only while the time step is estimated
  std::int64_t gpu = 0;       ///< fields and tables on the GPU; 0 without one
  std::int64_t outputs = 0;   ///< buffers of outputs
  std::int64_t peak() const { return mesh + engine + std::max(estimate, outputs); }  ///< on the host
};

/// Memory that this rank will need, without that of outputs; does not need the engine. `bytesPerReal`: 4 or 8.
/// Collective.
RankMemory memoryNeed(const DgtdCase& theCase, const Discretisation& d, bool onGpu, std::size_t bytesPerReal,
                      MPI_Comm comm);
/// The values of all ranks, [rank], on every rank. Collective.
std::vector<RankMemory> gatherMemory(const RankMemory& own, MPI_Comm comm);

}  // namespace fluxtet::dgtd
