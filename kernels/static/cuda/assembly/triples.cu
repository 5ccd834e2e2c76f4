// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/elementAccess.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/assembly/sharedBytes.hpp"
#include "kernels/static/cuda/assembly/triples.hpp"
#include "kernels/static/cuda/withNodes.hpp"
#include "kernels/static/dispatch.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <bit>

namespace fluxtet::gpu {
namespace {

/// Threads of a block: what they integrate lies in 48 KiB of shared memory.
template <class Real>
constexpr int blockFor(int nd) {
  return nd == 10 && sizeof(Real) == 8 ? 32 : nd == 10 ? 64 : 128;
}

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(blockFor<Real>(nodesPerElement(form, order)))
    triplesKernel(ProblemView<Real> problem, std::uint32_t* row, ColumnValue<Real>* entry) {
  using El = Element<form, order>;
  constexpr int nd = El::nd, block = blockFor<Real>(nd), size = nd * (nd + 1);
  __shared__ Real staged[block][size + 1];  // odd, so that a column falls into all banks
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block;
  const int count = min(static_cast<std::int64_t>(block), problem.numElements - first);
  if (threadIdx.x < count) {
    Real K[El::packed], f[nd];
    integrateElement<form, order>(problem, static_cast<std::int32_t>(first + threadIdx.x), K, f);
    for (int a = 0; a < nd; ++a) {
      for (int b = 0; b < nd; ++b) staged[threadIdx.x][a * (nd + 1) + b] = K[packedIndex(a, b)];
      staged[threadIdx.x][a * (nd + 1) + nd] = f[a];
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < count * size; i += block) {
    const int e = i / size, a = i % size / (nd + 1), b = i % size % (nd + 1);
    const std::int32_t* dof = problem.elementDof + (first + e) * nd;
    const std::int32_t own = __ldg(dof + a);
    row[first * size + i] = static_cast<std::uint32_t>(own < 0 ? problem.numDofs : own);
    entry[first * size + i] = {b == nd ? problem.numDofs : __ldg(dof + b), staged[e][i % size]};
  }
}

/// How many columns the row has, or -1 as soon as it is known to be long.
template <int nd, class Real, class List>
__device__ int countRow(const TripleRows<Real>& rows, std::int32_t row, List& list) {
  const std::uint32_t begin = rows.begin[row], end = rows.begin[row + 1];
  if (end - begin > RowLimits<nd>::nodes * (nd + 1)) return -1;
  for (std::uint32_t k = begin; k < end; ++k) {
    const std::int32_t column = rows.entry[k].column;
    if (column < 0 || column == rows.rows) continue;
    if (list.length == RowLimits<nd>::columns) return -1;
    list.add(column);
  }
  return list.length;
}

template <int nd, class Real>
__global__ void __launch_bounds__(RowLimits<nd>::block)
    countTriplesKernel(TripleRows<Real> rows, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals) {
  constexpr int block = RowLimits<nd>::block;
  __shared__ std::int32_t column[RowLimits<nd>::columns * block];
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  ColumnList<block> list{column + threadIdx.x};
  const int columns = row < rows.rows ? countRow<nd>(rows, row, list) : 0;
  if (row < rows.rows) {
    count[row] = columns;
    shortLength[row] = static_cast<std::uint8_t>(max(columns, 0));
  }
  addToTotals<block>(columns, totals);
}

template <int nd, class Real>
__global__ void __launch_bounds__(RowLimits<nd>::block) reduceKernel(ReduceArgs<Real> args) {
  extern __shared__ __align__(16) unsigned char shared[];
  constexpr int block = RowLimits<nd>::block;
  const TripleRows<Real>& rows = args.rows;
  Real* value = reinterpret_cast<Real*>(shared);
  auto* column = reinterpret_cast<std::int32_t*>(value + args.places.mostInBlock);
  const BlockRow mine = blockRow<block>(args.places.shortLength, rows.rows);
  if (mine.row < rows.rows && !isLong(mine, args.places.rowBegin)) {
    ColumnList<1> list{column + mine.offset};
    Real sum = 0;
    for (std::uint32_t k = rows.begin[mine.row]; k < rows.begin[mine.row + 1]; ++k) {
      const ColumnValue<Real> entry = rows.entry[k];
      if (entry.column < 0)
        sum -= entry.value * __ldg(args.prescribed + (-1 - entry.column));
      else if (entry.column == rows.rows)
        sum += entry.value;
      else
        addEntry(list, value + mine.offset, entry.column, entry.value);
    }
    args.rightHandSide[mine.row] = sum;
  }
  __syncthreads();
  writeRows<block>(mine, args.places.rowBegin, rows.rows, value, args.value);
  writeRows<block>(mine, args.places.rowBegin, rows.rows, column, args.column);
}

}  // namespace

template <class Real>
Triples<Real>::Triples(std::int64_t count, std::int32_t rows, ScratchMeter& meter)
    : count_(count), bits_(std::bit_width(static_cast<std::uint32_t>(rows))) {
  for (int i = 0; i < 2; ++i) {
    row_[i] = ScratchBuffer<std::uint32_t>(static_cast<std::size_t>(count), meter);
    entry_[i] = ScratchBuffer<ColumnValue<Real>>(static_cast<std::size_t>(count), meter);
  }
  std::size_t bytes = 0;
  cub::DoubleBuffer<std::uint32_t> keys(row_[0].data(), row_[1].data());
  cub::DoubleBuffer<ColumnValue<Real>> values(entry_[0].data(), entry_[1].data());
  cudaCheck(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, values, count, 0, bits_),
            "asking for a sort's memory");
  work_ = ScratchBuffer<std::byte>(bytes, meter);
}

template <class Real>
void Triples<Real>::sortByRow(cudaStream_t stream) {
  std::size_t bytes = work_.size();
  cub::DoubleBuffer<std::uint32_t> keys(row_[current_].data(), row_[1 - current_].data());
  cub::DoubleBuffer<ColumnValue<Real>> values(entry_[current_].data(), entry_[1 - current_].data());
  cudaCheck(cub::DeviceRadixSort::SortPairs(work_.data(), bytes, keys, values, count_, 0, bits_, stream),
            "enqueuing a sort");
  if (keys.selector == 1) current_ = 1 - current_;
}

template class Triples<float>;
template class Triples<double>;

template <class Real>
void launchTriples(const DeviceProblem<Real>& problem, std::uint32_t* row, ColumnValue<Real>* entry,
                   cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    constexpr int block = blockFor<Real>(nodesPerElement(Kind::form, Kind::order));
    triplesKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, block), block, 0, stream>>>(problem.view(), row, entry);
  });
  checkLaunch("triplesKernel");
}

template <class Real>
void launchCountTriples(const TripleRows<Real>& rows, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals,
                        cudaStream_t stream) {
  withNodes(rows.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    countTriplesKernel<nd><<<blocksFor(rows.rows, block), block, 0, stream>>>(rows, count, shortLength, totals);
  });
  checkLaunch("countTriplesKernel");
}

template <class Real>
void launchReduce(const ReduceArgs<Real>& args, cudaStream_t stream) {
  withNodes(args.rows.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    const std::size_t bytes = args.places.mostInBlock * (sizeof(Real) + sizeof(std::int32_t));
    allowSharedBytes(reduceKernel<nd, Real>, bytes);
    reduceKernel<nd><<<blocksFor(args.rows.rows, block), block, bytes, stream>>>(args);
  });
  checkLaunch("reduceKernel");
}

template void launchTriples(const DeviceProblem<float>&, std::uint32_t*, ColumnValue<float>*, cudaStream_t);
template void launchTriples(const DeviceProblem<double>&, std::uint32_t*, ColumnValue<double>*, cudaStream_t);
template void launchCountTriples(const TripleRows<float>&, std::int32_t*, std::uint8_t*, RowTotals*, cudaStream_t);
template void launchCountTriples(const TripleRows<double>&, std::int32_t*, std::uint8_t*, RowTotals*, cudaStream_t);
template void launchReduce(const ReduceArgs<float>&, cudaStream_t);
template void launchReduce(const ReduceArgs<double>&, cudaStream_t);

}  // namespace fluxtet::gpu
