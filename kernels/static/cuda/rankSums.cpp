// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/rankSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/static/cuda/cgRun.hpp"
#include "kernels/static/cuda/vectorKernels.hpp"

namespace fluxtet::gpu {

template <class Real>
RankSums<Real>::RankSums(RankCoupling& coupling, cudaStream_t stream)
    : coupling_(coupling),
      shared_(coupling.sharedDofs().size()),
      counted_(coupling.counted().size()),
      packed_(shared_.size()),
      host_(shared_.size()) {
  shared_.fromHost(coupling.sharedDofs(), stream);
  counted_.fromHost(coupling.counted(), stream);
}

template <class Real>
void RankSums<Real>::sumVector(Real* vector, cudaStream_t stream) {
  gatherAt(packed_.data(), vector, shared_.data(), numShared(), stream);
  sumTable(packed_.data(), stream);
  scatterAt(vector, packed_.data(), shared_.data(), numShared(), stream);
}

template <class Real>
void RankSums<Real>::sumTable(Real* table, cudaStream_t stream) {
  copyBytes(host_.data(), table, host_.bytes(), host_.bytes(), stream);
  cudaCheck(cudaStreamSynchronize(stream));
  coupling_.sumShared(host_.span());
  copyBytes(table, host_.data(), host_.bytes(), host_.bytes(), stream);
}

template <class Real>
double RankSums<Real>::sum(double value) {
  coupling_.sumScalars({&value, 1});
  return value;
}

template <class Real>
CgState coupledCg(DeviceOperator<Real>& A, RankSums<Real>& ranks, std::int64_t numDofs, const CgRun<Real>& run,
                  cudaStream_t stream) {
  DeviceBuffer<Real> direction(static_cast<std::size_t>(numDofs)), product(direction.size());
  DeviceBuffer<double> partials;
  Real *const z = run.residual, *const p = direction.data(), *const q = product.data();
  direction.zero(stream);
  divide(z, run.diagonal, numDofs, stream);
  CgState state;
  state.gamma = state.best = run.gamma;
  while (state.status == CgState::running && state.iteration < run.limits.maxIterations) {
    stopIfAsked(run.stop, state.iteration);
    updateDirection(p, z, state.beta, numDofs, stream);
    A.apply(p, q, stream);
    ranks.sumVector(q, stream);
    state.curvature = ranks.sum(innerProduct(p, q, ranks.counted(), numDofs, partials, stream));
    if (!(state.curvature > 0)) {
      state.status = CgState::notPositive;
      break;
    }
    const double alpha = state.gamma / state.curvature;
    const double gamma =
        updateCounted(run.solution, z, p, q, run.diagonal, ranks.counted(), alpha, numDofs, partials, stream);
    endIteration(state, ranks.sum(gamma), run.limits);
  }
  return state;
}

template class RankSums<float>;
template class RankSums<double>;
template CgState coupledCg(DeviceOperator<float>&, RankSums<float>&, std::int64_t, const CgRun<float>&, cudaStream_t);
template CgState coupledCg(DeviceOperator<double>&, RankSums<double>&, std::int64_t, const CgRun<double>&,
                           cudaStream_t);

}  // namespace fluxtet::gpu
