// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/builtFor.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/rowLimits.hpp"
#include "kernels/static/cuda/assembly/sortedRows.hpp"
#include "kernels/static/cuda/assembly/valueKernels.hpp"

namespace fluxtet::gpu {
namespace {

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

}  // namespace fluxtet::gpu
