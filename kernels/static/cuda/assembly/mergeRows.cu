// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/assembly/sharedBytes.hpp"
#include "kernels/static/cuda/withNodes.hpp"

namespace fluxtet::gpu {
namespace {

/// A record of n values, in loads of 16 bytes where they fit.
template <int n, class Real>
__device__ void readRecord(const Real* from, Real (&record)[n]) {
  if constexpr (n * sizeof(Real) % 16 == 0) {
    constexpr int perWord = 16 / sizeof(Real);
    struct alignas(16) Word {
      Real value[perWord];
    };
    for (int w = 0; w < n / perWord; ++w) {
      const Word word = reinterpret_cast<const Word*>(from)[w];
      for (int i = 0; i < perWord; ++i) record[w * perWord + i] = word.value[i];
    }
  } else {
    for (int i = 0; i < n; ++i) record[i] = __ldg(from + i);
  }
}

/// One row from its nodes; returns its right-hand side.
template <int nd, class Real, class Nodes>
__device__ Real mergeRow(const MergeArgs<Real, Nodes>& args, std::int32_t row, ColumnList<1>& list, Real* value) {
  const Nodes& nodes = args.view.nodes;
  Real sum = 0;
  for (auto at = nodes.first(row); !nodes.done(at); at = nodes.after(at)) {
    const std::uint32_t node = nodes.node(at);
    const std::int32_t* dof = args.view.elementDof + node / nd * static_cast<std::int64_t>(nd);
    Real record[nd + 1];
    readRecord(args.record + static_cast<std::int64_t>(node) * (nd + 1), record);
    sum += record[nd];
    for (int b = 0; b < nd; ++b) {
      const std::int32_t column = __ldg(dof + b);
      if (column >= 0) {
        addEntry(list, value, column, record[b]);
      } else {
        sum -= record[b] * __ldg(args.prescribed + (-1 - column));
      }
    }
  }
  return sum;
}

template <int nd, class Real, class Nodes>
__global__ void __launch_bounds__(RowLimits<nd>::block) mergeKernel(MergeArgs<Real, Nodes> args) {
  extern __shared__ __align__(16) unsigned char shared[];
  constexpr int block = RowLimits<nd>::block;
  Real* value = reinterpret_cast<Real*>(shared);
  auto* column = reinterpret_cast<std::int32_t*>(value + args.places.mostInBlock);
  const std::int32_t rows = args.view.rows;
  const BlockRow mine = blockRow<block>(args.places.shortLength, rows);
  if (mine.row < rows && !isLong(mine, args.places.rowBegin)) {
    ColumnList<1> list{column + mine.offset};
    args.rightHandSide[mine.row] = mergeRow<nd>(args, mine.row, list, value + mine.offset);
  }
  __syncthreads();
  writeRows<block>(mine, args.places.rowBegin, rows, value, args.value);
  writeRows<block>(mine, args.places.rowBegin, rows, column, args.column);
}

}  // namespace

template <class Real, class Nodes>
void launchMerge(const MergeArgs<Real, Nodes>& args, cudaStream_t stream) {
  withNodes(args.view.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    const std::size_t bytes = args.places.mostInBlock * (sizeof(Real) + sizeof(std::int32_t));
    allowSharedBytes(mergeKernel<nd, Real, Nodes>, bytes);
    mergeKernel<nd><<<blocksFor(args.view.rows, block), block, bytes, stream>>>(args);
  });
  checkLaunch("mergeKernel");
}

template void launchMerge(const MergeArgs<float, SortedNodes>&, cudaStream_t);
template void launchMerge(const MergeArgs<double, SortedNodes>&, cudaStream_t);
template void launchMerge(const MergeArgs<float, LinkedNodes>&, cudaStream_t);
template void launchMerge(const MergeArgs<double, LinkedNodes>&, cudaStream_t);

}  // namespace fluxtet::gpu
