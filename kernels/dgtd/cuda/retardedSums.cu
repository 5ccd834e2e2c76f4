// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of CudaRetardedSums.
#include "kernels/dgtd/cuda/retardedSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/faceBasis.cuh"
#include "kernels/dgtd/cuda/itemThreads.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

/// A thread computes an emitter. The vector g acts on the trace F = a AB + b AC as a (g . AB) + b (g . AC), and (a, b)
/// follow from (u, v) by the inverse of a symmetric matrix, which may act on the products with g instead.
template <class Real>
__global__ void emitterCoefficientsKernel(FieldLayout<Real> layout, const GatheredTrace* side,
                                          const std::int32_t* faceOf, const double* vectors, std::int32_t count,
                                          EmitterCoefficients<Real>* coefficients) {
  const std::int64_t i = itemOfThread();
  if (i >= count) return;
  const FaceEdges edges(layout, side[2 * static_cast<std::int64_t>(faceOf[i])]);
  EmitterCoefficients<Real> result;
  for (int c = 0; c < 2; ++c) {
    const double* g = vectors + (2 * i + c) * 3;
    const Vector vector{g[0], g[1], g[2]};
    double u, v;
    edges.solve(dot(vector, edges.ab), dot(vector, edges.ac), u, v);
    result.of[c][0] = static_cast<Real>(u);
    result.of[c][1] = static_cast<Real>(v);
  }
  coefficients[i] = result;
}

/// A thread computes a weight.
template <class Real, int order>
__global__ void termWeightsKernel(FieldLayout<Real> layout, const double* nodal, std::int64_t count, Real* weight) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= count * nf) return;
  const int n = static_cast<int>(item % nf);
  double sum = 0;
  for (int m = 0; m < nf; ++m) sum += faceEntry<order>(layout.toNodal, m, n) * nodal[item - n + m];
  weight[item] = static_cast<Real>(sum);
}

/// A thread computes a node of a face.
template <class Real, int order>
__global__ void meanTracesKernel(const Real* field, const Real* records, const GatheredTrace* side, std::int32_t count,
                                 Real* mean) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= static_cast<std::int64_t>(count) * nf) return;
  const std::int64_t face = item / nf;
  const int m = static_cast<int>(item % nf);
  Real u[2], v[2];
  for (int s = 0; s < 2; ++s) outerTrace<Real, order>(outerFaceAt(side[2 * face + s]), field, records, m, u[s], v[s]);
  mean[2 * item] = Real(0.5) * (u[0] + u[1]);
  mean[2 * item + 1] = Real(0.5) * (v[0] + v[1]);
}

/// A block computes a delay of a signal. Its threads take the terms in turns; their sums are added in a fixed order.
template <class Real, int order>
__global__ void __launch_bounds__(itemsPerBlock)
    retardedSumsKernel(const __grid_constant__ RetardedArgs<Real> args, std::int64_t sample, std::int64_t instants,
                       double* signals) {
  constexpr int nf = NodeOrder<order>::nf, warps = itemsPerBlock / 32;
  const std::int64_t row = blockIdx.x;
  double sum[2] = {0, 0};
  for (std::int64_t t = args.begin[row] + threadIdx.x; t < args.begin[row + 1]; t += itemsPerBlock) {
    const std::int32_t emitter = args.emitter[t];
    const Real* weight = args.weight + t * nf;
    const Real* mean = args.mean + static_cast<std::int64_t>(args.faceOf[emitter]) * (2 * nf);
    const EmitterCoefficients<Real> coefficients = args.coefficients[emitter];
    Real u = 0, v = 0;
#pragma unroll
    for (int n = 0; n < nf; ++n) {
      u += weight[n] * mean[2 * n];
      v += weight[n] * mean[2 * n + 1];
    }
    for (int c = 0; c < 2; ++c) sum[c] += static_cast<double>(coefficients.of[c][0] * u + coefficients.of[c][1] * v);
  }
  __shared__ double ofWarp[2][warps];
  for (int c = 0; c < 2; ++c) {
    for (int far = 16; far > 0; far /= 2) sum[c] += __shfl_down_sync(0xffffffffu, sum[c], far);
    if (threadIdx.x % 32 == 0) ofWarp[c][threadIdx.x / 32] = sum[c];
  }
  __syncthreads();
  if (threadIdx.x >= 2) return;
  double total = 0;
  for (int w = 0; w < warps; ++w) total += ofWarp[threadIdx.x][w];
  const std::int64_t instant = row / args.delays * instants + sample + row % args.delays;
  signals[2 * instant + threadIdx.x] += total;
}

}  // namespace

template <class Real>
void launchEmitterCoefficients(const FieldLayout<Real>& layout, const GatheredTrace* side, const std::int32_t* faceOf,
                               const double* vectors, std::int32_t count, EmitterCoefficients<Real>* coefficients,
                               cudaStream_t stream) {
  if (count == 0) return;
  emitterCoefficientsKernel<<<blocksFor(count), itemsPerBlock, 0, stream>>>(layout, side, faceOf, vectors, count,
                                                                            coefficients);
  checkLaunch("emitterCoefficientsKernel");
}

template <class Real>
void launchTermWeights(const FieldLayout<Real>& layout, const double* nodal, std::int64_t count, Real* weight,
                       cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    termWeightsKernel<Real, p.value>
        <<<blocksFor(count * NodeOrder<p.value>::nf), itemsPerBlock, 0, stream>>>(layout, nodal, count, weight);
    checkLaunch("termWeightsKernel");
  });
}

template <class Real>
void launchMeanTraces(int order, const Real* field, const Real* records, const GatheredTrace* side, std::int32_t count,
                      Real* mean, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(order, [&](auto p) {
    const auto blocks = blocksFor(static_cast<std::int64_t>(count) * NodeOrder<p.value>::nf);
    meanTracesKernel<Real, p.value><<<blocks, itemsPerBlock, 0, stream>>>(field, records, side, count, mean);
    checkLaunch("meanTracesKernel");
  });
}

template <class Real>
void launchRetardedSums(int order, const RetardedArgs<Real>& args, std::int64_t sample, std::int64_t instants,
                        double* signals, cudaStream_t stream) {
  const auto rows = static_cast<unsigned int>(args.signals) * static_cast<unsigned int>(args.delays);
  if (rows == 0) return;
  withOrder(order, [&](auto p) {
    retardedSumsKernel<Real, p.value><<<rows, itemsPerBlock, 0, stream>>>(args, sample, instants, signals);
    checkLaunch("retardedSumsKernel");
  });
}

#define FLUXTET_INSTANTIATE(Real)                                                                                 \
  template void launchEmitterCoefficients(const FieldLayout<Real>&, const GatheredTrace*, const std::int32_t*,    \
                                          const double*, std::int32_t, EmitterCoefficients<Real>*, cudaStream_t); \
  template void launchTermWeights(const FieldLayout<Real>&, const double*, std::int64_t, Real*, cudaStream_t);    \
  template void launchMeanTraces(int, const Real*, const Real*, const GatheredTrace*, std::int32_t, Real*,        \
                                 cudaStream_t);                                                                   \
  template void launchRetardedSums(int, const RetardedArgs<Real>&, std::int64_t, std::int64_t, double*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)
#undef FLUXTET_INSTANTIATE

}  // namespace fluxtet::dgtd::cuda
