// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/memoryNeed.hpp"
#include "app/static/partSolver.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace fluxtet::statics {

/// Several ranks on one static case. Rank 0, the leader, has the mesh and goes through the run step by step; the
/// others, the workers, wait for orders about their parts. So only solvers know that there are several ranks.
class RankTeam {
 public:
  /// Over the ranks of `compute`, of which `device` is the static solver's view. `settings` and `compute` outlive the
  /// team.
  RankTeam(const StaticSettings& settings, const StaticDevice& device, const ComputeDevice& compute);
  RankTeam(const RankTeam&) = delete;
  RankTeam& operator=(const RankTeam&) = delete;

  /// Runs `lead` on rank 0 while the others follow. Every rank returns what it returns, or throws the error that it
  /// throws. Collective.
  ExitCode run(const std::function<ExitCode()>& lead);

  int ranks() const;
  /// Number of the signal that asked any of the ranks to stop, or 0. On rank 0 within run().
  int stopSignalOfAny();
  /// requireStaticMemory() on every rank. On rank 0 within run().
  void requireMemory(const StaticMemoryNeed& need);
  /// A solver over all ranks. On rank 0 within run(); `model` and `dofs` outlive it.
  std::unique_ptr<StaticSolver> makeSolver(const StaticModel& model, const DofMap& dofs);

 private:
  class LedSolver;
  enum class Order : std::int32_t { requireMemory, make, assemble, setLoads, solve, drop, askForSignal, end };

  /// Sends the workers the order, with the number of the solver; then every rank does it.
  void order(Order what, std::int32_t solver, const std::function<void()>& work);
  /// Ends run() on the others.
  void dismiss(ExitCode code, const std::string& error);
  ExitCode follow();
  /// `need` matters on rank 0. Collective.
  void requireMemoryTogether(const StaticMemoryNeed& need) const;

  const StaticSettings& settings_;
  StaticDevice device_;
  const ComputeDevice& compute_;
  MPI_Comm comm_;
  std::int32_t made_ = 0;        ///< solvers so far
  bool failedTogether_ = false;  ///< a common step threw, on the other ranks too, which no longer listen
};

}  // namespace fluxtet::statics
