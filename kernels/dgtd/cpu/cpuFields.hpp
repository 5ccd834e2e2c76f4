// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"
#include "kernels/dgtd/cpu/incidentWaves.hpp"
#include "kernels/dgtd/timeStep.hpp"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// A number per material word.
template <class Real>
using MaterialTable = std::vector<Real>;
using BlockWork = std::function<void(BlockRange)>;

/// The fields and the mesh of the CPU engine, which its parts share: elements in blocks of one vector's lanes, blocks
/// shared among OpenMP threads in fixed contiguous parts.
template <class Real>
class CpuFields {
 public:
  CpuFields(const DgtdProblem& problem, int threads);

  const ReferenceElement& basis() const { return basis_; }
  const KernelTable<Real>& kernels() const { return kernels_; }
  const BlockMesh<Real>& mesh() const { return mesh_; }
  const IncidentWaves<Real>& waves() const { return waves_; }
  int threads() const { return threads_; }
  int lanes() const { return kernels_.lanes; }
  std::int64_t bytes() const;

  int valuesPerElement() const { return 3 * basis_.np(); }
  std::int64_t blockSize() const { return static_cast<std::int64_t>(valuesPerElement()) * kernels_.lanes; }
  BlockRange allBlocks() const { return {0, mesh_.slots.numBlocks()}; }
  /// Where value 0 of a slot stands; value i follows i * lanes further on.
  std::int64_t place(std::int32_t slot) const { return slot / kernels_.lanes * blockSize() + slot % kernels_.lanes; }
  /// The element in a slot, -1: none.
  std::int32_t elementAt(std::int32_t slot) const { return elementOfSlot_[static_cast<std::size_t>(slot)]; }

  Real* data(Field field) { return fields_[static_cast<std::size_t>(field)].data(); }
  const Real* data(Field field) const { return fields_[static_cast<std::size_t>(field)].data(); }
  /// Of E, H and the states that were added.
  Real* dataOf(StateId state);
  StateId addState();
  /// Exchanges the field with another array of newField(true).
  void swap(Field field, AlignedArray<Real>& array) { std::swap(fields_[static_cast<std::size_t>(field)], array); }

  /// Zeros for so many blocks, each part first touched by the thread that works on it.
  AlignedArray<Real> zeros(std::int32_t numBlocks, std::int64_t valuesPerBlock) const;
  /// The same for all blocks (and ghosts) of a field.
  AlignedArray<Real> newField(bool withGhosts) const;
  /// Runs `work` on each thread's own blocks.
  void parallel(BlockRange blocks, const BlockWork& work) const;

  /// valueOf(material, orientation), orientation 1 or -1 for a left-handed element.
  template <class Function>
  MaterialTable<Real> table(Function&& valueOf) const {
    MaterialTable<Real> values;
    for (const MaterialValues& m : mesh_.materials)
      for (double orientation : {1.0, -1.0}) values.push_back(static_cast<Real>(valueOf(m, orientation)));
    return values;
  }
  /// fluxImpedance() of each material.
  MaterialTable<Real> impedanceTable(Field target) const {
    return table([&](const MaterialValues& m, double) { return fluxImpedance(m, target); });
  }
  /// Arguments of a right-hand side kernel on `target`, but for its output, scales and impedance.
  RhsArgs<Real> rhsArgs(Field target) const;
  bool isUpwind() const { return upwind_; }
  bool readsOuterTarget(Field target) const { return jumpShare_[static_cast<std::size_t>(target)] != 0; }

  /// The nodal values of a block's elements, into a block and out of it.
  void gatherBlock(std::int32_t block, std::span<const Real> from, Real* to) const;
  void scatterBlock(std::int32_t block, const Real* from, std::span<Real> to) const;

 private:
  ReferenceElement basis_;
  KernelTable<Real> kernels_;
  int threads_;
  bool upwind_;
  std::array<double, 2> jumpShare_;
  BlockMesh<Real> mesh_;
  IncidentWaves<Real> waves_;
  std::vector<std::int32_t> elementOfSlot_;
  std::array<AlignedArray<Real>, 2> fields_;
  std::vector<AlignedArray<Real>> states_;  ///< from number 2 on
};

extern template class CpuFields<float>;
extern template class CpuFields<double>;

}  // namespace fluxtet::dgtd::cpu
