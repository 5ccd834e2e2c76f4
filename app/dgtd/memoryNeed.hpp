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

/// Bytes of one rank's parts, in the host's memory and on its GPU.
struct RankMemory {
  std::int64_t mesh = 0;      ///< sub-mesh and problem description
  std::int64_t engine = 0;    ///< fields and what the kernels read; 0 where they are on a GPU
  std::int64_t estimate = 0;  ///< held only while the time step is estimated
  std::int64_t gpu = 0;       ///< fields and what the kernels read, on the GPU; 0: computes on the CPU
  std::int64_t outputs = 0;   ///< what slices take
  std::int64_t peak() const { return mesh + engine + std::max(estimate, outputs); }  ///< in the host's memory
};

/// What this rank will hold, before its engine is made and without what outputs take. `bytesPerReal`: 4 or 8.
RankMemory memoryNeed(const DgtdCase& theCase, const Discretisation& d, bool onGpu, std::size_t bytesPerReal);
/// That of every rank, by rank. Collective.
std::vector<RankMemory> gatherMemory(const RankMemory& own, MPI_Comm comm);

}  // namespace fluxtet::dgtd
