// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/excitation.hpp"
#include "kernels/static/staticEngine.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::statics {

class RankTeam;

/// Processor that solves.
struct StaticDevice {
  bool gpu = false;  ///< the calling thread's GPU; else the CPU
  int threads = 1;
  RankTeam* team = nullptr;  ///< of several ranks, which this one leads; null: this rank alone
};

/// One set of constraints on one mesh, on one engine in the precision of the case.
class StaticSolver {
 public:
  virtual ~StaticSolver() = default;
  /// Computes operator and right-hand side. Once, before anything else.
  virtual void assemble(const Excitation& excitation) = 0;
  /// Computes another right-hand side for the same operator.
  virtual void drive(const Excitation& excitation) = 0;
  /// Solves for the last excitation; `values` [numNodes] gets the potential, V, A or Wb/m. Throws RunError as
  /// StaticEngine::solve() does, and SolveStopped after a signal.
  virtual SolveResult solve(std::vector<double>& values) = 0;

  virtual std::string name() const = 0;
  virtual StageTimes times() const = 0;  ///< of the last call
  virtual MemoryUse memory() const = 0;
  virtual std::int64_t nonzeros() const = 0;
  virtual std::optional<ColouringReport> colouring() const = 0;
};

/// `model` and `dofs` must outlive the solver.
std::unique_ptr<StaticSolver> makeStaticSolver(const StaticModel& model, const DofMap& dofs,
                                               const StaticDevice& device);

}  // namespace fluxtet::statics
