// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cudaStaticEngine.hpp"

#include "kernels/device/check.hpp"
#include "kernels/device/gpu.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/cuda/vectorSystem.hpp"
#include "kernels/static/rounding.hpp"
#include "kernels/static/solveErrors.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <type_traits>

namespace fluxtet::statics::cuda {
namespace {

template <class Real>
std::unique_ptr<ElementOperator<Real>> makeElementOperator(const DeviceProblem<Real>& problem,
                                                           const StaticEngineSettings& settings) {
  switch (settings.assembly) {
    case AssemblyMethod::ebe:
      return makeEbeOperator(problem, settings.reduction, settings.coupling);
    case AssemblyMethod::ebeColoured:
      return makeColouredOperator(problem);
    case AssemblyMethod::ebeRecompute:
      return makeRecomputeOperator(problem);
    default:
      return nullptr;
  }
}

/// Summed here in their order: the GPU would add those of one dof in any.
std::map<std::int32_t, double> sumsOfDofs(const FemLoads& loads) {
  std::map<std::int32_t, double> sums;
  for (const auto& [dof, value] : loads.atDofs) sums[dof] += value;
  return sums;
}

}  // namespace

template <class Real>
CudaStaticEngine<Real>::CudaStaticEngine(const FemProblem& problem, const StaticEngineSettings& settings)
    : method_(settings.assembly),
      problem_(uploadProblem<Real>(problem, stream_)),
      elements_(makeElementOperator(problem_, settings)),
      rightHandSide_(static_cast<std::size_t>(problem.numDofs)),
      diagonal_(rightHandSide_.size()),
      solution_(rightHandSide_.size()),
      residual_(rightHandSide_.size()),
      product_(rightHandSide_.size()) {
  if (assembles(method_)) assembly_ = makeMatrixAssembly<Real>(method_);
  operator_ = elements_.get();
  if (settings.coupling) ranks_.emplace(*settings.coupling, stream_);
}

template <class Real>
std::string CudaStaticEngine<Real>::name() const {
  return "cuda (" + currentGpuName() + ")";
}

template <class Real>
void CudaStaticEngine<Real>::assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
  times_ = {};
  scratchBytes_ = 0;
  uploadValues(problem_, coefficients, loads, stream_);
  if (assembly_) {
    assembly_->assemble(problem_, matrix_, rightHandSide_, times_, scratchBytes_, stream_);
    if (!csr_) csr_ = makeCsrOperator(matrix_);
    operator_ = csr_.get();
  } else {
    elements_->assemble(times_, scratchBytes_, stream_);
  }
  StageClock clock(stream_);
  if (elements_) assembleLoads(problem_, rightHandSide_, stream_);
  addLoadsAtDofs(loads);
  clock.end(times_.boundary);
  setDiagonal();
  clock.end(elements_ ? times_.integrate : times_.boundary);
  clock.collect();
}

template <class Real>
void CudaStaticEngine<Real>::setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) {
  uploadValues(problem_, coefficients, loads, stream_);
  if (assembly_)
    assembly_->setLoads(problem_, matrix_, rightHandSide_, stream_);
  else
    assembleLoads(problem_, rightHandSide_, stream_);
  addLoadsAtDofs(loads);
  stream_.synchronize();
}

template <class Real>
void CudaStaticEngine<Real>::addLoadsAtDofs(const FemLoads& loads) {
  const std::map<std::int32_t, double> sums = sumsOfDofs(loads);
  std::vector<std::int32_t> dof;
  std::vector<Real> value;
  for (const auto& [d, v] : sums) {
    dof.push_back(d);
    value.push_back(static_cast<Real>(v));
  }
  DeviceBuffer<std::int32_t> dofs(dof.size());
  DeviceBuffer<Real> values(value.size());
  dofs.fromHost(dof, stream_);
  values.fromHost(value, stream_);
  addAt(rightHandSide_.data(), dofs.data(), values.data(), static_cast<std::int64_t>(dof.size()), stream_);
  if (ranks_) ranks_->sumVector(rightHandSide_.data(), stream_);
  stream_.synchronize();  // before the buffers are freed
}

template <class Real>
void CudaStaticEngine<Real>::setDiagonal() {
  diagonal_.zero(stream_);
  if (csr_)
    diagonalOf(matrix_, diagonal_.data(), stream_);
  else
    addDiagonals(problem_, diagonal_.data(), stream_);
  if (ranks_) ranks_->sumVector(diagonal_.data(), stream_);
}

template <class Real>
CsrMatrix<Real> CudaStaticEngine<Real>::matrix() const {
  if (!assembly_) throw std::logic_error("this method assembles no matrix");
  CsrMatrix<Real> result;
  result.rowBegin.resize(static_cast<std::size_t>(matrix_.rows) + 1);
  result.column.resize(static_cast<std::size_t>(matrix_.nonzeros));
  result.value.resize(result.column.size());
  matrix_.rowBegin.toHost(result.rowBegin, stream_);
  matrix_.column.toHost(result.column, stream_);
  matrix_.value.toHost(result.value, stream_);
  return result;
}

template <class Real>
std::vector<Real> CudaStaticEngine<Real>::download(const DeviceBuffer<Real>& vector) const {
  std::vector<Real> values(vector.size());
  vector.toHost(values, stream_);
  return values;
}

template <class Real>
void CudaStaticEngine<Real>::product(const Real* x, Real* y) {
  operator_->apply(x, y, stream_);
  if (ranks_) ranks_->sumVector(y, stream_);
}

template <class Real>
void CudaStaticEngine<Real>::apply(std::span<const Real> x, std::span<Real> y) {
  solution_.fromHost(x, stream_);
  product(solution_.data(), product_.data());
  product_.toHost(y, stream_);
}

template <class Real>
void CudaStaticEngine<Real>::requirePositiveDiagonal() {
  if (countNotPositive(diagonal_.data(), problem_.numDofs, partials_, stream_) == 0) return;
  const std::vector<Real> values = diagonal();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!(values[i] > 0)) throwBadDiagonal(static_cast<std::int32_t>(i), static_cast<double>(values[i]));
}

template <class Real>
void CudaStaticEngine<Real>::requireFixedPotential() {
  fill(solution_.data(), Real(1), problem_.numDofs, stream_);
  product(solution_.data(), product_.data());
  auto fixed = static_cast<double>(
      countAbove(product_.data(), diagonal_.data(), rowSumNoise<Real>, problem_.numDofs, partials_, stream_));
  if (ranks_) fixed = ranks_->sum(fixed);
  if (fixed == 0) throwUnconstrained();
}

template <class Real>
ResidualMeasures CudaStaticEngine<Real>::residualOf(const Real* product, const Real* diagonal) {
  ResidualMeasures measures = residual(residual_.data(), rightHandSide_.data(), product, diagonal,
                                       ranks_ ? ranks_->counted() : nullptr, problem_.numDofs, partials_, stream_);
  if (ranks_)
    for (double* value : {&measures.gamma, &measures.gammaLoad, &measures.square, &measures.squareLoad})
      *value = ranks_->sum(*value);
  return measures;
}

template <class Real>
CgState CudaStaticEngine<Real>::iterate(const CgRun<Real>& run) {
  if (ranks_ && method_ != AssemblyMethod::ebe)
    return solveOverRanks(*operator_, *ranks_, problem_.numDofs, run, stream_);
  return operator_->solve(run, stream_);
}

/// On the host, for it is rarely asked for. Collective.
template <class Real>
double CudaStaticEngine<Real>::roundingOf(std::span<const Real> x, bool jacobi) const {
  return roundingResidual<Real>(
      roundingSums<Real>(x, diagonal(), rightHandSide(), ranks_ ? &ranks_->coupling() : nullptr), jacobi);
}

template <class Real>
SolveResult CudaStaticEngine<Real>::solve(const SolveSettings& settings, std::span<Real> x) {
  times_.solve = 0;
  StageClock clock(stream_);
  constexpr bool single = std::is_same_v<Real, float>;
  requirePositiveDiagonal();
  const bool jacobi = settings.preconditioner == SolveSettings::Preconditioner::jacobi;
  const Real* preconditioner = jacobi ? diagonal_.data() : nullptr;
  const double start = residualOf(nullptr, preconditioner).gamma;
  if (start == 0) {
    std::fill(x.begin(), x.end(), Real(0));
    return {};
  }
  requireFixedPotential();
  solution_.zero(stream_);
  const double dofs = ranks_ ? ranks_->sum(problem_.numDofs) : problem_.numDofs;
  const CgLimits limits = limitsOf(settings, start, std::llround(dofs));
  CgState end = startState(start, limits);
  if (end.status == CgState::running)
    end = iterate({residual_.data(), solution_.data(), preconditioner, start, limits, settings.stop});
  requireConvergence(end, start, settings, single);

  product(solution_.data(), product_.data());
  const ResidualMeasures rest = residualOf(product_.data(), preconditioner);
  solution_.toHost(x, stream_);
  clock.end(times_.solve);
  clock.collect();
  const auto relative = [&](double gamma) { return std::sqrt(std::abs(gamma) / start); };
  const double limit = residualSlack * settings.tolerance;
  requireTrueResidual(relative(rest.gamma),
                      relative(rest.gamma) > limit ? roundingOf(x, jacobi) / std::sqrt(start) : limit, settings,
                      single);
  return {end.iteration, std::sqrt(rest.square / rest.squareLoad)};
}

template <class Real>
MemoryUse CudaStaticEngine<Real>::memory() const {
  std::int64_t kept = bytesOf(problem_) + (operator_ ? operator_->bytes() : 0) + (assembly_ ? assembly_->bytes() : 0) +
                      (ranks_ ? ranks_->bytes() : 0);
  for (const auto* vector : {&rightHandSide_, &diagonal_, &solution_, &residual_, &product_, &matrix_.value})
    kept += static_cast<std::int64_t>(vector->bytes());
  kept += static_cast<std::int64_t>(matrix_.rowBegin.bytes() + matrix_.column.bytes());
  return {kept + scratchBytes_, kept};
}

template class CudaStaticEngine<float>;
template class CudaStaticEngine<double>;

}  // namespace fluxtet::statics::cuda

namespace fluxtet::statics {

template <class Real>
std::unique_ptr<StaticEngine<Real>> makeCudaStaticEngine(FemProblem problem, const StaticEngineSettings& settings) {
  return std::make_unique<cuda::CudaStaticEngine<Real>>(problem, settings);
}
template std::unique_ptr<StaticEngine<float>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);
template std::unique_ptr<StaticEngine<double>> makeCudaStaticEngine(FemProblem, const StaticEngineSettings&);

}  // namespace fluxtet::statics
