// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"
#include "kernels/dgtd/materials.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// A thread block works on a cluster of consecutive elements whose source field it holds in shared memory. What a face
/// reads there, in `faceBits` bits: 4 * element of the cluster + face, or remoteBase + k for the k-th outer trace that
/// the block gathers beforehand; above them how the trace is mirrored.
inline constexpr int maxClusterSize = 256;
inline constexpr int remoteBase = 4 * maxClusterSize;
inline constexpr int traceBits = 11, mirrorBits = 2, faceBits = traceBits + mirrorBits;
inline constexpr int materialBits = 64 - 4 * faceBits;
enum Mirror : int { mirrorNone = 0, mirrorPec = 1, mirrorPmc = 2 };

/// An element as the kernels read it: delta t_j . t_k (11, 12, 13, 22, 23, 33) and, in `words`, four faces and the
/// material.
template <class Real>
struct alignas(16) ElementRecord {
  Real metric[6];
  std::uint64_t words;
};

/// A trace that a block gathers: face `index & 3` of slot `index >> 2`; a trace record (halo face); or a boundary face
/// whose condition dissipates, given like the first: its outer trace is made of the own ones and of the waves that
/// enter. Walls that reflect all are no gathered traces: a block mirrors its own.
enum class RemoteKind : std::uint32_t { element = 0, record = 1, boundary = 2 };
struct RemoteTrace {
  std::uint32_t word;
  static constexpr std::uint32_t indexBits = 30, none = 0xffffffffu;
  static RemoteTrace make(RemoteKind kind, std::int64_t index) {
    return {static_cast<std::uint32_t>(kind) << indexBits | static_cast<std::uint32_t>(index)};
  }
  /// Of one that is not `none`.
  RemoteKind kind() const { return static_cast<RemoteKind>(word >> indexBits); }
  std::uint32_t index() const { return word & ((1u << indexBits) - 1); }
};

struct ClusterRange {
  std::int32_t begin = 0, end = 0;
};

/// Where elements stand: interior elements and the border fill clusters of their own, so that either is a
/// range.
class ClusterSlots {
 public:
  ClusterSlots() = default;
  ClusterSlots(const DgtdProblem& problem, int clusterSize);

  int clusterSize() const { return clusterSize_; }
  std::int32_t numClusters() const { return numClusters_; }
  std::int32_t numBorderClusters() const { return numClusters_ - interiorClusters_; }
  std::int32_t numElements() const { return numElements_; }
  std::int64_t numSlots() const { return static_cast<std::int64_t>(numClusters_) * clusterSize_; }
  /// Elements from this one on stand `shift` slots further.
  std::int32_t numInterior() const { return numInterior_; }
  std::int32_t borderShift() const { return interiorClusters_ * clusterSize_ - numInterior_; }
  std::int32_t ofElement(std::int32_t element) const {
    return element < numInterior_ ? element : element + borderShift();
  }
  /// Of a slot that has one.
  std::int32_t elementAt(std::int64_t slot) const {
    const std::int64_t firstOfBorder = static_cast<std::int64_t>(interiorClusters_) * clusterSize_;
    return static_cast<std::int32_t>(slot < firstOfBorder ? slot : slot - borderShift());
  }
  /// Clusters of a range that begins and ends between clusters; throws std::logic_error for another one.
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

/// The mesh of one rank as the kernels read it, in host memory.
template <class Real>
struct ClusterMesh {
  ClusterMesh(const DgtdProblem& problem, int clusterSize);

  ClusterSlots slots;
  std::vector<MaterialValues> materials;
  std::vector<ElementRecord<Real>> record;     ///< [slot]
  std::vector<std::uint32_t> outerMaterial;    ///< [slot][4] medium across each face (mediumAcross()). Upwind only.
  std::array<std::vector<Real>, 2> jumpScale;  ///< by target field, see RhsArgs; empty without a penalty
  std::vector<Real> edge;                      ///< [slot][3][3] t_1..3, m
  std::vector<double> volume;                  ///< [slot] m^3, 0 for slots without element
  /// [cluster][maxRemote] traces that a cluster gathers, filled up with RemoteTrace::none: a block finds its own
  /// without looking up where they begin.
  std::vector<RemoteTrace> remote;
  std::int32_t maxRemote = 0;            ///< most traces of one cluster
  std::vector<std::int32_t> waveRecord;  ///< as remote: record of incident traces or -1; empty if no wave enters
  std::vector<Real> reflection;          ///< as remote: of boundary faces; empty if it is 0 everywhere
  /// [wave record] index into DgtdProblem::waveFace; faces of interior elements first.
  std::vector<std::int32_t> waveFace;
  std::int32_t numHaloFaces = 0;
  /// Clusters that have a face in common with this one, and itself, ascending.
  std::vector<std::int32_t> partners(std::int32_t cluster) const;
  /// Records of outer traces: halo faces, then incident traces.
  std::int64_t numTraceRecords() const { return numHaloFaces + static_cast<std::int64_t>(waveFace.size()); }

 private:
  void setGeometry(const DgtdProblem& problem);
  void setMaterials(const DgtdProblem& problem);
  void setJumpScales(const DgtdProblem& problem, Field target);
  void setFaces(const DgtdProblem& problem);
};

extern template struct ClusterMesh<float>;
extern template struct ClusterMesh<double>;

}  // namespace fluxtet::dgtd::cuda
