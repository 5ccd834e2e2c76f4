// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/standingWave.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

/// One thread for each node, in double precision. The node is at x = corner + sum_k lambda_k t_k.
template <class Real, int order>
__global__ void standingWaveKernel(FieldLayout<Real> layout, StandingWave wave, const double* corner,
                                   const double* lambda, std::int32_t first, std::int32_t count, Real* nodal) {
  constexpr int np = NodeOrder<order>::np;
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (item >= static_cast<std::int64_t>(count) * np) return;
  const std::int32_t e = first + static_cast<std::int32_t>(item / np);
  const int n = static_cast<int>(item % np);
  const std::int64_t slot = e < layout.numInterior ? e : e + layout.borderShift;
  const Real* edge = layout.edge + 9 * slot;
  double x[3], value[3];
  for (int c = 0; c < 3; ++c) {
    x[c] = corner[3 * static_cast<std::int64_t>(e) + c];
    for (int k = 0; k < 3; ++k) x[c] += lambda[4 * n + k + 1] * static_cast<double>(edge[3 * k + c]);
  }
  standingWaveAt(wave, x, value);
  for (int c = 0; c < 3; ++c) nodal[3 * item + c] = static_cast<Real>(value[c]);
}

}  // namespace

template <class Real>
void launchStandingWave(const FieldLayout<Real>& layout, const StandingWave& wave, const double* corner,
                        const double* lambda, std::int32_t first, std::int32_t count, Real* nodal,
                        cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const std::int64_t items = static_cast<std::int64_t>(count) * NodeOrder<p.value>::np;
    const int blocks = static_cast<int>((items + blockSize - 1) / blockSize);
    standingWaveKernel<Real, p.value>
        <<<blocks, blockSize, 0, stream>>>(layout, wave, corner, lambda, first, count, nodal);
    checkLaunch("standingWaveKernel");
  });
}

template void launchStandingWave(const FieldLayout<float>&, const StandingWave&, const double*, const double*,
                                 std::int32_t, std::int32_t, float*, cudaStream_t);
template void launchStandingWave(const FieldLayout<double>&, const StandingWave&, const double*, const double*,
                                 std::int32_t, std::int32_t, double*, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
