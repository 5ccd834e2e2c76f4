// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Between vectors of dofs and vectors that are replicated to the elements.
#include "kernels/static/cuda/ebePhases.cuh"
#include "kernels/static/cuda/problem/launch.hpp"

namespace fluxtet::statics::cuda {
namespace {

template <class Real>
__global__ void spreadKernel(const std::int32_t* begin, const std::int32_t* position, std::int32_t numDofs,
                             const Real* ofDof, const std::uint8_t* counted, Real* ofNode) {
  const std::int64_t d = gridThread();
  if (d < numDofs && begin[d] < begin[d + 1] && (!counted || counted[d])) ofNode[position[begin[d]]] = ofDof[d];
}

template <class Real>
__global__ void addFirstKernel(const std::int32_t* begin, const std::int32_t* position, std::int32_t numDofs,
                               const Real* ofNode, Real* ofDof) {
  const std::int64_t d = gridThread();
  if (d < numDofs && begin[d] < begin[d + 1]) ofDof[d] += ofNode[position[begin[d]]];
}

template <class Real>
__global__ void sumNodesKernel(const std::int32_t* begin, const std::int32_t* position, std::int32_t numDofs,
                               const Real* ofNode, Real* ofDof) {
  const std::int64_t d = gridThread();
  if (d >= numDofs) return;
  Real sum = 0;
  for (std::int32_t k = begin[d]; k < begin[d + 1]; ++k) sum += ofNode[position[k]];
  ofDof[d] = sum;
}

template <class Real>
__global__ void replicateKernel(const std::int32_t* elementDof, std::int32_t numElements, int nd, const Real* ofDof,
                                Real* ofNode) {
  const std::int64_t i = gridThread();
  if (i >= std::int64_t{numElements} * nd) return;
  const std::int32_t dof = elementDof[i % numElements * nd + i / numElements];
  ofNode[i] = dof >= 0 ? ofDof[dof] : Real(1);
}

template <int nd, class Real>
__global__ void productsKernel(const Real* matrices, const std::int32_t* elementDof, std::int32_t numElements,
                               const Real* x, Real* q) {
  const std::int64_t e = gridThread();
  if (e >= numElements) return;
  Real in[nd], out[nd];
  for (int a = 0; a < nd; ++a) {
    const std::int32_t dof = elementDof[e * nd + a];
    in[a] = dof >= 0 ? x[dof] : Real(0);
  }
  elementProduct(matrices, numElements, e, in, out);
  for (int a = 0; a < nd; ++a) q[a * std::int64_t{numElements} + e] = out[a];
}

__global__ void sharedKernel(const std::int32_t* sharedDofs, std::int32_t numShared, std::int32_t* specialIndex) {
  const std::int64_t k = gridThread();
  if (k < numShared) specialIndex[sharedDofs[k]] = static_cast<std::int32_t>(k);
}
__global__ void crowdedKernel(const std::int32_t* begin, std::int32_t numDofs, std::int32_t* specialIndex,
                              std::int32_t* count) {
  const std::int64_t d = gridThread();
  if (d < numDofs && begin[d + 1] - begin[d] >= crowdedFrom && specialIndex[d] < 0)
    specialIndex[d] = atomicAdd(count, 1);
}

std::int32_t dofsOf(const Incidence& incidence) {
  return static_cast<std::int32_t>(incidence.begin.size()) - 1;
}

}  // namespace

template <class Real>
void spreadToFirst(const Incidence& incidence, const Real* ofDof, const std::uint8_t* counted, Real* ofNode,
                   cudaStream_t stream) {
  spreadKernel<<<blocksOf(dofsOf(incidence)), solverThreads, 0, stream>>>(
      incidence.begin.data(), incidence.position.data(), dofsOf(incidence), ofDof, counted, ofNode);
  checkLaunch("values to elements");
}

template <class Real>
void addFirst(const Incidence& incidence, const Real* ofNode, Real* ofDof, cudaStream_t stream) {
  addFirstKernel<<<blocksOf(dofsOf(incidence)), solverThreads, 0, stream>>>(
      incidence.begin.data(), incidence.position.data(), dofsOf(incidence), ofNode, ofDof);
  checkLaunch("values from elements");
}

template <class Real>
void sumNodes(const Incidence& incidence, const Real* ofNode, Real* ofDof, cudaStream_t stream) {
  sumNodesKernel<<<blocksOf(dofsOf(incidence)), solverThreads, 0, stream>>>(
      incidence.begin.data(), incidence.position.data(), dofsOf(incidence), ofNode, ofDof);
  checkLaunch("sums over elements");
}

template <class Real>
void replicate(const DeviceProblem<Real>& problem, const Real* ofDof, Real* ofNode, cudaStream_t stream) {
  const int nd = nodesPerElement(problem.form, problem.order);
  replicateKernel<<<blocksOf(std::int64_t{problem.numElements} * nd), solverThreads, 0, stream>>>(
      problem.elementDof.data(), problem.numElements, nd, ofDof, ofNode);
  checkLaunch("values to all elements");
}

template <class Real>
void ebeProducts(const DeviceProblem<Real>& problem, const Real* matrices, const Real* x, Real* q,
                 cudaStream_t stream) {
  withNodes(nodesPerElement(problem.form, problem.order), [&](auto nd) {
    productsKernel<nd><<<blocksOf(problem.numElements), solverThreads, 0, stream>>>(matrices, problem.elementDof.data(),
                                                                                    problem.numElements, x, q);
  });
  checkLaunch("the products of elements");
}

std::int32_t indexSpecialDofs(const Incidence& incidence, const std::int32_t* sharedDofs, std::int32_t numShared,
                              DeviceBuffer<std::int32_t>& specialIndex, cudaStream_t stream) {
  DeviceBuffer<std::int32_t> count(1);
  count.fromHost({&numShared, 1}, stream);
  cudaCheck(cudaMemsetAsync(specialIndex.data(), 0xff, specialIndex.bytes(), stream));  // -1
  sharedKernel<<<blocksOf(numShared), solverThreads, 0, stream>>>(sharedDofs, numShared, specialIndex.data());
  crowdedKernel<<<blocksOf(dofsOf(incidence)), solverThreads, 0, stream>>>(incidence.begin.data(), dofsOf(incidence),
                                                                           specialIndex.data(), count.data());
  checkLaunch("the index of special unknowns");
  std::int32_t special = 0;
  count.toHost({&special, 1}, stream);
  return special;
}

#define FLUXTET_EBE_NODES(Real)                                                                         \
  template void spreadToFirst(const Incidence&, const Real*, const std::uint8_t*, Real*, cudaStream_t); \
  template void addFirst(const Incidence&, const Real*, Real*, cudaStream_t);                           \
  template void sumNodes(const Incidence&, const Real*, Real*, cudaStream_t);                           \
  template void replicate(const DeviceProblem<Real>&, const Real*, Real*, cudaStream_t);                \
  template void ebeProducts(const DeviceProblem<Real>&, const Real*, const Real*, Real*, cudaStream_t);
FLUXTET_EBE_NODES(float)
FLUXTET_EBE_NODES(double)
#undef FLUXTET_EBE_NODES

}  // namespace fluxtet::statics::cuda
