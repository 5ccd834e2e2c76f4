// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/mergeTask.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"

namespace fluxtet::gpu {
namespace {

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
std::unique_ptr<MatrixAssembly<Real>> makeLinkNodes() {
  return std::make_unique<LinkNodes<Real>>();
}
template std::unique_ptr<MatrixAssembly<float>> makeLinkNodes();
template std::unique_ptr<MatrixAssembly<double>> makeLinkNodes();

}  // namespace fluxtet::gpu
