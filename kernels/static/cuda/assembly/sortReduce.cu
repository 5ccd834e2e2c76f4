// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The published sort-reduce (digest on parallel FEM assembly on CUDA, figure 1: integration, sort, reduction). Elements
// write all their entries as (row, column, value), a radix sort by row moves them together, and each row's thread sums
// those of equal columns. The right-hand side is the column `rows`; the column of prescribed value k is -1 - k; rows of
// prescribed values are the row `rows`, the last. Keeps nothing. Bitwise reproducible.
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/stagedElements.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/dispatch.hpp"

#include <bit>

namespace fluxtet::statics::cuda {
namespace {

/// The entries of all rows, sorted by row.
template <class Real>
struct TripleRows {
  int nd;
  std::int32_t rows;
  const std::uint32_t* begin;  ///< [rows + 1]
  const ColumnValue<Real>* entry;
};

/// One thread an element, which integrates it; its entries [node a][nd + 1] go out coalesced by way of shared memory.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(stagingBlock<Real>(nodesPerElement(form, order)))
    triplesKernel(ProblemView<Real> problem, std::uint32_t* row, ColumnValue<Real>* entry) {
  constexpr int nd = nodesPerElement(form, order), block = stagingBlock<Real>(nd), size = stagedSize<form, order>;
  __shared__ Real staged[block][size + 1];
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block;
  const int count = stageElements<form, order>(problem, first, staged);
  for (int i = threadIdx.x; i < count * size; i += block) {
    const int e = i / size, a = i % size / (nd + 1), b = i % size % (nd + 1);
    const std::int32_t* dof = problem.elementDof + (first + e) * nd;
    const std::int32_t own = __ldg(dof + a);
    row[first * size + i] = static_cast<std::uint32_t>(own < 0 ? problem.numDofs : own);
    entry[first * size + i] = {b == nd ? problem.numDofs : __ldg(dof + b), staged[e][i % size]};
  }
}

/// The number of the row's columns, or -1 as soon as it is known to be long.
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
__global__ void __launch_bounds__(RowLimits<nd>::block) countTriplesKernel(TripleRows<Real> rows, RowCounts counts) {
  constexpr int block = RowLimits<nd>::block;
  __shared__ std::int32_t column[RowLimits<nd>::columns * block];
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  ColumnList<block> list{column + threadIdx.x};
  const int columns = row < rows.rows ? countRow<nd>(rows, row, list) : 0;
  writeCount<block>(row, rows.rows, columns, counts);
}

/// What the reduction reads and writes; rows that are not long.
template <class Real>
struct ReduceArgs {
  TripleRows<Real> rows;
  RowPlaces places;
  const Real* prescribed;
  std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};

/// One thread a row sums the entries of equal columns in shared memory; those of prescribed values go to the right-hand
/// side.
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

template <class Real>
void launchTriples(const DeviceProblem<Real>& problem, std::uint32_t* row, ColumnValue<Real>* entry,
                   cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    constexpr int block = stagingBlock<Real>(nodesPerElement(Kind::form, Kind::order));
    triplesKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, block), block, 0, stream>>>(problem.view(), row, entry);
  });
  checkLaunch("triplesKernel");
}

template <class Real>
void launchCountTriples(const TripleRows<Real>& rows, const RowCounts& counts, cudaStream_t stream) {
  withNodes(rows.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    countTriplesKernel<nd><<<blocksFor(rows.rows, block), block, 0, stream>>>(rows, counts);
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

template <class Real>
class SortReduce final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    const std::int64_t entries = task.nodes() * (task.nd() + 1);
    requireEntriesInReach(problem.numElements, entries);
    PairSort<std::uint32_t, ColumnValue<Real>> triples(
        entries, std::bit_width(static_cast<std::uint32_t>(problem.numDofs)), this->meter_);
    ScratchBuffer<std::uint32_t> begin(static_cast<std::size_t>(problem.numDofs) + 1, this->meter_);
    StageClock clock(stream);
    launchTriples(problem, triples.key(), triples.value(), stream);
    clock.end(task.times.integrate);
    triples.run(stream);
    clock.end(task.times.sort);
    launchRowBegins(triples.key(), entries, problem.numDofs, begin.data(), stream);
    const TripleRows<Real> rows{task.nd(), problem.numDofs, begin.data(), triples.value()};
    const auto count = [&](const RowCounts& counts) { launchCountTriples(rows, counts, stream); };
    RowLayout layout = layOutCounted(problem, count, task.matrix, this->meter_, stream);
    launchReduce<Real>({rows, layout.places(task.matrix.rowBegin.data()), problem.prescribed.data(),
                        task.matrix.column.data(), task.matrix.value.data(), task.rightHandSide.data()},
                       stream);
    layout.longRows.assemble(problem, task.matrix.value.data(), task.rightHandSide.data(), stream);
    clock.end(task.times.reduce);
    clock.collect();
  }
};

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortReduce() {
  return std::make_unique<SortReduce<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeSortReduce();
template std::unique_ptr<MatrixAssembly<double>> makeSortReduce();

}  // namespace fluxtet::statics::cuda
