// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/conjugateGradients.hpp"
#include "kernels/static/cpu/cpuMatrix.hpp"
#include "kernels/static/cpu/cpuProblem.hpp"
#include "kernels/static/linearOperator.hpp"
#include "kernels/static/staticEngine.hpp"

#include <memory>
#include <optional>

namespace fluxtet::statics::cpu {

/// Arguments of a solution. Vectors are [numDofs], summed over ranks.
template <class Real>
struct SolveTask {
  const SolveSettings& settings;
  const Real* rightHandSide;
  const Real* inverseDiagonal;  ///< null: no preconditioner
  RankCoupling* coupling;
  Real* x;  ///< result
};

/// One method: the operator of one rank's elements. Vectors are [numDofs] in the host's memory, and products are
/// this rank's parts, which OverRanks adds up.
template <class Real>
class StaticOperator : public LinearOperator<Real> {
 public:
  explicit StaticOperator(const CpuProblem<Real>& problem) : problem_(problem) {}
  StaticOperator(const StaticOperator&) = delete;
  StaticOperator& operator=(const StaticOperator&) = delete;

  /// Computes the operator from the problem's coefficients, and adds the sources and prescribed values to `f`
  /// [numDofs]. Adds its stages, ms, to `times`. Returns the bytes of the memory that it held meanwhile and released.
  /// Throws RunError where 32-bit numbers do not suffice.
  virtual std::int64_t assemble(Real* f, StageTimes& times) = 0;
  /// Adds sources and prescribed values to `f` [numDofs], element by element.
  virtual void addLoads(Real* f) const;
  /// Adds the diagonal of the operator to `diagonal` [numDofs].
  virtual void addDiagonal(Real* diagonal) const = 0;
  /// Solves by conjugate gradients on vectors of the unknowns, and returns the state at the end, which the caller
  /// judges (requireConvergence()). Collective where there are several ranks. Throws SolveStopped.
  virtual CgState solve(const SolveTask<Real>& task) const;

  /// Memory that stays from one assemble() to the next, bytes.
  virtual std::int64_t bytes() const = 0;
  /// Memory of the vectors of solve(), bytes.
  virtual std::int64_t solveBytes() const { return 5 * std::int64_t(sizeof(Real)) * problem_.numDofs; }
  virtual const CpuMatrix<Real>* matrix() const { return nullptr; }
  virtual std::optional<ColouringReport> colouring() const { return {}; }

 protected:
  const CpuProblem<Real>& problem() const { return problem_; }

 private:
  const CpuProblem<Real>& problem_;
};

/// A method that assembles a matrix.
template <class Real>
class MatrixOperator : public StaticOperator<Real> {
 public:
  using StaticOperator<Real>::StaticOperator;
  void addDiagonal(Real* diagonal) const override { matrix_.addDiagonal(diagonal, this->problem().threads); }
  double apply(const Real* x, Real* y) const override { return matrix_.multiply(x, y, this->problem().threads); }
  std::int64_t bytes() const override { return matrix_.bytes(); }
  const CpuMatrix<Real>* matrix() const override { return &matrix_; }

 protected:
  /// Turns the counts in rowBegin into offsets, and makes room for the columns and values.
  void allocateEntries();

  CpuMatrix<Real> matrix_;
};

/// The methods that assemble a matrix (AssemblyMethod), and the element-by-element one. `problem` outlives the
/// operator.
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeSortReduce(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeLinkedList(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeSortNodes(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeLinkNodes(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeScatter(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeGather(const CpuProblem<Real>& problem);
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeElementByElement(const CpuProblem<Real>& problem, ReductionKind reduction);
/// Operator by colours: matrices of elements are kept, or computed anew in each product (`recompute`).
template <class Real>
std::unique_ptr<StaticOperator<Real>> makeColoured(const CpuProblem<Real>& problem, bool recompute);

}  // namespace fluxtet::statics::cpu
