// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/elementNodes.hpp"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/methods.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/assembly/triples.hpp"

namespace fluxtet::gpu {
namespace {

template <class Real>
class SortReduce final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    const std::int64_t entries = task.nodes() * (task.nd() + 1);
    requireRun(entries < std::numeric_limits<std::uint32_t>::max(),
               "{} elements have {} entries, more than 32 bits count: use several ranks or another static.assembly",
               problem.numElements, entries);
    Triples<Real> triples(entries, problem.numDofs, this->meter_);
    ScratchBuffer<std::uint32_t> begin(static_cast<std::size_t>(problem.numDofs) + 1, this->meter_);
    StageClock clock(stream);
    launchTriples(problem, triples.row(), triples.entry(), stream);
    clock.end(task.times.integrate);
    triples.sortByRow(stream);
    clock.end(task.times.sort);
    launchRowBegins(triples.row(), entries, problem.numDofs, begin.data(), stream);
    const TripleRows<Real> rows{task.nd(), problem.numDofs, begin.data(), triples.entry()};
    const auto count = [&](std::int32_t* columns, std::uint8_t* shortLength, RowTotals* totals) {
      launchCountTriples(rows, columns, shortLength, totals, stream);
    };
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

}  // namespace fluxtet::gpu
