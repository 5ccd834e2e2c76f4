// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"

namespace fluxtet::gpu {
namespace {

template <class Real>
class LinkedList final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    const int nd = task.nd();
    ScratchBuffer<Real> record(static_cast<std::size_t>(task.nodes()) * (nd + 1), this->meter_);
    ScratchBuffer<std::uint32_t> head(problem.numDofs, this->meter_), next(task.nodes(), this->meter_);
    StageClock clock(stream);
    launchIntegrate(problem, record.data(), stream);
    cudaCheck(cudaMemsetAsync(head.data(), 0xff, head.size() * sizeof(std::uint32_t), stream), "emptying lists");
    launchPush(problem.elementDof.data(), task.nodes(), head.data(), next.data(), stream);
    clock.end(task.times.integrate);
    const LinkedNodes nodes{head.data(), next.data()};
    RowLayout layout = layOutRows(problem, nodes, task.matrix, this->meter_, stream);
    clock.end(task.times.reduce);
    const MergeArgs<Real, LinkedNodes> merge{{nd, problem.numDofs, nodes, problem.elementDof.data()},
                                             layout.places(task.matrix.rowBegin.data()),
                                             record.data(),
                                             problem.prescribed.data(),
                                             task.matrix.column.data(),
                                             task.matrix.value.data(),
                                             task.rightHandSide.data()};
    launchMerge(merge, stream);
    layout.longRows.assemble(problem, task.matrix.value.data(), task.rightHandSide.data(), stream);
    clock.end(task.times.convert);
    clock.collect();
  }
};

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeLinkedList() {
  return std::make_unique<LinkedList<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeLinkedList();
template std::unique_ptr<MatrixAssembly<double>> makeLinkedList();

}  // namespace fluxtet::gpu
