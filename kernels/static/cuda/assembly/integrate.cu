// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementAccess.cuh"
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::gpu {
namespace {

/// Threads of a block: its records lie in 48 KiB of shared memory.
template <class Real>
constexpr int blockFor(int nd) {
  return nd == 10 && sizeof(Real) == 8 ? 32 : nd == 10 ? 64 : 128;
}

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(blockFor<Real>(nodesPerElement(form, order)))
    integrateKernel(ProblemView<Real> problem, Real* record) {
  using El = Element<form, order>;
  constexpr int block = blockFor<Real>(El::nd), size = El::nd * (El::nd + 1);
  __shared__ Real staged[block][size + 1];  // odd, so that a column falls into all banks
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block;
  const int count = min(static_cast<std::int64_t>(block), problem.numElements - first);
  if (threadIdx.x < count) {
    Real K[El::packed], f[El::nd];
    integrateElement<form, order>(problem, static_cast<std::int32_t>(first + threadIdx.x), K, f);
    for (int a = 0; a < El::nd; ++a) {
      for (int b = 0; b < El::nd; ++b) staged[threadIdx.x][a * (El::nd + 1) + b] = K[packedIndex(a, b)];
      staged[threadIdx.x][a * (El::nd + 1) + El::nd] = f[a];
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count * size; i += block) record[first * size + i] = staged[i / size][i % size];
}

}  // namespace

template <class Real>
void launchIntegrate(const DeviceProblem<Real>& problem, Real* record, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    constexpr int block = blockFor<Real>(nodesPerElement(Kind::form, Kind::order));
    integrateKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, block), block, 0, stream>>>(problem.view(), record);
  });
  checkLaunch("integrateKernel");
}

template void launchIntegrate(const DeviceProblem<float>&, float*, cudaStream_t);
template void launchIntegrate(const DeviceProblem<double>&, double*, cudaStream_t);

}  // namespace fluxtet::gpu
