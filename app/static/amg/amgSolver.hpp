// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "kernels/static/rankCoupling.hpp"
#include "kernels/static/staticEngine.hpp"

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace fluxtet::statics::amg {

/// Conjugate gradients on an assembled matrix, preconditioned by one V-cycle of algebraic multigrid (BoomerAMG of
/// hypre: Henson, Yang 2002), in double precision and one thread per rank. Made once for a matrix, used for any number
/// of right-hand sides.
class AmgSolver {
 public:
  /// `matrix`: of this rank's elements (StaticEngine::matrix()); the entries of rows that several ranks share are
  /// added. `coupling`: null on one rank; outlives the solver. Collective. Throws RunError for entries that are not
  /// finite, rows without a positive diagonal, and a matrix that fixes no potential (A 1 = 0).
  template <class Real>
  AmgSolver(const CsrMatrix<Real>& matrix, RankCoupling* coupling, MPI_Comm comm);
  ~AmgSolver();
  AmgSolver(const AmgSolver&) = delete;
  AmgSolver& operator=(const AmgSolver&) = delete;

  /// Solves from x = 0 until (r, M r) <= tolerance^2 (b, M b), the test of SolveSettings with M the V-cycle.
  /// `rightHandSide`, `x`: [numDofs], shared entries complete and alike on each of their ranks. The residual returned
  /// is |b - A x| / |b|, computed anew. Collective. Throws RunError on every rank alike if the iteration breaks down or
  /// does not converge, SolveStopped where `stop` says so (as SolveSettings::stop does).
  template <class Real>
  SolveResult solve(double tolerance, std::int64_t maxIterations, std::span<const Real> rightHandSide,
                    std::span<Real> x, const std::function<bool()>& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fluxtet::statics::amg
