// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/conjugateGradients.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "kernels/static/staticEngine.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace fluxtet::statics::cuda {

/// Run of preconditioned conjugate gradients for A e = r, from e = 0. Device pointers.
template <class Real>
struct CgRun {
  Real* residual;        ///< [numDofs] r on entry; scratch afterwards
  Real* solution;        ///< [numDofs] e is added to it
  const Real* diagonal;  ///< [numDofs] M; null: no preconditioner
  double gamma;          ///< (r, M^-1 r)
  CgLimits limits;
  std::function<bool()> stop;  ///< SolveSettings::stop
};

/// Matrix of this rank's elements on the GPU, assembled or not, and conjugate gradients with it in one kernel.
template <class Real>
class DeviceOperator {
 public:
  virtual ~DeviceOperator() = default;
  /// y = A x. Device pointers, [numDofs].
  virtual void apply(const Real* x, Real* y, cudaStream_t stream) = 0;
  /// Runs conjugate gradients with Jacobi's preconditioner until they end, and returns the state at the end. Throws
  /// SolveStopped if CgRun::stop returns true.
  virtual CgState solve(const CgRun<Real>& run, cudaStream_t stream) = 0;
  /// Memory of the operator's data and its work vectors, bytes.
  virtual std::int64_t bytes() const = 0;
};

/// Operator of an assembled matrix of [numDofs] rows, which outlives it.
template <class Real>
std::unique_ptr<DeviceOperator<Real>> makeCsrOperator(const DeviceCsr<Real>& matrix);

/// Sets diagonal[i] [rows] to A_ii, 0 where it is not stored. Device pointer.
template <class Real>
void diagonalOf(const DeviceCsr<Real>& matrix, Real* diagonal, cudaStream_t stream);

/// Operator of one of the methods that assemble no matrix.
template <class Real>
class ElementOperator : public DeviceOperator<Real> {
 public:
  /// Takes over the problem's coefficients. The first call makes what depends on the mesh alone, and keeps it. Adds its
  /// stages, ms, to `times` and the largest memory that it held beside what it keeps, bytes, to `scratchBytes`. The
  /// problem outlives the operator. Throws RunError where memory or 32-bit numbers do not suffice.
  virtual void assemble(StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) = 0;
  virtual std::optional<ColouringReport> colouring() const { return {}; }
};

/// Makes the operator that keeps element matrices; the product goes colour by colour (EbE-v1).
template <class Real>
std::unique_ptr<ElementOperator<Real>> makeColouredOperator(const DeviceProblem<Real>& problem);
/// Makes the operator that computes element matrices anew in each product, by as many threads as the element has
/// vertices; colour by colour (EbE-v2).
template <class Real>
std::unique_ptr<ElementOperator<Real>> makeRecomputeOperator(const DeviceProblem<Real>& problem);
/// Makes the operator on element-replicated vectors (Zhang et al.). `coupling`: to the other ranks, outlives the
/// operator; null on one rank.
template <class Real>
std::unique_ptr<ElementOperator<Real>> makeEbeOperator(const DeviceProblem<Real>& problem, ReductionKind reduction,
                                                       RankCoupling* coupling);

/// Computes the matrices [Element::packed][numElements] of the elements in the given `order` [numElements] (null: their
/// own), with the signs of their dofs. Device pointers.
template <class Real>
void integrateMatrices(const DeviceProblem<Real>& problem, const std::int32_t* order, Real* matrices,
                       cudaStream_t stream);
/// Adds the diagonals of all elements to `diagonal` [numDofs]. Device pointer.
template <class Real>
void addDiagonals(const DeviceProblem<Real>& problem, Real* diagonal, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
