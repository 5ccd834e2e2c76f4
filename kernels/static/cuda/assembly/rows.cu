// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/turnedElement.hpp"
#include "kernels/static/cuda/problem/launch.hpp"

#include <bit>

namespace fluxtet::statics::cuda {
namespace {

constexpr int nodeBlock = 256;

__global__ void keyKernel(const std::int32_t* dof, std::int64_t nodes, std::int32_t rows, std::uint32_t* key,
                          std::uint32_t* number) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * nodeBlock + threadIdx.x;
  if (n >= nodes) return;
  key[n] = static_cast<std::uint32_t>(dof[n] < 0 ? rows : dof[n]);
  number[n] = static_cast<std::uint32_t>(n);
}

/// Thread n sets the begin of all rows above the key before n up to the key of n.
__global__ void beginKernel(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * nodeBlock + threadIdx.x;
  if (n > nodes) return;
  const std::int64_t first = n == 0 ? 0 : static_cast<std::int64_t>(key[n - 1]) + 1;
  const std::int64_t last = n == nodes ? rows : key[n];
  for (std::int64_t row = first; row <= last; ++row) begin[row] = static_cast<std::uint32_t>(n);
}

/// The number of the row's columns, or -1 as soon as it is known to be long.
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
__global__ void __launch_bounds__(RowLimits<nd>::block) countKernel(RowsView<Nodes> view, RowCounts counts) {
  constexpr int block = RowLimits<nd>::block;
  __shared__ std::int32_t column[RowLimits<nd>::columns * block];
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  ColumnList<block> list{column + threadIdx.x};
  const int columns = row < view.rows ? countColumns<nd>(view, row, list) : 0;
  writeCount<block>(row, view.rows, columns, counts);
}

/// Writes where the entries of one node go in the row that `list` holds, four to a word.
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

NodeSort::NodeSort(std::int64_t nodes, std::int32_t rows, ScratchMeter& meter)
    : nodes_(nodes),
      rows_(rows),
      sort_(nodes, std::bit_width(static_cast<std::uint32_t>(rows)), meter),
      begin_(static_cast<std::size_t>(rows) + 1, meter) {}

SortedNodes NodeSort::run(const std::int32_t* dof, cudaStream_t stream) {
  keyKernel<<<blocksFor(nodes_, nodeBlock), nodeBlock, 0, stream>>>(dof, nodes_, rows_, sort_.key(), sort_.value());
  checkLaunch("keyKernel");
  sort_.run(stream);
  launchRowBegins(sort_.key(), nodes_, rows_, begin_.data(), stream);
  return {begin_.data(), sort_.value()};
}

void launchRowBegins(const std::uint32_t* key, std::int64_t nodes, std::int32_t rows, std::uint32_t* begin,
                     cudaStream_t stream) {
  beginKernel<<<blocksFor(nodes + 1, nodeBlock), nodeBlock, 0, stream>>>(key, nodes, rows, begin);
  checkLaunch("beginKernel");
}

template <class Nodes>
void launchCountColumns(const RowsView<Nodes>& view, const RowCounts& counts, cudaStream_t stream) {
  withNodes(view.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    countKernel<nd><<<blocksFor(view.rows, block), block, 0, stream>>>(view, counts);
  });
  checkLaunch("countKernel");
}

template void launchCountColumns(const RowsView<SortedNodes>&, const RowCounts&, cudaStream_t);
template void launchCountColumns(const RowsView<LinkedNodes>&, const RowCounts&, cudaStream_t);

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

}  // namespace fluxtet::statics::cuda
