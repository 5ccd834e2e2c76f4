// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::statics {

/// A symmetric positive definite matrix A of which nothing is known but its product with a vector. Vectors are
/// [numDofs] and lie in the host's memory or on a GPU, as the operator says.
template <class Real>
class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  /// y = A x; returns (x, y), summed in double precision. Collective where the operator spans several ranks.
  virtual double apply(const Real* x, Real* y) const = 0;
};

/// A symmetric positive definite approximation M of an operator, of which nothing is known but how to solve with it.
template <class Real>
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  /// z = M^-1 r; returns (r, z), summed in double precision. Collective where it spans several ranks.
  virtual double apply(const Real* r, Real* z) const = 0;
};

}  // namespace fluxtet::statics
