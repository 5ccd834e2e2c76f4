// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"
#include "kernels/dgtd/cpu/faceLaws.hpp"
#include "kernels/dgtd/cpu/incidentWaves.hpp"
#include "kernels/dgtd/timeStep.hpp"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// A number for each material word.
template <class Real>
using MaterialTable = std::vector<Real>;
/// Work on a range of blocks, as one thread does it.
using BlockWork = std::function<void(BlockRange)>;

/// The fields and the mesh of the CPU engine, which its parts share. Elements are in blocks of as many as a vector has
/// lanes (layout: cpuKernels.hpp). Each OpenMP thread works on a fixed, contiguous range of blocks.
template <class Real>
class CpuFields {
 public:
  /// `threads` below 1 counts as 1. Throws like chooseKernels() and BlockSlots.
  CpuFields(const DgtdProblem& problem, int threads);

  const ReferenceElement& basis() const { return basis_; }
  const KernelTable<Real>& kernels() const { return kernels_; }
  const BlockMesh<Real>& mesh() const { return mesh_; }
  const IncidentWaves<Real>& waves() const { return waves_; }
  FaceLaws<Real>& laws() { return laws_; }
  const FaceLaws<Real>& laws() const { return laws_; }
  /// Returns both fields as FaceLaws takes them.
  typename FaceLaws<Real>::Fields bothFor(Field target) { return {target, data(target), data(other(target))}; }
  int threads() const { return threads_; }
  int lanes() const { return kernels_.lanes; }
  /// Bytes of memory of mesh, fields and work arrays.
  std::int64_t bytes() const;

  /// 3 Np.
  int valuesPerElement() const { return 3 * basis_.np(); }
  /// Number of values of a field in one block.
  std::int64_t blockSize() const { return static_cast<std::int64_t>(valuesPerElement()) * kernels_.lanes; }
  BlockRange allBlocks() const { return {0, mesh_.slots.numBlocks()}; }
  /// Returns the offset of value 0 of a slot from the start of a field; value i is i * lanes() further on.
  std::int64_t place(std::int32_t slot) const { return slot / kernels_.lanes * blockSize() + slot % kernels_.lanes; }
  /// Returns the element in a slot, or -1 if there is none.
  std::int32_t elementAt(std::int32_t slot) const { return elementOfSlot_[static_cast<std::size_t>(slot)]; }
  /// Returns elementAt() of the slots of a block, [lane].
  const std::int32_t* elementsOf(std::int32_t block) const {
    return elementOfSlot_.data() + static_cast<std::ptrdiff_t>(block) * kernels_.lanes;
  }

  /// Returns the values of a field, [block][node][xyz][lane] with the ghost blocks, V/m.
  Real* data(Field field) { return fields_[static_cast<std::size_t>(field)].data(); }
  const Real* data(Field field) const { return fields_[static_cast<std::size_t>(field)].data(); }
  /// Returns the values of E, H or a work array, in the same layout. Throws std::out_of_range if there is no such
  /// array.
  Real* dataOf(ArrayId array);
  const Real* dataOf(ArrayId array) const;
  /// A work array. Throws std::out_of_range if there is none of this number.
  AlignedArray<Real>& workArray(ArrayId array) { return work_.at(static_cast<std::size_t>(array - 2)); }
  /// Adds a work array of zeros and returns its number.
  ArrayId addWorkArray();
  void freeWorkArrays() { work_.clear(); }
  /// Swaps the field with an array made by newField(true).
  void swap(Field field, AlignedArray<Real>& array) { std::swap(fields_[static_cast<std::size_t>(field)], array); }

  /// Returns an array of zeros for `numBlocks` blocks. Each thread writes its own blocks first, so that their memory is
  /// near it on a machine with several memory nodes.
  AlignedArray<Real> zeros(std::int32_t numBlocks, std::int64_t valuesPerBlock) const;
  /// Returns an array of zeros for all element blocks of a field, and its ghost blocks if `withGhosts`.
  AlignedArray<Real> newField(bool withGhosts) const;
  /// Runs `work` on the blocks in parallel, each thread on its own part.
  void parallel(BlockRange blocks, const BlockWork& work) const;

  /// Returns the table of valueOf(material, orientation) by material word; orientation is 1 for a right-handed and -1
  /// for a left-handed element, the sign of delta.
  template <class Function>
  MaterialTable<Real> table(Function&& valueOf) const {
    MaterialTable<Real> values;
    for (const MaterialValues& m : mesh_.materials)
      for (double orientation : {1.0, -1.0}) values.push_back(static_cast<Real>(valueOf(m, orientation)));
    return values;
  }
  /// Returns the table of fluxImpedance(), dimensionless.
  MaterialTable<Real> impedanceTable(Field target) const {
    return table([&](const MaterialValues& m, double) { return fluxImpedance(m, target); });
  }
  /// Returns the arguments of a right-hand side kernel for `target`, except `out`, the scales and the impedance, which
  /// the caller sets.
  RhsArgs<Real> rhsArgs(Field target) const;
  /// Makes a right-hand side of E take a part of the penalty alone.
  void takePenalty(PenaltyPart part, RhsArgs<Real>& args) const;
  bool isUpwind() const { return upwind_; }
  /// See FieldEngine::readsOuterTarget().
  bool readsOuterTarget(Field target) const {
    return jumpShare_[static_cast<std::size_t>(target)] != 0 || hasSheets_[static_cast<std::size_t>(target)];
  }

  /// gatherBlock() copies the nodal values `from`, [element][node][xyz], of a block's elements into the block `to`,
  /// [node][xyz][lane]; scatterBlock() copies them back.
  void gatherBlock(std::int32_t block, std::span<const Real> from, Real* to) const;
  void scatterBlock(std::int32_t block, const Real* from, std::span<Real> to) const;
  /// The same for nodal values [row][node][xyz] of any elements; rowOf [lane] is -1 where a lane has no row.
  void gatherRows(const std::int32_t* rowOf, std::span<const Real> from, Real* to) const;
  void scatterRows(const std::int32_t* rowOf, const Real* from, std::span<Real> to) const;

 private:
  ReferenceElement basis_;
  KernelTable<Real> kernels_;
  int threads_;
  bool upwind_;
  std::array<double, 2> jumpShare_;
  std::array<bool, 2> hasSheets_;  ///< [drive]
  BlockMesh<Real> mesh_;
  IncidentWaves<Real> waves_;
  FaceLaws<Real> laws_;
  std::vector<std::int32_t> elementOfSlot_;  ///< -1 where a slot has no element
  std::array<AlignedArray<Real>, 2> fields_;
  std::vector<AlignedArray<Real>> work_;  ///< arrays 2, 3, ...
};

extern template class CpuFields<float>;
extern template class CpuFields<double>;

}  // namespace fluxtet::dgtd::cpu
