// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

constexpr int threads = 128;  // an element's matrix takes many registers

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(threads)
    matricesKernel(ProblemView<Real> problem, const std::int32_t* sequence, Real* matrices) {
  using El = Element<form, order>;
  const auto k = static_cast<std::int32_t>(blockIdx.x * threads + threadIdx.x);
  if (k >= problem.numElements) return;
  Real K[El::packed], f[El::nd];
  integrateElement<form, order>(problem, sequence ? sequence[k] : k, K, f);
  for (int i = 0; i < El::packed; ++i) matrices[std::int64_t{i} * problem.numElements + k] = K[i];
}

/// Nodes of one element that share a dof add their products to its diagonal too.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(threads) diagonalsKernel(ProblemView<Real> problem, Real* diagonal) {
  using El = Element<form, order>;
  const auto e = static_cast<std::int32_t>(blockIdx.x * threads + threadIdx.x);
  if (e >= problem.numElements) return;
  Real K[El::packed], f[El::nd];
  integrateElement<form, order>(problem, e, K, f);
  const std::int32_t* dof = problem.elementDof + std::int64_t{e} * El::nd;
  for (int a = 0; a < El::nd; ++a) {
    if (dof[a] < 0) continue;
    Real sum = K[packedIndex(a, a)];
    for (int b = 0; b < El::nd; ++b)
      if (b != a && dof[b] == dof[a]) sum += K[packedIndex(a, b)];
    atomicAdd(diagonal + dof[a], sum);
  }
}

}  // namespace

template <class Real>
void integrateMatrices(const DeviceProblem<Real>& problem, const std::int32_t* order, Real* matrices,
                       cudaStream_t stream) {
  withElement(problem.form, problem.order, [&](auto kind) {
    using Kind = decltype(kind);
    matricesKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, threads), threads, 0, stream>>>(problem.view(), order, matrices);
  });
  checkLaunch("the matrices of elements");
}

template <class Real>
void addDiagonals(const DeviceProblem<Real>& problem, Real* diagonal, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&](auto kind) {
    using Kind = decltype(kind);
    diagonalsKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, threads), threads, 0, stream>>>(problem.view(), diagonal);
  });
  checkLaunch("the diagonals of elements");
}

template void integrateMatrices(const DeviceProblem<float>&, const std::int32_t*, float*, cudaStream_t);
template void integrateMatrices(const DeviceProblem<double>&, const std::int32_t*, double*, cudaStream_t);
template void addDiagonals(const DeviceProblem<float>&, float*, cudaStream_t);
template void addDiagonals(const DeviceProblem<double>&, double*, cudaStream_t);

}  // namespace fluxtet::statics::cuda
