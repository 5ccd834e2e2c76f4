// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/sortedRows.hpp"

namespace fluxtet::gpu {
namespace {

template <class Real>
class SortReduce final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    const int nd = task.nd();
    NodeSort sort(task.nodes(), problem.numDofs, this->meter_);
    ScratchBuffer<Real> record(static_cast<std::size_t>(task.nodes()) * (nd + 1), this->meter_);
    StageClock clock(stream);
    launchIntegrate(problem, record.data(), stream);
    clock.end(task.times.integrate);
    const SortedNodes nodes = sort.run(problem.elementDof.data(), stream);
    clock.end(task.times.sort);
    RowLayout layout = layOutRows(problem, nodes, task.matrix, this->meter_, stream);
    const MergeArgs<Real, SortedNodes> merge{{nd, problem.numDofs, nodes, problem.elementDof.data()},
                                             layout.places(task.matrix.rowBegin.data()),
                                             record.data(),
                                             problem.prescribed.data(),
                                             task.matrix.column.data(),
                                             task.matrix.value.data(),
                                             task.rightHandSide.data()};
    launchMerge(merge, stream);
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

}  // namespace fluxtet::gpu
