// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/links.hpp"
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
    const std::int64_t entries = task.nodes() * task.nd();
    requireRun(entries < std::numeric_limits<std::uint32_t>::max(),
               "{} elements have {} entries, more than 32 bits count: use several ranks or another static.assembly",
               problem.numElements, entries);
    ScratchBuffer<std::uint32_t> head(static_cast<std::size_t>(problem.numDofs), this->meter_);
    ScratchBuffer<Link<Real>> link(static_cast<std::size_t>(entries), this->meter_);
    const Lists<Real> lists{task.nd(), problem.numDofs, head.data(), link.data()};
    StageClock clock(stream);
    cudaCheck(cudaMemsetAsync(head.data(), 0xff, head.size() * sizeof(std::uint32_t), stream), "emptying lists");
    task.rightHandSide.zero(stream);
    launchPushEntries(problem, lists, task.rightHandSide.data(), stream);
    clock.end(task.times.integrate);
    const auto consolidate = [&](std::int32_t* columns, std::uint8_t* shortLength, RowTotals* totals) {
      launchConsolidate(lists, problem.prescribed.data(), task.rightHandSide.data(), columns, shortLength, totals,
                        stream);
    };
    RowLayout layout = layOutCounted(problem, consolidate, task.matrix, this->meter_, stream);
    clock.end(task.times.reduce);
    launchConvert(lists, layout.places(task.matrix.rowBegin.data()), task.matrix.column.data(),
                  task.matrix.value.data(), stream);
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
