// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementAccess.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/assembly/search.hpp"
#include "kernels/static/cuda/assembly/valueKernels.hpp"
#include "kernels/static/cuda/withNodes.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::gpu {
namespace {

constexpr int blockSize = 128;

/// Place of a column in its row, which has it.
__device__ std::int64_t placeOf(std::int32_t wanted, std::int32_t row, const std::int32_t* rowBegin,
                                const std::int32_t* column) {
  const std::int32_t begin = rowBegin[row];
  return lowerBound(column + begin, rowBegin[row + 1] - begin, wanted);
}

template <int nd>
__global__ void slotKernel(std::int32_t elements, const std::int32_t* elementDof, const std::int32_t* rowBegin,
                           const std::int32_t* column, std::uint32_t* slots) {
  const std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (e >= elements) return;
  std::int32_t dof[nd];
  for (int a = 0; a < nd; ++a) dof[a] = elementDof[e * nd + a];
  for (int w = 0; w < slotWords(nd * nd); ++w) {
    std::uint32_t word = 0;
    for (int i = 4 * w; i < 4 * w + 4 && i < nd * nd; ++i) {
      const std::int32_t row = dof[i / nd], wanted = dof[i % nd];
      const std::int64_t place = row < 0 || wanted < 0 ? noSlot : placeOf(wanted, row, rowBegin, column);
      word |= static_cast<std::uint32_t>(place < noSlot ? place : noSlot) << (i % 4 * 8);
    }
    slots[w * static_cast<std::int64_t>(elements) + e] = word;
  }
}

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(blockSize) scatterKernel(ProblemView<Real> problem, ScatterArgs<Real> args) {
  using El = Element<form, order>;
  constexpr int nd = El::nd;
  const std::int32_t e = blockIdx.x * blockSize + threadIdx.x;
  if (e >= problem.numElements) return;
  std::int32_t dof[nd];
  for (int a = 0; a < nd; ++a) dof[a] = __ldg(problem.elementDof + static_cast<std::int64_t>(e) * nd + a);
  std::uint32_t words[slotWords(nd * nd)];
  for (int w = 0; w < slotWords(nd * nd); ++w)
    words[w] = __ldg(args.slots + w * static_cast<std::int64_t>(problem.numElements) + e);
  Real K[El::packed], f[nd];
  integrateElement<form, order>(problem, e, K, f);
  for (int a = 0; a < nd; ++a) {
    if (dof[a] < 0) continue;
    Real* row = args.value + __ldg(args.rowBegin + dof[a]);
    Real load = f[a];
    for (int b = 0; b < nd; ++b) {
      const Real entry = K[packedIndex(a, b)];
      const std::uint32_t slot = words[(a * nd + b) / 4] >> ((a * nd + b) % 4 * 8) & 0xff;
      if (dof[b] < 0) {
        load -= entry * problem.prescribed[-1 - dof[b]];
      } else {
        atomicAdd(row + (slot != noSlot ? slot : placeOf(dof[b], dof[a], args.rowBegin, args.column)), entry);
      }
    }
    if (load != 0) atomicAdd(args.rightHandSide + dof[a], load);
  }
}

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

void launchElementSlots(int nd, std::int32_t elements, const std::int32_t* elementDof, const std::int32_t* rowBegin,
                        const std::int32_t* column, std::uint32_t* slots, cudaStream_t stream) {
  withNodes(nd, [&]<int nodes>(std::integral_constant<int, nodes>) {
    slotKernel<nodes>
        <<<blocksFor(elements, blockSize), blockSize, 0, stream>>>(elements, elementDof, rowBegin, column, slots);
  });
  checkLaunch("slotKernel");
}

template <class Real>
void launchScatter(const DeviceProblem<Real>& problem, const ScatterArgs<Real>& args, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    scatterKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, blockSize), blockSize, 0, stream>>>(problem.view(), args);
  });
  checkLaunch("scatterKernel");
}

template <class Real>
void launchLoads(const DeviceProblem<Real>& problem, Real* rightHandSide, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    loadKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, blockSize), blockSize, 0, stream>>>(problem.view(), rightHandSide);
  });
  checkLaunch("loadKernel");
}

template void launchScatter(const DeviceProblem<float>&, const ScatterArgs<float>&, cudaStream_t);
template void launchScatter(const DeviceProblem<double>&, const ScatterArgs<double>&, cudaStream_t);
template void launchLoads(const DeviceProblem<float>&, float*, cudaStream_t);
template void launchLoads(const DeviceProblem<double>&, double*, cudaStream_t);

}  // namespace fluxtet::gpu
