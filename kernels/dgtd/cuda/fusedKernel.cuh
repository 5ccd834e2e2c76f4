// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/chainedGrids.cuh"
#include "kernels/dgtd/cuda/elementRhs.cuh"
#include "kernels/dgtd/cuda/faceMetric.hpp"
#include "kernels/dgtd/cuda/kernelTime.cuh"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// Components, within a node's triple or a trace record's pair, that make u and v; face 0 subtracts the first.
__device__ __forceinline__ int componentU(int face) {
  return face == 4 ? 0 : face == 0 || face == 1 ? 1 : 0;
}
__device__ __forceinline__ int componentV(int face) {
  return face == 4 || face == 3 ? 1 : 2;
}

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

/// The trace (u, v) of a field at one node of a face.
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

/// Nodes of faces that a thread packs at a time.
inline constexpr int packBatch = 4;

/// Packs items first, first + stride, ..., packBatch of them: item i is node i % Nf of trace i / Nf. All loads are
/// under way before the first store.
template <int order, class Real>
__device__ __forceinline__ void packItems(const Real* field, const std::int32_t* slotFace, std::int64_t items,
                                          std::int64_t first, int stride, Real* const* destination) {
  constexpr int nf = NodeOrder<order>::nf;
  // In one piece, since it may cross a link.
  struct alignas(2 * sizeof(Real)) Pair {
    Real u, v;
  };
  Pair trace[packBatch];
  Pair* to[packBatch];
  for (int i = 0; i < packBatch; ++i) {
    const std::int64_t item = min(first + i * stride, items - 1);
    const std::int64_t k = item / nf;
    const int m = static_cast<int>(item % nf);
    const std::int32_t face = slotFace[k];
    elementTrace<Real, order>(field, face >> 2, face & 3, m, trace[i].u, trace[i].v);
    to[i] = reinterpret_cast<Pair*>(destination[k]) + m;
  }
  for (int i = 0; i < packBatch; ++i)
    if (first + i * stride < items) *to[i] = trace[i];
}

/// What a boundary face whose condition dissipates (FaceCondition) sees across: the mirrored trace of the source and
/// the incident one, with the dissipation of the target's jump written as a difference of source traces. With q the
/// impedance (target E) or admittance (target H), M the metric of the two edges, the term -+ (1/q) |g_f|
/// [target]_tangential has the components adj(M) (u, v) / sqrt(det M) / q along the edges, in units of delta, and s_f
/// (-v, u) of that difference must equal them. On entry u, v are the target's own trace at node m of face f; `entry` is
/// the face's place in the lists of gathered traces; ownSource(u, v) gives the source's own trace there.
template <class Real, int order, class OwnSource>
__device__ __forceinline__ void makeBoundaryTrace(const RhsArgs<Real>& args, const ElementRecord<Real>& record, int f,
                                                  std::int64_t entry, int m, const OwnSource& ownSource, Real& u,
                                                  Real& v) {
  const FaceMetric<Real> metric = faceMetric(record.metric, f);
  Real ownU = u, ownV = v;
  u = v = 0;
  if (args.reflection != nullptr) {
    // A magnetic wall's mirrors are those of the reflection 1.
    const Real reflection = args.reflection[entry];
    ownSource(u, v);
    u *= reflection * args.sourceMirror[mirrorPmc];
    v *= reflection * args.sourceMirror[mirrorPmc];
    const Real jump = 1 - reflection * args.targetMirror[mirrorPmc];
    ownU *= jump;
    ownV *= jump;
  }
  const std::int32_t waveRecord = args.waveRecord != nullptr ? args.waveRecord[entry] : -1;
  if (waveRecord >= 0) {
    const std::int64_t at = static_cast<std::int64_t>(waveRecord) * traceSize(order) + 2 * m;
    ownU -= args.targetTrace[at];
    ownV -= args.targetTrace[at + 1];
    u += args.sourceTrace[at];
    v += args.sourceTrace[at + 1];
  }
  const int material = static_cast<int>(record.words >> (4 * faceBits));
  const Real scale = args.dissipation * args.admittance[material] / sqrt(metric.determinant());
  const Real sign = f % 2 == 0 ? Real(-1) : Real(1);
  u -= sign * scale * (metric.uu * ownV - metric.uv * ownU);
  v += sign * scale * (metric.vv * ownU - metric.uv * ownV);
}

/// Factors of a jump of the target's traces with the components u, v along AB and AC: what is added to the jump of the
/// source's traces is w (uu v - uv u), -w (vv u - uv v), a tangential vector written as in makeBoundaryTrace().
template <class Real>
__device__ __forceinline__ Real signedJumpScale(const RhsArgs<Real>& args, Real jumpScale, int f) {
  return (f % 2 == 0 ? -1 : 1) * args.dissipation * jumpScale;
}

/// How the fused kernel of one order and precision is laid out, found by measurement on an H200 (docs/performance.md):
/// elements of a cluster; clusters that an SM holds at once, which decides the registers a thread may take (none
/// spills: local memory would go through the same path as the fields); traces and 16-byte words that a thread has in
/// flight; whether three threads share an element, a component each (at high order one thread's registers would allow
/// too few warps to hide the gathering); and whether all the SM's memory is shared memory or only what the clusters
/// need, the rest being cache.
template <int clusterSize_, int clustersPerSm_, int gatherBatch_, int writeBatch_, bool byComponent_>
struct ShapeOf {
  static constexpr int clusterSize = clusterSize_, clustersPerSm = clustersPerSm_;
  static constexpr int gatherBatch = gatherBatch_, writeBatch = writeBatch_;
  static constexpr bool byComponent = byComponent_, keepsCache = byComponent_;
};
/// With jump terms the cluster size is the same.
template <class Real, int order, bool withJumps>
struct FusedShape;
template <>
struct FusedShape<float, 1, false> : ShapeOf<128, 8, 5, 3, false> {};
template <>
struct FusedShape<float, 2, false> : ShapeOf<128, 5, 9, 8, false> {};
template <>
struct FusedShape<float, 3, false> : ShapeOf<128, 3, 4, 6, true> {};
template <>
struct FusedShape<float, 4, false> : ShapeOf<128, 2, 6, 9, true> {};
template <>
struct FusedShape<double, 1, false> : ShapeOf<128, 6, 5, 6, false> {};
template <>
struct FusedShape<double, 2, false> : ShapeOf<64, 5, 10, 8, false> {};
template <>
struct FusedShape<double, 3, false> : ShapeOf<64, 3, 6, 6, true> {};
template <>
struct FusedShape<double, 4, false> : ShapeOf<64, 2, 9, 9, true> {};
template <>
struct FusedShape<float, 1, true> : ShapeOf<128, 8, 5, 3, false> {};
template <>
struct FusedShape<float, 2, true> : ShapeOf<128, 5, 6, 8, false> {};
template <>
struct FusedShape<float, 3, true> : ShapeOf<128, 3, 4, 6, true> {};
template <>
struct FusedShape<float, 4, true> : ShapeOf<128, 2, 6, 9, true> {};
template <>
struct FusedShape<double, 1, true> : ShapeOf<128, 5, 5, 6, false> {};
template <>
struct FusedShape<double, 2, true> : ShapeOf<64, 5, 6, 8, false> {};
template <>
struct FusedShape<double, 3, true> : ShapeOf<64, 3, 6, 6, true> {};
template <>
struct FusedShape<double, 4, true> : ShapeOf<64, 2, 9, 9, true> {};

/// A half step of the clusters, a block each; `withJumps`: the target's jumps between elements take part, as RhsArgs
/// says. For these the block brings the target where its source was, once that has been used.
template <class Real, int order, bool withJumps>
struct FusedKernel {
  using Shape = FusedShape<Real, order, withJumps>;
  static constexpr int size = Shape::clusterSize;
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf;
  static constexpr int stride = elementStride(order);
  static constexpr bool ownInRegisters = order <= 2;
  /// Threads of an element: one, or one a component.
  static constexpr bool byComponent = Shape::byComponent;
  static constexpr int threads = byComponent ? 3 * size : size;

  /// Shared memory: the cluster's source field, its records, scales of its jumps, the gathered traces of the source and
  /// of the target.
  static constexpr std::uint32_t fieldBytes = size * stride * sizeof(Real),
                                 recordBytes = size * sizeof(ElementRecord<Real>);
  static constexpr std::uint32_t jumpBytes = withJumps ? size * 4 * sizeof(Real) : 0;
  /// Whether the source's fluxes take addFluxesByFace() too, which saves code but takes more barriers.
  static constexpr bool liftsSourceByFace = withJumps && order == 4;
  /// And, if three threads share an element, what addFluxesByFace() leaves: an odd number of values an element, so that
  /// threads of neighbouring ones meet in no bank.
  static constexpr int termStride = traceSize(order) + 1;
  static constexpr std::uint32_t termBytes = withJumps && byComponent ? size * termStride * sizeof(Real) : 0;
  static constexpr int firstJump = (fieldBytes + recordBytes) / sizeof(Real),
                       firstTrace = firstJump + jumpBytes / sizeof(Real);
  /// Waveforms whose values a block keeps; of any more it evaluates them wherever they are needed.
  static constexpr int keptStrengths = 16;
  /// Beside it: the load barrier and the waveforms' values.
  static constexpr std::size_t staticBytes = 128 + keptStrengths * sizeof(double);

  static std::size_t sharedBytes(std::int32_t maxRemote) {
    return fieldBytes + recordBytes + jumpBytes +
           (withJumps ? 2 : 1) * sizeof(Real) * static_cast<std::size_t>(maxRemote) * traceSize(order) + termBytes;
  }

  /// Threads gather in groups of one a node of the face.
  static constexpr int gatherGroups = threads / nf;
  /// The outer traces that a thread gathers at a time.
  struct RemoteWords {
    std::uint32_t of[Shape::gatherBatch];
  };
  static __device__ __forceinline__ RemoteWords remoteWords(const RhsArgs<Real>& args, std::int32_t cluster,
                                                            std::int32_t first) {
    const RemoteTrace* remote = args.remote + static_cast<std::int64_t>(cluster) * args.maxRemote;
    RemoteWords words;
    forEach<Shape::gatherBatch>([&](auto i) {
      const std::int32_t k = first + i.value * gatherGroups;
      words.of[i.value] = k < args.maxRemote ? remote[k].word : RemoteTrace::none;
    });
    return words;
  }

  /// Gathers the outer traces of a field that the cluster does not own, `word` first: those of `field`'s elements and
  /// of its `fieldTraces`; for a boundary face the target's own trace, and tells whether there was one. A thread
  /// keeps to one node of the faces, so that the lanes of a warp read along faces, and has a batch of loads in flight.
  static __device__ __forceinline__ bool gatherRemote(const RhsArgs<Real>& args, const Real* field,
                                                      const Real* fieldTraces, std::int32_t cluster, RemoteWords word,
                                                      Real* records) {
    constexpr int groups = gatherGroups, batch = Shape::gatherBatch;
    const int m = threadIdx.x % nf, group = threadIdx.x / nf;
    if (group >= groups) return false;
    unsigned offsets = 0;
    forEach<nf>([&](auto node) {
      if (m == node.value) offsets = NodeOffsets<order, node.value>::ofFaces;
    });
    const std::int32_t count = args.maxRemote;
    bool hasBoundary = false;
    // The list ends with RemoteTrace::none.
    for (std::int32_t first = group; word.of[0] != RemoteTrace::none;) {
      // No branches here: all loads of a batch are under way before the first is used.
      Real u[batch], v[batch], start[batch];
      forEach<batch>([&](auto i) {
        const std::uint32_t kind = word.of[i.value] >> RemoteTrace::indexBits;
        const bool isRecord = kind == static_cast<std::uint32_t>(RemoteKind::record);
        const bool isBoundary = kind == static_cast<std::uint32_t>(RemoteKind::boundary);
        const bool valid = word.of[i.value] != RemoteTrace::none;
        hasBoundary = hasBoundary || isBoundary;
        const std::uint32_t index = word.of[i.value] & ((1u << RemoteTrace::indexBits) - 1);
        const int face = isRecord ? 4 : index & 3;
        const Real* base = isRecord ? fieldTraces : isBoundary ? args.target : field;
        const std::int64_t at =
            !isRecord ? static_cast<std::int64_t>(index >> 2) * stride + __byte_perm(offsets, 0, 0x4440u | face)
                      : static_cast<std::int64_t>(index) * traceSize(order) + 2 * m;
        u[i.value] = valid ? base[at + componentU(face)] : Real(0);
        v[i.value] = valid ? base[at + componentV(face)] : Real(0);
        start[i.value] = valid && face == 0 ? base[at] : Real(0);
      });
      forEach<batch>([&](auto i) {
        const std::int32_t k = first + i.value * groups;
        if (k < count) {
          records[k * traceSize(order) + 2 * m] = u[i.value] - start[i.value];
          records[k * traceSize(order) + 2 * m + 1] = v[i.value] - start[i.value];
        }
      });
      first += batch * groups;
      word = remoteWords(args, cluster, first);
    }
    return hasBoundary;
  }

  /// Makes outer traces of what this thread gathered for boundary faces; the cluster's source and its element records
  /// have arrived.
  static __device__ __forceinline__ void finishBoundaryFaces(const RhsArgs<Real>& args, std::int32_t cluster,
                                                             const Real* source, const ElementRecord<Real>* elements,
                                                             Real* records) {
    constexpr int groups = threads / nf;
    const int m = threadIdx.x % nf;
    const std::int64_t list = static_cast<std::int64_t>(cluster) * args.maxRemote;
    for (std::int32_t k = threadIdx.x / nf; k < args.maxRemote; k += groups) {
      const std::uint32_t word = args.remote[list + k].word;
      if (word == RemoteTrace::none) return;
      if (word >> RemoteTrace::indexBits != static_cast<std::uint32_t>(RemoteKind::boundary)) continue;
      const std::uint32_t slotFace = word & ((1u << RemoteTrace::indexBits) - 1);
      const int local = static_cast<int>((slotFace >> 2) % size), face = static_cast<int>(slotFace & 3);
      Real* record = records + k * traceSize(order) + 2 * m;
      Real u = record[0], v = record[1];
      const auto ownSource = [&](Real& ownU, Real& ownV) {
        elementTrace<Real, order>(source, local, face, m, ownU, ownV);
      };
      makeBoundaryTrace<Real, order>(args, elements[local], face, list + k, m, ownSource, u, v);
      record[0] = u;
      record[1] = v;
    }
  }

  /// Where the outer trace of a face stands in shared memory: an element's face or a gathered record.
  struct OuterInShared {
    int face;           ///< 4: a record
    unsigned selector;  ///< of NodeOffsets
    const Real *first, *u, *v;
    Real mirror;
    /// Records stand from `firstRecord` on.
    __device__ __forceinline__ OuterInShared(unsigned word, const Real* shared, int firstRecord,
                                             const Real (&mirrors)[3]) {
      const int trace = word & ((1 << traceBits) - 1);
      const bool isRecord = trace >= remoteBase;
      face = isRecord ? 4 : trace & 3;
      selector = 0x5550u | face;
      first = shared + (isRecord ? firstRecord + (trace - remoteBase) * traceSize(order) : (trace >> 2) * stride);
      u = first + componentU(face);
      v = first + componentV(face);
      const int kind = (word >> traceBits) & ((1 << mirrorBits) - 1);
      mirror = kind == mirrorNone ? mirrors[mirrorNone] : kind == mirrorPec ? mirrors[mirrorPec] : mirrors[mirrorPmc];
    }
  };

  /// The jump at node m of face f: own trace minus the outer one, which stands in shared memory.
  template <int f, int m, class Own>
  static __device__ __forceinline__ void jumpAt(const Own& own, const OuterInShared& outer, Real& u, Real& v) {
    using Offsets = NodeOffsets<order, m>;
    const unsigned offset = __byte_perm(Offsets::ofFaces, Offsets::ofRecord, outer.selector);
    const Real first = outer.face == 0 ? outer.first[offset] : Real(0);
    const Real outerU = outer.u[offset] - first, outerV = outer.v[offset] - first;
    constexpr Constant<nodeOrder<order>.faceNode[f][m]> n;
    Real ownU, ownV;
    if constexpr (f == 0) {
      const Real ownFirst = own(n, Constant<0>{});
      ownU = own(n, Constant<1>{}) - ownFirst;
      ownV = own(n, Constant<2>{}) - ownFirst;
    } else {
      ownU = own(n, Constant<(f == 1 ? 1 : 0)>{});
      ownV = own(n, Constant<(f == 3 ? 1 : 2)>{});
    }
    u = ownU - outer.mirror * outerU;
    v = ownV - outer.mirror * outerV;
  }

  /// Adds the fluxes of face f.
  template <int f, class Own>
  static __device__ __forceinline__ void addFace(ElementRhs<Real, order>& rhs, const Own& own, const Real* shared,
                                                 unsigned word, const Real (&mirror)[3]) {
    const OuterInShared outer(word, shared, firstTrace, mirror);
    Real u[nf], v[nf];
    forEach<nf>([&](auto m) { jumpAt<f, m.value>(own, outer, u[m.value], v[m.value]); });
    rhs.template addFlux<f>(u, v);
  }

  static __device__ __forceinline__ void run(const RhsArgs<Real>& args) {
    extern __shared__ __align__(128) unsigned char memory[];
    __shared__ LoadBarrier barrier;
    Real* shared = reinterpret_cast<Real*>(memory);
    const int thread = threadIdx.x;
    if (args.chain.count != 0) letNextGridBegin();
    const std::int32_t packer = static_cast<std::int32_t>(blockIdx.x) - args.border.numClusters - leadOfBorder(args);
    if (packer >= 0 && packer < args.border.numPackers) {
      packTraces(args.border, args.out, packer);
      return;
    }
    const std::int32_t cluster = clusterOfBlock(args, packer >= 0);
    const std::int64_t firstSlot = static_cast<std::int64_t>(cluster) * size;
    auto* records = reinterpret_cast<ElementRecord<Real>*>(memory + fieldBytes);
    if (thread == 0) initialise(barrier, fieldBytes + recordBytes + jumpBytes);
    loadBulk<threads>(memory + fieldBytes, args.record + firstSlot, recordBytes, barrier);
    if constexpr (withJumps) loadBulk<threads>(shared + firstJump, args.jumpScale + 4 * firstSlot, jumpBytes, barrier);
    const RemoteWords firstWords = remoteWords(args, cluster, thread / nf);
    const std::int32_t place = args.chain.count != 0 ? args.chain.placeOf[cluster] : -1;
    waitForOthers(args, cluster);
    loadBulk<threads>(shared, args.source + firstSlot * stride, fieldBytes, barrier);
    if (thread == 0 && args.outScale != 0) prefetchToL2(args.base + firstSlot * stride, fieldBytes);

    const int local = byComponent ? thread % size : thread;
    ElementRecord<Real>& record = records[local];
    const bool gatheredBoundary =
        gatherRemote(args, args.source, args.sourceTrace, cluster, firstWords, shared + firstTrace);
    if constexpr (withJumps)
      gatherRemote(args, args.target, args.targetTrace, cluster, firstWords, shared + firstTargetTrace(args));
    const bool hasBoundary = __syncthreads_or(gatheredBoundary);
    // Only from here on does every thread see the barrier as it was initialised.
    waitFor(barrier);
    if (hasBoundary) {
      if (gatheredBoundary) finishBoundaryFaces(args, cluster, shared, records, shared + firstTrace);
      __syncthreads();
    }
    // Each leaves the cluster's increments where its source field was, but for what losses take of `out` itself.
    Real loss;
    if constexpr (byComponent) {
      loss = runByComponent(args, shared, record, firstSlot, local, thread / size);
    } else {
      loss = runByElement(args, shared, record, firstSlot, local);
    }
    const bool hasLoss = __syncthreads_or(loss != 0);
    const std::int32_t currentCluster = cluster - args.current.list.firstCluster;
    if (currentCluster >= 0 && currentCluster < args.current.list.numClusters) {
      subtractCurrents(args.current, currentCluster, shared, records, firstSlot);
      __syncthreads();
    }
    if (hasLoss) {
      writeOut<true>(args, shared, records, firstSlot);
    } else {
      writeOut<false>(args, shared, records, firstSlot);
    }
    tellOthers(args, place);
  }

  static __device__ __forceinline__ bool isInBorder(const RhsArgs<Real>& args) {
    return static_cast<std::int32_t>(blockIdx.x) < args.border.numClusters;
  }

  /// Until the traces that the cluster reads have been computed, be it here or on other GPUs, and those that it is
  /// about to overwrite have been read. Two clusters with a face in common read each other, so that one condition holds
  /// for both.
  static __device__ __forceinline__ void waitForOthers(const RhsArgs<Real>& args, std::int32_t cluster) {
    const ChainArgs& chain = args.chain;
    const bool awaits = args.border.numAwaited > 0 && isInBorder(args);
    // Its place in the order of the clusters, of which the border comes first.
    const std::int32_t early =
        cluster - args.firstCluster + args.border.numClusters - (isInBorder(args) ? args.numClusters : 0);
    const bool isEarly = chain.overlaps && early < chain.numEarly;
    if (chain.overlaps && !isEarly) waitForGridBefore();
    if (!awaits && !isEarly) return;
    if (awaits)
      for (int i = threadIdx.x; i < args.border.numAwaited; i += threads)
        waitForOtherGpu(args.border.awaited[i], args.border.awaitedValue);
    if (isEarly) {
      const std::int32_t* partner = chain.partner + static_cast<std::int64_t>(early) * chain.maxPartners;
      for (int i = threadIdx.x; i < chain.maxPartners; i += threads)
        if (partner[i] >= 0) waitForCounter(chain.halfStepsDone + partner[i] * counterSpacing, chain.count - 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) letLoadsSeeWrites();
  }

  /// Tells whoever waits for the cluster that it is done. The counter of the border follows the half steps: it is not
  /// raised before the half step before has ended, nor does this one end before.
  static __device__ __forceinline__ void tellOthers(const RhsArgs<Real>& args, std::int32_t place) {
    const bool isInBorder = FusedKernel::isInBorder(args);
    if (place < 0 && !isInBorder) {
      if (args.chain.overlaps) waitForGridBefore();
      return;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (place >= 0) {
      std::uint32_t* halfStepsDone = args.chain.halfStepsDone + place * counterSpacing;
      asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(halfStepsDone), "r"(args.chain.count) : "memory");
    }
    if (args.chain.overlaps) waitForGridBefore();
    if (isInBorder) atomicAdd(args.border.done, 1u);
  }

  /// Blocks start in the order of their numbers: those of the border come first, those that pack its traces
  /// when it is about to be done.
  static __device__ __forceinline__ std::int32_t clusterOfBlock(const RhsArgs<Real>& args, bool behindPackers) {
    const std::int32_t block = static_cast<std::int32_t>(blockIdx.x) - args.border.numClusters;
    return args.firstCluster + (block < 0       ? block + args.numClusters
                                : behindPackers ? block - args.border.numPackers
                                                : block);
  }

  /// Clusters between the border and the blocks that pack: as many as run at a time, so that when one of these
  /// starts the border has all but ended.
  static __device__ __forceinline__ std::int32_t leadOfBorder(const RhsArgs<Real>& args) {
    return min(args.numClusters - args.border.numClusters, args.border.clustersBeforePackers);
  }

  /// Adds one to a counter behind all that the block has written; thread 0 gets what it then is.
  static __device__ __forceinline__ std::uint32_t countOne(std::uint32_t* counter) {
    __syncthreads();
    if (threadIdx.x != 0) return 0;
    __threadfence();
    return atomicAdd(counter, 1u) + 1;
  }

  /// Takes the currents off the cluster's increments.
  static __device__ __forceinline__ void subtractCurrents(const CurrentTerm<Real>& term, std::int32_t cluster,
                                                          Real* increments, const ElementRecord<Real>* records,
                                                          std::int64_t firstSlot) {
    constexpr int values = 3 * np;
    __shared__ double strengths[keptStrengths];
    const CurrentList<Real>& list = term.list;
    const std::int32_t first = list.clusterBegin[cluster], count = list.clusterBegin[cluster + 1] - first;
    if (count == 0) return;
    const WaveformTable& table = term.waveforms;
    const auto strength = [&](int w) {
      return waveformValue(table.waveform[w], table.tableTime, table.tableValue, timeOf(term.time));
    };
    if (threadIdx.x < min(keptStrengths, table.count)) strengths[threadIdx.x] = strength(threadIdx.x);
    __syncthreads();
    for (int i = threadIdx.x; i < count * values; i += threads) {
      const std::int32_t element = first + i / values;
      const int value = i % values;
      Real sum = 0;
      for (std::int32_t s = list.begin[element]; s < list.begin[element + 1]; ++s) {
        const int w = list.waveform[s];
        sum += static_cast<Real>(w < keptStrengths ? strengths[w] : strength(w)) *
               list.coefficient[static_cast<std::int64_t>(s) * values + value];
      }
      const auto local = static_cast<int>(list.slot[element] - firstSlot);
      increments[local * stride + value] -= term.scale[records[local].words >> (4 * faceBits)] * sum;
    }
  }

  /// Sends a share of the border's traces once all its clusters are done. Spinning cannot hold the border up:
  /// these blocks are fewer than run at a time.
  static __device__ __forceinline__ void packTraces(const BorderArgs<Real>& border, const Real* field,
                                                    std::int32_t packer) {
    if (threadIdx.x == 0) waitForCounter(border.done, border.doneAtEnd);
    __syncthreads();
    const std::int64_t items = static_cast<std::int64_t>(border.numTraces) * nf;
    const std::int64_t step = static_cast<std::int64_t>(border.numPackers) * threads * packBatch;
    std::int64_t first = static_cast<std::int64_t>(packer) * threads * packBatch + threadIdx.x;
    for (; first < items; first += step)
      packItems<order>(field, border.slotFace, items, first, threads, border.destination);
    const std::uint32_t packed = countOne(border.packed);
    if (threadIdx.x != 0 || packed != border.packedAtEnd) return;
    // All blocks' stores come before their counts, and these before the flags.
    __threadfence_system();
    for (int i = 0; i < border.numFlags; ++i)
      asm volatile("st.relaxed.sys.u32 [%0], %1;" ::"l"(border.flag[i]), "r"(border.flagValue) : "memory");
  }

  struct Scales {
    Real rhs, target;
  };
  static __device__ __forceinline__ Scales scalesOf(const RhsArgs<Real>& args, const ElementRecord<Real>& record) {
    const int material = static_cast<int>(record.words >> (4 * faceBits));
    return {args.rhsScale[material], args.targetScale ? args.targetScale[material] : Real(0)};
  }

  /// What the target's old value adds to `out`, for writeOut() to add where that is the target itself. It is kept in
  /// the element's record, which nothing else needs any more.
  static __device__ __forceinline__ Real& lossOf(ElementRecord<Real>& record) { return record.metric[0]; }
  static __device__ __forceinline__ const Real& lossOf(const ElementRecord<Real>& record) { return record.metric[0]; }

  static __device__ __forceinline__ Real runByElement(const RhsArgs<Real>& args, Real* shared,
                                                      ElementRecord<Real>& record, std::int64_t firstSlot, int local) {
    ElementRhs<Real, order> rhs;
    Real* mine = shared + local * stride;
    compute(rhs, mine, shared, record, args.sourceMirror);
    if constexpr (withJumps) {
      bringTarget(args, shared, firstSlot);
      addJumps(args, rhs, mine, shared, record, local);
    }

    const Scales scales = scalesOf(args, record);
    const Real* g = record.metric;
    const Real g11 = scales.rhs * g[0], g12 = scales.rhs * g[1], g13 = scales.rhs * g[2], g22 = scales.rhs * g[3],
               g23 = scales.rhs * g[4], g33 = scales.rhs * g[5];
    forEach<np>([&](auto n) {
      const Real x = rhs.r[n.value][0], y = rhs.r[n.value][1], z = rhs.r[n.value][2];
      rhs.r[n.value][0] = g11 * x + g12 * y + g13 * z;
      rhs.r[n.value][1] = g12 * x + g22 * y + g23 * z;
      rhs.r[n.value][2] = g13 * x + g23 * y + g33 * z;
    });
    const bool inPlace = args.target == args.base && args.outScale != 0;
    if (scales.target != 0 && !inPlace) {
      const Real* own = args.target + (firstSlot + local) * stride;
      forEach<np>([&](auto n) {
        for (int k = 0; k < 3; ++k) rhs.r[n.value][k] += scales.target * own[3 * n.value + k];
      });
    }
    __syncthreads();
    store(rhs, mine);
    return lossOf(record) = inPlace ? scales.target : Real(0);
  }

  /// Three threads an element: each computes one r_k, then one component of the update from all three.
  static __device__ __forceinline__ Real runByComponent(const RhsArgs<Real>& args, Real* shared,
                                                        ElementRecord<Real>& record, std::int64_t firstSlot, int local,
                                                        int component) {
    Real r[np];
    Real* mine = shared + local * stride;
    if (component == 0) {
      computeComponent<0>(r, mine, shared, record, args.sourceMirror);
    } else if (component == 1) {
      computeComponent<1>(r, mine, shared, record, args.sourceMirror);
    } else {
      computeComponent<2>(r, mine, shared, record, args.sourceMirror);
    }
    if constexpr (withJumps) {
#pragma unroll 1
      for (int field = liftsSourceByFace ? 0 : 1; field < 2; ++field) {
        if (field == 1) bringTarget(args, shared, firstSlot);
        addFluxesByFace(args, r, shared, local, component, field == 1);
      }
    }
    __syncthreads();
    forEach<np>([&](auto n) { mine[3 * n.value + component] = r[n.value]; });
    if (stride > 3 * np && component == 0) mine[3 * np] = 0;
    __syncthreads();
    const Scales scales = scalesOf(args, record);
    const Real* g = record.metric;
    const int next = component == 2 ? 0 : component + 1, last = component == 0 ? 2 : component - 1;
    // Row `component` of the metric: diagonal, to the next component, to the one after it.
    const Real diagonal = scales.rhs * (component == 0 ? g[0] : component == 1 ? g[3] : g[5]);
    const Real toNext = scales.rhs * (component == 0 ? g[1] : component == 1 ? g[4] : g[2]);
    const Real toLast = scales.rhs * (component == 0 ? g[2] : component == 1 ? g[1] : g[4]);
    forEach<np>([&](auto n) {
      r[n.value] = diagonal * r[n.value] + toNext * mine[3 * n.value + next] + toLast * mine[3 * n.value + last];
    });
    const bool inPlace = args.target == args.base && args.outScale != 0;
    if (scales.target != 0 && !inPlace) {
      const Real* own = args.target + (firstSlot + local) * stride + component;
      forEach<np>([&](auto n) { r[n.value] += scales.target * own[3 * n.value]; });
    }
    __syncthreads();
    forEach<np>([&](auto n) { mine[3 * n.value + component] = r[n.value]; });
    const Real loss = inPlace ? scales.target : Real(0);
    if (component == 0) lossOf(record) = loss;
    return loss;
  }

  template <int k>
  static __device__ __forceinline__ void computeComponent(Real (&r)[np], const Real* mine, const Real* shared,
                                                          const ElementRecord<Real>& record, const Real (&mirror)[3]) {
    // Volatile: as in compute().
    const volatile Real* again = mine;
    const auto own = [&](auto n, auto c) { return again[3 * n.value + c.value]; };
    const std::uint64_t words = record.words;
    ComponentRhs<Real, order, k>::curl(r, own);
    forEach<4>([&](auto f) {
      if constexpr (!liftsSourceByFace && ComponentRhs<Real, order, k>::sign(f.value) != 0)
        addComponentFace<k, f.value>(r, own, shared, static_cast<unsigned>(words >> (f.value * faceBits)), mirror);
    });
  }

  template <int k, int f, class Own>
  static __device__ __forceinline__ void addComponentFace(Real (&r)[np], const Own& own, const Real* shared,
                                                          unsigned word, const Real (&mirror)[3]) {
    using Rhs = ComponentRhs<Real, order, k>;
    const OuterInShared outer(word, shared, firstTrace, mirror);
    Real jump[nf];
    forEach<nf>([&](auto m) {
      using Offsets = NodeOffsets<order, m.value>;
      const unsigned offset = __byte_perm(Offsets::ofFaces, Offsets::ofRecord, outer.selector);
      constexpr Constant<nodeOrder<order>.faceNode[f][m.value]> n;
      if constexpr (Rhs::takesDifference(f)) {
        jump[m.value] =
            (own(n, Constant<1>{}) - own(n, Constant<2>{})) - outer.mirror * (outer.u[offset] - outer.v[offset]);
      } else {
        constexpr bool u = Rhs::takesU(f);
        constexpr int c = u ? (f < 2 ? 1 : 0) : f == 3 ? 1 : 2;
        Real mineHere = own(n, Constant<c>{});
        if constexpr (f == 0) mineHere -= own(n, Constant<0>{});
        const Real first = outer.face == 0 ? outer.first[offset] : Real(0);
        jump[m.value] = mineHere - outer.mirror * ((u ? outer.u[offset] : outer.v[offset]) - first);
      }
    });
    Rhs::template addFlux<f>(r, jump);
  }

  static __device__ __forceinline__ void compute(ElementRhs<Real, order>& rhs, const Real* mine, const Real* shared,
                                                 const ElementRecord<Real>& record, const Real (&mirror)[3]) {
    const std::uint64_t words = record.words;
    const auto word = [&](int f) { return static_cast<unsigned>(words >> (f * faceBits)); };
    withOwn(mine, [&](const auto& own) {
      rhs.curl(own);
      addFace<0>(rhs, own, shared, word(0), mirror);
      addFace<1>(rhs, own, shared, word(1), mirror);
      addFace<2>(rhs, own, shared, word(2), mirror);
      addFace<3>(rhs, own, shared, word(3), mirror);
    });
  }

  /// function(own), own(Constant<coefficient>, Constant<component>) being the element's values in shared memory.
  template <class Function>
  static __device__ __forceinline__ void withOwn(const Real* mine, const Function& function) {
    if constexpr (ownInRegisters) {
      Real values[np][3];
      constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 : 8;
      copyWide<wide>(&values[0][0], mine);
      function([&](auto n, auto k) { return values[n.value][k.value]; });
    } else {
      // Volatile: read again wherever it is needed. Kept in registers the values would spill.
      const volatile Real* again = mine;
      function([&](auto n, auto k) { return again[3 * n.value + k.value]; });
    }
  }

  static __device__ __forceinline__ int firstTargetTrace(const RhsArgs<Real>& args) {
    return firstTrace + args.maxRemote * traceSize(order);
  }

  /// Replaces the cluster's source in shared memory by its target, after all threads have used the source.
  static __device__ __forceinline__ void bringTarget(const RhsArgs<Real>& args, Real* shared, std::int64_t firstSlot) {
    __shared__ LoadBarrier barrier;
    if (threadIdx.x == 0) initialise(barrier, fieldBytes);
    __syncthreads();
    loadBulk<threads>(shared, args.target + firstSlot * stride, fieldBytes, barrier);
    waitFor(barrier);
  }

  /// Adds the jump terms of all faces; the target stands in shared memory.
  static __device__ __forceinline__ void addJumps(const RhsArgs<Real>& args, ElementRhs<Real, order>& rhs,
                                                  const Real* mine, const Real* shared,
                                                  const ElementRecord<Real>& record, int local) {
    const std::uint64_t words = record.words;
    const Real* scale = shared + firstJump + 4 * local;
    withOwn(mine, [&](const auto& own) {
      forEach<4>([&](auto f) {
        const unsigned word = static_cast<unsigned>(words >> (f.value * faceBits));
        const OuterInShared outer(word, shared, firstTargetTrace(args), args.targetMirror);
        const FaceMetric<Real> metric = faceMetric(record.metric, f.value);
        const Real w = signedJumpScale(args, scale[f.value], f.value);
        const Real uu = w * metric.uu, uv = w * metric.uv, vv = w * metric.vv;
        Real u[nf], v[nf];
        forEach<nf>([&](auto m) {
          Real jumpU, jumpV;
          jumpAt<f.value, m.value>(own, outer, jumpU, jumpV);
          u[m.value] = uu * jumpV - uv * jumpU;
          v[m.value] = uv * jumpV - vv * jumpU;
        });
        rhs.template addFlux<f.value>(u, v);
      });
    });
  }

  /// The fluxes of the source's jumps or of the target's (addJumps()) for three threads an element, face by face: all
  /// threads work out the jumps at the nodes of the cluster's faces f and leave them in shared memory, then each lifts
  /// what its component takes. As straight-line code of each component the kernel would not fit the instruction cache.
  static __device__ __forceinline__ void addFluxesByFace(const RhsArgs<Real>& args, Real (&r)[np], Real* shared,
                                                         int local, int component, bool ofTarget) {
    Real* terms = shared + firstTargetTrace(args) + args.maxRemote * traceSize(order);
    forEach<4>([&](auto f) {
      setFaceTerms(args, shared, terms, f.value, ofTarget);
      __syncthreads();
      const Real* mine = terms + local * termStride;
      if (component == 0) {
        liftTerms<0, f.value>(r, mine);
      } else if (component == 1) {
        liftTerms<1, f.value>(r, mine);
      } else {
        liftTerms<2, f.value>(r, mine);
      }
      __syncthreads();
    });
  }

  /// Of each element's face f, [element][node][u, v]. A thread keeps to one node, as in gatherRemote().
  static __device__ __forceinline__ void setFaceTerms(const RhsArgs<Real>& args, const Real* shared, Real* terms, int f,
                                                      bool ofTarget) {
    const int m = threadIdx.x % nf;
    if (threadIdx.x >= gatherGroups * nf) return;
    unsigned ofFaces = 0;
    forEach<nf>([&](auto node) {
      if (m == node.value) ofFaces = NodeOffsets<order, node.value>::ofFaces;
    });
    const auto* records = reinterpret_cast<const ElementRecord<Real>*>(shared + fieldBytes / sizeof(Real));
    const Real(&mirrors)[3] = ofTarget ? args.targetMirror : args.sourceMirror;
    const int firstRecord = ofTarget ? firstTargetTrace(args) : firstTrace;
    const int ownOffset = __byte_perm(ofFaces, 0, 0x4440u | f);
#pragma unroll 2
    for (int element = threadIdx.x / nf; element < size; element += gatherGroups) {
      const ElementRecord<Real>& record = records[element];
      const OuterInShared outer(static_cast<unsigned>(record.words >> (f * faceBits)), shared, firstRecord, mirrors);
      const unsigned offset = __byte_perm(ofFaces, 2u * m, outer.selector);
      const Real outerFirst = outer.face == 0 ? outer.first[offset] : Real(0);
      const Real* own = shared + element * stride + ownOffset;
      const Real ownFirst = f == 0 ? own[0] : Real(0);
      Real u = own[componentU(f)] - ownFirst - outer.mirror * (outer.u[offset] - outerFirst);
      Real v = own[componentV(f)] - ownFirst - outer.mirror * (outer.v[offset] - outerFirst);
      if (ofTarget) {
        const FaceMetric<Real> metric = faceMetric(record.metric, f);
        const Real w = signedJumpScale(args, shared[firstJump + 4 * element + f], f);
        const Real jumpU = u;
        u = w * (metric.uu * v - metric.uv * jumpU);
        v = w * (metric.uv * v - metric.vv * jumpU);
      }
      Real* to = terms + element * termStride + 2 * m;
      to[0] = u;
      to[1] = v;
    }
  }

  /// Adds to component k what it takes of an element's terms at face f.
  template <int k, int f>
  static __device__ __forceinline__ void liftTerms(Real (&r)[np], const Real* terms) {
    using Rhs = ComponentRhs<Real, order, k>;
    if constexpr (Rhs::sign(f) != 0) {
      Real jump[nf];
      forEach<nf>([&](auto m) {
        const Real* term = terms + 2 * m.value;
        jump[m.value] = Rhs::takesDifference(f) ? term[0] - term[1] : Rhs::takesU(f) ? term[0] : term[1];
      });
      Rhs::template addFlux<f>(r, jump);
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

  static __device__ __forceinline__ void store(const ElementRhs<Real, order>& rhs, Real* mine) {
    if constexpr (ownInRegisters) {
      constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 : 8;
      constexpr int count = wide / static_cast<int>(sizeof(Real));
      struct alignas(wide) Word {
        Real value[count];
      };
      const Real* values = &rhs.r[0][0];
      forEach<3 * np / count>([&](auto i) {
        Word word;
        for (int k = 0; k < count; ++k) word.value[k] = values[i.value * count + k];
        reinterpret_cast<Word*>(mine)[i.value] = word;
      });
    } else {
      forEach<np>([&](auto n) {
        for (int k = 0; k < 3; ++k) mine[3 * n.value + k] = rhs.r[n.value][k];
      });
      if constexpr (stride > 3 * np) mine[3 * np] = 0;
    }
  }

  /// The cluster's increments, from shared memory to the field; if it `hasLoss`, each value also gets its share of
  /// itself: added to the increment, so that a small one is not rounded away.
  template <bool hasLoss>
  static __device__ __forceinline__ void writeOut(const RhsArgs<Real>& args, const Real* shared,
                                                  const ElementRecord<Real>* records, std::int64_t firstSlot) {
    constexpr int count = 16 / static_cast<int>(sizeof(Real));
    struct alignas(16) Word {
      Real value[count];
    };
    Word* out = reinterpret_cast<Word*>(args.out + firstSlot * stride);
    const Word* base = reinterpret_cast<const Word*>(args.base + firstSlot * stride);
    const Word* increment = reinterpret_cast<const Word*>(shared);
    constexpr int words = size * stride / count, batch = Shape::writeBatch;
    if (args.outScale == 0) {
      for (int i = threadIdx.x; i < words; i += threads) out[i] = increment[i];
      return;
    }
    for (int first = threadIdx.x; first < words; first += batch * threads) {
      Word word[batch];
      forEach<batch>([&](auto i) {
        if (first + i.value * threads < words) word[i.value] = base[first + i.value * threads];
      });
      forEach<batch>([&](auto i) {
        if (first + i.value * threads >= words) return;
        Word add = increment[first + i.value * threads];
        if constexpr (hasLoss) {
          // A word may end in the element after the one in which it begins.
          const int value = (first + i.value * threads) * count, element = value / stride;
          const int rest = (element + 1) * stride - value;
          const Real loss = lossOf(records[element]), next = rest < count ? lossOf(records[element + 1]) : loss;
          for (int k = 0; k < count; ++k) add.value[k] += (k < rest ? loss : next) * word[i.value].value[k];
        }
        for (int k = 0; k < count; ++k) word[i.value].value[k] = args.outScale * word[i.value].value[k] + add.value[k];
        out[first + i.value * threads] = word[i.value];
      });
    }
  }
};

template <class Real, int order, bool withJumps>
__global__ void __launch_bounds__((FusedKernel<Real, order, withJumps>::threads),
                                  (FusedShape<Real, order, withJumps>::clustersPerSm))
    fusedKernel(const __grid_constant__ RhsArgs<Real> args) {
  FusedKernel<Real, order, withJumps>::run(args);
}

}  // namespace fluxtet::dgtd::cuda
