// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/staticEngine.hpp"

#include <cmath>
#include <limits>
#include <span>

/// Effect of rounding in a matrix and its products, estimated from the solution x, the diagonal D and the right-hand
/// side b. The off-diagonal entries of a row add up to about D in size, so that |A| |x| is about 2 D |x|.
namespace fluxtet::statics {

/// Sums over all dofs, from which the effect of rounding follows.
struct RoundingSums {
  double energy = 0;  ///< sum D x^2
  double square = 0;  ///< sum (D x)^2
  double work = 0;    ///< x.b, which is x.Ax
};
/// Computes the sums over all ranks. `x` (solution), `diagonal` and `load` are [numDofs] and have the sums of shared
/// dofs. `coupling`: null on one rank. Collective with a coupling.
template <class Real>
RoundingSums roundingSums(std::span<const Real> x, std::span<const Real> diagonal, std::span<const Real> load,
                          RankCoupling* coupling);

/// A row of n entries and its product with x round n + 1 times; tetrahedra of order 2 have the longest rows, of 28 on
/// average.
inline constexpr double roundingsOfARow = 32;

/// Residual |r| <= (n + 1) u |A| |x| that rounding may leave, with the unit roundoff u, in the norm of the stop test:
/// of D^-1 with `jacobi`, in the unit of sqrt((r, D^-1 r)), else in that of r. An estimate, not a bound, for long rows.
template <class Real>
double roundingResidual(const RoundingSums& sums, bool jacobi) {
  return roundingsOfARow * std::numeric_limits<Real>::epsilon() * std::sqrt(jacobi ? sums.energy : sums.square);
}

/// Largest relative change of the energy x.Ax / 2 that rounding the entries of A makes, to first order: u |x|.|A| |x| /
/// x.Ax, where some rounding errors of an entry add up (its parts, its sum).
template <class Real>
double roundingOfEnergy(const RoundingSums& sums) {
  return sums.work > 0 ? 2 * std::numeric_limits<Real>::epsilon() * sums.energy / sums.work : 0;
}

/// Distance between two solutions of one problem, relative in the energy norm, where each ends at the residual
/// `tolerance` (relative, in the norm of D^-1). `unknowns`: their number. With the condition number k of D^-1/2 A
/// D^-1/2, which is at most about the number of unknowns (h^-2 in a plane, less in space), |x - x'|_A <= sqrt(k)
/// tolerance |x|_A. Rounding errors are independent and of random sign (not on a regular grid, whose elements all round
/// alike): those of a row of n entries add up to sqrt(n) eps D |x|, not to n eps (Higham and Mary 2019, SIAM J. Sci.
/// Comput. 41, A2815), and all together to sqrt(n) eps |x|_D <= sqrt(n k) eps |x|_A.
template <class Real>
double solutionDeviation(double tolerance, std::int64_t unknowns) {
  return 2 * std::sqrt(static_cast<double>(unknowns)) *
         (tolerance + std::sqrt(roundingsOfARow) * std::numeric_limits<Real>::epsilon());
}

}  // namespace fluxtet::statics
