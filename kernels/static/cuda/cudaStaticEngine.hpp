// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.hpp"
#include "kernels/static/cuda/assembly/matrixAssembly.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/rankSums.hpp"
#include "kernels/static/cuda/vectorKernels.hpp"
#include "kernels/static/staticEngine.hpp"

#include <memory>
#include <optional>

namespace fluxtet::statics::cuda {

/// StaticEngine on one GPU.
template <class Real>
class CudaStaticEngine final : public StaticEngine<Real> {
 public:
  CudaStaticEngine(const FemProblem& problem, const StaticEngineSettings& settings);

  std::string name() const override;
  void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override;
  void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override;
  CsrMatrix<Real> matrix() const override;
  std::vector<Real> rightHandSide() const override { return download(rightHandSide_); }
  std::vector<Real> diagonal() const override { return download(diagonal_); }
  void apply(std::span<const Real> x, std::span<Real> y) override;
  SolveResult solve(const SolveSettings& settings, std::span<Real> x) override;
  StageTimes times() const override { return times_; }
  MemoryUse memory() const override;
  std::int64_t nonzeros() const override { return matrix_.nonzeros; }
  std::optional<ColouringReport> colouring() const override {
    return elements_ ? elements_->colouring() : std::nullopt;
  }

 private:
  std::vector<Real> download(const DeviceBuffer<Real>& vector) const;
  void addLoadsAtDofs(const FemLoads& loads);
  void setDiagonal();
  /// y = A x over all ranks. Device pointers.
  void product(const Real* x, Real* y);
  void requirePositiveDiagonal();
  void requireFixedPotential();
  double roundingOf(std::span<const Real> x, bool jacobi) const;
  ResidualMeasures residualOf(const Real* product, const Real* diagonal);
  CgState iterate(const CgRun<Real>& run);

  AssemblyMethod method_;
  mutable Stream stream_;
  DeviceProblem<Real> problem_;
  std::optional<RankSums<Real>> ranks_;
  std::unique_ptr<MatrixAssembly<Real>> assembly_;   ///< of methods that assemble, with
  DeviceCsr<Real> matrix_;                           ///< what it fills, and
  std::unique_ptr<DeviceOperator<Real>> csr_;        ///< its product
  std::unique_ptr<ElementOperator<Real>> elements_;  ///< of the others
  DeviceOperator<Real>* operator_ = nullptr;         ///< the one that there is
  DeviceBuffer<Real> rightHandSide_, diagonal_;      ///< sums over ranks
  DeviceBuffer<Real> solution_, residual_, product_;
  DeviceBuffer<double> partials_;
  StageTimes times_;
  std::int64_t scratchBytes_ = 0;
};

}  // namespace fluxtet::statics::cuda
