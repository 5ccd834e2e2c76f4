// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/rankSolver.hpp"

#include "app/static/singlePrecision.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/signals.hpp"

#include <utility>
#include <vector>

namespace fluxtet::statics {

template <class Real>
RankSolver<Real>::RankSolver(FemProblem problem, const StaticSettings& settings, const StaticDevice& device,
                             RankCoupling* coupling, MPI_Comm comm)
    : settings_(settings), coupling_(coupling), comm_(comm) {
  const StaticEngineSettings engine{settings.assembly, settings.reduction, device.threads, coupling};
  engine_ = device.gpu ? makeCudaStaticEngine<Real>(std::move(problem), engine)
                       : makeCpuStaticEngine<Real>(std::move(problem), engine);
}

template <class Real>
void RankSolver<Real>::assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
  engine_->assemble(coefficients, loads);
  amg_.reset();
}

template <class Real>
SolveResult RankSolver<Real>::solve(std::span<Real> x) {
  if (isToStop()) throw SolveStopped();  // before the preconditioner is set up
  SolveResult result = iterate(x);
  result.rounding = roundingOfSolution<Real>(*engine_, x, coupling_);
  return result;
}

template <class Real>
bool RankSolver<Real>::isToStop() const {
  const std::int64_t signal = stopSignal();
  return (coupling_ == nullptr ? signal : maxOverRanks(comm_, signal)) != 0;
}

template <class Real>
SolveResult RankSolver<Real>::iterate(std::span<Real> x) {
  const auto stop = [this] { return isToStop(); };
  if (settings_.preconditioner == StaticPreconditioner::amg) {
    if (!amg_) amg_ = std::make_unique<amg::AmgSolver>(engine_->matrix(), coupling_, comm_);
    return amg_->solve<Real>(settings_.tolerance, settings_.maxIterations, engine_->rightHandSide(), x, stop);
  }
  SolveSettings solve;
  solve.preconditioner = settings_.preconditioner == StaticPreconditioner::none ? SolveSettings::Preconditioner::none
                                                                                : SolveSettings::Preconditioner::jacobi;
  solve.tolerance = settings_.tolerance;
  solve.maxIterations = settings_.maxIterations;
  solve.stop = stop;
  return engine_->solve(solve, x);
}

template class RankSolver<float>;
template class RankSolver<double>;

}  // namespace fluxtet::statics
