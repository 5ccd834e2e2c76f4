// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuProblem.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/rankCoupling.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/alignedArray.hpp"

namespace fluxtet::statics::cpu {

/// Adds up over ranks the parts of the shared dofs of a vector `values` [numDofs]; without a coupling it does nothing.
/// Collective.
template <class Real>
void sumShared(RankCoupling* coupling, Real* values);
/// Sum of the ranks' values; without a coupling the value itself. Collective.
double sumOverRanks(RankCoupling* coupling, double value);
/// Number of dofs of all ranks, where each rank counts a shared dof: the number by which all ranks judge convergence
/// alike. Collective.
std::int64_t dofsOfAllRanks(RankCoupling* coupling, std::int32_t ofThisRank);

/// Operator of all ranks, from that of this rank's elements. Vectors are [numDofs]. Collective with a coupling.
template <class Real>
class OverRanks final : public LinearOperator<Real> {
 public:
  OverRanks(const StaticOperator<Real>& ofThisRank, RankCoupling* coupling)
      : ofThisRank_(ofThisRank), coupling_(coupling) {}
  double apply(const Real* x, Real* y) const override {
    const double product = ofThisRank_.apply(x, y);
    sumShared(coupling_, y);
    return sumOverRanks(coupling_, product);
  }

 private:
  const StaticOperator<Real>& ofThisRank_;
  RankCoupling* coupling_;
};

/// Jacobi's preconditioner M = diag(1 / inverse), or M = 1 where `inverse` is null, in the passes over vectors [size]
/// that conjugate gradients make with it. Inner products count each dof on one rank only and are summed in double
/// precision.
template <class Real>
class Jacobi {
 public:
  Jacobi(const Real* inverse, std::int64_t size, RankCoupling* coupling, int threads)
      : inverse_(inverse), size_(size), coupling_(coupling), threads_(threads) {}

  /// Returns (r, M^-1 r) for r [size]. Collective with a coupling.
  double square(const Real* r) const;
  /// r -= alpha q for q, r [size]; returns (r, M^-1 r). Collective with a coupling.
  double reduce(double alpha, const Real* q, Real* r) const;
  /// x += alpha p, then p = M^-1 r + beta p, for vectors [size].
  void turn(double alpha, double beta, const Real* r, Real* p, Real* x) const;

 private:
  /// The inner product of residual(i), which may change the vector that it reads.
  template <class Residual>
  double sumOf(const Residual& residual) const;

  const Real* inverse_;
  std::int64_t size_;
  RankCoupling* coupling_;
  int threads_;
};

/// The vectors of conjugate gradients (iterate()) where z = M^-1 r is made where it is read: four of one size, of the
/// unknowns or of the nodes of all elements.
template <class Real>
struct CgVectors {
  explicit CgVectors(std::size_t size) : x(size, 0), r(size), p(size, 0), q(size, 0) {}
  AlignedArray<Real> x;  ///< solution, from 0
  AlignedArray<Real> r;  ///< residual; the right-hand side at the start
  AlignedArray<Real> p;  ///< direction
  AlignedArray<Real> q;  ///< A p
};

/// A x = b for conjugate gradients (iterate()), with operations put off so that an iteration passes twice over the
/// vectors beside the product: x and r get their steps where the next direction and (r, z) are made.
template <class Real, class FusedPreconditioner>
class FusedSystem {
 public:
  /// All outlive the system; vectors.r is b at the start. M has the passes of Jacobi.
  FusedSystem(const LinearOperator<Real>& A, FusedPreconditioner& M, CgVectors<Real>& vectors)
      : A_(A), M_(M), v_(vectors) {}

  void setDirection(double beta) {
    M_.turn(alpha_, beta, v_.r.data(), v_.p.data(), v_.x.data());
    alpha_ = 0;
  }
  double applyOperator() { return A_.apply(v_.p.data(), v_.q.data()); }
  void advance(double alpha) { alpha_ = alpha; }
  double applyPreconditioner() { return M_.reduce(alpha_, v_.q.data(), v_.r.data()); }
  /// Does the operation that is still put off: the last step of x.
  void finish() { setDirection(0); }

 private:
  const LinearOperator<Real>& A_;
  FusedPreconditioner& M_;
  CgVectors<Real>& v_;
  double alpha_ = 0;
};

/// Runs conjugate gradients on a system from x = 0; `numDofs`: of all ranks. Returns the state at the end. Throws
/// SolveStopped.
template <class System>
CgState solveSystem(System& system, const SolveSettings& settings, std::int64_t numDofs) {
  const double gamma = system.applyPreconditioner();
  const CgLimits limits = limitsOf(settings, gamma, numDofs);
  CgState state = startState(gamma, limits);
  conjugateGradients(system, state, limits, settings.stop);
  system.finish();
  return state;
}

}  // namespace fluxtet::statics::cpu
