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

struct BlockRange {
  std::int32_t begin = 0, end = 0;
};

/// Where elements and traces stand in blocks of `lanes` (see cpuKernels.hpp). The interior elements and those of the
/// border fill blocks of their own, so that either group is a range of blocks.
class BlockSlots {
 public:
  BlockSlots() = default;
  BlockSlots(const DgtdProblem& problem, int lanes);

  int lanes() const { return lanes_; }
  std::int32_t numBlocks() const { return numBlocks_; }
  std::int32_t numGhostBlocks() const { return numGhostBlocks_; }
  std::int32_t numElements() const { return numElements_; }
  std::int32_t numSlots() const { return numBlocks_ * lanes_; }

  std::int32_t ofElement(std::int32_t element) const {
    return element < numInterior_ ? element : element - numInterior_ + interiorBlocks_ * lanes_;
  }
  std::int32_t ofHaloFace(std::int32_t face) const { return numSlots() + face; }
  std::int32_t ofWaveFace(std::int32_t waveFace) const { return numSlots() + numHaloFaces_ + waveFace; }

  /// Blocks of a range that begins and ends between clusters; throws std::logic_error for another one.
  BlockRange blocks(ElementRange range) const;

 private:
  /// The block that begins with this element.
  std::int32_t blockFrom(std::int32_t element) const {
    return element < numInterior_ ? element / lanes_ : interiorBlocks_ + (element - numInterior_) / lanes_;
  }

  int lanes_ = 1;
  std::int32_t numElements_ = 0, numInterior_ = 0, numHaloFaces_ = 0, numWaveFaces_ = 0;
  std::int32_t interiorBlocks_ = 0, numBlocks_ = 0, numGhostBlocks_ = 0;
};

/// The mesh of one rank as the kernels read it, and the operators laid out for them.
template <class Real>
struct BlockMesh {
  BlockMesh(const DgtdProblem& problem, const ReferenceElement& basis, int lanes);

  BlockSlots slots;
  std::vector<MaterialValues> materials;
  AlignedArray<Real> edge;
  AlignedArray<std::int32_t> link, material, neighbourMaterial;
  AlignedArray<BlockFlags> flags;
  AlignedArray<double> volume;  ///< [slot] m^3
  AlignedArray<Real> lift;
  AlignedArray<std::int32_t> traceOffset;
  /// See BoundaryLinks; the factors by Field.
  std::vector<std::int32_t> boundaryLink;
  std::array<std::vector<Real>, 2> boundaryFactor;
  std::vector<Real> boundaryDissipates;

  std::int64_t bytes() const;

 private:
  void setGeometry(const DgtdProblem& problem);
  void setMaterials(const DgtdProblem& problem);
  void setLinks(const DgtdProblem& problem);
  void setBoundaryFaces(const DgtdProblem& problem);
  void setOperators(const ReferenceElement& basis);
};

extern template struct BlockMesh<float>;
extern template struct BlockMesh<double>;

}  // namespace fluxtet::dgtd::cpu
