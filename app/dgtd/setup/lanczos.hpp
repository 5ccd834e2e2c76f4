// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the Lanczos processes of the time step estimates have in common.
#pragma once

#include <vector>

namespace fluxtet::dgtd {

/// A symmetric tridiagonal matrix: entries alpha on the diagonal (none: zero) and beta beside it.
struct Tridiagonal {
  std::vector<double> alpha, beta;
  bool exhausted = false;  ///< the Krylov space is invariant

  /// Largest eigenvalue, by bisection with Sturm sequences. QR iterations do not always converge if eigenvalues are
  /// nearly equal. In the unit of the coefficients.
  double largest() const;
};

/// The share by which the largest eigenvalue of a positive semidefinite operator may exceed the largest Ritz value
/// after k Lanczos steps from a random vector: with a probability of 1 - 1e-5, lambda - theta <= share * lambda with
/// sqrt(share) = ln(1.648 sqrt(n) / 1e-5) / (2 k - 1), where n is the number of unknowns (Kuczynski, Wozniakowski, SIAM
/// J. Matrix Anal. Appl. 13, 1992, 1094-1122). The bound is of use only while share < 1.
double shareMissed(double unknowns, int steps);

/// Rounds down to a grid of relative width 1e-3, so that rounding errors of an estimate do not change the time step.
double roundDown(double value);

}  // namespace fluxtet::dgtd
