// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/assembly/sharedBytes.hpp"
#include "kernels/static/cuda/assembly/turnedElement.hpp"
#include "kernels/static/cuda/withNodes.hpp"

namespace fluxtet::gpu {
namespace {

/// Where the entries of one node go in the row that `list` holds, four to a word.
template <int nd>
__device__ void writeSlots(const std::int32_t* elementDof, std::uint32_t node, const ColumnList<1>& list,
                           std::uint32_t* slots) {
  constexpr int nv = nd == 3 || nd == 6 ? 3 : 4;
  const std::int32_t* dof = elementDof + node / nd * static_cast<std::int64_t>(nd);
  const unsigned turn = turnFor<nv>(static_cast<int>(node % nd));
  std::uint32_t words[slotWords(nd)] = {};
  for (int j = 0; j < nd; ++j) {
    const std::int32_t column = dof[turnedNode<nv>(turn, j)];
    bool found = false;
    const int at = column < 0 ? 0 : list.find(column, found);
    words[j / 4] |= (found ? static_cast<std::uint32_t>(at) : noSlot) << (j % 4 * 8);
  }
  for (int w = 0; w < slotWords(nd); ++w) slots[w] = words[w];
}

template <int nd>
__global__ void __launch_bounds__(RowLimits<nd>::block)
    columnsKernel(RowsView<SortedNodes> view, RowPlaces places, std::int32_t* column, std::uint32_t* slots) {
  extern __shared__ std::int32_t shared[];
  constexpr int block = RowLimits<nd>::block;
  const BlockRow mine = blockRow<block>(places.shortLength, view.rows);
  ColumnList<1> list{shared + mine.offset};
  if (mine.length > 0) {
    const auto first = view.nodes.first(mine.row);
    for (auto at = first; !view.nodes.done(at); at = view.nodes.after(at)) {
      const std::int32_t* dof = view.elementDof + view.nodes.node(at) / nd * static_cast<std::int64_t>(nd);
      for (int b = 0; b < nd; ++b)
        if (dof[b] >= 0) list.add(dof[b]);
    }
    if (slots != nullptr)
      for (auto at = first; !view.nodes.done(at); at = view.nodes.after(at))
        writeSlots<nd>(view.elementDof, view.nodes.node(at), list,
                       slots + static_cast<std::int64_t>(at.at) * slotWords(nd));
  }
  __syncthreads();
  writeRows<block>(mine, places.rowBegin, view.rows, shared, column);
}

}  // namespace

void launchColumns(const RowsView<SortedNodes>& view, const RowPlaces& places, std::int32_t* column,
                   std::uint32_t* slots, cudaStream_t stream) {
  withNodes(view.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    const std::size_t bytes = places.mostInBlock * sizeof(std::int32_t);
    allowSharedBytes(columnsKernel<nd>, bytes);
    columnsKernel<nd><<<blocksFor(view.rows, block), block, bytes, stream>>>(view, places, column, slots);
  });
  checkLaunch("columnsKernel");
}

}  // namespace fluxtet::gpu
