// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/staticOperator.hpp"

#include <span>
#include <string>

namespace fluxtet::statics::cpu {

/// StaticEngine on the CPU, by OpenMP threads.
template <class Real>
class CpuStaticEngine final : public StaticEngine<Real> {
 public:
  CpuStaticEngine(FemProblem&& problem, const StaticEngineSettings& settings);

  std::string name() const override;
  void assemble(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override;
  void setLoads(std::span<const ElementCoefficients> coefficients, const FemLoads& loads) override;

  CsrMatrix<Real> matrix() const override;
  std::vector<Real> rightHandSide() const override;
  std::vector<Real> diagonal() const override;
  void apply(std::span<const Real> x, std::span<Real> y) override;
  SolveResult solve(const SolveSettings& settings, std::span<Real> x) override;

  StageTimes times() const override { return times_; }
  MemoryUse memory() const override;
  std::int64_t nonzeros() const override;
  std::optional<ColouringReport> colouring() const override { return operator_->colouring(); }

 private:
  void finishLoads(const FemLoads& loads);
  /// Throws if an entry is not positive.
  AlignedArray<Real> inverseDiagonal() const;
  /// Throws if the operator maps a constant to zero.
  void requireFixedPotential() const;
  /// y = A x, summed over ranks.
  void product(const Real* x, Real* y) const;

  CpuProblem<Real> problem_;
  RankCoupling* coupling_;
  std::unique_ptr<StaticOperator<Real>> operator_;
  AlignedArray<Real> rightHandSide_, diagonal_;  ///< [numDofs] summed over ranks
  StageTimes times_;
  std::int64_t scratchBytes_ = 0;
};

}  // namespace fluxtet::statics::cpu
