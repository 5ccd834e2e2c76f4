// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/clusterMesh.hpp"

namespace fluxtet::gpu {

/// Values that one element takes in a field array: 3 Np, made odd where threads that read their own elements would
/// otherwise meet in the same banks of shared memory (P1 and P2 read theirs in wide words).
constexpr int elementStride(int order) {
  const int values = (order + 1) * (order + 2) * (order + 3) / 2;
  return order <= 2 || values % 2 == 1 ? values : values + 1;
}
/// Values of one trace record: u, v at each node of the face.
constexpr int traceSize(int order) { return (order + 1) * (order + 2); }

/// out = outScale out + rateScale * (curl and fluxes of source on target) + targetScale * target, on a range of clusters.
/// All pointers are device memory. `out` may be `target`.
template <class Real>
struct RateArgs {
  const Real* source;       ///< [slot][elementStride]
  const Real* target;       ///< read where targetScale or an absorbing face needs it
  Real* out;
  const ElementRecord<Real>* record;
  const RemoteTrace* remote;  ///< [cluster][maxRemote]
  const AbsorbingFace* absorbing;
  const Real* sourceTrace;  ///< [trace record][Nf][2] of the source: other ranks, incident waves
  const Real* targetTrace;  ///< of the target; only its incident waves are read
  const Real* rateScale;    ///< [material]
  const Real* targetScale;  ///< [material], null: none
  const Real* admittance;   ///< [material] 1/Z for target E, Z for target H
  Real outScale;            ///< 0: `out` is not read
  Real mirror[3];           ///< factor of the own trace as outer trace, by Mirror
  Real dissipation;         ///< sign of the absorbing term: -1 or 1
  std::int32_t firstCluster, numClusters, clusterSize;
  std::int32_t maxRemote;    ///< most gathered traces of any cluster; sets the shared memory
  std::int32_t numFirst;     ///< so many clusters at the end of the range are computed first, and counted; fused kernel only
  std::uint32_t* firstDone;  ///< grows by one for each of them
};

}  // namespace fluxtet::gpu
