// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Elements add their entries atomically where slots found once tell.
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

constexpr int blockSize = 128;

/// Place of a column in its row, which has it.
__device__ std::int64_t placeOf(std::int32_t wanted, std::int32_t row, const std::int32_t* rowBegin,
                                const std::int32_t* column) {
  const std::int32_t begin = rowBegin[row];
  return lowerBound(column + begin, rowBegin[row + 1] - begin, wanted);
}

/// slots[slotWords(nd * nd)][elements]: where in its row each entry of an element goes, four to a word; noSlot where
/// the place in the row does not fit a byte. Entries of prescribed rows and columns have no meaning.
template <int nd>
__global__ void slotKernel(std::int32_t elements, const std::int32_t* elementDof, const std::int32_t* rowBegin,
                           const std::int32_t* column, std::uint32_t* slots) {
  const std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (e >= elements) return;
  std::int32_t dof[nd];
  for (int a = 0; a < nd; ++a) dof[a] = elementDof[e * nd + a];
  for (int w = 0; w < slotWords(nd * nd); ++w) {
    std::uint32_t word = 0;
    for (int i = 4 * w; i < 4 * w + 4 && i < nd * nd; ++i) {
      const std::int32_t row = dof[i / nd], wanted = dof[i % nd];
      const std::int64_t place = row < 0 || wanted < 0 ? noSlot : placeOf(wanted, row, rowBegin, column);
      word |= static_cast<std::uint32_t>(place < noSlot ? place : noSlot) << (i % 4 * 8);
    }
    slots[w * static_cast<std::int64_t>(elements) + e] = word;
  }
}

/// Where the entries of all elements go.
template <class Real>
struct ScatterArgs {
  const std::uint32_t* slots;
  const std::int32_t* rowBegin;
  const std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};

/// Adds the values and right-hand sides of all elements atomically to what is there. One thread an element.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(blockSize) scatterKernel(ProblemView<Real> problem, ScatterArgs<Real> args) {
  using El = Element<form, order>;
  constexpr int nd = El::nd;
  const std::int32_t e = blockIdx.x * blockSize + threadIdx.x;
  if (e >= problem.numElements) return;
  std::int32_t dof[nd];
  for (int a = 0; a < nd; ++a) dof[a] = __ldg(problem.elementDof + static_cast<std::int64_t>(e) * nd + a);
  std::uint32_t words[slotWords(nd * nd)];
  for (int w = 0; w < slotWords(nd * nd); ++w)
    words[w] = __ldg(args.slots + w * static_cast<std::int64_t>(problem.numElements) + e);
  Real K[El::packed], f[nd];
  integrateElement<form, order>(problem, e, K, f);
  for (int a = 0; a < nd; ++a) {
    if (dof[a] < 0) continue;
    Real* row = args.value + __ldg(args.rowBegin + dof[a]);
    Real load = f[a];
    for (int b = 0; b < nd; ++b) {
      const Real entry = K[packedIndex(a, b)];
      const std::uint32_t slot = words[(a * nd + b) / 4] >> ((a * nd + b) % 4 * 8) & 0xff;
      if (dof[b] < 0) {
        load -= entry * problem.prescribed[-1 - dof[b]];
      } else {
        atomicAdd(row + (slot != noSlot ? slot : placeOf(dof[b], dof[a], args.rowBegin, args.column)), entry);
      }
    }
    if (load != 0) atomicAdd(args.rightHandSide + dof[a], load);
  }
}

void launchElementSlots(int nd, std::int32_t elements, const std::int32_t* elementDof, const std::int32_t* rowBegin,
                        const std::int32_t* column, std::uint32_t* slots, cudaStream_t stream) {
  withNodes(nd, [&]<int nodes>(std::integral_constant<int, nodes>) {
    slotKernel<nodes>
        <<<blocksFor(elements, blockSize), blockSize, 0, stream>>>(elements, elementDof, rowBegin, column, slots);
  });
  checkLaunch("slotKernel");
}

template <class Real>
void launchScatter(const DeviceProblem<Real>& problem, const ScatterArgs<Real>& args, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    scatterKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, blockSize), blockSize, 0, stream>>>(problem.view(), args);
  });
  checkLaunch("scatterKernel");
}

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

}  // namespace fluxtet::statics::cuda
