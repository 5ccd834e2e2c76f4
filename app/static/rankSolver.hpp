// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/amg/amgSolver.hpp"
#include "app/static/case/staticCase.hpp"
#include "app/static/solver.hpp"
#include "kernels/static/staticEngine.hpp"

#include <mpi.h>

#include <memory>
#include <span>

namespace fluxtet::statics {

/// Engine and linear solver of one rank's elements, as the case wants them. Members are those of StaticEngine, and
/// collective where there are several ranks.
template <class Real>
class RankSolver {
 public:
  /// `coupling`: to the other ranks of `comm`, null if there are none; outlives the solver.
  RankSolver(FemProblem problem, const StaticSettings& settings, const StaticDevice& device, RankCoupling* coupling,
             MPI_Comm comm);
  void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads);
  void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
    engine_->setLoads(coefficients, loads);
  }
  /// Solves from x = 0; `x` [numDofs] is the result. Throws RunError as StaticEngine::solve(), and SolveStopped, on
  /// every rank, after a signal to any of them.
  SolveResult solve(std::span<Real> x);
  const StaticEngine<Real>& engine() const { return *engine_; }

 private:
  SolveResult iterate(std::span<Real> x);
  /// A signal has come to any of the ranks. Collective.
  bool isToStop() const;

  const StaticSettings& settings_;
  RankCoupling* coupling_;
  MPI_Comm comm_;
  std::unique_ptr<StaticEngine<Real>> engine_;
  std::unique_ptr<amg::AmgSolver> amg_;  ///< since the first solution with this matrix, where the case asks for it
};

extern template class RankSolver<float>;
extern template class RankSolver<double>;

}  // namespace fluxtet::statics
