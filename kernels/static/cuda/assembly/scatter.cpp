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
class Scatter final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    if (!builtFor_(task)) build(task);
    auto& matrix = task.matrix;
    StageClock clock(task.stream);
    matrix.value.zero(task.stream);
    task.rightHandSide.zero(task.stream);
    launchScatter(task.problem,
                  ScatterArgs<Real>{slots_.data(), matrix.rowBegin.data(), matrix.column.data(), matrix.value.data(),
                                    task.rightHandSide.data()},
                  task.stream);
    clock.end(task.times.integrate);
    clock.collect();
  }

  /// The matrix's pattern and the slots of the elements.
  void build(AssemblyTask<Real>& task) {
    const auto& problem = task.problem;
    const auto elements = static_cast<std::size_t>(problem.numElements);
    builtFor_ = {};
    slots_ = {};
    slots_ = ScratchBuffer<std::uint32_t>(elements * slotWords(task.nd() * task.nd()), this->meter_);
    NodeSort sort(task.nodes(), problem.numDofs, this->meter_);
    StageClock clock(task.stream);
    const SortedNodes nodes = sort.run(problem.elementDof.data(), task.stream);
    const RowLayout layout = layOutRows(problem, nodes, task.matrix, this->meter_, task.stream);
    const std::int32_t* rowBegin = task.matrix.rowBegin.data();
    launchColumns({task.nd(), problem.numDofs, nodes, problem.elementDof.data()}, layout.places(rowBegin),
                  task.matrix.column.data(), nullptr, task.stream);
    launchElementSlots(task.nd(), problem.numElements, problem.elementDof.data(), rowBegin, task.matrix.column.data(),
                       slots_.data(), task.stream);
    clock.end(task.times.adjacency);
    clock.collect();
    builtFor_.set(task);
  }

  BuiltFor builtFor_;
  ScratchBuffer<std::uint32_t> slots_;  // of each element
};

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeScatter() {
  return std::make_unique<Scatter<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeScatter();
template std::unique_ptr<MatrixAssembly<double>> makeScatter();

}  // namespace fluxtet::gpu
