// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients that the host drives over vectors on a GPU, for any operator and any preconditioner.
#pragma once

#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/rankSums.hpp"
#include "kernels/static/linearOperator.hpp"

namespace fluxtet::statics::cuda {

/// The operator of all ranks, from that of this rank's elements. Vectors are [numDofs] on this rank's GPU.
template <class Real>
class OverRanks final : public LinearOperator<Real> {
 public:
  /// `ranks`: null for one rank. All outlive the operator.
  OverRanks(DeviceOperator<Real>& ofThisRank, RankSums<Real>* ranks, std::int64_t numDofs, cudaStream_t stream)
      : ofThisRank_(ofThisRank), ranks_(ranks), numDofs_(numDofs), stream_(stream) {}
  double apply(const Real* x, Real* y) const override;

 private:
  DeviceOperator<Real>& ofThisRank_;
  RankSums<Real>* ranks_;
  std::int64_t numDofs_;
  cudaStream_t stream_;
  mutable DeviceBuffer<double> partials_;
};

/// Jacobi's preconditioner, the diagonal of the operator of all ranks. Vectors are [numDofs] on this rank's GPU.
template <class Real>
class Jacobi final : public Preconditioner<Real> {
 public:
  /// `diagonal`: null for none, M = 1. `ranks`: null for one rank. All outlive the preconditioner.
  Jacobi(const Real* diagonal, RankSums<Real>* ranks, std::int64_t numDofs, cudaStream_t stream)
      : diagonal_(diagonal), ranks_(ranks), numDofs_(numDofs), stream_(stream) {}
  double apply(const Real* r, Real* z) const override;

 private:
  const Real* diagonal_;
  RankSums<Real>* ranks_;
  std::int64_t numDofs_;
  cudaStream_t stream_;
  mutable DeviceBuffer<double> partials_;
};

/// A e = r for conjugate gradients (iterate()).
template <class Real>
class VectorSystem {
 public:
  /// e is added to x; x and r [size] and all else outlive the system. Throws RunError if the memory does not suffice.
  VectorSystem(const LinearOperator<Real>& A, const Preconditioner<Real>& M, Real* x, Real* r, std::int64_t size,
               cudaStream_t stream);

  void setDirection(double beta);
  double applyOperator() { return A_.apply(p_.data(), q_.data()); }
  void advance(double alpha);
  double applyPreconditioner() { return M_.apply(r_, z_.data()); }

 private:
  const LinearOperator<Real>& A_;
  const Preconditioner<Real>& M_;
  Real *x_, *r_;
  std::int64_t size_;
  cudaStream_t stream_;
  DeviceBuffer<Real> z_, p_, q_;
};

/// Runs conjugate gradients on the host with Jacobi's preconditioner, from e = 0, over all ranks. Collective. Throws
/// SolveStopped.
template <class Real>
CgState solveOverRanks(DeviceOperator<Real>& A, RankSums<Real>& ranks, std::int64_t numDofs, const CgRun<Real>& run,
                       cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
