// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuFields.hpp"

#include "kernels/dgtd/cpu/flushDenormals.hpp"
#include "kernels/dgtd/cpu/instructionSet.hpp"

#include <omp.h>

#include <algorithm>

namespace fluxtet::dgtd::cpu {
namespace {

/// Returns the part of `blocks` that thread `index` of `count` works on.
BlockRange shareOf(BlockRange blocks, int index, int count) {
  const std::int64_t size = blocks.end - blocks.begin;
  return {blocks.begin + static_cast<std::int32_t>(size * index / count),
          blocks.begin + static_cast<std::int32_t>(size * (index + 1) / count)};
}

}  // namespace

template <class Real>
CpuFields<Real>::CpuFields(const DgtdProblem& problem, int threads)
    : basis_(problem.order),
      kernels_(chooseKernels<Real>()),
      threads_(std::max(1, threads)),
      upwind_(problem.upwind),
      jumpShare_{problem.jumpShare(Field::E), problem.jumpShare(Field::H)},
      hasSheets_{problem.hasSheets(Field::E), problem.hasSheets(Field::H)},
      mesh_(problem, basis_, kernels_.lanes),
      waves_(problem, mesh_),
      laws_(problem, basis_, mesh_),
      elementOfSlot_(static_cast<std::size_t>(mesh_.slots.numSlots()), -1) {
  for (std::int32_t e = 0; e < problem.numElements; ++e) elementOfSlot_[mesh_.slots.ofElement(e)] = e;
  for (auto& field : fields_) field = newField(true);
}

template <class Real>
std::int64_t CpuFields<Real>::bytes() const {
  std::int64_t sum = mesh_.bytes() + waves_.bytes() + laws_.bytes();
  sum += static_cast<std::int64_t>(elementOfSlot_.size() * sizeof(std::int32_t));
  for (const auto& field : fields_) sum += field.bytes();
  for (const auto& array : work_) sum += array.bytes();
  return sum;
}

template <class Real>
Real* CpuFields<Real>::dataOf(ArrayId array) {
  return array < 2 ? data(static_cast<Field>(array)) : work_.at(static_cast<std::size_t>(array - 2)).data();
}

template <class Real>
const Real* CpuFields<Real>::dataOf(ArrayId array) const {
  return array < 2 ? data(static_cast<Field>(array)) : work_.at(static_cast<std::size_t>(array - 2)).data();
}

template <class Real>
ArrayId CpuFields<Real>::addWorkArray() {
  work_.push_back(newField(true));
  return static_cast<ArrayId>(work_.size()) + 1;
}

template <class Real>
void CpuFields<Real>::parallel(BlockRange blocks, const BlockWork& work) const {
  if (blocks.begin == blocks.end) return;
#pragma omp parallel num_threads(threads_)
  {
    const FlushDenormals flush;
    const BlockRange mine = shareOf(blocks, omp_get_thread_num(), omp_get_num_threads());
    if (mine.begin < mine.end) work(mine);
  }
}

template <class Real>
AlignedArray<Real> CpuFields<Real>::zeros(std::int32_t numBlocks, std::int64_t valuesPerBlock) const {
  AlignedArray<Real> array(static_cast<std::size_t>(numBlocks * valuesPerBlock));
  parallel({0, numBlocks}, [&](BlockRange mine) {
    std::fill(array.data() + mine.begin * valuesPerBlock, array.data() + mine.end * valuesPerBlock, Real(0));
  });
  return array;
}

template <class Real>
AlignedArray<Real> CpuFields<Real>::newField(bool withGhosts) const {
  return zeros(mesh_.slots.numBlocks() + (withGhosts ? mesh_.slots.numGhostBlocks() : 0), blockSize());
}

template <class Real>
void CpuFields<Real>::gatherBlock(std::int32_t block, std::span<const Real> from, Real* to) const {
  gatherRows(elementsOf(block), from, to);
}

template <class Real>
void CpuFields<Real>::scatterBlock(std::int32_t block, const Real* from, std::span<Real> to) const {
  scatterRows(elementsOf(block), from, to);
}

template <class Real>
void CpuFields<Real>::gatherRows(const std::int32_t* rowOf, std::span<const Real> from, Real* to) const {
  const int count = valuesPerElement();
  for (int lane = 0; lane < kernels_.lanes; ++lane) {
    if (rowOf[lane] < 0) continue;
    const Real* values = from.data() + static_cast<std::int64_t>(rowOf[lane]) * count;
    for (int i = 0; i < count; ++i) to[i * kernels_.lanes + lane] = values[i];
  }
}

template <class Real>
void CpuFields<Real>::scatterRows(const std::int32_t* rowOf, const Real* from, std::span<Real> to) const {
  const int count = valuesPerElement();
  for (int lane = 0; lane < kernels_.lanes; ++lane) {
    if (rowOf[lane] < 0) continue;
    Real* values = to.data() + static_cast<std::int64_t>(rowOf[lane]) * count;
    for (int i = 0; i < count; ++i) values[i] = from[i * kernels_.lanes + lane];
  }
}

template <class Real>
RhsArgs<Real> CpuFields<Real>::rhsArgs(Field target) const {
  RhsArgs<Real> args;
  args.edge = mesh_.edge.data();
  args.link = mesh_.link.data();
  args.material = mesh_.material.data();
  args.neighbourMaterial = mesh_.neighbourMaterial.data();
  args.shareOfFace = mesh_.shareOfFace.empty() ? nullptr : mesh_.shareOfFace.data();
  args.flags = mesh_.flags.data();
  args.lift = mesh_.lift.data();
  args.traceOffset = mesh_.traceOffset.data();
  const Field source = other(target);
  args.source = data(source);
  args.target = data(target);
  args.boundary = {mesh_.boundaryLink.data(), mesh_.boundaryFactor[static_cast<std::size_t>(source)].data(),
                   mesh_.boundaryFactor[static_cast<std::size_t>(target)].data(), mesh_.boundaryDissipates.data()};
  args.upwind = upwind_;
  args.jumpShare = static_cast<Real>(jumpShare_[static_cast<std::size_t>(target)]);
  args.dissipation = static_cast<Real>(dissipationSign(target));
  return args;
}

template <class Real>
void CpuFields<Real>::takePenalty(PenaltyPart part, RhsArgs<Real>& args) const {
  if (mesh_.dampedShareOfFace.empty() || part == PenaltyPart::all) return;
  args.shareOfFace = (part == PenaltyPart::damped ? mesh_.dampedShareOfFace : mesh_.boundedShareOfFace).data();
}

template class CpuFields<float>;
template class CpuFields<double>;

}  // namespace fluxtet::dgtd::cpu
