// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/solver.hpp"

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet::statics {

/// Figures of a solver over several ranks after assemble(), on rank 0.
struct PartFacts {
  StageTimes times;           ///< of the slowest rank in each stage
  MemoryUse memory;           ///< of all ranks together
  std::int64_t nonzeros = 0;  ///< of the parts of all ranks; entries at shared dofs count on each
};

/// A static problem that is spread over the ranks of a communicator. Every member is collective; arguments and results
/// are those of the whole problem and matter on rank 0 only.
class PartSolver {
 public:
  virtual ~PartSolver() = default;
  virtual void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) = 0;
  virtual void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) = 0;
  /// `solution`: [numDofs] on rank 0. Throws RunError and SolveStopped as RankSolver::solve().
  virtual SolveResult solve(std::vector<double>& solution) = 0;
  virtual PartFacts facts() const = 0;
  /// Name of this rank's engine.
  virtual std::string name() const = 0;
};

/// `settings` outlives the solver; its assembly method is one that takes a coupling (StaticEngineSettings).
std::unique_ptr<PartSolver> makePartSolver(const FemProblem& whole, const StaticSettings& settings,
                                           const StaticDevice& device, MPI_Comm comm);

}  // namespace fluxtet::statics
