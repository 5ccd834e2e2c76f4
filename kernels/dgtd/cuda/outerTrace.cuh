// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/fusedKernel.cuh"

namespace fluxtet::dgtd::cuda {

/// Where the outer trace of a face stands, for kernels that read all traces from global memory.
struct OuterFace {
  GatheredKind kind;
  /// element: slot; record: trace record; boundary: index of the face in the lists [cluster][gatheredPitch] of RhsArgs
  std::int64_t index;
  int face;                      ///< element: its face
  std::int64_t waveRecord = -1;  ///< of an injected face, whose waves are added to this trace; -1: it is none
};

/// Where a gathered trace of the kind element or record stands.
__device__ __forceinline__ OuterFace outerFaceAt(GatheredTrace trace) {
  if (trace.kind() == GatheredKind::element)
    return {GatheredKind::element, trace.index() >> 2, static_cast<int>(trace.index() & 3)};
  return {trace.kind(), trace.index(), 4};
}

/// The outer face of a face of the element in `slot`. `word`: the face's bits of ElementRecord::words, lowest first.
template <class Real>
__device__ __forceinline__ OuterFace outerFaceOf(const RhsArgs<Real>& args, std::int64_t slot, unsigned word) {
  const int place = word & ((1 << traceBits) - 1);
  const std::int64_t cluster = slot / args.clusterSize;
  if (place < gatheredBase) return {GatheredKind::element, cluster * args.clusterSize + (place >> 2), place & 3};
  const std::int64_t entry = cluster * args.gatheredPitch + place - gatheredBase;
  const GatheredTrace trace = args.gathered[entry];
  if (trace.kind() == GatheredKind::boundary) return {GatheredKind::boundary, entry, 4};
  OuterFace outer = outerFaceAt(trace);
  if (args.injected != nullptr) {
    const InjectedRun injected = args.injected[cluster];
    if (place - gatheredBase < injected.count) outer.waveRecord = injected.firstRecord + place - gatheredBase;
  }
  return outer;
}

/// Sets (u, v), V, to the outer trace of a field at node m of a face that is no boundary face, without the mirror
/// factor and without the incident waves of an injected face. field [slot][elementStride]; records [trace
/// record][Nf][2].
template <class Real, int order>
__device__ __forceinline__ void outerTrace(const OuterFace& outer, const Real* field, const Real* records, int m,
                                           Real& u, Real& v) {
  if (outer.kind == GatheredKind::element) {
    elementTrace<Real, order>(field, outer.index, outer.face, m, u, v);
  } else {
    const std::int64_t at = outer.index * traceSize(order) + 2 * m;
    u = records[at];
    v = records[at + 1];
  }
}

/// Adds the incident waves of an injected face to (u, v), V. waves [wave record][Nf][2]: those of the field.
template <class Real, int order>
__device__ __forceinline__ void addWaves(const OuterFace& outer, const Real* waves, int m, Real& u, Real& v) {
  if (outer.waveRecord < 0) return;
  const std::int64_t at = outer.waveRecord * traceSize(order) + 2 * m;
  u += waves[at];
  v += waves[at + 1];
}

}  // namespace fluxtet::dgtd::cuda
