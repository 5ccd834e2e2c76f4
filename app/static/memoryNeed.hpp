// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "app/static/solver.hpp"

#include <cstdint>

namespace fluxtet::statics {

/// Largest memory of a run, bytes, counted from its sizes before there is an engine: good to a tenth
/// (memoryEstimate.hpp), hypre's share to a fifth.
struct StaticMemoryNeed {
  std::int64_t mesh = 0;            ///< of rank 0 alone: mesh, nodes and constraints, which are there already
  std::int64_t whole = 0;           ///< of rank 0 alone: the problem before it is shared out; 0 on one rank
  std::int64_t engine = 0;          ///< of each rank in its host's memory: the engine, or what the GPU's is made from
  std::int64_t preconditioner = 0;  ///< of each rank: amg
  std::int64_t gpu = 0;             ///< of each rank on its GPU; 0: computes on the CPU

  std::int64_t ofEachRank() const { return engine + preconditioner; }  ///< still to come, in the host's memory
  std::int64_t ofFirstRank() const { return mesh + whole + ofEachRank(); }
};
/// Memory that a run on `ranks` ranks needs.
StaticMemoryNeed staticMemoryNeed(const StaticModel& model, const DofMap& dofs, const StaticDevice& device, int ranks);

/// Throws RunError on every rank where a host or a GPU does not have the memory that its ranks need. `hostBytes`,
/// `gpuBytes`: need of this rank, bytes. Collective.
void requireStaticMemory(const ComputeDevice& device, std::int64_t hostBytes, std::int64_t gpuBytes);

}  // namespace fluxtet::statics
