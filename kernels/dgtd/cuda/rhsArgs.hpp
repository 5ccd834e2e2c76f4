// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "lib/physics/waveform.hpp"

namespace fluxtet::dgtd::cuda {

/// Values that one element takes in a field array: 3 Np, made odd where threads that read their own elements would
/// otherwise meet in the same banks of shared memory (P1 and P2 read theirs in wide words).
constexpr int elementStride(int order) {
  const int values = (order + 1) * (order + 2) * (order + 3) / 2;
  return order <= 2 || values % 2 == 1 ? values : values + 1;
}
/// Values of one trace record: u, v at each node of the face.
constexpr int traceSize(int order) {
  return (order + 1) * (order + 2);
}

/// A time that a replayed graph reads from the step counter: base + (*step + ahead) * dt, s; `step` null: base.
struct KernelTime {
  double base = 0;
  const std::int64_t* step = nullptr;
  std::int64_t ahead = 0;
  double dt = 0;
};

/// The waveforms of a problem, device memory.
struct WaveformTable {
  const Waveform* waveform;
  const double *tableTime, *tableValue;
  int count;
};

/// Currents of the elements that have some: coefficients are covariant Bernstein ones of Z0 J.
template <class Real>
struct CurrentList {
  std::int32_t numElements;
  const std::int32_t* slot;                ///< [numElements], ascending
  const std::int32_t* begin;               ///< [numElements + 1] into waveform and coefficient
  const std::int32_t* waveform;            ///< [source]
  const Real* coefficient;                 ///< [source][3 Np]
  std::int32_t firstCluster, numClusters;  ///< that hold all of them
  const std::int32_t* clusterBegin;        ///< [numClusters + 1] into slot
};

/// What the fused kernel takes off `out` besides: scale[material] * sum coefficient w(time).
template <class Real>
struct CurrentTerm {
  CurrentList<Real> list;  ///< of no clusters: nothing
  WaveformTable waveforms;
  KernelTime time;
  const Real* scale;
};

/// What the fused kernel does with the border: computes it first and counts its clusters. Where traces are to
/// leave, some blocks among the others then pack them, and the last of these tells who waits for them.
template <class Real>
struct BorderArgs {
  std::int32_t numClusters;            ///< so many at the end of the range are the border; 0: none
  std::uint32_t* done;                 ///< grows by one for each of them
  std::uint32_t doneAtEnd;             ///< what it then is
  std::int32_t clustersBeforePackers;  ///< clusters that are computed between the border and the blocks that pack, if
                                       ///< there are so many
  std::int32_t numPackers;             ///< blocks; 0: nothing is packed
  std::int32_t numTraces;
  const std::int32_t* slotFace;  ///< [numTraces] 4 * slot + face
  Real* const* destination;      ///< [numTraces] where each record goes, be it here or in another GPU's memory
  std::uint32_t* packed;         ///< grows by one for each packing block
  std::uint32_t packedAtEnd;
  std::uint32_t* const* flag;  ///< [numFlags] counters here or on other GPUs, set to flagValue when all have gone
  std::int32_t numFlags;
  std::uint32_t flagValue;
  const std::uint32_t* const*
      awaited;  ///< [numAwaited] counters here that other GPUs set to awaitedValue when their traces are here
  std::int32_t numAwaited;
  std::uint32_t awaitedValue;
};

/// How half steps that follow each other overlap: the first blocks of one start while the last of the one before end,
/// and wait for their partners only, the clusters with which they have faces in common and themselves. All other blocks
/// wait for the end of the half step before.
struct ChainArgs {
  std::uint32_t count;          ///< of this half step; 0: it stands alone
  bool overlaps;                ///< the half step before may still run, else it has ended
  std::int32_t numEarly;        ///< clusters that wait for partners: the first to be computed
  const std::int32_t* partner;  ///< [numEarly][maxPartners] places in `halfStepsDone`; -1: no more
  std::int32_t maxPartners;
  const std::int32_t* placeOf;  ///< [cluster] in `halfStepsDone`, -1: it is nobody's partner
  std::uint32_t*
      halfStepsDone;  ///< [place * counterSpacing] number of half steps that a cluster has completed; becomes `count`
};
/// Counters stand apart, so that who waits for one does not hold up others.
inline constexpr int counterSpacing = 16;

/// out = outScale base + rhsScale * (curl and fluxes of source on target) + targetScale * target, on a range of
/// clusters. All pointers are device memory. `base` is `out` or `target`; `out` may be `target` unless there are jump
/// terms, which read the target's outer traces.
template <class Real>
struct RhsArgs {
  const Real* source;  ///< [slot][elementStride]
  const Real* target;  ///< read where targetScale, jump terms or gathered boundary faces need it
  const Real* base;    ///< what `out` continues
  Real* out;
  const ElementRecord<Real>* record;
  const RemoteTrace* remote;  ///< [cluster][maxRemote]
  /// Of gathered boundary faces, [cluster][maxRemote]: trace record of the waves that enter there, -1: none; null: no
  /// waves at all.
  const std::int32_t* waveRecord;
  /// Of gathered boundary faces, [cluster][maxRemote]: FaceCondition::reflection; null: 0 everywhere.
  const Real* reflection;
  const Real* sourceTrace;  ///< [trace record][Nf][2] of the source: other ranks, incident waves
  const Real* targetTrace;  ///< of the target; only its incident waves are read, and with jump terms other ranks'
  /// Jump terms: [slot][4] 2 share / (q- + q+) / sqrt(det M) of each face, M its FaceMetric, q the impedance (target E)
  /// or admittance (target H) on either side; 0 at boundary faces that are gathered. Null: none.
  const Real* jumpScale;
  const Real* rhsScale;     ///< [material]
  const Real* targetScale;  ///< [material], null: none
  const Real* admittance;   ///< [material] 1/Z for target E, Z for target H
  Real outScale;            ///< 0: `base` is not read
  Real sourceMirror[3];     ///< factor of the source's own trace as outer trace, by Mirror
  Real targetMirror[3];     ///< of the target's
  Real dissipation;         ///< sign of the dissipative terms: -1 or 1
  std::int32_t firstCluster, numClusters, clusterSize;
  std::int32_t maxRemote;     ///< most gathered traces of any cluster; sets the shared memory
  BorderArgs<Real> border;    ///< fused kernel only
  CurrentTerm<Real> current;  ///< fused kernel only
  ChainArgs chain;            ///< fused kernel only
};

}  // namespace fluxtet::dgtd::cuda
