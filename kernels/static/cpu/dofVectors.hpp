// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuProblem.hpp"
#include "kernels/static/rankCoupling.hpp"

namespace fluxtet::cpu {

/// Sums the parts of shared dofs over ranks; without a coupling nothing.
template <class Real>
void sumShared(RankCoupling* coupling, Real* values);
double sumOverRanks(RankCoupling* coupling, double value);
/// Dofs of all ranks, those of several counted in each: what every rank must agree on to judge convergence alike.
std::int64_t dofsOfAllRanks(RankCoupling* coupling, std::int32_t ofThisRank);

/// The preconditioner diag(1 / inverse), or none where `inverse` is null, on vectors of the unknowns
/// (conjugateGradients.hpp). Inner products count each dof on one rank only and are summed in double precision.
template <class Real>
class DiagonalPreconditioner {
 public:
  DiagonalPreconditioner(const Real* inverse, std::int64_t size, RankCoupling* coupling, int threads)
      : inverse_(inverse), size_(size), coupling_(coupling), threads_(threads) {}

  /// (r, M^-1 r)
  double square(const Real* r) const;
  double reduce(double alpha, const Real* q, Real* r) const;
  void turn(double alpha, double beta, const Real* r, Real* p, Real* x) const;

 private:
  /// The inner product of residual(i), which may change the vector that it reads.
  template <class Residual>
  double sumOf(const Residual& residual) const;

  const Real* inverse_;
  std::int64_t size_;
  RankCoupling* coupling_;
  int threads_;
};

}  // namespace fluxtet::cpu
