// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/chainedGrids.cuh"
#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/faceMetric.hpp"
#include "kernels/dgtd/cuda/fewElementsLaunch.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"

namespace fluxtet::dgtd::cuda {

/// The curl (CurlOnly) or the penalty (DampingOnly; `isCurl` false) on so few elements that they do not fill the GPU:
/// the time of the kernel is then that of one block, from its first load to its last store. So a block computes a
/// piece of a cluster, `size` elements, with a thread for each of their coefficients; and all that the kernel before
/// does not write is in shared memory when that kernel ends (chainedGrids.cuh).
///
/// Lanes of a warp take values as they stand in memory where they read and write fields, and the same coefficient of
/// different elements where they compute.
template <class Real, int order, bool isCurl>
struct FewElementsKernel {
  using Basis = Bernstein<order>;
  static constexpr int np = Basis::np, nf = Basis::nf, npBelow = Basis::npBelow, size = pieceSize(order);
  static constexpr int threads = np * size;
  static constexpr int stride = elementStride(order);
  static constexpr int valuesOfThread = (size * stride + threads - 1) / threads;
  static constexpr int jumpsOfThread = (size * 4 * nf + threads - 1) / threads;
  /// Terms of a coefficient of the curl at most.
  static constexpr int maxTerms = order < 4 ? order : 4;
  /// Distances of two elements in shared memory, in values and in jumps: odd, so that lanes have no bank conflicts.
  static constexpr int sharedStride = 3 * np | 1, jumpStride = 4 * nf | 1;
  /// Blocks that a multiprocessor shall hold at a time.
  static constexpr int blocksPerSm = order == 1 ? 8 : order == 2 ? 4 : 2;

  /// What the kernel before does not change of a face.
  struct Face {
    /// GatheredTrace of the outer trace, an element's or a record; of an element of the piece itself `inPiece`, and 4 *
    /// its number + face.
    std::uint32_t outer;
    Real factor;              ///< of the outer trace
    FaceMetric<Real> metric;  ///< of the penalty: a jump of E adds its FaceMetric::jumpTerms() to that of H
  };
  static constexpr GatheredKind inPiece = GatheredKind::boundary;
  struct alignas(2 * sizeof(Real)) Jump {
    Real u, v;
  };
  struct alignas(16) Word {
    static constexpr int size = 16 / static_cast<int>(sizeof(Real));
    Real value[size];
  };
  struct Shared {
    Word lift[np][4 * nf / Word::size];  ///< [node][4][Nf] 3/2 L_f
    Jump jump[size][jumpStride];         ///< [4][Nf]
    Real field[size][sharedStride];      ///< of the source, then its increments
    Real below[npBelow][3][size];        ///< the curl in degree order - 1
    Real metric[6][size];                ///< ElementRecord::metric times the scale of the material
    Face face[size][4];
    Real weight[np][maxTerms];  ///< a coefficient of the curl is the sum of weight times below[term]
    std::uint8_t term[np][maxTerms];
    std::uint8_t raised[npBelow][4];  ///< Bernstein::raised()
    unsigned nodeOffset[nf];          ///< byte f: offset of the node of face f in an element's values
  };

  static __device__ __forceinline__ void run(const FewElementsArgs<Real>& all) {
    extern __shared__ __align__(128) unsigned char memory[];
    Shared& shared = *reinterpret_cast<Shared*>(memory);
    const RhsArgs<Real>& args = all.rhs;
    if (args.chain.count != 0) letNextGridBegin();
    const std::int64_t firstSlot = static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + blockIdx.x * size;
    const bool isNeeded = loadWhatStays(all, firstSlot, shared);
    if (args.chain.overlaps) waitForGridBefore();
    if (isNeeded) compute(args, firstSlot, shared);
  }

  /// Brings to shared memory what the kernel before does not write. Returns whether the piece changes anything.
  static __device__ __forceinline__ bool loadWhatStays(const FewElementsArgs<Real>& all, std::int64_t firstSlot,
                                                       Shared& shared) {
    const RhsArgs<Real>& args = all.rhs;
    const ElementRecord<Real>* record = args.record + firstSlot;
    bool changes = args.base != args.out || args.outScale != 1;
    const int local = threadIdx.x % size;
    if (threadIdx.x < 6 * size) {
      const Real scale = args.rhsScale[static_cast<int>(record[local].words >> (4 * faceBits))];
      changes = changes || scale != 0;
      for (int i = threadIdx.x / size; i < 6; i += threads / size)
        shared.metric[i][local] = scale * record[local].metric[i];
    }
    for (int i = threadIdx.x; i < np * 4 * nf; i += threads)
      shared.lift[i / (4 * nf)][i % (4 * nf) / Word::size].value[i % Word::size] = all.lift[i];
    forEach<nf>([&](auto m) {
      if (threadIdx.x == m.value) shared.nodeOffset[m.value] = NodeOffsets<order, m.value>::ofFaces;
    });
    for (int i = threadIdx.x; i < 4 * size; i += threads)
      shared.face[i / 4][i % 4] = faceOf(args, record[i / 4], firstSlot + i / 4, i % 4);
    if constexpr (isCurl) loadCurl(shared);
    return __syncthreads_or(changes);
  }

  /// Thread n sets the terms of coefficient n of the curl.
  static __device__ __forceinline__ void loadCurl(Shared& shared) {
    forEach<np>([&](auto n) {
      if (threadIdx.x == n.value) {
        int count = 0;
        forEach<npBelow>([&](auto b) {
          forEach<4>([&](auto vertex) {
            if constexpr (Basis::raised(b.value, vertex.value) == n.value) {
              shared.weight[n.value][count] = Basis::elevation(b.value, vertex.value);
              shared.term[n.value][count++] = b.value;
            }
          });
        });
        for (; count < maxTerms; ++count) {
          shared.weight[n.value][count] = 0;
          shared.term[n.value][count] = 0;
        }
      }
    });
    forEach<npBelow>([&](auto b) {
      if (threadIdx.x == b.value)
        forEach<4>([&](auto vertex) { shared.raised[b.value][vertex.value] = Basis::raised(b.value, vertex.value); });
    });
  }

  static __device__ __forceinline__ Face faceOf(const RhsArgs<Real>& args, const ElementRecord<Real>& record,
                                                std::int64_t slot, int f) {
    const auto word = static_cast<unsigned>(record.words >> (f * faceBits)) & ((1u << faceBits) - 1);
    const int trace = static_cast<int>(word & ((1u << traceBits) - 1));
    const Mirrors<Real> mirrors(args);
    const std::int64_t cluster = slot / args.clusterSize;
    Face face{};
    face.factor = mirrorOf(word, isCurl ? mirrors.source : mirrors.target);
    if (trace < gatheredBase) {
      face.outer = GatheredTrace::make(GatheredKind::element, 4 * cluster * args.clusterSize + trace).word;
    } else {
      const std::int64_t entry = cluster * args.gatheredPitch + (trace - gatheredBase);
      const GatheredTrace gathered = args.gathered[entry];
      face.outer = gathered.word;
      if (gathered.kind() == GatheredKind::boundary) {
        // The own trace, reflected as by a magnetic wall; nothing without reflection (makeBoundaryTrace()).
        face.outer = GatheredTrace::make(GatheredKind::element, gathered.index()).word;
        face.factor = args.reflection != nullptr ? args.reflection[entry] * mirrors.source[mirrorPmc] : Real(0);
      }
    }
    const GatheredTrace outer{face.outer};
    const std::int64_t first = slot / size * size, inside = static_cast<std::int64_t>(outer.index()) - 4 * first;
    if (outer.kind() == GatheredKind::element && inside >= 0 && inside < 4 * size)
      face.outer = GatheredTrace::make(inPiece, inside).word;
    if constexpr (!isCurl)
      face.metric = faceMetric(record.metric, f) * signedJumpScale(args, args.jumpScale[4 * slot + f], f);
    return face;
  }

  /// Calls function(i, value) for the values of the piece that this thread reads and writes, the i-th of its own.
  template <class Function>
  static __device__ __forceinline__ void forEachValue(const Function& function) {
    forEach<valuesOfThread>([&](auto i) {
      const int value = static_cast<int>(threadIdx.x) + i.value * threads;
      if (value < size * stride) function(i.value, value);
    });
  }
  /// Calls function(i, element, face, node of the face) for the jumps of this thread.
  template <class Function>
  static __device__ __forceinline__ void forEachJump(const Function& function) {
    forEach<jumpsOfThread>([&](auto i) {
      const int number = static_cast<int>(threadIdx.x) + i.value * threads;
      if (number < size * 4 * nf) function(i.value, number / (4 * nf), number / nf % 4, number % nf);
    });
  }

  static __device__ __forceinline__ void compute(const RhsArgs<Real>& args, std::int64_t firstSlot, Shared& shared) {
    const Real* source = isCurl ? args.source : args.target;
    const Real* records = isCurl ? args.sourceTrace : args.targetTrace;
    const std::int64_t first = firstSlot * stride;
    Real base[valuesOfThread] = {}, own[valuesOfThread];
    Real outerU[jumpsOfThread], outerV[jumpsOfThread], start[jumpsOfThread];
    // No branches here, so that all loads are under way together: an outer trace in the piece is read as well.
    forEachJump([&](int i, int element, int f, int m) {
      const GatheredTrace trace{shared.face[element][f].outer};
      const std::uint32_t index = trace.index();
      const bool isRecord = trace.kind() == GatheredKind::record, isInside = trace.kind() == inPiece;
      const int face = isRecord ? 4 : static_cast<int>(index & 3);
      const Real* from = isRecord ? records + static_cast<std::int64_t>(index) * traceSize(order) + 2 * m
                                  : source + (isInside ? first : 0) + static_cast<std::int64_t>(index >> 2) * stride +
                                        offsetOf(shared, face, m);
      outerU[i] = from[componentU(face)];
      outerV[i] = from[componentV(face)];
      start[i] = face == 0 ? from[0] : Real(0);
    });
    forEachValue([&](int i, int value) { own[i] = source[first + value]; });
    if (args.outScale != 0) forEachValue([&](int i, int value) { base[i] = args.outScale * args.base[first + value]; });
    forEachValue([&](int i, int value) { shared.field[value / stride][value % stride] = own[i]; });
    __syncthreads();

    forEachJump([&](int i, int element, int f, int m) {
      const Face& face = shared.face[element][f];
      const Jump mine = traceAt(shared.field[element] + offsetOf(shared, f, m), f);
      Real u = mine.u - face.factor * (outerU[i] - start[i]), v = mine.v - face.factor * (outerV[i] - start[i]);
      if constexpr (!isCurl) face.metric.jumpTerms(u, v);
      shared.jump[element][nf * f + m] = {u, v};
    });
    const int local = threadIdx.x % size, node = threadIdx.x / size;
    if constexpr (isCurl)
      if (node < npBelow) setCurlBelow(shared, local, node);
    __syncthreads();

    Real r[3] = {};
    if constexpr (isCurl) addCurl(shared, local, node, r);
    addFluxes(shared, local, node, r);
    Real g[6];
    for (int i = 0; i < 6; ++i) g[i] = shared.metric[i][local];
    Real* const increment = shared.field[local] + 3 * node;
    increment[0] = g[0] * r[0] + g[1] * r[1] + g[2] * r[2];
    increment[1] = g[1] * r[0] + g[3] * r[1] + g[4] * r[2];
    increment[2] = g[2] * r[0] + g[4] * r[1] + g[5] * r[2];
    __syncthreads();
    forEachValue([&](int i, int value) {
      // Padding stays 0.
      const int coefficient = value % stride;
      args.out[first + value] = base[i] + (coefficient < 3 * np ? shared.field[value / stride][coefficient] : Real(0));
    });
  }

  /// The trace at a node of a face whose values begin at `from`.
  static __device__ __forceinline__ Jump traceAt(const Real* from, int face) {
    const Real first = face == 0 ? from[0] : Real(0);
    return {from[componentU(face)] - first, from[componentV(face)] - first};
  }

  /// Offset of node m of a face in an element's values; anything for a record (face 4).
  static __device__ __forceinline__ unsigned offsetOf(const Shared& shared, int face, int m) {
    return __byte_perm(shared.nodeOffset[m], 0, 0x4440u | static_cast<unsigned>(face));
  }

  /// Coefficient b of the curl in degree order - 1, as in ElementRhs::curl().
  static __device__ __forceinline__ void setCurlBelow(Shared& shared, int local, int b) {
    const Real* field = shared.field[local];
    const Real* p[4];
    for (int vertex = 0; vertex < 4; ++vertex) p[vertex] = field + 3 * shared.raised[b][vertex];
    const Real x = p[0][0], y = p[0][1], z = p[0][2];
    shared.below[b][0][local] = (p[2][2] - z) - (p[3][1] - y);
    shared.below[b][1][local] = (p[3][0] - x) - (p[1][2] - z);
    shared.below[b][2][local] = (p[1][1] - y) - (p[2][0] - x);
  }

  static __device__ __forceinline__ void addCurl(const Shared& shared, int local, int node, Real (&r)[3]) {
    for (int i = 0; i < maxTerms; ++i) {
      const Real weight = shared.weight[node][i];
      const int term = shared.term[node][i];
      for (int k = 0; k < 3; ++k) r[k] += weight * shared.below[term][k][local];
    }
  }

  /// Adds the lifts of the jumps, as ElementRhs::addFlux().
  static __device__ __forceinline__ void addFluxes(const Shared& shared, int local, int node, Real (&r)[3]) {
    Jump lifted[4] = {};
    forEach<4 * nf / Word::size>([&](auto w) {
      const Word lift = shared.lift[node][w.value];
      forEach<Word::size>([&](auto i) {
        constexpr int number = w.value * Word::size + i.value;
        const Jump jump = shared.jump[local][number];
        lifted[number / nf].u += lift.value[i.value] * jump.u;
        lifted[number / nf].v += lift.value[i.value] * jump.v;
      });
    });
    r[0] += lifted[0].u - lifted[0].v + lifted[2].v - lifted[3].v;
    r[1] += lifted[0].v - lifted[1].v + lifted[3].u;
    r[2] += lifted[1].u - lifted[0].u - lifted[2].u;
  }
};

template <class Real, int order, bool isCurl>
__global__ void __launch_bounds__((FewElementsKernel<Real, order, isCurl>::threads),
                                  (FewElementsKernel<Real, order, isCurl>::blocksPerSm))
    fewElementsKernel(const __grid_constant__ FewElementsArgs<Real> args) {
  FewElementsKernel<Real, order, isCurl>::run(args);
}

}  // namespace fluxtet::dgtd::cuda
