// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cgVectors.hpp"

#include "kernels/static/cuda/vectorKernels.hpp"

namespace fluxtet::gpu {

template <class Real>
CgVectors<Real> CgWork<Real>::begin(const CgRun<Real>& run, bool clearProduct, cudaStream_t stream) {
  const auto size = static_cast<std::int64_t>(q_.size());
  divide(run.residual, run.diagonal, size, stream);
  p0_.zero(stream);  // the direction before the first
  if (clearProduct) q_.zero(stream);
  CgState state;
  state.gamma = state.best = run.gamma;
  state_.fromHost({&state, 1}, stream);
  return {run.solution, run.residual, p0_.data(), p1_.data(), q_.data(), run.diagonal, size, state_.data()};
}

template class CgWork<float>;
template class CgWork<double>;

}  // namespace fluxtet::gpu
