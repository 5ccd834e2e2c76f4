// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The published linked lists (Amorim, Gouveia, Mesquita, Baratta: a-COO). Elements push each of their entries (column,
// value, next) on the list of its row; then each row's thread applies the boundary conditions to its list, sorts and
// consolidates it, and copies it to CSR. Keeps nothing.
#include "kernels/static/cuda/assembly/blockRows.cuh"
#include "kernels/static/cuda/assembly/meteredAssembly.hpp"
#include "kernels/static/cuda/assembly/rowLayout.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// One entry of the adapted coordinate format (a-COO): its row is that of the list that it is in.
template <class Real>
struct Link {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::int32_t column;  ///< -1 - k: of prescribed value k
  std::uint32_t next;   ///< none: the last
  Real value;
};

/// The lists of all rows: head [rows], link [elements][nd][nd].
template <class Real>
struct Lists {
  int nd;
  std::int32_t rows;
  std::uint32_t* head;
  Link<Real>* link;
};

constexpr int elementBlock = 128;

/// One thread an element integrates it, pushes all its entries on the lists of their rows, whatever is there already,
/// and adds its right-hand side atomically. Heads are none and the right-hand side is zero before.
template <FormKind form, int order, class Real>
__global__ void __launch_bounds__(elementBlock)
    pushEntriesKernel(ProblemView<Real> problem, Lists<Real> lists, Real* rightHandSide) {
  using El = Element<form, order>;
  constexpr int nd = El::nd;
  const std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * elementBlock + threadIdx.x;
  if (e >= problem.numElements) return;
  Real K[El::packed], f[nd];
  integrateElement<form, order>(problem, static_cast<std::int32_t>(e), K, f);
  const std::int32_t* dof = problem.elementDof + e * nd;
  for (int a = 0; a < nd; ++a) {
    const std::int32_t row = __ldg(dof + a);
    if (row < 0) continue;
    if (f[a] != 0) atomicAdd(rightHandSide + row, f[a]);
    for (int b = 0; b < nd; ++b) {
      const auto own = static_cast<std::uint32_t>((e * nd + a) * nd + b);
      lists.link[own] = {__ldg(dof + b), atomicExch(lists.head + row, own), K[packedIndex(a, b)]};
    }
  }
}

/// Puts a link into an ordered list, or its value into the link of the same column; returns whether it is a new column.
template <class Real>
__device__ bool insertLink(Link<Real>* link, std::uint32_t& head, std::uint32_t own) {
  const std::int32_t column = link[own].column;
  std::uint32_t before = Link<Real>::none, at = head;
  while (at != Link<Real>::none && link[at].column < column) {
    before = at;
    at = link[at].next;
  }
  if (at != Link<Real>::none && link[at].column == column) {
    link[at].value += link[own].value;
    return false;
  }
  link[own].next = at;
  if (before == Link<Real>::none)
    head = own;
  else
    link[before].next = own;
  return true;
}

/// Consolidates one row; returns its columns, or -1 as soon as it is known to be long.
template <int nd, class Real>
__device__ int consolidateRow(const Lists<Real>& lists, const Real* prescribed, std::int32_t row, Real& sum) {
  std::uint32_t at = lists.head[row], head = Link<Real>::none;
  int columns = 0;
  for (int visited = 0; at != Link<Real>::none; ++visited) {
    if (visited == RowLimits<nd>::nodes * nd || columns > RowLimits<nd>::columns) return -1;
    const std::uint32_t own = at;
    const Link<Real> link = lists.link[own];
    at = link.next;
    if (link.column < 0)
      sum -= link.value * __ldg(prescribed + (-1 - link.column));
    else
      columns += insertLink(lists.link, head, own) ? 1 : 0;
  }
  lists.head[row] = head;
  return columns > RowLimits<nd>::columns ? -1 : columns;
}

/// One thread a row goes through its list: entries of prescribed values go to the right-hand side, the others are put
/// into ascending order, those of equal columns summed in one link. What is left of the list of a long row has no
/// meaning.
template <int nd, class Real>
__global__ void __launch_bounds__(RowLimits<nd>::block)
    consolidateKernel(Lists<Real> lists, const Real* prescribed, Real* rightHandSide, RowCounts counts) {
  constexpr int block = RowLimits<nd>::block;
  const std::int32_t row = blockIdx.x * block + threadIdx.x;
  int columns = 0;
  if (row < lists.rows) {
    Real sum = 0;
    columns = consolidateRow<nd>(lists, prescribed, row, sum);
    rightHandSide[row] += sum;
  }
  writeCount<block>(row, lists.rows, columns, counts);
}

/// One thread a row copies its list to CSR; rows that are not long.
template <class Real>
__global__ void __launch_bounds__(elementBlock)
    convertKernel(Lists<Real> lists, RowPlaces places, std::int32_t* column, Real* value) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * elementBlock + threadIdx.x;
  if (row >= lists.rows) return;
  std::uint32_t at = lists.head[row];
  for (std::int32_t k = places.rowBegin[row], end = k + places.shortLength[row]; k < end; ++k) {
    const Link<Real> link = lists.link[at];
    column[k] = link.column;
    value[k] = link.value;
    at = link.next;
  }
}

template <class Real>
void launchPushEntries(const DeviceProblem<Real>& problem, const Lists<Real>& lists, Real* rightHandSide,
                       cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    pushEntriesKernel<Kind::form, Kind::order>
        <<<blocksFor(problem.numElements, elementBlock), elementBlock, 0, stream>>>(problem.view(), lists,
                                                                                    rightHandSide);
  });
  checkLaunch("pushEntriesKernel");
}

template <class Real>
void launchConsolidate(const Lists<Real>& lists, const Real* prescribed, Real* rightHandSide, const RowCounts& counts,
                       cudaStream_t stream) {
  withNodes(lists.nd, [&]<int nd>(std::integral_constant<int, nd>) {
    constexpr int block = RowLimits<nd>::block;
    consolidateKernel<nd><<<blocksFor(lists.rows, block), block, 0, stream>>>(lists, prescribed, rightHandSide, counts);
  });
  checkLaunch("consolidateKernel");
}

template <class Real>
void launchConvert(const Lists<Real>& lists, const RowPlaces& places, std::int32_t* column, Real* value,
                   cudaStream_t stream) {
  convertKernel<<<blocksFor(lists.rows, elementBlock), elementBlock, 0, stream>>>(lists, places, column, value);
  checkLaunch("convertKernel");
}

template <class Real>
class LinkedList final : public MeteredAssembly<Real> {
  void fill(AssemblyTask<Real>& task) override {
    const auto& problem = task.problem;
    const cudaStream_t stream = task.stream;
    const std::int64_t entries = task.nodes() * task.nd();
    requireEntriesInReach(problem.numElements, entries);
    ScratchBuffer<std::uint32_t> head(static_cast<std::size_t>(problem.numDofs), this->meter_);
    ScratchBuffer<Link<Real>> link(static_cast<std::size_t>(entries), this->meter_);
    const Lists<Real> lists{task.nd(), problem.numDofs, head.data(), link.data()};
    StageClock clock(stream);
    cudaCheck(cudaMemsetAsync(head.data(), 0xff, head.size() * sizeof(std::uint32_t), stream), "emptying lists");
    task.rightHandSide.zero(stream);
    launchPushEntries(problem, lists, task.rightHandSide.data(), stream);
    clock.end(task.times.integrate);
    const auto consolidate = [&](const RowCounts& counts) {
      launchConsolidate(lists, problem.prescribed.data(), task.rightHandSide.data(), counts, stream);
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

}  // namespace fluxtet::statics::cuda
