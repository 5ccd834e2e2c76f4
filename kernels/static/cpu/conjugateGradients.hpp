// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/solveErrors.hpp"
#include "lib/base/alignedArray.hpp"

#include <type_traits>

namespace fluxtet::cpu {

/// The vectors of conjugate gradients, all of one size: of the unknowns, or of the nodes of all elements.
template <class Real>
struct CgVectors {
  explicit CgVectors(std::size_t size) : x(size, 0), r(size), p(size, 0), q(size) {}
  AlignedArray<Real> x;  ///< solution
  AlignedArray<Real> r;  ///< residual; the right-hand side on entry
  AlignedArray<Real> p;  ///< direction
  AlignedArray<Real> q;  ///< A p
};

/// Preconditioned conjugate gradients from x = 0 (Hestenes and Stiefel 1952), for any operator and preconditioner:
///   double A(p, q)                             q = A p, returns (p, q)
///   double M.reduce(alpha, q, r)               r -= alpha q, returns (r, M^-1 r)
///   void M.turn(alpha, beta, r, p, x)          x += alpha p, then p = M^-1 r + beta p
/// Each of the three passes once over the vectors; x is one step behind until `turn`. Returns the number of iterations;
/// 0 if the right-hand side is zero. Throws RunError, see ConvergenceWatch, and SolveStopped.
template <class Real, class Operator, class Preconditioner>
std::int64_t conjugateGradients(const Operator& A, Preconditioner& M, CgVectors<Real>& v, const SolveSettings& settings,
                                std::int64_t numDofs) {
  double gamma = M.reduce(0, v.p.data(), v.r.data());
  if (gamma == 0) return 0;
  ConvergenceWatch watch(settings, gamma, numDofs, std::is_same_v<Real, float>);
  double alpha = 0, beta = 0;
  for (std::int64_t iteration = 0;; ++iteration) {
    stopIfAsked(settings.stop, iteration);
    M.turn(alpha, beta, v.r.data(), v.p.data(), v.x.data());
    if (watch.converged(gamma, iteration)) return iteration;
    const double curvature = A(v.p.data(), v.q.data());
    if (!(curvature > 0)) throwNotPositive(curvature, iteration);
    alpha = gamma / curvature;
    const double next = M.reduce(alpha, v.q.data(), v.r.data());
    beta = next / gamma;
    gamma = next;
  }
}

}  // namespace fluxtet::cpu
