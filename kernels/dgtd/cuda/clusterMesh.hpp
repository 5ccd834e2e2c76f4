// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/materials.hpp"
#include "kernels/dgtd/problem.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/base/hostDevice.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// A cluster is a run of consecutive slots that one thread block computes. The block holds the cluster's source field
/// in shared memory. `faceBits` bits for each face of an element say where its outer trace stands there: the lower
/// `traceBits` bits are 4 * (element of the cluster) + face, or gatheredBase + k for the k-th gathered trace of the
/// cluster; the upper `mirrorBits` bits are a Mirror.
inline constexpr int maxClusterSize = 256;
inline constexpr int gatheredBase = 4 * maxClusterSize;
inline constexpr int traceBits = 11, mirrorBits = 2, faceBits = traceBits + mirrorBits;
inline constexpr int materialBits = 64 - 4 * faceBits;
/// Which factor an outer trace gets: 1, that of an electric wall or that of a magnetic wall. At a wall the outer trace
/// is the own one.
enum Mirror : int { mirrorNone = 0, mirrorPec = 1, mirrorPmc = 2 };

/// An element as the kernels read it. Blocks copy records in bulk, hence the alignment.
template <class Real>
struct alignas(16) ElementRecord {
  Real metric[6];  ///< delta t_j . t_k for jk = 11, 12, 13, 22, 23, 33, 1/m (elementRhs.cuh); 0 without element
  /// faceBits bits for each of the faces 0 to 3, from the lowest bit on, then the index of the material.
  std::uint64_t words;
};

/// A gathered trace: an outer trace that stands outside the cluster, so that its block gathers it before it computes.
/// - element: face `index & 3` of slot `index >> 2`, in another cluster.
/// - record: trace record `index`, that of a halo face.
/// - boundary: a boundary face of the cluster itself whose condition dissipates, given like an element's face. Its
/// outer trace is made of the own traces and of the incident wave (makeBoundaryTrace()).
/// Boundary faces that reflect all are no gathered traces: the block mirrors the own trace. The outer trace of an
/// injected face (DgtdProblem::injectedFace) is always gathered, and is the sum of the neighbour's own trace, an
/// element or a record, and of the incident waves (InjectedRun).
enum class GatheredKind : std::uint32_t { element = 0, record = 1, boundary = 2 };
struct GatheredTrace {
  std::uint32_t word;  ///< kind above indexBits bits of the index, or `none`: no trace
  static constexpr std::uint32_t indexBits = 30, none = 0xffffffffu;
  static FLUXTET_HOST_DEVICE GatheredTrace make(GatheredKind kind, std::int64_t index) {
    return {static_cast<std::uint32_t>(kind) << indexBits | static_cast<std::uint32_t>(index)};
  }
  /// Kind and index of a trace; of `none` the kind is no enumerator.
  FLUXTET_HOST_DEVICE GatheredKind kind() const { return static_cast<GatheredKind>(word >> indexBits); }
  FLUXTET_HOST_DEVICE std::uint32_t index() const { return word & ((1u << indexBits) - 1); }
};

/// The incident waves have records too, with the number of a *wave record*: first those of the wave faces
/// (DgtdProblem::waveFace), in their order, then those of the injected faces, cluster by cluster. The injected faces of
/// a cluster are its first `count` gathered traces; the wave record of the k-th one is firstRecord + k. Faces with a
/// law (DgtdProblem::lawFace) are injected faces to the kernels; at a boundary face the neighbour's trace is the own
/// one, and the sum is mirrored.
struct InjectedRun {
  std::int32_t firstRecord, count;
};

/// Consecutive clusters; `end` is excluded.
struct ClusterRange {
  std::int32_t begin = 0, end = 0;
};

/// The slots of the elements. A slot is the place of an element in all arrays [slot] of the engine. Slots are in the
/// computing order of the elements; interior elements and border elements fill clusters of their own, so that either is
/// a range of clusters. Slots without an element are inert.
class ClusterSlots {
 public:
  ClusterSlots() = default;
  /// Throws RunError where there are more elements than GatheredTrace can address.
  ClusterSlots(const DgtdProblem& problem, int clusterSize);

  int clusterSize() const { return clusterSize_; }
  std::int32_t numClusters() const { return numClusters_; }
  std::int32_t numBorderClusters() const { return numClusters_ - interiorClusters_; }
  std::int32_t numElements() const { return numElements_; }
  std::int64_t numSlots() const { return static_cast<std::int64_t>(numClusters_) * clusterSize_; }
  /// Element e is in slot e if it is one of the numInterior() interior elements, else in slot e + borderShift().
  std::int32_t numInterior() const { return numInterior_; }
  std::int32_t borderShift() const { return interiorClusters_ * clusterSize_ - numInterior_; }
  std::int32_t ofElement(std::int32_t element) const {
    return element < numInterior_ ? element : element + borderShift();
  }
  /// The element in a slot that has one.
  std::int32_t elementAt(std::int64_t slot) const {
    const std::int64_t firstOfBorder = static_cast<std::int64_t>(interiorClusters_) * clusterSize_;
    return static_cast<std::int32_t>(slot < firstOfBorder ? slot : slot - borderShift());
  }
  /// The clusters of an element range. Throws std::logic_error unless the range begins and ends between clusters.
  ClusterRange clusters(ElementRange range) const;

 private:
  /// The cluster that begins with this element.
  std::int32_t clusterFrom(std::int32_t element) const {
    return element < numInterior_ ? element / clusterSize_
                                  : interiorClusters_ + (element - numInterior_) / clusterSize_;
  }

  int clusterSize_ = 1;
  std::int32_t numElements_ = 0, numInterior_ = 0, interiorClusters_ = 0, numClusters_ = 0;
};

/// The mesh of one rank in the form in which the kernels read it, in host memory.
template <class Real>
struct ClusterMesh {
  ClusterMesh(const DgtdProblem& problem, int clusterSize);

  ClusterSlots slots;
  std::vector<MaterialValues> materials;       ///< the different media; kernels know them by their index
  std::vector<ElementRecord<Real>> record;     ///< [slot]
  std::vector<std::uint32_t> outerMaterial;    ///< [slot][4] medium across each face (mediumAcross()); upwind flux only
  std::array<std::vector<Real>, 2> jumpScale;  ///< [target][slot][4] m, see RhsArgs; empty without jump terms
  /// That of E by PenaltyPart: of the bounded and of the damped part alone. Empty without a damped part.
  std::vector<Real> boundedJumpScale, dampedJumpScale;
  std::vector<Real> edge;      ///< [slot][3][xyz] edges t_1, t_2, t_3 from vertex 0, m
  std::vector<double> volume;  ///< [slot] m^3, 0 for slots without element
  /// [cluster][maxGathered] gathered traces of each cluster, filled up with GatheredTrace::none. The length is fixed so
  /// that a block finds its list without a look-up.
  std::vector<GatheredTrace> gathered;
  std::int32_t maxGathered = 0;           ///< gathered traces of the cluster that has most
  std::vector<std::int32_t> numGathered;  ///< [cluster]
  std::vector<std::int32_t> waveRecord;   ///< [cluster][maxGathered] see RhsArgs; empty if no wave enters
  std::vector<Real> reflection;           ///< [cluster][maxGathered] see RhsArgs; empty if it is 0 everywhere
  std::vector<InjectedRun> injected;      ///< [cluster] empty without injected faces
  std::vector<std::int32_t> waveFace;     ///< [wave record] index for DgtdProblem::incidentFace(); -1: of a law's face
  std::vector<std::int32_t> lawRecord;    ///< [index into DgtdProblem::lawFace] wave record
  /// The clusters that have a face in common with this one, and this one itself, ascending.
  std::vector<std::int32_t> partners(std::int32_t cluster) const;

 private:
  void setGeometry(const DgtdProblem& problem);
  void setMaterials(const DgtdProblem& problem);
  /// RhsArgs::jumpScale of a part of the penalty.
  std::vector<Real> jumpScales(const DgtdProblem& problem, Field target, PenaltyPart part) const;
  void setFaces(const DgtdProblem& problem);
  void setFace(std::size_t slot, int face, int trace, Mirror mirror);
  void setInjectedFaces(const DgtdProblem& problem, const std::vector<std::int32_t>& elementOf, std::int32_t cluster,
                        std::vector<GatheredTrace>& traces);
  void setPlainFaces(const DgtdProblem& problem, const std::vector<std::int32_t>& elementOf, std::int32_t cluster,
                     std::vector<GatheredTrace>& traces);
  void setBoundaryFaces(const DgtdProblem& problem);
};

extern template struct ClusterMesh<float>;
extern template struct ClusterMesh<double>;

}  // namespace fluxtet::dgtd::cuda
