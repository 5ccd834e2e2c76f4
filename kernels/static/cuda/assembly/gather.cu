// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Rows collect from their elements where slots found once tell. Each row's thread integrates its rows of its elements
// anew and adds them in the order of its nodes, so that no atomics are needed. Bitwise reproducible.
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/turnedElement.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// What gathers values and right-hand side of all rows that are not long.
template <class Real>
struct GatherArgs {
  SortedNodes nodes;
  const std::uint32_t* slots;  ///< as launchColumns() writes them
  RowPlaces places;
  Real* value;  ///< null: the right-hand side alone, to the same bits
  Real* rightHandSide;
};

/// One row of one element, as the turned element has it, and its part of the right-hand side.
template <FormKind form, int order, int row, class Real>
__device__ void integrateRow(const ProblemView<Real>& problem, std::int32_t e, unsigned turn,
                             Real (&k)[Element<form, order>::nd], Real& load) {
  using El = Element<form, order>;
  const std::int32_t* vertex = problem.elementVertex + static_cast<std::int64_t>(e) * El::nv;
  Real x[El::nv][El::dim], s, d[El::dim];
  for (int i = 0; i < El::nv; ++i) readPoint(problem.vertices, __ldg(vertex + turnedVertex(turn, i)), x[i]);
  const Real* coefficients = coefficientsOf(problem, e);
  elementRow<form, order, row>(x, __ldg(coefficients), k);
  load = 0;
  if (readSource(coefficients, s, d)) {
    Real f[El::nd];
    elementLoad<form, order>(x, s, d, f);
    load = f[row];
  }
}

/// Adds the row of a node to `sum`, by the node's slots, and returns what the right-hand side gets.
template <FormKind form, int order, class Real>
__device__ Real addNode(const ProblemView<Real>& problem, std::uint32_t node, const std::uint32_t* slots, Real* sum) {
  using El = Element<form, order>;
  const auto e = static_cast<std::int32_t>(node / El::nd);
  const int a = static_cast<int>(node % El::nd);
  const unsigned turn = turnFor<El::nv>(a);
  std::uint32_t words[slotWords(El::nd)];
  for (int w = 0; w < slotWords(El::nd); ++w) words[w] = __ldg(slots + w);
  Real k[El::nd], load;
  if (a < El::nv) {
    integrateRow<form, order, 0>(problem, e, turn, k, load);
  } else if constexpr (order == 2) {
    integrateRow<form, order, El::nv>(problem, e, turn, k, load);
  }
  const unsigned signs = signsOf(problem, e), own = signs >> a;
  load = signedBy(own, load);
  for (int j = 0; j < El::nd; ++j) {
    const std::uint32_t slot = words[j / 4] >> (j % 4 * 8) & 0xff;
    const Real entry = signs == 0 ? k[j] : signedBy(own ^ signs >> turnedNode<El::nv>(turn, j), k[j]);
    if (slot != noSlot) {
      sum[slot] += entry;
    } else {
      const std::int32_t dof = problem.elementDof[static_cast<std::int64_t>(e) * El::nd + turnedNode<El::nv>(turn, j)];
      load -= entry * problem.prescribed[-1 - dof];
    }
  }
  return load;
}

template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(RowLimits<nodesPerElement(form, order)>::block)
    gatherKernel(ProblemView<Real> problem, GatherArgs<Real> args) {
  extern __shared__ __align__(16) unsigned char shared[];
  constexpr int nd = nodesPerElement(form, order), block = RowLimits<nd>::block;
  Real* value = reinterpret_cast<Real*>(shared);
  const BlockRow mine = blockRow<block>(args.places.shortLength, problem.numDofs);
  if (mine.row < problem.numDofs && !isLong(mine, args.places.rowBegin)) {
    Real* sum = value + mine.offset;
    for (int i = 0; i < mine.length; ++i) sum[i] = 0;
    Real load = 0;
    const std::uint32_t end = args.nodes.begin[mine.row + 1];
    for (std::uint32_t n = args.nodes.begin[mine.row]; n < end; ++n)
      load += addNode<form, order>(problem, __ldg(args.nodes.nodes + n),
                                   args.slots + static_cast<std::int64_t>(n) * slotWords(nd), sum);
    args.rightHandSide[mine.row] = load;
  }
  if (args.value == nullptr) return;
  __syncthreads();
  writeRows<block>(mine, args.places.rowBegin, problem.numDofs, value, args.value);
}

template <class Real>
void launchGather(const DeviceProblem<Real>& problem, const GatherArgs<Real>& args, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    constexpr int block = RowLimits<nodesPerElement(Kind::form, Kind::order)>::block;
    const std::size_t bytes = args.places.mostInBlock * sizeof(Real);
    allowSharedBytes(gatherKernel<Kind::form, Kind::order, Real>, bytes);
    gatherKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numDofs, block), block, bytes, stream>>>(problem.view(), args);
  });
  checkLaunch("gatherKernel");
}

template <class Real>
class Gather final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    if (!builtFor_(task)) build(task);
    StageClock clock(task.stream);
    launchGather(task.problem, arguments(task.matrix, task.matrix.value.data(), task.rightHandSide), task.stream);
    layout_.longRows.assemble(task.problem, task.matrix.value.data(), task.rightHandSide.data(), task.stream);
    clock.end(task.times.integrate);
    clock.collect();
  }

  /// By the rows' owners as in fill(), so to the same bits.
  void setLoads(const DeviceProblem<Real>& problem, const DeviceCsr<Real>& matrix, DeviceBuffer<Real>& rightHandSide,
                cudaStream_t stream) override {
    if (problem.numDofs == 0) return;
    launchGather(problem, arguments(matrix, nullptr, rightHandSide), stream);
    layout_.longRows.setLoads(problem, rightHandSide.data(), stream);
  }

  GatherArgs<Real> arguments(const DeviceCsr<Real>& matrix, Real* value, DeviceBuffer<Real>& rightHandSide) const {
    return {{begin_.data(), node_.data()},
            slots_.data(),
            layout_.places(matrix.rowBegin.data()),
            value,
            rightHandSide.data()};
  }

  /// Nodes and slots of the rows and the matrix's pattern.
  void build(AssemblyTask<Real>& task) {
    const auto& problem = task.problem;
    builtFor_ = {};
    begin_ = {};
    node_ = {};
    slots_ = {};
    layout_ = {};
    slots_ = ScratchBuffer<std::uint32_t>(static_cast<std::size_t>(task.nodes()) * slotWords(task.nd()), this->meter_);
    NodeSort sort(task.nodes(), problem.numDofs, this->meter_);
    StageClock clock(task.stream);
    const SortedNodes nodes = sort.run(problem.elementDof.data(), task.stream);
    layout_ = layOutRows(problem, nodes, task.matrix, this->meter_, task.stream);
    launchColumns({task.nd(), problem.numDofs, nodes, problem.elementDof.data()},
                  layout_.places(task.matrix.rowBegin.data()), task.matrix.column.data(), slots_.data(), task.stream);
    clock.end(task.times.adjacency);
    clock.collect();
    begin_ = sort.takeBegins();
    node_ = sort.takeNodes();
    builtFor_.set(task);
  }

  BuiltFor builtFor_;
  ScratchBuffer<std::uint32_t> begin_, node_;  // SortedNodes
  ScratchBuffer<std::uint32_t> slots_;         // of each node
  RowLayout layout_;
};

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeGather() {
  return std::make_unique<Gather<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeGather();
template std::unique_ptr<MatrixAssembly<double>> makeGather();

}  // namespace fluxtet::statics::cuda
