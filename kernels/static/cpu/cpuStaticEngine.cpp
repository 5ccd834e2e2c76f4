// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/cpuStaticEngine.hpp"

#include "kernels/static/cpu/dofSystem.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/stageClock.hpp"
#include "kernels/static/rounding.hpp"
#include "kernels/static/solveErrors.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace fluxtet::statics::cpu {

namespace {

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeOperator(const CpuProblem<Real>& problem,
                                                   const StaticEngineSettings& settings) {
  switch (settings.assembly) {
    case AssemblyMethod::sortReduce:
      return makeSortReduce(problem);
    case AssemblyMethod::linkedList:
      return makeLinkedList(problem);
    case AssemblyMethod::sortNodes:
      return makeSortNodes(problem);
    case AssemblyMethod::linkNodes:
      return makeLinkNodes(problem);
    case AssemblyMethod::scatter:
      return makeScatter(problem);
    case AssemblyMethod::gather:
      return makeGather(problem);
    case AssemblyMethod::ebe:
      return makeElementByElement(problem, settings.reduction);
    case AssemblyMethod::ebeColoured:
      return makeColoured(problem, false);
    case AssemblyMethod::ebeRecompute:
      return makeColoured(problem, true);
  }
  throw std::logic_error("unknown assembly method");
}

template <class Real>
void setZero(AlignedArray<Real>& values, int threads) {
  forRanges(threads, static_cast<std::int64_t>(values.size()),
            [&](IndexRange range, int) { std::fill(values.data() + range.begin, values.data() + range.end, Real(0)); });
}

}  // namespace

template <class Real>
CpuStaticEngine<Real>::CpuStaticEngine(FemProblem&& problem, const StaticEngineSettings& settings)
    : problem_(std::move(problem), settings.threads),
      coupling_(settings.coupling),
      operator_(makeOperator(problem_, settings)),
      rightHandSide_(static_cast<std::size_t>(problem_.numDofs)),
      diagonal_(rightHandSide_.size()) {}

template <class Real>
std::string CpuStaticEngine<Real>::name() const {
  return "cpu (" + std::to_string(problem_.threads) + (problem_.threads == 1 ? " thread)" : " threads)");
}

template <class Real>
void CpuStaticEngine<Real>::assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
  times_ = {};
  problem_.setCoefficients(coefficients, loads);
  setZero(rightHandSide_, problem_.threads);
  scratchBytes_ = operator_->assemble(rightHandSide_.data(), times_);
  finishLoads(loads);
  const StageClock clock(times_.reduce);
  setZero(diagonal_, problem_.threads);
  operator_->addDiagonal(diagonal_.data());
  sumShared(coupling_, diagonal_.data());
}

template <class Real>
void CpuStaticEngine<Real>::setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
  times_.boundary = 0;
  problem_.setCoefficients(coefficients, loads);
  setZero(rightHandSide_, problem_.threads);
  operator_->addLoads(rightHandSide_.data());
  finishLoads(loads);
}

template <class Real>
void CpuStaticEngine<Real>::finishLoads(const FemLoads& loads) {
  const StageClock clock(times_.boundary);
  for (const auto& [dof, value] : loads.atDofs)
    rightHandSide_[static_cast<std::size_t>(dof)] += static_cast<Real>(value);
  sumShared(coupling_, rightHandSide_.data());
}

template <class Real>
CsrMatrix<Real> CpuStaticEngine<Real>::matrix() const {
  if (!operator_->matrix()) throw std::logic_error("this method assembles no matrix");
  return operator_->matrix()->copy();
}

template <class Real>
std::vector<Real> CpuStaticEngine<Real>::rightHandSide() const {
  return {rightHandSide_.data(), rightHandSide_.data() + rightHandSide_.size()};
}

template <class Real>
std::vector<Real> CpuStaticEngine<Real>::diagonal() const {
  return {diagonal_.data(), diagonal_.data() + diagonal_.size()};
}

template <class Real>
void CpuStaticEngine<Real>::product(const Real* x, Real* y) const {
  operator_->apply(x, y);
  sumShared(coupling_, y);
}

template <class Real>
void CpuStaticEngine<Real>::apply(std::span<const Real> x, std::span<Real> y) {
  product(x.data(), y.data());
}

template <class Real>
SolveResult CpuStaticEngine<Real>::solve(const SolveSettings& settings, std::span<Real> x) {
  times_.solve = 0;
  const StageClock clock(times_.solve);
  std::fill(x.begin(), x.end(), Real(0));
  const bool jacobi = settings.preconditioner == SolveSettings::Preconditioner::jacobi;
  const AlignedArray<Real> inverse = inverseDiagonal();
  const Real* preconditioner = jacobi ? inverse.data() : nullptr;
  const Real* b = rightHandSide_.data();
  const auto square = [&](const Real* values, const Real* weight) {
    return Jacobi<Real>(weight, problem_.numDofs, coupling_, problem_.threads).square(values);
  };
  const double start = square(b, preconditioner);
  if (start == 0) return {};
  requireFixedPotential();

  constexpr bool single = std::is_same_v<Real, float>;
  const CgState end = operator_->solve({settings, b, preconditioner, coupling_, x.data()});
  requireConvergence(end, start, settings, single);
  SolveResult result;
  result.iterations = end.iteration;
  AlignedArray<Real> residual(rightHandSide_.size());
  product(x.data(), residual.data());
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = b[i] - residual[i];
  const double rounding = roundingResidual<Real>(
      roundingSums<Real>(x, {diagonal_.data(), diagonal_.size()}, {b, rightHandSide_.size()}, coupling_), jacobi);
  requireTrueResidual(std::sqrt(square(residual.data(), preconditioner) / start), rounding / std::sqrt(start), settings,
                      single);
  result.residual = std::sqrt(square(residual.data(), nullptr) / square(b, nullptr));
  return result;
}

template <class Real>
AlignedArray<Real> CpuStaticEngine<Real>::inverseDiagonal() const {
  AlignedArray<Real> inverse(diagonal_.size());
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    if (!(diagonal_[i] > 0)) throwBadDiagonal(static_cast<std::int32_t>(i), static_cast<double>(diagonal_[i]));
    inverse[i] = 1 / diagonal_[i];
  }
  return inverse;
}

template <class Real>
void CpuStaticEngine<Real>::requireFixedPotential() const {
  AlignedArray<Real> one(rightHandSide_.size(), 1), rowSum(rightHandSide_.size());
  product(one.data(), rowSum.data());
  double fixed = 0;
  for (std::size_t i = 0; i < rowSum.size(); ++i)
    if (std::abs(static_cast<double>(rowSum[i])) > rowSumNoise<Real> * static_cast<double>(diagonal_[i])) ++fixed;
  if (sumOverRanks(coupling_, fixed) == 0) throwUnconstrained();
}

template <class Real>
MemoryUse CpuStaticEngine<Real>::memory() const {
  const std::int64_t vectors = rightHandSide_.bytes() + diagonal_.bytes();
  const std::int64_t kept = problem_.bytes() + operator_->bytes() + vectors;
  return {std::max(kept + scratchBytes_, kept + operator_->solveBytes()), kept + operator_->solveBytes()};
}

template <class Real>
std::int64_t CpuStaticEngine<Real>::nonzeros() const {
  return operator_->matrix() ? operator_->matrix()->nonzeros() : 0;
}

template class CpuStaticEngine<float>;
template class CpuStaticEngine<double>;

}  // namespace fluxtet::statics::cpu

namespace fluxtet::statics {

template <class Real>
std::unique_ptr<StaticEngine<Real>> makeCpuStaticEngine(FemProblem problem, const StaticEngineSettings& settings) {
  return std::make_unique<cpu::CpuStaticEngine<Real>>(std::move(problem), settings);
}
template std::unique_ptr<StaticEngine<float>> makeCpuStaticEngine(FemProblem, const StaticEngineSettings&);
template std::unique_ptr<StaticEngine<double>> makeCpuStaticEngine(FemProblem, const StaticEngineSettings&);

}  // namespace fluxtet::statics
