// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The three kernels of Cabel, Charles, Lanteri, "Multi-GPU acceleration of a DGTD method for modeling human exposure to
// electromagnetic waves", 2011, section 4: a block takes some tetrahedra, brings their data to shared memory,
// synchronises, computes, synchronises and writes back. For P1 and P2 one launch computes all degrees of freedom and all
// faces; for P3 and P4 degrees of freedom and faces are spread over launches. Kept plain: the reference of the fused kernel.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/outerTrace.cuh"

#include <algorithm>

namespace fluxtet::gpu {
namespace {

/// Tetrahedra of a block, a divisor of every cluster, and how many launches share the degrees of freedom.
template <int order>
struct SplitShape {
  static constexpr int tetrahedra = order == 1 ? 32 : order == 2 ? 16 : order == 3 ? 8 : 4;
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf;
  static constexpr bool highOrder = order >= 3;
  static constexpr int volumeLaunches = highOrder ? 2 : 1;
  static constexpr int nodesPerLaunch = (np + volumeLaunches - 1) / volumeLaunches;
  static constexpr int facesPerLaunch = highOrder ? 1 : 4;
};

/// r = curl of the source for the coefficients firstNode.. of each element.
template <class Real, int order>
__global__ void intVolume(const __grid_constant__ RateArgs<Real> args, const Real* derivative, int firstNode, Real* rate) {
  using Shape = SplitShape<order>;
  constexpr int np = Shape::np, stride = elementStride(order), threads = Shape::tetrahedra * Shape::nodesPerLaunch;
  __shared__ Real source[Shape::tetrahedra * stride];
  const std::int64_t firstSlot =
      static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + blockIdx.x * Shape::tetrahedra;
  for (int i = threadIdx.x; i < Shape::tetrahedra * stride; i += threads) source[i] = args.source[firstSlot * stride + i];
  __syncthreads();

  const int element = threadIdx.x / Shape::nodesPerLaunch, n = firstNode + threadIdx.x % Shape::nodesPerLaunch;
  if (n >= np) return;
  Real d[3][3] = {};  // d[i][k]: derivative of component k by lambda_(i + 1)
  for (int m = 0; m < np; ++m)
    for (int i = 0; i < 3; ++i) {
      const Real weight = derivative[(i * np + n) * np + m];
      for (int k = 0; k < 3; ++k) d[i][k] += weight * source[element * stride + 3 * m + k];
    }
  Real* to = rate + (firstSlot + element) * stride + 3 * n;
  to[0] = d[1][2] - d[2][1];
  to[1] = d[2][0] - d[0][2];
  to[2] = d[0][1] - d[1][0];
}

/// What the jump of the target at node m of face f adds to that of the source (RateArgs::jumpScale).
template <class Real, int order>
__device__ __forceinline__ void addTargetJump(const RateArgs<Real>& args, const OuterFace<Real>& outer, std::int64_t slot, int f,
                                              int m, Real& u, Real& v) {
  const Real scale = signedJumpScale(args, args.jumpScale[4 * slot + f], f);
  if (scale == 0) return;
  const FaceMetric<Real> metric = faceMetric(args.record[slot].metric, f);
  // The target's own trace is mirrored with the opposite sign of the source's.
  const Real mirror = outer.mirror == mirrorNone ? Real(1) : -args.mirror[outer.mirror];
  Real targetU, targetV, outerU, outerV;
  elementTrace<Real, order>(args.target, slot, f, m, targetU, targetV);
  outerTrace<Real, order>(outer, args.target, args.targetTrace, m, outerU, outerV);
  targetU -= mirror * outerU;
  targetV -= mirror * outerV;
  u += scale * (metric.uu * targetV - metric.uv * targetU);
  v -= scale * (metric.vv * targetU - metric.uv * targetV);
}

/// r += lifted fluxes of the faces firstFace.. of each element.
template <class Real, int order>
__global__ void intSurface(const __grid_constant__ RateArgs<Real> args, const Real* lift, int firstFace, Real* rate) {
  using Shape = SplitShape<order>;
  constexpr int np = Shape::np, nf = Shape::nf, faces = Shape::facesPerLaunch, stride = elementStride(order);
  constexpr int threads = Shape::tetrahedra * np;
  __shared__ Real jump[Shape::tetrahedra][faces][nf][2];
  const std::int64_t firstSlot =
      static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + blockIdx.x * Shape::tetrahedra;
  for (int i = threadIdx.x; i < Shape::tetrahedra * faces * nf; i += threads) {
    const int element = i / (faces * nf), face = i / nf % faces, m = i % nf, f = firstFace + face;
    const std::int64_t slot = firstSlot + element;
    const OuterFace<Real> outer =
        outerFaceOf(args, slot, static_cast<unsigned>(args.record[slot].words >> (f * faceBits)));
    Real u, v, outerU, outerV;
    elementTrace<Real, order>(args.source, slot, f, m, u, v);
    if (outer.kind == RemoteKind::absorbing) {
      absorbingTrace<Real, order>(args, slot, f, static_cast<std::int32_t>(outer.index), m, outerU, outerV);
    } else {
      outerTrace<Real, order>(outer, args.source, args.sourceTrace, m, outerU, outerV);
    }
    u -= args.mirror[outer.mirror] * outerU;
    v -= args.mirror[outer.mirror] * outerV;
    if (args.jumpScale != nullptr) addTargetJump<Real, order>(args, outer, slot, f, m, u, v);
    jump[element][face][m][0] = u;
    jump[element][face][m][1] = v;
  }
  __syncthreads();

  const int element = threadIdx.x / np, n = threadIdx.x % np;
  Real r[3] = {0, 0, 0};
  for (int face = 0; face < faces; ++face) {
    const int f = firstFace + face;
    Real u = 0, v = 0;
    for (int m = 0; m < nf; ++m) {
      const Real weight = lift[(f * np + n) * nf + m];
      u += weight * jump[element][face][m][0];
      v += weight * jump[element][face][m][1];
    }
    // s_f (-v, u) along the face's two edges (see ElementRate).
    if (f == 0) r[0] += u - v, r[1] += v, r[2] -= u;
    if (f == 1) r[1] -= v, r[2] += u;
    if (f == 2) r[0] += v, r[2] -= u;
    if (f == 3) r[0] -= v, r[1] += u;
  }
  Real* to = rate + (firstSlot + element) * stride + 3 * n;
  for (int k = 0; k < 3; ++k) to[k] += r[k];
}

constexpr int updateThreads = 128;

/// out = outScale out + rateScale metric r + targetScale target, one thread a coefficient.
template <class Real, int order>
__global__ void updateField(const __grid_constant__ RateArgs<Real> args, const Real* rate) {
  constexpr int np = NodeOrder<order>::np, stride = elementStride(order);
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * updateThreads + threadIdx.x;
  if (item >= static_cast<std::int64_t>(args.numClusters) * args.clusterSize * np) return;
  const std::int64_t slot = static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + item / np;
  const std::int64_t at = slot * stride + 3 * (item % np);
  const ElementRecord<Real>& record = args.record[slot];
  const Real* g = record.metric;
  const Real *r = rate + at, x = r[0], y = r[1], z = r[2];
  const auto material = record.words >> (4 * faceBits);
  const Real scale = args.rateScale[material], targetScale = args.targetScale ? args.targetScale[material] : Real(0);
  const Real increment[3] = {g[0] * x + g[1] * y + g[2] * z, g[1] * x + g[3] * y + g[4] * z, g[2] * x + g[4] * y + g[5] * z};
  for (int k = 0; k < 3; ++k)
    args.out[at + k] = args.outScale * args.out[at + k] + scale * increment[k] + targetScale * args.target[at + k];
}

template <int order, class Real>
int blocksOf(const RateArgs<Real>& args) {
  return args.numClusters * (args.clusterSize / SplitShape<order>::tetrahedra);
}

}  // namespace

template <class Real>
void launchVolume(int order, const RateArgs<Real>& args, const SplitOperators<Real>& operators, Real* rate,
                  cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    using Shape = SplitShape<p.value>;
    for (int launch = 0; launch < Shape::volumeLaunches; ++launch) {
      intVolume<Real, p.value><<<blocksOf<p.value>(args), Shape::tetrahedra * Shape::nodesPerLaunch, 0, stream>>>(
          args, operators.derivative, launch * Shape::nodesPerLaunch, rate);
      checkLaunch("intVolume");
    }
  });
}

template <class Real>
void launchSurface(int order, const RateArgs<Real>& args, const SplitOperators<Real>& operators, Real* rate,
                   cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    using Shape = SplitShape<p.value>;
    for (int face = 0; face < 4; face += Shape::facesPerLaunch) {
      intSurface<Real, p.value><<<blocksOf<p.value>(args), Shape::tetrahedra * Shape::np, 0, stream>>>(
          args, operators.lift, face, rate);
      checkLaunch("intSurface");
    }
  });
}

template <class Real>
void launchUpdate(int order, const RateArgs<Real>& args, const Real* rate, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    const std::int64_t items = static_cast<std::int64_t>(args.numClusters) * args.clusterSize * NodeOrder<p.value>::np;
    updateField<Real, p.value>
        <<<static_cast<int>((items + updateThreads - 1) / updateThreads), updateThreads, 0, stream>>>(args, rate);
    checkLaunch("updateField");
  });
}

#define FLUXTET_INSTANTIATE(Real)                                                                              \
  template void launchVolume(int, const RateArgs<Real>&, const SplitOperators<Real>&, Real*, cudaStream_t);  \
  template void launchSurface(int, const RateArgs<Real>&, const SplitOperators<Real>&, Real*, cudaStream_t); \
  template void launchUpdate(int, const RateArgs<Real>&, const Real*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::gpu
