// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/elementAccess.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/links.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/withNodes.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::gpu {
namespace {

constexpr int elementBlock = 128;

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(elementBlock)
    pushEntriesKernel(ProblemView<Real> problem, Lists<Real> lists, Real* rightHandSide) {
  using El = Element<form, order>;
  constexpr int nd = El::nd;
  const std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * elementBlock + threadIdx.x;
  if (e >= problem.numElements) return;
  Real K[El::packed], f[nd];
  integrateElement<form, order>(problem, static_cast<std::int32_t>(e), K, f);
  const std::int32_t* dof = problem.elementDof + e * nd;
  for (int a = 0; a < nd; ++a) {
    const std::int32_t row = __ldg(dof + a);
    if (row < 0) continue;
    if (f[a] != 0) atomicAdd(rightHandSide + row, f[a]);
    for (int b = 0; b < nd; ++b) {
      const auto own = static_cast<std::uint32_t>((e * nd + a) * nd + b);
      lists.link[own] = {__ldg(dof + b), atomicExch(lists.head + row, own), K[packedIndex(a, b)]};
    }
  }
}

/// Puts a link into an ordered list, or its value into the link of the same column; returns whether it is a new column.
template <class Real>
__device__ bool insertLink(Link<Real>* link, std::uint32_t& head, std::uint32_t own) {
  const std::int32_t column = link[own].column;
  std::uint32_t before = Link<Real>::none, at = head;
  while (at != Link<Real>::none && link[at].column < column) {
    before = at;
    at = link[at].next;
  }
  if (at != Link<Real>::none && link[at].column == column) {
    link[at].value += link[own].value;
    return false;
  }
  link[own].next = at;
  if (before == Link<Real>::none)
    head = own;
  else
    link[before].next = own;
  return true;
}

/// Consolidates one row; returns its columns, or -1 as soon as it is known to be long.
template <int nd, class Real>
__device__ int consolidateRow(const Lists<Real>& lists, const Real* prescribed, std::int32_t row, Real& sum) {
  std::uint32_t at = lists.head[row], head = Link<Real>::none;
  int columns = 0;
  for (int visited = 0; at != Link<Real>::none; ++visited) {
    if (visited == RowLimits<nd>::nodes * nd || columns > RowLimits<nd>::columns) return -1;
    const std::uint32_t own = at;
    const Link<Real> link = lists.link[own];
    at = link.next;
    if (link.column < 0)
      sum -= link.value * __ldg(prescribed + (-1 - link.column));
    else
      columns += insertLink(lists.link, head, own) ? 1 : 0;
  }
  lists.head[row] = head;
  return columns > RowLimits<nd>::columns ? -1 : columns;
}

template <int nd, class Real>
__global__ void __launch_bounds__(RowLimits<nd>::block)
    consolidateKernel(Lists<Real> lists, const Real* prescribed, Real* rightHandSide, std::int32_t* count,
                      std::uint8_t* shortLength, RowTotals* totals) {
  constexpr int block = RowLimits<nd>::block;
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  int columns = 0;
  if (row < lists.rows) {
    Real sum = 0;
    columns = consolidateRow<nd>(lists, prescribed, row, sum);
    rightHandSide[row] += sum;
    count[row] = columns;
    shortLength[row] = static_cast<std::uint8_t>(max(columns, 0));
  }
  addToTotals<block>(columns, totals);
}

template <class Real>
__global__ void __launch_bounds__(elementBlock)
    convertKernel(Lists<Real> lists, RowPlaces places, std::int32_t* column, Real* value) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * elementBlock + threadIdx.x;
  if (row >= lists.rows) return;
  std::uint32_t at = lists.head[row];
  for (std::int32_t k = places.rowBegin[row], end = k + places.shortLength[row]; k < end; ++k) {
    const Link<Real> link = lists.link[at];
    column[k] = link.column;
    value[k] = link.value;
    at = link.next;
  }
}

}  // namespace

template <class Real>
void launchPushEntries(const DeviceProblem<Real>& problem, const Lists<Real>& lists, Real* rightHandSide,
                       cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    pushEntriesKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, elementBlock), elementBlock, 0, stream>>>(problem.view(), lists,
                                                                                    rightHandSide);
  });
  checkLaunch("pushEntriesKernel");
}

template <class Real>
void launchConsolidate(const Lists<Real>& lists, const Real* prescribed, Real* rightHandSide, std::int32_t* count,
                       std::uint8_t* shortLength, RowTotals* totals, cudaStream_t stream) {
  withNodes(lists.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    consolidateKernel<nd><<<blocksFor(lists.rows, block), block, 0, stream>>>(lists, prescribed, rightHandSide, count,
                                                                              shortLength, totals);
  });
  checkLaunch("consolidateKernel");
}

template <class Real>
void launchConvert(const Lists<Real>& lists, const RowPlaces& places, std::int32_t* column, Real* value,
                   cudaStream_t stream) {
  convertKernel<<<blocksFor(lists.rows, elementBlock), elementBlock, 0, stream>>>(lists, places, column, value);
  checkLaunch("convertKernel");
}

template void launchPushEntries(const DeviceProblem<float>&, const Lists<float>&, float*, cudaStream_t);
template void launchPushEntries(const DeviceProblem<double>&, const Lists<double>&, double*, cudaStream_t);
template void launchConsolidate(const Lists<float>&, const float*, float*, std::int32_t*, std::uint8_t*, RowTotals*,
                                cudaStream_t);
template void launchConsolidate(const Lists<double>&, const double*, double*, std::int32_t*, std::uint8_t*, RowTotals*,
                                cudaStream_t);
template void launchConvert(const Lists<float>&, const RowPlaces&, std::int32_t*, float*, cudaStream_t);
template void launchConvert(const Lists<double>&, const RowPlaces&, std::int32_t*, double*, cudaStream_t);

}  // namespace fluxtet::gpu
