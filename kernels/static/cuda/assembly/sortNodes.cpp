// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/mergeTask.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/sortedRows.hpp"

namespace fluxtet::gpu {
namespace {

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

}  // namespace

template <class Real>
std::unique_ptr<MatrixAssembly<Real>> makeSortNodes() {
  return std::make_unique<SortNodes<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeSortNodes();
template std::unique_ptr<MatrixAssembly<double>> makeSortNodes();

}  // namespace fluxtet::gpu
