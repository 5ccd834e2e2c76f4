// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/elementRate.cuh"
#include "kernels/dgtd/cuda/rateArgs.hpp"

namespace fluxtet::gpu {

/// Components, within a node's triple or a trace record's pair, that make u and v; face 0 subtracts the first.
__device__ __forceinline__ int componentU(int face) { return face == 4 ? 0 : face == 0 || face == 1 ? 1 : 0; }
__device__ __forceinline__ int componentV(int face) { return face == 4 || face == 3 ? 1 : 2; }

/// Four bytes: where the trace's node m stands in an element for its faces 0..3, or, fifth, in a trace record.
template <int order, int m>
struct NodeOffsets {
  static constexpr unsigned ofFaces = 3u * nodeOrder<order>.faceNode[0][m] | 3u * nodeOrder<order>.faceNode[1][m] << 8 |
                                      3u * nodeOrder<order>.faceNode[2][m] << 16 |
                                      3u * nodeOrder<order>.faceNode[3][m] << 24;
  static constexpr unsigned ofRecord = 2u * m;
};

/// Element node of node m of face f, both known at run time.
template <int order>
__device__ __forceinline__ int faceNodeOf(int f, int m) {
  // Second and third index of the face node; its order is that of NodeOrder.
  int j = 0, i = m;
  for (int row = order + 1; i >= row; --row) i -= row, ++j;
  const int first = order - i - j;
  // Multi-index with zero at f.
  const int a1 = f == 0 ? first : f == 1 ? 0 : i, a2 = f < 2 ? i : f == 2 ? 0 : j, a3 = f == 3 ? 0 : j;
  // Nodes before plane a3, before row a2 of it.
  const int plane = order - a3;
  const auto tetrahedral = [](int n) { return n * (n + 1) * (n + 2) / 6; };
  const int before = tetrahedral(order + 1) - tetrahedral(plane + 1);
  return before + a2 * (plane + 1) - a2 * (a2 - 1) / 2 + a1;
}

/// The trace (u, v) of a field at one node of a face, from global memory.
template <class Real, int order>
__device__ __forceinline__ void elementTrace(const Real* field, std::int64_t slot, int face, int m, Real& u, Real& v) {
  const Real* node = field + slot * elementStride(order) + 3 * faceNodeOf<order>(face, m);
  u = node[componentU(face)];
  v = node[componentV(face)];
  if (face == 0) {
    const Real first = node[0];
    u -= first;
    v -= first;
  }
}

/// Metric of the edges A->B and A->C of face f, times delta.
template <class Real>
struct FaceMetric {
  Real uu, uv, vv;
};
template <class Real>
__device__ __forceinline__ FaceMetric<Real> faceMetric(const Real* g, int f) {
  const Real g11 = g[0], g12 = g[1], g13 = g[2], g22 = g[3], g23 = g[4], g33 = g[5];
  if (f == 0) return {g22 - 2 * g12 + g11, g23 - g12 - g13 + g11, g33 - 2 * g13 + g11};
  return {f == 1 ? g22 : g11, f == 1 ? g23 : f == 2 ? g13 : g12, f == 3 ? g22 : g33};
}

/// What an absorbing face (Silver-Mueller) sees across: the incident trace of the source, with the dissipation of the target's own
/// trace written as a difference of source traces. With q the impedance (target E) or admittance (target H), M the metric
/// of the two edges, the term -+ (1/q) |g_f| [target]_tangential has the components adj(M) (u, v) / sqrt(det M) / q along
/// the edges, in units of delta, and s_f (-v, u) of that difference must equal them.
template <class Real, int order>
__device__ __forceinline__ void absorbingTrace(const RateArgs<Real>& args, AbsorbingFace face, int m, Real& u, Real& v) {
  const int f = face.slotFace & 3;
  const std::int64_t slot = face.slotFace >> 2;
  const ElementRecord<Real>& record = args.record[slot];
  const FaceMetric<Real> metric = faceMetric(record.metric, f);
  Real ownU, ownV;
  elementTrace<Real, order>(args.target, slot, f, m, ownU, ownV);
  u = v = 0;
  if (face.waveRecord >= 0) {
    const std::int64_t at = static_cast<std::int64_t>(face.waveRecord) * traceSize(order) + 2 * m;
    ownU -= args.targetTrace[at];
    ownV -= args.targetTrace[at + 1];
    u = args.sourceTrace[at];
    v = args.sourceTrace[at + 1];
  }
  const int material = static_cast<int>(record.words >> (4 * faceBits));
  const Real scale = args.dissipation * args.admittance[material] / sqrt(metric.uu * metric.vv - metric.uv * metric.uv);
  const Real sign = f % 2 == 0 ? Real(-1) : Real(1);
  u -= sign * scale * (metric.uu * ownV - metric.uv * ownU);
  v += sign * scale * (metric.vv * ownU - metric.uv * ownV);
}

/// Number of clusters that an SM should hold at once decides the registers a thread may take.
template <class Real, int order>
struct FusedShape;

template <class Real, int order>
struct FusedKernel {
  using Shape = FusedShape<Real, order>;
  static constexpr int size = Shape::clusterSize;
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf;
  static constexpr int stride = elementStride(order);
  static constexpr bool ownInRegisters = order <= 2;

  static std::size_t sharedBytes(std::int32_t maxRemote) {
    return sizeof(Real) * (static_cast<std::size_t>(size) * stride + static_cast<std::size_t>(maxRemote) * traceSize(order));
  }

  /// Gathers the outer traces that the cluster does not own, as records behind its elements.
  static __device__ __forceinline__ void gatherRemote(const RateArgs<Real>& args, std::int32_t cluster, Real* records) {
    const std::int32_t begin = args.remoteBegin[cluster], items = (args.remoteBegin[cluster + 1] - begin) * nf;
#pragma unroll 4
    for (std::int32_t item = threadIdx.x; item < items; item += size) {
      const int k = item / nf, m = item % nf;
      const std::uint32_t word = args.remote[begin + k].word;
      const std::uint32_t index = word & ((1u << RemoteTrace::indexBits) - 1);
      Real u, v;
      if (word >> RemoteTrace::indexBits == static_cast<std::uint32_t>(RemoteKind::element)) {
        elementTrace<Real, order>(args.source, index >> 2, index & 3, m, u, v);
      } else if (word >> RemoteTrace::indexBits == static_cast<std::uint32_t>(RemoteKind::record)) {
        const std::int64_t at = static_cast<std::int64_t>(index) * traceSize(order) + 2 * m;
        u = args.sourceTrace[at];
        v = args.sourceTrace[at + 1];
      } else {
        absorbingTrace<Real, order>(args, args.absorbing[index], m, u, v);
      }
      records[2 * item] = u;
      records[2 * item + 1] = v;
    }
  }

  /// Adds the fluxes of face f: own trace minus the outer one, which stands in shared memory.
  template <int f, class Own>
  static __device__ __forceinline__ void addFace(ElementRate<Real, order>& rate, const Own& own, const Real* shared,
                                                 unsigned word, const Real (&mirror)[3]) {
    const int trace = word & ((1 << traceBits) - 1);
    const bool isRecord = trace >= remoteBase;
    const int face = isRecord ? 4 : trace & 3;
    const int start = isRecord ? size * stride + (trace - remoteBase) * traceSize(order) : (trace >> 2) * stride;
    const int mirrorKind = (word >> traceBits) & ((1 << mirrorBits) - 1);
    const Real outer = mirrorKind == 0 ? mirror[0] : mirrorKind == 1 ? mirror[1] : mirror[2];
    const unsigned selector = 0x5550u | face;
    const Real* traceU = shared + start + componentU(face);
    const Real* traceV = shared + start + componentV(face);
    const Real* traceFirst = shared + start;
    Real u[nf], v[nf];
    forEach<nf>([&](auto m) {
      using Offsets = NodeOffsets<order, m.value>;
      const unsigned offset = __byte_perm(Offsets::ofFaces, Offsets::ofRecord, selector);
      const Real first = face == 0 ? traceFirst[offset] : Real(0);
      const Real outerU = traceU[offset] - first, outerV = traceV[offset] - first;
      constexpr Constant<nodeOrder<order>.faceNode[f][m.value]> n;
      Real ownU, ownV;
      if constexpr (f == 0) {
        const Real ownFirst = own(n, Constant<0>{});
        ownU = own(n, Constant<1>{}) - ownFirst;
        ownV = own(n, Constant<2>{}) - ownFirst;
      } else {
        ownU = own(n, Constant<(f == 1 ? 1 : 0)>{});
        ownV = own(n, Constant<(f == 3 ? 1 : 2)>{});
      }
      u[m.value] = ownU - outer * outerU;
      v[m.value] = ownV - outer * outerV;
    });
    rate.template addFlux<f>(u, v);
  }

  static __device__ __forceinline__ void run(const RateArgs<Real>& args) {
    extern __shared__ __align__(128) unsigned char memory[];
    __shared__ LoadBarrier barrier;
    Real* shared = reinterpret_cast<Real*>(memory);
    const int thread = threadIdx.x;
    const std::int32_t cluster = args.firstCluster + blockIdx.x;
    const std::int64_t firstSlot = static_cast<std::int64_t>(cluster) * size;
    constexpr std::uint32_t bytes = size * stride * sizeof(Real);
    if (thread == 0) initialise(barrier);
    loadBulk<size>(shared, args.source + firstSlot * stride, bytes, barrier, thread);
    if (thread == 0 && args.outScale != 0) prefetchToL2(args.out + firstSlot * stride, bytes);

    const ElementRecord<Real> record = args.record[firstSlot + thread];
    gatherRemote(args, cluster, shared + size * stride);
    __syncthreads();
    waitFor(barrier);

    ElementRate<Real, order> rate;
    Real* mine = shared + thread * stride;
    compute(rate, mine, shared, record, args.mirror);

    const int material = static_cast<int>(record.words >> (4 * faceBits));
    const Real scale = args.rateScale[material];
    const Real targetScale = args.targetScale ? args.targetScale[material] : Real(0);
    const Real* g = record.metric;
    const Real g11 = scale * g[0], g12 = scale * g[1], g13 = scale * g[2], g22 = scale * g[3], g23 = scale * g[4],
               g33 = scale * g[5];
    forEach<np>([&](auto n) {
      const Real x = rate.r[n.value][0], y = rate.r[n.value][1], z = rate.r[n.value][2];
      rate.r[n.value][0] = g11 * x + g12 * y + g13 * z;
      rate.r[n.value][1] = g12 * x + g22 * y + g23 * z;
      rate.r[n.value][2] = g13 * x + g23 * y + g33 * z;
    });
    if (targetScale != 0) {
      const Real* own = args.target + (firstSlot + thread) * stride;
      forEach<np>([&](auto n) {
        for (int k = 0; k < 3; ++k) rate.r[n.value][k] += targetScale * own[3 * n.value + k];
      });
    }
    // Everybody has read the cluster's source field: its place takes the increments.
    __syncthreads();
    store(rate, mine);
    __syncthreads();
    writeOut(args, shared, firstSlot);
  }

  static __device__ __forceinline__ void compute(ElementRate<Real, order>& rate, const Real* mine, const Real* shared,
                                                 const ElementRecord<Real>& record, const Real (&mirror)[3]) {
    const auto word = [&](int f) { return static_cast<unsigned>(record.words >> (f * faceBits)); };
    const auto all = [&](const auto& own) {
      rate.curl(own);
      addFace<0>(rate, own, shared, word(0), mirror);
      addFace<1>(rate, own, shared, word(1), mirror);
      addFace<2>(rate, own, shared, word(2), mirror);
      addFace<3>(rate, own, shared, word(3), mirror);
    };
    if constexpr (ownInRegisters) {
      Real values[np][3];
      constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 : 8;
      copyWide<wide>(&values[0][0], mine);
      all([&](auto n, auto k) { return values[n.value][k.value]; });
    } else {
      all([&](auto n, auto k) { return mine[3 * n.value + k.value]; });
    }
  }

  /// 3 Np values in words of `wide` bytes.
  template <int wide>
  static __device__ __forceinline__ void copyWide(Real* to, const Real* from) {
    constexpr int count = wide / static_cast<int>(sizeof(Real));
    struct alignas(wide) Word {
      Real value[count];
    };
    forEach<3 * np / count>([&](auto i) {
      const Word word = reinterpret_cast<const Word*>(from)[i.value];
      for (int k = 0; k < count; ++k) to[i.value * count + k] = word.value[k];
    });
  }

  static __device__ __forceinline__ void store(const ElementRate<Real, order>& rate, Real* mine) {
    if constexpr (ownInRegisters) {
      constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 : 8;
      constexpr int count = wide / static_cast<int>(sizeof(Real));
      struct alignas(wide) Word {
        Real value[count];
      };
      const Real* values = &rate.r[0][0];
      forEach<3 * np / count>([&](auto i) {
        Word word;
        for (int k = 0; k < count; ++k) word.value[k] = values[i.value * count + k];
        reinterpret_cast<Word*>(mine)[i.value] = word;
      });
    } else {
      forEach<np>([&](auto n) {
        for (int k = 0; k < 3; ++k) mine[3 * n.value + k] = rate.r[n.value][k];
      });
      if constexpr (stride > 3 * np) mine[3 * np] = 0;
    }
  }

  static __device__ __forceinline__ void writeOut(const RateArgs<Real>& args, const Real* shared, std::int64_t firstSlot) {
    constexpr int count = 16 / static_cast<int>(sizeof(Real));
    struct alignas(16) Word {
      Real value[count];
    };
    Word* out = reinterpret_cast<Word*>(args.out + firstSlot * stride);
    const Word* increment = reinterpret_cast<const Word*>(shared);
    constexpr int words = size * stride / count;
    if (args.outScale == 0) {
      for (int i = threadIdx.x; i < words; i += size) out[i] = increment[i];
      return;
    }
#pragma unroll 5
    for (int i = threadIdx.x; i < words; i += size) {
      Word word = out[i];
      const Word add = increment[i];
      for (int k = 0; k < count; ++k) word.value[k] = args.outScale * word.value[k] + add.value[k];
      out[i] = word;
    }
  }
};

template <class Real, int order>
__global__ void __launch_bounds__((FusedShape<Real, order>::clusterSize), (FusedShape<Real, order>::clustersPerSm))
    fusedKernel(const __grid_constant__ RateArgs<Real> args) {
  FusedKernel<Real, order>::run(args);
}

template <> struct FusedShape<float, 1> { static constexpr int clusterSize = 128, clustersPerSm = 8; };
template <> struct FusedShape<float, 2> { static constexpr int clusterSize = 128, clustersPerSm = 5; };
template <> struct FusedShape<float, 3> { static constexpr int clusterSize = 128, clustersPerSm = 4; };
template <> struct FusedShape<float, 4> { static constexpr int clusterSize = 128, clustersPerSm = 3; };
template <> struct FusedShape<double, 1> { static constexpr int clusterSize = 128, clustersPerSm = 8; };
template <> struct FusedShape<double, 2> { static constexpr int clusterSize = 128, clustersPerSm = 4; };
template <> struct FusedShape<double, 3> { static constexpr int clusterSize = 64, clustersPerSm = 4; };
template <> struct FusedShape<double, 4> { static constexpr int clusterSize = 64, clustersPerSm = 4; };

}  // namespace fluxtet::gpu
