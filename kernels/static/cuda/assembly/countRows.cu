// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/withNodes.hpp"

namespace fluxtet::gpu {
namespace {

/// How many columns the row has, or -1 as soon as it is known to be long.
template <int nd, class Nodes, class List>
__device__ int countColumns(const RowsView<Nodes>& view, std::int32_t row, List& list) {
  int visited = 0;
  for (auto at = view.nodes.first(row); !view.nodes.done(at); at = view.nodes.after(at)) {
    if (++visited > RowLimits<nd>::nodes || list.length + nd > RowLimits<nd>::columns) return -1;
    const std::int32_t* dof = view.elementDof + view.nodes.node(at) / nd * static_cast<std::int64_t>(nd);
    for (int b = 0; b < nd; ++b) {
      const std::int32_t column = __ldg(dof + b);
      if (column >= 0) list.add(column);
    }
  }
  return list.length;
}

template <int nd, class Nodes>
__global__ void __launch_bounds__(RowLimits<nd>::block)
    countKernel(RowsView<Nodes> view, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals) {
  constexpr int block = RowLimits<nd>::block;
  __shared__ std::int32_t column[RowLimits<nd>::columns * block];
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  ColumnList<block> list{column + threadIdx.x};
  const int columns = row < view.rows ? countColumns<nd>(view, row, list) : 0;
  if (row < view.rows) {
    count[row] = columns;
    shortLength[row] = static_cast<std::uint8_t>(max(columns, 0));
  }
  addToTotals<block>(columns, totals);
}

}  // namespace

template <class Nodes>
void launchCountColumns(const RowsView<Nodes>& view, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals,
                        cudaStream_t stream) {
  withNodes(view.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    countKernel<nd><<<blocksFor(view.rows, block), block, 0, stream>>>(view, count, shortLength, totals);
  });
  checkLaunch("countKernel");
}

template void launchCountColumns(const RowsView<SortedNodes>&, std::int32_t*, std::uint8_t*, RowTotals*, cudaStream_t);
template void launchCountColumns(const RowsView<LinkedNodes>&, std::int32_t*, std::uint8_t*, RowTotals*, cudaStream_t);

}  // namespace fluxtet::gpu
