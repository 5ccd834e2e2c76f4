// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/fusedKernel.cuh"

namespace fluxtet::dgtd::cuda {

/// Where the outer trace of a face stands, for kernels that read all traces from global memory.
template <class Real>
struct OuterFace {
  GatheredKind kind;
  std::int64_t index;  ///< element: slot; record: trace record; boundary: trace record of the incident waves, or -1
  int face;            ///< element: its face
  int mirror;          ///< Mirror: factor of the outer trace
  Real reflection;     ///< boundary: FaceCondition::reflection; else 0
};

/// The outer face of a face of the element in `slot`. `word`: the face's bits of ElementRecord::words, lowest first.
template <class Real>
__device__ __forceinline__ OuterFace<Real> outerFaceOf(const RhsArgs<Real>& args, std::int64_t slot, unsigned word) {
  const int trace = word & ((1 << traceBits) - 1), mirror = (word >> traceBits) & ((1 << mirrorBits) - 1);
  const auto cluster = static_cast<std::int32_t>(slot / args.clusterSize);
  if (trace < gatheredBase)
    return {GatheredKind::element, static_cast<std::int64_t>(cluster) * args.clusterSize + (trace >> 2), trace & 3,
            mirror, Real(0)};
  const std::int64_t at = static_cast<std::int64_t>(cluster) * args.maxGathered + trace - gatheredBase;
  const std::uint32_t gathered = args.gathered[at].word;
  const auto kind = static_cast<GatheredKind>(gathered >> GatheredTrace::indexBits);
  const std::uint32_t index = gathered & ((1u << GatheredTrace::indexBits) - 1);
  if (kind == GatheredKind::element) return {kind, index >> 2, static_cast<int>(index & 3), mirrorNone, Real(0)};
  if (kind == GatheredKind::boundary)
    return {kind, args.waveRecord != nullptr ? args.waveRecord[at] : -1, 4, mirrorNone,
            args.reflection != nullptr ? args.reflection[at] : Real(0)};
  return {kind, index, 4, mirrorNone, Real(0)};
}

/// Sets (u, v), V, to the outer trace of a field at node m of the face; at a boundary face to the incident trace, where
/// waves enter. field [slot][elementStride]; records [trace record][Nf][2].
template <class Real, int order>
__device__ __forceinline__ void outerTrace(const OuterFace<Real>& outer, const Real* field, const Real* records, int m,
                                           Real& u, Real& v) {
  if (outer.kind == GatheredKind::element) {
    elementTrace<Real, order>(field, outer.index, outer.face, m, u, v);
  } else {
    const std::int64_t at = outer.index * traceSize(order) + 2 * m;
    u = records[at];
    v = records[at + 1];
  }
}

}  // namespace fluxtet::dgtd::cuda
