// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::statics {

/// Symmetric positive definite matrix A, known by its product with a vector alone. Vectors are [numDofs] and lie in the
/// host's memory or on a GPU, as the operator says.
template <class Real>
class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  /// y = A x for x, y [numDofs]; returns (x, y), summed in double precision. Collective where the operator spans
  /// several ranks.
  virtual double apply(const Real* x, Real* y) const = 0;
};

/// Symmetric positive definite approximation M of an operator, known by the solution of M z = r alone. Vectors are
/// those of the operator, [numDofs].
template <class Real>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// z = M^-1 r for r, z [numDofs]; returns (r, z), summed in double precision. Collective where it spans several
  /// ranks.
  virtual double apply(const Real* r, Real* z) const = 0;
};

}  // namespace fluxtet::statics
