// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/vectorSystem.hpp"

#include "kernels/static/cuda/vectorKernels.hpp"

namespace fluxtet::statics::cuda {
namespace {

template <class Real>
const std::uint8_t* countedBy(const RankSums<Real>* ranks) {
  return ranks ? ranks->counted() : nullptr;
}

}  // namespace

template <class Real>
double OverRanks<Real>::apply(const Real* x, Real* y) const {
  ofThisRank_.apply(x, y, stream_);
  if (ranks_) ranks_->sumVector(y, stream_);
  const double product = innerProduct(x, y, countedBy(ranks_), numDofs_, partials_, stream_);
  return ranks_ ? ranks_->sum(product) : product;
}

template <class Real>
double Jacobi<Real>::apply(const Real* r, Real* z) const {
  const double gamma = solveDiagonal(z, r, diagonal_, countedBy(ranks_), numDofs_, partials_, stream_);
  return ranks_ ? ranks_->sum(gamma) : gamma;
}

template <class Real>
VectorSystem<Real>::VectorSystem(const LinearOperator<Real>& A, const Preconditioner<Real>& M, Real* x, Real* r,
                                 std::int64_t size, cudaStream_t stream)
    : A_(A),
      M_(M),
      x_(x),
      r_(r),
      size_(size),
      stream_(stream),
      z_(static_cast<std::size_t>(size)),
      p_(z_.size()),
      q_(z_.size()) {
  p_.zero(stream);
}

template <class Real>
void VectorSystem<Real>::setDirection(double beta) {
  updateDirection(p_.data(), z_.data(), beta, size_, stream_);
}

template <class Real>
void VectorSystem<Real>::advance(double alpha) {
  addScaled(x_, alpha, p_.data(), size_, stream_);
  addScaled(r_, -alpha, q_.data(), size_, stream_);
}

template <class Real>
CgState solveOverRanks(DeviceOperator<Real>& A, RankSums<Real>& ranks, std::int64_t numDofs, const CgRun<Real>& run,
                       cudaStream_t stream) {
  const OverRanks<Real> ofAll(A, &ranks, numDofs, stream);
  const Jacobi<Real> M(run.diagonal, &ranks, numDofs, stream);
  VectorSystem<Real> system(ofAll, M, run.solution, run.residual, numDofs, stream);
  CgState state = startState(system.applyPreconditioner(), run.limits);
  conjugateGradients(system, state, run.limits, run.stop);
  return state;
}

template class OverRanks<float>;
template class OverRanks<double>;
template class Jacobi<float>;
template class Jacobi<double>;
template class VectorSystem<float>;
template class VectorSystem<double>;
template CgState solveOverRanks(DeviceOperator<float>&, RankSums<float>&, std::int64_t, const CgRun<float>&,
                                cudaStream_t);
template CgState solveOverRanks(DeviceOperator<double>&, RankSums<double>&, std::int64_t, const CgRun<double>&,
                                cudaStream_t);

}  // namespace fluxtet::statics::cuda
