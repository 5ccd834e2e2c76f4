// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/matrixAssembly.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

constexpr int blockSize = 128;

/// Adds the right-hand sides of all elements atomically to what is there. One thread an element.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(blockSize) loadKernel(ProblemView<Real> problem, Real* rightHandSide) {
  using El = Element<form, order>;
  const std::int32_t e = blockIdx.x * blockSize + threadIdx.x;
  if (e >= problem.numElements) return;
  std::int32_t dof[El::nd];
  bool lifts = false;
  for (int a = 0; a < El::nd; ++a) {
    dof[a] = __ldg(problem.elementDof + static_cast<std::int64_t>(e) * El::nd + a);
    lifts = lifts || dof[a] < 0;
  }
  Real s, d[El::dim];
  if (!readSource(coefficientsOf(problem, e), s, d) && !lifts) return;
  Real K[El::packed], f[El::nd];
  integrateElement<form, order>(problem, e, K, f);
  for (int a = 0; a < El::nd; ++a) {
    if (dof[a] < 0) continue;
    for (int b = 0; b < El::nd; ++b)
      if (dof[b] < 0) f[a] -= K[packedIndex(a, b)] * problem.prescribed[-1 - dof[b]];
    if (f[a] != 0) atomicAdd(rightHandSide + dof[a], f[a]);
  }
}

}  // namespace

template <class Real>
void assembleLoads(const DeviceProblem<Real>& problem, DeviceBuffer<Real>& rightHandSide, cudaStream_t stream) {
  const auto dofs = static_cast<std::size_t>(problem.numDofs);
  if (rightHandSide.size() != dofs) rightHandSide = DeviceBuffer<Real>(dofs);
  rightHandSide.zero(stream);
  if (dofs == 0) return;
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    loadKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, blockSize), blockSize, 0, stream>>>(problem.view(), rightHandSide.data());
  });
  checkLaunch("loadKernel");
}

template void assembleLoads(const DeviceProblem<float>&, DeviceBuffer<float>&, cudaStream_t);
template void assembleLoads(const DeviceProblem<double>&, DeviceBuffer<double>&, cudaStream_t);

}  // namespace fluxtet::statics::cuda
