// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Two methods of ours, coarser than the published ones, since the entries of a node of an element have the same row.
// sortNodes, of sortReduce: elements write the entries of each of their nodes side by side, and nodes, not single
// entries, are sorted by row. linkNodes, of linkedList: the nodes are links. Then each row counts its columns, which it
// reads from the mesh, and merges its nodes' entries straight into CSR. Both keep nothing; sortNodes is bitwise
// reproducible.
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/stagedElements.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// record[element][node a][nd + 1]: the element's entries in the row of its node a and its part of the right-hand side,
/// in the signs of its dofs. Written for prescribed nodes too. One thread an element, coalesced by way of shared
/// memory.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(stagingBlock<Real>(nodesPerElement(form, order)))
    integrateKernel(ProblemView<Real> problem, Real* record) {
  constexpr int nd = nodesPerElement(form, order), block = stagingBlock<Real>(nd), size = stagedSize<form, order>;
  __shared__ Real staged[block][size + 1];
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block;
  const int count = stageElements<form, order>(problem, first, staged);
  for (int i = threadIdx.x; i < count * size; i += block) record[first * size + i] = staged[i / size][i % size];
}

constexpr int nodeBlock = 256;

/// Pushes each node that is not prescribed on the list of its row, all at once: the head becomes the node and the
/// node's next what the head was. Every head is LinkedNodes::none before.
__global__ void pushKernel(const std::int32_t* dof, std::int64_t nodes, std::uint32_t* head, std::uint32_t* next) {
  const std::int64_t n = static_cast<std::int64_t>(blockIdx.x) * nodeBlock + threadIdx.x;
  if (n >= nodes) return;
  const std::int32_t row = dof[n];
  if (row >= 0) next[n] = atomicExch(head + row, static_cast<std::uint32_t>(n));
}

/// What makes columns, values and right-hand side of all rows that are not long from the nodes' records. What falls on
/// prescribed values goes to the right-hand side.
template <class Real, class Nodes>
struct MergeArgs {
  RowsView<Nodes> view;
  RowPlaces places;
  const Real* record;
  const Real* prescribed;
  std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};

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

template <class Real>
void launchIntegrate(const DeviceProblem<Real>& problem, Real* record, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    constexpr int block = stagingBlock<Real>(nodesPerElement(Kind::form, Kind::order));
    integrateKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, block), block, 0, stream>>>(problem.view(), record);
  });
  checkLaunch("integrateKernel");
}

void launchPush(const std::int32_t* dof, std::int64_t nodes, std::uint32_t* head, std::uint32_t* next,
                cudaStream_t stream) {
  pushKernel<<<blocksFor(nodes, nodeBlock), nodeBlock, 0, stream>>>(dof, nodes, head, next);
  checkLaunch("pushKernel");
}

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

/// Fills matrix and right-hand side of a task whose rows have been laid out, from the nodes of each row and their
/// records.
template <class Real, class Nodes>
void mergeRows(AssemblyTask<Real>& task, const Nodes& nodes, const Real* record, RowLayout& layout) {
  const auto& problem = task.problem;
  const MergeArgs<Real, Nodes> merge{{task.nd(), problem.numDofs, nodes, problem.elementDof.data()},
                                     layout.places(task.matrix.rowBegin.data()),
                                     record,
                                     problem.prescribed.data(),
                                     task.matrix.column.data(),
                                     task.matrix.value.data(),
                                     task.rightHandSide.data()};
  launchMerge(merge, task.stream);
  layout.longRows.assemble(problem, task.matrix.value.data(), task.rightHandSide.data(), task.stream);
}

template <class Real>
class SortNodes final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    NodeSort sort(task.nodes(), problem.numDofs, this->meter_);
    ScratchBuffer<Real> record(static_cast<std::size_t>(task.nodes()) * (task.nd() + 1), this->meter_);
    StageClock clock(stream);
    launchIntegrate(problem, record.data(), stream);
    clock.end(task.times.integrate);
    const SortedNodes nodes = sort.run(problem.elementDof.data(), stream);
    clock.end(task.times.sort);
    RowLayout layout = layOutRows(problem, nodes, task.matrix, this->meter_, stream);
    mergeRows(task, nodes, record.data(), layout);
    clock.end(task.times.reduce);
    clock.collect();
  }
};

template <class Real>
class LinkNodes final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    ScratchBuffer<Real> record(static_cast<std::size_t>(task.nodes()) * (task.nd() + 1), this->meter_);
    ScratchBuffer<std::uint32_t> head(problem.numDofs, this->meter_), next(task.nodes(), this->meter_);
    StageClock clock(stream);
    launchIntegrate(problem, record.data(), stream);
    cudaCheck(cudaMemsetAsync(head.data(), 0xff, head.size() * sizeof(std::uint32_t), stream), "emptying lists");
    launchPush(problem.elementDof.data(), task.nodes(), head.data(), next.data(), stream);
    clock.end(task.times.integrate);
    const LinkedNodes nodes{head.data(), next.data()};
    RowLayout layout = layOutRows(problem, nodes, task.matrix, this->meter_, stream);
    clock.end(task.times.reduce);
    mergeRows(task, nodes, record.data(), layout);
    clock.end(task.times.convert);
    clock.collect();
  }
};

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortNodes() {
  return std::make_unique<SortNodes<Real>>();
}
template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkNodes() {
  return std::make_unique<LinkNodes<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeSortNodes();
template std::unique_ptr<MatrixAssembly<double>> makeSortNodes();
template std::unique_ptr<MatrixAssembly<float>> makeLinkNodes();
template std::unique_ptr<MatrixAssembly<double>> makeLinkNodes();

}  // namespace fluxtet::statics::cuda
