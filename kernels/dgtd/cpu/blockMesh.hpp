// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuKernels.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "kernels/dgtd/materials.hpp"
#include "lib/base/alignedArray.hpp"
#include "lib/basis/referenceElement.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Link word of a slot and a LinkCode (cpuKernels.hpp).
inline std::int32_t linkWord(std::int32_t slot, std::int32_t code) {
  return slot << linkCodeBits | code;
}

/// Blocks [begin, end).
struct BlockRange {
  std::int32_t begin = 0, end = 0;
};

/// The slots of elements and outer traces in blocks of `lanes` slots (layout: cpuKernels.hpp). Interior and border
/// elements fill separate blocks, so that each of the two groups is a range of blocks.
class BlockSlots {
 public:
  BlockSlots() = default;
  /// Throws RunError if the rank has more elements and ghost slots than 32-bit offsets can address.
  BlockSlots(const DgtdProblem& problem, int lanes);

  int lanes() const { return lanes_; }
  std::int32_t numBlocks() const { return numBlocks_; }
  std::int32_t numGhostBlocks() const { return numGhostBlocks_; }
  std::int32_t numElements() const { return numElements_; }
  /// Number of slots in the element blocks, those without an element included; ghost slots follow.
  std::int32_t numSlots() const { return numBlocks_ * lanes_; }

  /// Slot of an element.
  std::int32_t ofElement(std::int32_t element) const {
    return element < numInterior_ ? element : element - numInterior_ + interiorBlocks_ * lanes_;
  }
  /// Ghost slot of the outer trace of a halo face, or of a face at which waves enter (DgtdProblem::incidentFace()).
  std::int32_t ofHaloFace(std::int32_t face) const { return numSlots() + face; }
  std::int32_t ofIncidentFace(std::int32_t index) const { return numSlots() + numHaloFaces_ + index; }
  /// Ghost slot of the outer trace of a face with a law (DgtdProblem::lawFace).
  std::int32_t ofLawFace(std::int32_t index) const { return numSlots() + numHaloFaces_ + numIncident_ + index; }

  /// Returns the blocks of a range of elements. Throws std::logic_error if the range does not begin and end at block
  /// boundaries.
  BlockRange blocks(ElementRange range) const;

 private:
  /// Returns the block whose first element this is.
  std::int32_t blockFrom(std::int32_t element) const {
    return element < numInterior_ ? element / lanes_ : interiorBlocks_ + (element - numInterior_) / lanes_;
  }

  int lanes_ = 1;
  std::int32_t numElements_ = 0, numInterior_ = 0, numHaloFaces_ = 0, numIncident_ = 0;
  std::int32_t interiorBlocks_ = 0, numBlocks_ = 0, numGhostBlocks_ = 0;
};

/// The mesh of one rank and the reference operators in the layout of the kernels. Arrays without a comment have the
/// shape and unit of the pointers of the same name in RhsArgs.
template <class Real>
struct BlockMesh {
  BlockMesh(const DgtdProblem& problem, const ReferenceElement& basis, int lanes);

  BlockSlots slots;
  std::vector<MaterialValues> materials;  ///< numbered as in the material words
  AlignedArray<Real> edge;
  AlignedArray<std::int32_t> link, material, neighbourMaterial;
  AlignedArray<Real> shareOfFace;  ///< empty: 1 at all faces
  /// Its parts (PenaltyPart); empty without a damped part.
  AlignedArray<Real> boundedShareOfFace, dampedShareOfFace;
  AlignedArray<BlockFlags> flags;
  AlignedArray<double> volume;  ///< [slot] m^3
  AlignedArray<Real> lift;
  AlignedArray<std::int32_t> traceOffset;
  std::vector<std::int32_t> boundaryLink;           ///< [numBoundary + 1] see BoundaryLinks
  std::array<std::vector<Real>, 2> boundaryFactor;  ///< [field][numBoundary + 1]
  std::vector<Real> boundaryDissipates;             ///< [numBoundary + 1]
  std::vector<std::int32_t> injectedFace;           ///< [numInjected] 4 * element + local face, ascending
  std::vector<std::int32_t> injectedLink;           ///< [numInjected] link word of the neighbour's own trace
  std::vector<std::int32_t> lawFace;                ///< [numLawFaces] 4 * element + local face, ascending
  /// [numLawFaces] link word of the neighbour's own trace; at a boundary face that of the boundary
  std::vector<std::int32_t> lawLink;

  /// Returns the link word of the trace of the neighbour across a face, 4 * element + local face, without incident
  /// waves.
  std::int32_t neighbourLink(std::int32_t face) const;

  /// Bytes of memory of the arrays.
  std::int64_t bytes() const;

 private:
  /// Returns the place of the link word of face f of the element in a slot.
  std::size_t linkPlace(std::int32_t slot, int f) const {
    const int lanes = slots.lanes();
    return (static_cast<std::size_t>(slot / lanes) * 4 + f) * lanes + slot % lanes;
  }
  void setGeometry(const DgtdProblem& problem);
  void setMaterials(const DgtdProblem& problem);
  /// Factors of the penalty of E at all faces, in the shape of shareOfFace.
  AlignedArray<Real> sharesOf(const DgtdProblem& problem, PenaltyPart part) const;
  void setLinks(const DgtdProblem& problem);
  void setInjectedFaces(const DgtdProblem& problem);
  void setLawFaces(const DgtdProblem& problem);
  void setBoundaryFaces(const DgtdProblem& problem);
  void setOperators(const ReferenceElement& basis);
};

extern template struct BlockMesh<float>;
extern template struct BlockMesh<double>;

}  // namespace fluxtet::dgtd::cpu
