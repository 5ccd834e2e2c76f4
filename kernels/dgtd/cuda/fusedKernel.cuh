// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/absorbingLayers.cuh"
#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/chainedGrids.cuh"
#include "kernels/dgtd/cuda/elementRhs.cuh"
#include "kernels/dgtd/cuda/faceMetric.hpp"
#include "kernels/dgtd/cuda/kernelTime.cuh"
#include "kernels/dgtd/cuda/polarisation.cuh"
#include "kernels/dgtd/cuda/rhsArgs.hpp"
#include "kernels/dgtd/cuda/tensorMedia.cuh"

#include <type_traits>

namespace fluxtet::dgtd::cuda {

/// The components of a node's values that make the trace (u, v) of a face (docs/theory.md, section 2.7). Faces 0 to 3:
/// indices into the covariant triple p_1, p_2, p_3 of an element's node; on face 0 the caller subtracts p_1 from both.
/// Face 4 stands for a trace record, whose pair is (u, v) already.
__device__ __forceinline__ int componentU(int face) {
  return face == 4 ? 0 : face == 0 || face == 1 ? 1 : 0;
}
__device__ __forceinline__ int componentV(int face) {
  return face == 4 || face == 3 ? 1 : 2;
}

/// Offsets of node m of a face trace, in values. Byte f of `ofFaces`: from the start of the element's field, for its
/// face f. `ofRecord`: from the start of a trace record. __byte_perm(ofFaces, ofRecord, 0x5550 | face) selects the one
/// of `face`, where 4 stands for a trace record: byte 5, which fills up the word, is 0.
template <int order, int m>
struct NodeOffsets {
  static constexpr unsigned ofFaces = 3u * nodeOrder<order>.faceNode[0][m] | 3u * nodeOrder<order>.faceNode[1][m] << 8 |
                                      3u * nodeOrder<order>.faceNode[2][m] << 16 |
                                      3u * nodeOrder<order>.faceNode[3][m] << 24;
  static constexpr unsigned ofRecord = 2u * m;
};

/// The element's node that is node m of face f: NodeOrder::faceNode[f][m], computed, as f and m are known at run time
/// only.
template <int order>
__device__ __forceinline__ int faceNodeOf(int f, int m) {
  // The face node's barycentric indices (first, i, j), in the order of NodeOrder.
  int j = 0, i = m;
  for (int row = order + 1; i >= row; --row) i -= row, ++j;
  const int first = order - i - j;
  // The element node's indices at the vertices 1, 2, 3; the index at vertex f is 0.
  const int a1 = f == 0 ? first : f == 1 ? 0 : i, a2 = f < 2 ? i : f == 2 ? 0 : j, a3 = f == 3 ? 0 : j;
  // NodeOrder lists planes of constant a3, in each of them rows of constant a2.
  const int plane = order - a3;
  const auto tetrahedral = [](int n) { return n * (n + 1) * (n + 2) / 6; };
  const int before = tetrahedral(order + 1) - tetrahedral(plane + 1);
  return before + a2 * (plane + 1) - a2 * (a2 - 1) / 2 + a1;
}

/// The trace (u, v), in V, at node m of face `face` of the element in `slot`. field [slot][elementStride]: covariant
/// Bernstein coefficients, V.
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

/// Face nodes that a thread packs at a time.
inline constexpr int packBatch = 4;

/// Packs the packBatch items first, first + stride, ...; those from `items` on are left out. Item i is node i % Nf of
/// trace i / Nf. Trace k belongs to face slotFace[k] = 4 * slot + face, and goes as a record [Nf][2] to destination[k],
/// which is aligned to two values. All loads are issued before the first store.
template <int order, class Real>
__device__ __forceinline__ void packItems(const Real* field, const std::int32_t* slotFace, std::int64_t items,
                                          std::int64_t first, int stride, Real* const* destination) {
  constexpr int nf = NodeOrder<order>::nf;
  // One store for both values, because the destination may be behind a link to another GPU.
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

/// Makes the outer source trace of a boundary face whose condition dissipates (FaceCondition), so that the centred flux
/// with this trace is the flux of docs/theory.md, section 2.4. The trace is a sum of
/// - the own trace of the source, times the mirror factor of the face's reflection,
/// - the incident trace of the source,
/// - the dissipation of the target's jump, written as a difference of source traces (section 2.7).
/// The target's jump is its own trace less its mirrored own trace and less its incident trace. Let q be the impedance
/// (target E) or admittance (target H), u, v the components of the jump, and M the FaceMetric. The term -+ (1/q) |g_f|
/// [target]_tangential has the components adj(M) (u, v) / sqrt(det M) / q along the two edges, in units of delta. The
/// flux takes a source jump (a, b) to s_f (-b, a), so the difference (a, b) follows from s_f (-b, a) being these
/// components.
///
/// On entry (u, v) is the target's own trace at node m of face f, on return the outer source trace, both in V. `entry`:
/// index of the face in the lists [cluster][gatheredPitch] of RhsArgs. `record`: that of the face's element.
/// ownSource(u, v) sets its arguments to the source's own trace at this node.
template <class Real, int order, class OwnSource>
__device__ __forceinline__ void makeBoundaryTrace(const RhsArgs<Real>& args, const ElementRecord<Real>& record, int f,
                                                  std::int64_t entry, int m, const OwnSource& ownSource, Real& u,
                                                  Real& v) {
  const FaceMetric<Real> metric = faceMetric(record.metric, f);
  Real ownU = u, ownV = v;
  u = v = 0;
  if (args.reflection != nullptr) {
    // The factors of a magnetic wall are those of reflection 1 (FaceCondition::mirror()), and proportional to it.
    const Real sourceMirror = args.reflection[entry] * args.sourceMirror[mirrorPmc];
    ownSource(u, v);
    u *= sourceMirror;
    v *= sourceMirror;
    // Own less mirrored own trace of the target, whose mirror has the opposite sign.
    ownU *= 1 + sourceMirror;
    ownV *= 1 + sourceMirror;
  }
  const std::int32_t waveRecord = args.waveRecord != nullptr ? args.waveRecord[entry] : -1;
  if (waveRecord >= 0) {
    const std::int64_t at = static_cast<std::int64_t>(waveRecord) * traceSize(order) + 2 * m;
    ownU -= args.targetWave[at];
    ownV -= args.targetWave[at + 1];
    u += args.sourceWave[at];
    v += args.sourceWave[at + 1];
  }
  const int material = static_cast<int>(record.words >> (4 * faceBits));
  const Real scale = args.dissipation * args.fluxAdmittance[material] / sqrt(metric.determinant());
  const Real sign = f % 2 == 0 ? Real(-1) : Real(1);
  u -= sign * scale * (metric.uu * ownV - metric.uv * ownU);
  v += sign * scale * (metric.vv * ownU - metric.uv * ownV);
}

/// Factors of the source's or the target's own traces in the outer traces, by Mirror. A wall mirrors E and H with
/// opposite signs (FaceCondition::mirror), so the target's factors follow from the source's. A second array among the
/// kernels' parameters would cost registers (intSurface).
template <class Real>
struct Mirrors {
  Real source[3], target[3];
  __device__ __forceinline__ explicit Mirrors(const RhsArgs<Real>& args)
      : source{args.sourceMirror[mirrorNone], args.sourceMirror[mirrorPec], args.sourceMirror[mirrorPmc]},
        target{args.sourceMirror[mirrorNone], -args.sourceMirror[mirrorPec], -args.sourceMirror[mirrorPmc]} {}
};

/// The factor of the outer trace of a face. `word`: the face's bits of ElementRecord::words, lowest first. factor
/// [Mirror]: one array of Mirrors. A choice between values: an index known at run time alone would need local memory.
template <class Real>
__device__ __forceinline__ Real mirrorOf(unsigned word, const Real (&factor)[3]) {
  const int mirror = (word >> traceBits) & ((1 << mirrorBits) - 1);
  return mirror == mirrorNone ? factor[mirrorNone] : mirror == mirrorPec ? factor[mirrorPec] : factor[mirrorPmc];
}

/// The factor w, in m, of the target's jump terms at face f of an element. jumpScale: the face's entry of
/// RhsArgs::jumpScale, m. A jump (u, v) of the target's traces adds w (uu v - uv u) and -w (vv u - uv v) to the
/// components of the source's jump, with uu, uv, vv of the FaceMetric: dissipation as a difference of source traces, as
/// in makeBoundaryTrace().
template <class Real>
__device__ __forceinline__ Real signedJumpScale(const RhsArgs<Real>& args, Real jumpScale, int f) {
  return (f % 2 == 0 ? -1 : 1) * args.dissipation * jumpScale;
}

/// Shape of the fused kernel of one order and precision. The values were found by measurement on an H200
/// (docs/performance.md).
/// - clusterSize: elements of a cluster.
/// - clustersPerSm: clusters that a multiprocessor holds at a time. It limits the registers of a thread. Kernels of
/// plain media spill next to none, because local memory would compete with the fields for the same path; those with
/// absorbing layers spill some.
/// - gatherBatch: gathered traces that a thread has in flight. writeBatch: 16-byte words of the field that a thread has
/// in flight in writeOut().
/// - byComponent: three threads compute an element, a component each. At high order one thread an element takes so many
/// registers that too few warps are left to hide the gathering.
/// - keepsCache: only the memory that the resident clusters need becomes shared memory and the rest stays L1 cache;
/// else all of it becomes shared memory.
template <int clusterSize_, int clustersPerSm_, int gatherBatch_, int writeBatch_, bool byComponent_>
struct ShapeOf {
  static constexpr int clusterSize = clusterSize_, clustersPerSm = clustersPerSm_;
  static constexpr int gatherBatch = gatherBatch_, writeBatch = writeBatch_;
  static constexpr bool byComponent = byComponent_, keepsCache = byComponent_;
};
/// ShapeOf by precision, order, and whether the target has jump terms. The cluster size does not depend on jump terms.
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

/// Terms of a half step that act in some elements only: those of dispersive and of tensor media, of absorbing layers,
/// and incident waves at injected faces. One bit for each of the three.
enum class FusedTerms : unsigned {
  none = 0,
  media = 1,
  layers = 2,
  mediaAndLayers = media | layers,
  injection = 4,
  all = mediaAndLayers | injection
};
constexpr bool hasTerm(FusedTerms terms, FusedTerms one) {
  return (static_cast<unsigned>(terms) & static_cast<unsigned>(one)) != 0;
}

/// The fused half step: volume integral, surface integral and update in one kernel, as RhsArgs states it
/// (docs/theory.md, section 2.7; docs/design.md, "Engine interface"). `withJumps`: with the jump terms of the target.
/// `extraTerms`: further terms in some elements; each choice is a kernel of its own, so that other runs do not pay for
/// it. `penaltyAlone`: only addPenalty(), which has no source. A thread block computes a cluster in these steps
/// (run()):
/// 1. It copies the cluster's source field and element records to shared memory in bulk, and meanwhile gathers the
/// outer traces that stand outside the cluster. To those at injected faces it adds the incident waves.
/// 2. Its threads compute the right-hand side. With jump terms the block then copies its target to where its source
/// was, and adds them.
/// 3. It leaves the increments in shared memory where the source was, subtracts the currents of sources from them,
/// multiplies them with the matrices of anisotropic media, turns them into those of absorbing layers, and adds them to
/// the field in whole cache lines. Where a cluster absorbs in one direction and has no other such term, threads do this
/// element by element, before the increments leave their registers. A cluster with dispersive elements advances the
/// states of their poles in the same pass and subtracts their currents; where it has matrices or layers it does so with
/// these.
///
/// Launch: numClusters + numPackers blocks of `threads` threads, sharedBytes() of dynamic shared memory. The first
/// blocks compute the border clusters; numPackers of the later ones pack traces instead of computing a cluster
/// (BorderArgs).
///
/// Synchronisation. Within a half step only packing blocks read the results of other blocks. Between half steps, and
/// between ranks, four kinds of counters order blocks. They are 32 bits wide and only grow, except that
/// HalfStepChain::restart() sets its own back to 0 between half steps that do not overlap. Waits compare by
/// hasReached(). A block raises a counter behind a fence that follows all its stores.
/// - ChainArgs::halfStepsDone, one for each cluster that is a partner of an early cluster (HalfStepChain). tellOthers()
/// sets it to the number of the present half step. The early blocks of the next half step wait in waitForOthers() until
/// the counters of their partners have reached the half step before theirs; all other blocks wait for the end of the
/// grid before. Partners are the clusters with a common face and the cluster itself. They write what this block reads,
/// and they read what this block overwrites, so one condition covers both directions. It covers the states of poles
/// too, which their cluster alone uses. Blocks cannot wait in a circle, because no block of a half step begins before
/// all blocks of the half step before have begun (letNextGridBegin()).
/// - BorderArgs::done, one for the rank. tellOthers() adds 1 for each border cluster, after the half step before has
/// ended. The packing blocks of the same launch wait for doneAtEnd in packTraces(), and so does the exchange stream
/// (EngineStreams::orderExchangeAfterBorder()), to which it also means that all earlier work in the compute stream has
/// ended.
/// - BorderArgs::packed, one for the rank. Each packing block adds 1 when it has stored its traces. The block that
/// brings it to packedAtEnd sets the flags; the exchange stream waits for the same value where it copies packed traces
/// to the host.
/// - BorderArgs::flag, in memory of the neighbours, and BorderArgs::awaited, the same flags seen by their owner. The
/// last packing block sets `flag` to the number of the message behind a fence of system scope. The neighbour's border
/// blocks wait for `awaited` in waitForOthers(), or its exchange stream does. Interior clusters read no traces of other
/// ranks and do not wait. DeviceHalo states why a neighbour never overwrites a message that is still read.
template <class Real, int order, bool withJumps, FusedTerms extraTerms = FusedTerms::none, bool penaltyAlone = false>
struct FusedKernel {
  using Shape = FusedShape<Real, order, withJumps>;
  static constexpr bool withMedia = hasTerm(extraTerms, FusedTerms::media),
                        withLayers = hasTerm(extraTerms, FusedTerms::layers),
                        withInjection = hasTerm(extraTerms, FusedTerms::injection);
  static constexpr int size = Shape::clusterSize;
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf;
  static constexpr int stride = elementStride(order);
  /// Whether a thread keeps the values of its element in registers (withOwn()).
  static constexpr bool ownInRegisters = order <= 2;
  static constexpr bool byComponent = Shape::byComponent;
  static constexpr int threads = byComponent ? 3 * size : size;

  /// Dynamic shared memory, in this order: field of the cluster [size][stride], element records [size], and with jump
  /// terms jump scales [size][4]; then gathered traces of the source [maxGathered][Nf][2], with jump terms those of the
  /// target, and the terms of addFluxesByFace(). Bytes of the parts of fixed size; all are multiples of 16.
  static constexpr std::uint32_t fieldBytes = size * stride * sizeof(Real),
                                 recordBytes = size * sizeof(ElementRecord<Real>);
  static constexpr std::uint32_t jumpBytes = withJumps ? size * 4 * sizeof(Real) : 0;
  /// Whether addFluxesByFace() adds the source's fluxes too. That makes less code but takes more block barriers.
  static constexpr bool liftsSourceByFace = withJumps && order == 4;
  /// Values of an element in the terms of addFluxesByFace(), where three threads share an element: an odd number, so
  /// that threads of neighbouring elements have no bank conflicts.
  static constexpr int termStride = traceSize(order) + 1;
  static constexpr std::uint32_t termBytes = withJumps && byComponent ? size * termStride * sizeof(Real) : 0;
  /// Offsets in shared memory, in values: of the jump scales and of the source's gathered traces.
  static constexpr int firstJump = (fieldBytes + recordBytes) / sizeof(Real),
                       firstTrace = firstJump + jumpBytes / sizeof(Real);
  /// Whether threads may advance the layers of their elements while they have the increments in registers
  /// (advanceByElement()). Field and states are in shared memory then, the states where the gathered traces were.
  static constexpr bool advancesByElement = withLayers && !byComponent;
  /// Waveforms whose values a block keeps in shared memory. It evaluates further ones wherever it needs them.
  static constexpr int keptStrengths = 16;
  /// Static shared memory, an upper bound: load barriers, places of layers and values of waveforms.
  static constexpr std::size_t staticBytes = 128 + keptStrengths * sizeof(double);

  /// Fields of which the block gathers traces.
  static constexpr std::size_t fieldsWithTraces = withJumps && !penaltyAlone ? 2 : 1;
  /// Bytes of dynamic shared memory, with room for maxGathered gathered traces.
  static std::size_t sharedBytes(std::int32_t maxGathered) {
    const std::size_t traces =
        fieldsWithTraces * sizeof(Real) * static_cast<std::size_t>(maxGathered) * traceSize(order) + termBytes;
    return fieldBytes + recordBytes + jumpBytes + (advancesByElement && traces < fieldBytes ? fieldBytes : traces);
  }

  /// Threads gather in groups of Nf: thread m of a group takes node m of a face. Surplus threads do not gather.
  static constexpr int gatherGroups = threads / nf;
  /// GatheredTrace::word of the traces that a thread gathers at a time: numbers first, first + gatherGroups, ... of the
  /// cluster's list.
  struct GatheredWords {
    std::uint32_t of[Shape::gatherBatch];
  };
  static __device__ __forceinline__ GatheredWords gatheredWords(const RhsArgs<Real>& args, std::int32_t cluster,
                                                                std::int32_t first) {
    const GatheredTrace* gathered = args.gathered + static_cast<std::int64_t>(cluster) * args.gatheredPitch;
    GatheredWords words;
    forEach<Shape::gatherBatch>([&](auto i) {
      const std::int32_t k = first + i.value * gatherGroups;
      words.of[i.value] = k < args.maxGathered ? gathered[k].word : GatheredTrace::none;
    });
    return words;
  }

  /// Copies the cluster's gathered traces of one field to `records` [maxGathered][Nf][2] in shared memory. field
  /// [slot][elementStride] and fieldTraces [trace record][Nf][2]: the field in global memory. `word`: the first traces
  /// of this thread, which the caller has loaded ahead (gatheredWords()). For a boundary face it copies the target's
  /// own trace instead; finishBoundaryFaces() makes the outer trace of it. Returns whether this thread met a boundary
  /// face.
  ///
  /// A thread keeps to one node number, so that the lanes of a warp read along faces, and has a batch of loads in
  /// flight.
  static __device__ __forceinline__ bool gatherTraces(const RhsArgs<Real>& args, const Real* field,
                                                      const Real* fieldTraces, std::int32_t cluster, GatheredWords word,
                                                      Real* records) {
    constexpr int groups = gatherGroups, batch = Shape::gatherBatch;
    const int m = threadIdx.x % nf, group = threadIdx.x / nf;
    if (group >= groups) return false;
    unsigned offsets = 0;
    forEach<nf>([&](auto node) {
      if (m == node.value) offsets = NodeOffsets<order, node.value>::ofFaces;
    });
    const std::int32_t count = args.maxGathered;
    bool hasBoundary = false;
    // GatheredTrace::none ends the list.
    for (std::int32_t first = group; word.of[0] != GatheredTrace::none;) {
      // No branches here, so that all loads of a batch are issued before the first value is used.
      Real u[batch], v[batch], start[batch];
      forEach<batch>([&](auto i) {
        const GatheredTrace trace{word.of[i.value]};
        const bool isRecord = trace.kind() == GatheredKind::record;
        const bool isBoundary = trace.kind() == GatheredKind::boundary;
        const bool valid = trace.word != GatheredTrace::none;
        hasBoundary = hasBoundary || isBoundary;
        const std::uint32_t index = trace.index();
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
      word = gatheredWords(args, cluster, first);
    }
    return hasBoundary;
  }

  /// Adds the incident waves to what this thread has gathered for injected faces, in `records` [maxGathered][Nf][2].
  /// waves [wave record][Nf][2]: those of the field. The thread takes the traces that gatherTraces() gives it.
  static __device__ __forceinline__ void addWaves(const InjectedRun& injected, const Real* waves, Real* records) {
    const int m = threadIdx.x % nf, group = threadIdx.x / nf;
    if (group >= gatherGroups) return;
    waves += static_cast<std::int64_t>(injected.firstRecord) * traceSize(order);
    for (std::int32_t k = group; k < injected.count; k += gatherGroups) {
      const int at = k * traceSize(order) + 2 * m;
      records[at] += waves[at];
      records[at + 1] += waves[at + 1];
    }
  }

  /// Turns what this thread has gathered for boundary faces into outer traces of the source, in `records`
  /// [maxGathered][Nf][2]. source [size][stride] and elements [size], in shared memory, have arrived there.
  static __device__ __forceinline__ void finishBoundaryFaces(const RhsArgs<Real>& args, std::int32_t cluster,
                                                             const Real* source, const ElementRecord<Real>* elements,
                                                             Real* records) {
    constexpr int groups = threads / nf;
    const int m = threadIdx.x % nf;
    const std::int64_t list = static_cast<std::int64_t>(cluster) * args.gatheredPitch;
    for (std::int32_t k = threadIdx.x / nf; k < args.maxGathered; k += groups) {
      const GatheredTrace trace = args.gathered[list + k];
      if (trace.word == GatheredTrace::none) return;
      if (trace.kind() != GatheredKind::boundary) continue;
      const std::uint32_t slotFace = trace.index();
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

  /// Place of the outer trace of a face in shared memory: a face of an element of the cluster, or a gathered trace.
  struct OuterInShared {
    int face;                   ///< of that element; 4: a gathered trace
    unsigned selector;          ///< for __byte_perm() of NodeOffsets
    const Real *first, *u, *v;  ///< start of the element or record, and its components of u and v
    Real mirror;                ///< factor of the outer trace
    /// `word`: the face's `faceBits` bits of ElementRecord::words. Gathered traces stand from shared[firstRecord] on.
    /// mirrors [Mirror]: one array of Mirrors.
    __device__ __forceinline__ OuterInShared(unsigned word, const Real* shared, int firstRecord,
                                             const Real (&mirrors)[3]) {
      const int trace = word & ((1 << traceBits) - 1);
      const bool isRecord = trace >= gatheredBase;
      face = isRecord ? 4 : trace & 3;
      selector = 0x5550u | face;
      first = shared + (isRecord ? firstRecord + (trace - gatheredBase) * traceSize(order) : (trace >> 2) * stride);
      u = first + componentU(face);
      v = first + componentV(face);
      mirror = mirrorOf(word, mirrors);
    }
  };

  /// The jump (u, v) at node m of face f: own trace less outer trace. own(Constant<coefficient>, Constant<component>)
  /// gives the element's values.
  template <int f, int m, class Own>
  static __device__ __forceinline__ void jumpAt(const Own& own, const OuterInShared& outer, Real& u, Real& v) {
    using Offsets = NodeOffsets<order, m>;
    const unsigned offset = __byte_perm(Offsets::ofFaces, Offsets::ofRecord, outer.selector);
    constexpr Constant<nodeOrder<order>.faceNode[f][m]> n;
    jumpWith<f>([&](auto c) { return own(n, c); }, outer, offset, u, v);
  }
  /// The same with own(Constant<component>) for the node's values and `offset` for those of the outer trace.
  template <int f, class Own>
  static __device__ __forceinline__ void jumpWith(const Own& own, const OuterInShared& outer, unsigned offset, Real& u,
                                                  Real& v) {
    constexpr int first = 0, takenAsU = f < 2 ? 1 : 0, takenAsV = f == 3 ? 1 : 2;
    const Real outerFirst = outer.face == 0 ? outer.first[offset] : Real(0);
    const Real outerU = outer.u[offset] - outerFirst, outerV = outer.v[offset] - outerFirst;
    Real ownU = own(Constant<takenAsU>{}), ownV = own(Constant<takenAsV>{});
    if constexpr (f == 0) {
      const Real ownFirst = own(Constant<first>{});
      ownU -= ownFirst;
      ownV -= ownFirst;
    }
    u = ownU - outer.mirror * outerU;
    v = ownV - outer.mirror * outerV;
  }

  /// Adds the centred flux of the source at face f to the right-hand side. `word` and `mirror`: as in OuterInShared.
  template <int f, class Own>
  static __device__ __forceinline__ void addFace(ElementRhs<Real, order>& rhs, const Own& own, const Real* shared,
                                                 unsigned word, const Real (&mirror)[3]) {
    const OuterInShared outer(word, shared, firstTrace, mirror);
    Real u[nf], v[nf];
    forEach<nf>([&](auto m) { jumpAt<f, m.value>(own, outer, u[m.value], v[m.value]); });
    rhs.template addFlux<f>(u, v);
  }

  /// One thread block: computes a cluster, or packs traces.
  static __device__ __forceinline__ void run(const RhsArgs<Real>& args) {
    extern __shared__ __align__(128) unsigned char memory[];
    __shared__ LayersHere layers;  // set only with layers
    Real* shared = reinterpret_cast<Real*>(memory);
    if (args.chain.count != 0) letNextGridBegin();
    const std::int32_t packer = static_cast<std::int32_t>(blockIdx.x) - args.border.numClusters - leadOfBorder(args);
    if (packer >= 0 && packer < args.border.numPackers) {
      packTraces(args.border, args.out, packer);
      return;
    }
    const std::int32_t cluster = clusterOfBlock(args, packer >= 0);
    const LoadedCluster loaded = loadCluster(args, cluster, shared, layers);
    const bool decays = computeIncrements(args, cluster, layers, shared);
    if (advancesByElement && layers.direction >= 0) {
      copyWords(args.out + firstSlotOf(cluster) * stride, shared);
      copyWords(statesOf(args, layers), shared + firstTrace);
      tellOthers(args, loaded.counter);
      return;
    }
    const bool polesAreLeft = addLocalTerms(args, cluster, loaded.hasPoles, decays, layers.of, shared);
    if constexpr (!withJumps) keepIncrements(args, cluster, shared);
    if (polesAreLeft) {
      if constexpr (withMedia && withLayers)
        writeOutPoles(args, cluster, shared, decays);
      else if constexpr (withMedia)
        PolesInCluster<Real, order, size, threads>{args, cluster, shared, recordsIn(shared)}.writeOut(decays);
    } else if (decays) {
      writeOut<true>(args, shared, recordsIn(shared), firstSlotOf(cluster));
    } else {
      writeOut<false>(args, shared, recordsIn(shared), firstSlotOf(cluster));
    }
    tellOthers(args, loaded.counter);
  }

  /// The layers of the block's cluster.
  struct LayersHere {
    LayersOfCluster of;
    int direction;  ///< in which advanceByElement() advances them, or -1: see directionByElement()
  };

  /// The first slot of a cluster, and the element records of the block's cluster in shared memory.
  static __device__ __forceinline__ std::int64_t firstSlotOf(std::int32_t cluster) {
    return static_cast<std::int64_t>(cluster) * size;
  }
  static __device__ __forceinline__ ElementRecord<Real>* recordsIn(Real* shared) {
    return reinterpret_cast<ElementRecord<Real>*>(shared + fieldBytes / sizeof(Real));
  }

  /// What loadCluster() finds out: the cluster's counter in halfStepsDone, or -1, and whether it has dispersive
  /// elements.
  struct LoadedCluster {
    std::int32_t counter;
    bool hasPoles;
  };

  /// Step 1 of run(): brings the cluster's source, element records and outer traces to shared memory, as the layout
  /// over sharedBytes() says, and sets `layers`. Prefetches to the L2 cache what later steps read. All threads of the
  /// block call it; everything has arrived on return.
  static __device__ __forceinline__ LoadedCluster loadCluster(const RhsArgs<Real>& args, std::int32_t cluster,
                                                              Real* shared, LayersHere& layers) {
    __shared__ LoadBarrier barrier;
    const int thread = threadIdx.x;
    const std::int64_t firstSlot = firstSlotOf(cluster);
    ElementRecord<Real>* records = recordsIn(shared);
    if (thread == 0) initialise(barrier, fieldBytes + recordBytes + jumpBytes);
    loadBulk<threads>(records, args.record + firstSlot, recordBytes, barrier);
    if constexpr (withJumps) loadBulk<threads>(shared + firstJump, args.jumpScale + 4 * firstSlot, jumpBytes, barrier);
    const GatheredWords firstWords = gatheredWords(args, cluster, thread / nf);
    // This load and those above are under way together.
    LayersOfCluster inLayers{{-1, -1, -1}};
    if constexpr (withLayers)
      if (thread == 0 && args.layers.ofCluster) inLayers = args.layers.ofCluster[cluster];
    LoadedCluster loaded{args.chain.counterOf != nullptr ? args.chain.counterOf[cluster] : -1, false};
    waitForOthers(args, cluster);
    loadBulk<threads>(shared, args.source + firstSlot * stride, fieldBytes, barrier);
    if constexpr (withLayers) {
      if (thread == 0) {
        layers = {inLayers, directionByElement(args, cluster, inLayers)};
        prefetchLayers<order>(args.layers, inLayers, size);
      }
    }
    if (thread == 0 && args.outScale != 0) prefetchToL2(args.base + firstSlot * stride, fieldBytes);
    std::int32_t placeOfPoles = -1;
    if constexpr (withMedia)
      if (args.poles) placeOfPoles = args.poles->place[cluster];

    const bool gatheredBoundary =
        gatherTraces(args, args.source, args.sourceTrace, cluster, firstWords, shared + firstTrace);
    if constexpr (withJumps)
      gatherTraces(args, args.target, args.targetTrace, cluster, firstWords, shared + firstTargetTrace(args));
    if constexpr (withMedia) {
      loaded.hasPoles = placeOfPoles >= 0;
      if (thread == 0 && loaded.hasPoles) prefetchStates(*args.poles, placeOfPoles, fieldBytes);
    }
    if constexpr (withInjection) {
      const InjectedRun injected = args.injected[cluster];
      addWaves(injected, args.sourceWave, shared + firstTrace);
      if constexpr (withJumps) addWaves(injected, args.targetWave, shared + firstTargetTrace(args));
    }
    const bool hasBoundary = __syncthreads_or(gatheredBoundary);
    // Thread 0 initialised the load barrier before the block barrier above. From here on every thread may wait for it.
    waitFor(barrier);
    if (hasBoundary) {
      if (gatheredBoundary) finishBoundaryFaces(args, cluster, shared, records, shared + firstTrace);
      __syncthreads();
    }
    return loaded;
  }

  /// Step 2 of run(): replaces the cluster's source in shared memory by its increments, or by what advanceByElement()
  /// makes of them. Returns whether writeOut() has to add a share of the old value (decayOf()) to those of any element.
  /// All threads of the block call it.
  static __device__ __forceinline__ bool computeIncrements(const RhsArgs<Real>& args, std::int32_t cluster,
                                                           const LayersHere& layers, Real* shared) {
    const int thread = threadIdx.x, local = byComponent ? thread % size : thread;
    ElementRecord<Real>& record = recordsIn(shared)[local];
    Real decay;
    if constexpr (byComponent) {
      decay = runByComponent(args, shared, record, firstSlotOf(cluster), local, thread / size);
    } else {
      decay = runByElement(args, shared, record, cluster, layers);
    }
    return __syncthreads_or(decay != 0);
  }

  /// The penalty alone: one thread block adds the terms of the target's jumps to `base`, by a right-hand side without
  /// source. It computes cluster firstCluster + blockIdx.x.
  static __device__ __forceinline__ void addPenalty(const RhsArgs<Real>& args) {
    static_assert(withJumps && penaltyAlone);
    extern __shared__ __align__(128) unsigned char memory[];
    Real* shared = reinterpret_cast<Real*>(memory);
    if (args.chain.count != 0) letNextGridBegin();
    const std::int32_t cluster = args.firstCluster + static_cast<std::int32_t>(blockIdx.x);
    loadPenalised(args, cluster, shared);
    const int thread = threadIdx.x, local = byComponent ? thread % size : thread;
    ElementRecord<Real>& record = recordsIn(shared)[local];
    Real* mine = shared + local * stride;
    if constexpr (byComponent) {
      Real r[np] = {};
      addFluxesByFace(args, r, shared, local, thread / size, true);
      leaveComponent(args, r, mine, record, firstSlotOf(cluster), local, thread / size);
    } else {
      ElementRhs<Real, order> rhs;
      forEach<np>([&](auto n) { rhs.r[n.value][0] = rhs.r[n.value][1] = rhs.r[n.value][2] = 0; });
      addJumps(args, rhs, mine, shared, record, local);
      leaveIncrements(args, rhs, mine, record, firstSlotOf(cluster), local);
    }
    __syncthreads();
    writeOut<false>(args, shared, recordsIn(shared), firstSlotOf(cluster));
  }

  /// The part of loadCluster() that addPenalty() needs. The target stands in the place of the source.
  static __device__ __forceinline__ void loadPenalised(const RhsArgs<Real>& args, std::int32_t cluster, Real* shared) {
    __shared__ LoadBarrier barrier;
    const std::int64_t firstSlot = firstSlotOf(cluster);
    if (threadIdx.x == 0) initialise(barrier, fieldBytes + recordBytes + jumpBytes);
    loadBulk<threads>(recordsIn(shared), args.record + firstSlot, recordBytes, barrier);
    loadBulk<threads>(shared + firstJump, args.jumpScale + 4 * firstSlot, jumpBytes, barrier);
    const GatheredWords firstWords = gatheredWords(args, cluster, threadIdx.x / nf);
    if (args.chain.overlaps) waitForGridBefore();
    loadBulk<threads>(shared, args.target + firstSlot * stride, fieldBytes, barrier);
    if (threadIdx.x == 0) prefetchToL2(args.base + firstSlot * stride, fieldBytes);
    gatherTraces(args, args.target, args.targetTrace, cluster, firstWords, shared + firstTargetTrace(args));
    __syncthreads();
    waitFor(barrier);
  }

  /// First half of step 3 of run(): subtracts the currents of sources from the cluster's increments and applies to them
  /// what tensors, layers, and poles in clusters that have either, make of them. Returns whether the cluster has poles
  /// that are left to PolesInCluster::writeOut(). All threads of the block call it.
  static __device__ __forceinline__ bool addLocalTerms(const RhsArgs<Real>& args, std::int32_t cluster, bool hasPoles,
                                                       bool decays, const LayersOfCluster& layers, Real* shared) {
    const std::int64_t firstSlot = firstSlotOf(cluster);
    ElementRecord<Real>* records = recordsIn(shared);
    const std::int32_t currentCluster = cluster - args.current.list.firstCluster;
    if (currentCluster >= 0 && currentCluster < args.current.list.numClusters) {
      subtractCurrents(args.current, currentCluster, shared, records, firstSlot);
      __syncthreads();
    }
    if constexpr (withLayers) {
      if (!layers.none()) {
        advanceInLayers(args, cluster, layers, hasPoles, decays, shared);
        return false;
      }
    }
    if constexpr (withMedia) {
      if (args.tensors && args.tensors->place[cluster] >= 0) {
        advanceMediaOutside(args, cluster, hasPoles, shared);
        hasPoles = false;
      }
    }
    return hasPoles;
  }

  /// Whether this block computes a border cluster.
  static __device__ __forceinline__ bool isInBorder(const RhsArgs<Real>& args) {
    return static_cast<std::int32_t>(blockIdx.x) < args.border.numClusters;
  }

  /// Blocks until the traces that the cluster reads have been computed, here and on other GPUs, and the values that it
  /// overwrites have been read. The comment over FusedKernel states the protocol. All threads of the block call it.
  static __device__ __forceinline__ void waitForOthers(const RhsArgs<Real>& args, std::int32_t cluster) {
    const ChainArgs& chain = args.chain;
    const bool awaits = args.border.numAwaited > 0 && isInBorder(args);
    // The cluster's number in the order of the launch: border clusters, then interior clusters.
    const std::int32_t early =
        cluster - args.firstCluster + args.border.numClusters - (isInBorder(args) ? args.numClusters : 0);
    const bool isEarly = chain.overlaps && early < chain.numEarly;
    if (chain.overlaps && !isEarly) waitForGridBefore();
    if (!awaits && !isEarly) return;
    if (awaits)
      for (int i = threadIdx.x; i < args.border.numAwaited; i += threads)
        waitForOtherGpu(args.border.awaited[i], countOf(args.border.awaitedValue));
    if (isEarly) {
      const std::int32_t* partner = chain.partner + static_cast<std::int64_t>(early) * chain.maxPartners;
      for (int i = threadIdx.x; i < chain.maxPartners; i += threads)
        if (partner[i] >= 0) waitForCounter(chain.halfStepsDone + partner[i] * counterSpacing, chain.count - 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) letLoadsSeeWrites();
  }

  /// Raises the counters that the cluster has to raise when it is done, see FusedKernel. `counter`: the cluster's
  /// counter in halfStepsDone, or -1. Where half steps overlap blocks also wait for the end of the half step before, so
  /// that half steps end in their order; the border's counter is raised only then. All threads of the block
  /// call it.
  static __device__ __forceinline__ void tellOthers(const RhsArgs<Real>& args, std::int32_t counter) {
    const bool isInBorder = FusedKernel::isInBorder(args);
    if (counter < 0 && !isInBorder) {
      // The last block alone is enough, so that the others make room. With layers that would cost registers.
      if (args.chain.overlaps && (withLayers || blockIdx.x + 1 == gridDim.x)) waitForGridBefore();
      return;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    if (counter >= 0) {
      std::uint32_t* halfStepsDone = args.chain.halfStepsDone + counter * counterSpacing;
      asm volatile("st.relaxed.gpu.u32 [%0], %1;" ::"l"(halfStepsDone), "r"(args.chain.count) : "memory");
    }
    if (args.chain.overlaps) waitForGridBefore();
    if (isInBorder) atomicAdd(args.border.done, 1u);
  }

  /// The cluster that this block computes. Blocks start in the order of their numbers: border clusters, then
  /// leadOfBorder() interior clusters, then the packing blocks, then the other interior clusters. `behindPackers`:
  /// whether this block comes after the packing blocks.
  static __device__ __forceinline__ std::int32_t clusterOfBlock(const RhsArgs<Real>& args, bool behindPackers) {
    const std::int32_t block = static_cast<std::int32_t>(blockIdx.x) - args.border.numClusters;
    return args.firstCluster + (block < 0       ? block + args.numClusters
                                : behindPackers ? block - args.border.numPackers
                                                : block);
  }

  /// Number of interior clusters between the border clusters and the packing blocks: as many as run at a time, if there
  /// are so many. When a packing block starts, nearly all of the border is done.
  static __device__ __forceinline__ std::int32_t leadOfBorder(const RhsArgs<Real>& args) {
    return min(args.numClusters - args.border.numClusters, args.border.clustersBeforePackers);
  }

  /// Adds 1 to a counter of this GPU behind all stores of the block. Returns the new value to thread 0, and 0 to the
  /// others. All threads of the block call it.
  static __device__ __forceinline__ std::uint32_t countOne(std::uint32_t* counter) {
    __syncthreads();
    if (threadIdx.x != 0) return 0;
    __threadfence();
    return atomicAdd(counter, 1u) + 1;
  }

  /// Subtracts the currents from the cluster's increments [size][stride] in shared memory. `cluster`: its number among
  /// the clusters of term.list. `records` [size]: the cluster's.
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

  /// Advances the states of the poles of a cluster that has any, and subtracts their currents from its increments
  /// [size][stride] in shared memory, where tensors act on these. Leaves out what advanceLayersAndPoles() does. old
  /// [size][stride]: the field before the half step, which `stretch` turns into what drives the poles (applyTensor()).
  /// All threads of the block call it.
  template <class Stretch>
  static __device__ __forceinline__ void subtractPolarisation(const PoleTerm<Real>& term, std::int32_t cluster,
                                                              const Real* old, const Stretch& stretch, Real* increments,
                                                              const ElementRecord<Real>* records) {
    const std::int64_t place = term.place[cluster], first = place * size * stride;
    if constexpr (std::is_same_v<Stretch, NotStretched>) {
      for (int i = threadIdx.x; i < size * stride; i += threads) {
        if (isLeftToLayers(term, place, size, i / stride)) continue;
        const int material = static_cast<int>(records[i / stride].words >> (4 * faceBits));
        increments[i] -= term.scale[material] * advancePoles(term, first + i, material, old[i]);
      }
    } else {
      for (int i = threadIdx.x; i < size * np; i += threads) {
        const int local = i / np, at = local * stride + 3 * (i % np);
        if (isLeftToLayers(term, place, size, local)) continue;
        Real F[3] = {old[at], old[at + 1], old[at + 2]};
        stretch(local, at, F);
        const int material = static_cast<int>(records[local].words >> (4 * faceBits));
        for (int k = 0; k < 3; ++k)
          increments[at + k] -= term.scale[material] * advancePoles(term, first + at + k, material, F[k]);
      }
    }
    __syncthreads();
  }

  /// What poles and tensors make of the increments of a cluster that has tensors. `hasPoles`: whether it has poles,
  /// too.
  template <class Stretch>
  static __device__ __forceinline__ void advanceMedia(const RhsArgs<Real>& args, std::int32_t cluster, bool hasPoles,
                                                      const Real* old, const Stretch& stretch, Real* increments,
                                                      const ElementRecord<Real>* records) {
    // Increments lack the material coefficient where it is a matrix, by which the currents of poles are divided too.
    if (hasPoles) subtractPolarisation(*args.poles, cluster, old, stretch, increments, records);
    applyTensors(*args.tensors, cluster, size, stride, np, threads, old, stretch, increments);
    __syncthreads();
  }
  /// The same in a cluster without layers, a function of its own.
  static __device__ __noinline__ void advanceMediaOutside(const RhsArgs<Real>& args, std::int32_t cluster,
                                                          bool hasPoles, Real* shared) {
    advanceMedia(args, cluster, hasPoles, args.base + firstSlotOf(cluster) * stride, NotStretched{}, shared,
                 recordsIn(shared));
  }

  /// PolesInCluster::writeOut(), a function of its own.
  static __device__ __noinline__ void writeOutPoles(const RhsArgs<Real>& args, std::int32_t cluster, Real* shared,
                                                    bool decays) {
    PolesInCluster<Real, order, size, threads>{args, cluster, shared, recordsIn(shared)}.writeOut(decays);
  }

  /// The increments of a cluster in shared memory, as the absorbing layers take them (advanceLayers()).
  struct IncrementsInLayers {
    const Real* field;  ///< [size][stride] before the half step, V
    Real* increments;   ///< [size][stride]
    const Real* decayOfMaterial;
    const ElementRecord<Real>* records;
    bool decays;
    __device__ __forceinline__ const Real* old(int element) const { return field + element * stride; }
    __device__ __forceinline__ Real* result(int element) const { return increments + element * stride; }
    __device__ __forceinline__ Real decay(int element) const {
      return decayOfMaterial[records[element].words >> (4 * faceBits)];
    }
    __device__ __forceinline__ Real increment(Real, Real result, Real) const { return result; }
    // writeOut() adds the decay of the old value.
    __device__ __forceinline__ Real toResult(Real old, Real change, Real decay) const { return change - decay * old; }
  };

  /// What tensors, poles and layers make of the increments of a cluster with elements in layers. Where a launch has no
  /// dispersive or tensor medium, the code is short enough to be inlined, which is faster (docs/experiments.md). All
  /// threads of the block call it.
  static __device__ __forceinline__ void advanceInLayers(const RhsArgs<Real>& args, std::int32_t cluster,
                                                         const LayersOfCluster& layers, bool hasPoles, bool decays,
                                                         Real* shared) {
    const Real* old = args.base + firstSlotOf(cluster) * stride;
    const ElementRecord<Real>* records = recordsIn(shared);
    const LayerTerm<Real>& term = args.layers;
    const IncrementsInLayers values{old, shared, term.decay, records, decays};
    if constexpr (withMedia) {
      if (args.tensors && args.tensors->place[cluster] >= 0)
        advanceMedia(args, cluster, hasPoles, old, StretchedField<Real>{term, layers, size, stride}, shared, records);
      if (hasPoles) {
        advanceLayersAndPoles<order>(term, layers, size, values,
                                     PolesInLayers<Real>{*args.poles, cluster, size, stride, records});
        __syncthreads();
        return;
      }
    }
    advanceLayers<order>(term, layers, size, values);
    __syncthreads();
  }

  /// Packing block `packer`: waits until all border clusters are done, stores its share of the traces of `field`, and,
  /// if it is the last, sets the flags (see FusedKernel). The waiting cannot keep border clusters from running: their
  /// blocks start first, and there are fewer packing blocks than the GPU runs at a time.
  static __device__ __forceinline__ void packTraces(const BorderArgs<Real>& border, const Real* field,
                                                    std::int32_t packer) {
    if (threadIdx.x == 0) waitForCounter(border.done, countOf(border.doneAtEnd));
    __syncthreads();
    const std::int64_t items = static_cast<std::int64_t>(border.numTraces) * nf;
    const std::int64_t step = static_cast<std::int64_t>(border.numPackers) * threads * packBatch;
    std::int64_t first = static_cast<std::int64_t>(packer) * threads * packBatch + threadIdx.x;
    for (; first < items; first += step)
      packItems<order>(field, border.slotFace, items, first, threads, border.destination);
    const std::uint32_t packed = countOne(border.packed);
    if (threadIdx.x != 0 || packed != countOf(border.packedAtEnd)) return;
    // The stores of every packing block come before its count, and all counts before the flags.
    __threadfence_system();
    const std::uint32_t message = countOf(border.flagValue);
    for (int i = 0; i < border.numFlags; ++i)
      asm volatile("st.relaxed.sys.u32 [%0], %1;" ::"l"(border.flag[i]), "r"(message) : "memory");
  }

  /// RhsArgs::rhsScale, m, and RhsArgs::targetScale, of the element's material.
  struct Scales {
    Real rhs, target;
  };
  static __device__ __forceinline__ Scales scalesOf(const RhsArgs<Real>& args, const ElementRecord<Real>& record) {
    const int material = static_cast<int>(record.words >> (4 * faceBits));
    return {args.rhsScale[material], args.targetScale ? args.targetScale[material] : Real(0)};
  }

  /// The share of the element's old value that writeOut() adds to its increment, where the target is updated in place.
  /// It stands in the element's record in shared memory, whose metric is no longer needed when it is set.
  static __device__ __forceinline__ Real& decayOf(ElementRecord<Real>& record) { return record.metric[0]; }
  static __device__ __forceinline__ const Real& decayOf(const ElementRecord<Real>& record) { return record.metric[0]; }

  /// One thread an element: leaves the increments of the thread's element in shared memory where the source was, or
  /// what advanceByElement() leaves there. Returns decayOf() the element, 0 in the second case.
  static __device__ __forceinline__ Real runByElement(const RhsArgs<Real>& args, Real* shared,
                                                      ElementRecord<Real>& record, std::int32_t cluster,
                                                      const LayersHere& layers) {
    const std::int64_t firstSlot = firstSlotOf(cluster);
    const int local = threadIdx.x;
    ElementRhs<Real, order> rhs;
    Real* mine = shared + local * stride;
    compute(rhs, mine, shared, record, args.sourceMirror);
    if constexpr (withJumps) {
      bringTarget(args, shared, firstSlot);
      addJumps(args, rhs, mine, shared, record, local);
    }
    if constexpr (advancesByElement) {
      if (layers.direction >= 0) {
        advanceByElement(args, rhs, shared, record, cluster, layers);
        return 0;
      }
    }
    return leaveIncrements(args, rhs, mine, record, firstSlot, local);
  }

  /// The direction in which the cluster's elements absorb, if advanceByElement() may advance them: in no other one, and
  /// where nothing but layers acts on the increments or needs them. Else -1.
  static __device__ __forceinline__ int directionByElement(const RhsArgs<Real>& args, std::int32_t cluster,
                                                           const LayersOfCluster& layers) {
    if constexpr (!advancesByElement) return -1;
    const std::int32_t currentCluster = cluster - args.current.list.firstCluster;
    const bool hasCurrents = currentCluster >= 0 && currentCluster < args.current.list.numClusters;
    if (hasCurrents || args.target != args.base || args.outScale != 1) return -1;
    if constexpr (!withJumps)
      if (args.kept.out != nullptr) return -1;
    if constexpr (withMedia)
      if ((args.tensors && args.tensors->place[cluster] >= 0) || (args.poles && args.poles->place[cluster] >= 0))
        return -1;
    return layers.only();
  }

  /// The states that advanceByElement() advances, [size][stride] in global memory.
  static __device__ __forceinline__ Real* statesOf(const RhsArgs<Real>& args, const LayersHere& layers) {
    return args.layers.direction[layers.direction].psi +
           static_cast<std::int64_t>(layers.of.place[layers.direction]) * size * stride;
  }

  /// What remains of the half step of a cluster that directionByElement() gives a direction, but for the copies to
  /// global memory: leaves the field after the half step in shared memory where the source was, and the states of the
  /// layer from shared[firstTrace] on. `rhs`: right-hand side of the thread's element. All threads of the block call
  /// it.
  static __device__ __forceinline__ void advanceByElement(const RhsArgs<Real>& args, ElementRhs<Real, order>& rhs,
                                                          Real* shared, const ElementRecord<Real>& record,
                                                          std::int32_t cluster, const LayersHere& layers) {
    __shared__ LoadBarrier barrier;
    const int local = threadIdx.x;
    const typename LayerTerm<Real>::Direction& term = args.layers.direction[layers.direction];
    const LayerElement<Real> element =
        term.element[static_cast<std::int64_t>(layers.of.place[layers.direction]) * size + local];
    // With jump terms the field is there already (bringTarget()).
    if (threadIdx.x == 0) initialise(barrier, withJumps ? fieldBytes : 2 * fieldBytes);
    __syncthreads();
    loadBulk<threads>(shared + firstTrace, statesOf(args, layers), fieldBytes, barrier);
    if constexpr (!withJumps) loadBulk<threads>(shared, args.base + firstSlotOf(cluster) * stride, fieldBytes, barrier);
    const LayerRecord<Real> law = term.record[element.record];
    const Real decay = multiplyByMetric(args, rhs, record).target;
    waitFor(barrier);
    advanceElement<order>(LayerDirection<Real>{law, element.gradient}, rhs.r, decay, shared + local * stride,
                          shared + firstTrace + local * stride);
  }

  /// Copies the values of a cluster, [size][stride], from shared to global memory, in 16-byte words.
  static __device__ __forceinline__ void copyWords(Real* to, const Real* from) {
    constexpr int count = 16 / static_cast<int>(sizeof(Real)), words = size * stride / count;
    struct alignas(16) Word {
      Real value[count];
    };
    for (int i = threadIdx.x; i < words; i += threads)
      reinterpret_cast<Word*>(to)[i] = reinterpret_cast<const Word*>(from)[i];
  }

  /// Turns the right-hand side of element `local` into its increments, and leaves these in shared memory, `mine`.
  /// Returns decayOf() it. All threads of the block call it.
  static __device__ __forceinline__ Real leaveIncrements(const RhsArgs<Real>& args, ElementRhs<Real, order>& rhs,
                                                         Real* mine, ElementRecord<Real>& record,
                                                         std::int64_t firstSlot, int local) {
    const Scales scales = multiplyByMetric(args, rhs, record);
    const bool inPlace = args.target == args.base && args.outScale != 0;
    if (scales.target != 0 && !inPlace) {
      const Real* own = args.target + (firstSlot + local) * stride;
      forEach<np>([&](auto n) {
        for (int k = 0; k < 3; ++k) rhs.r[n.value][k] += scales.target * own[3 * n.value + k];
      });
    }
    __syncthreads();
    store(rhs, mine);
    return decayOf(record) = inPlace ? scales.target : Real(0);
  }

  /// Turns the right-hand side of an element into what it adds to the field. Returns the element's scales.
  static __device__ __forceinline__ Scales multiplyByMetric(const RhsArgs<Real>& args, ElementRhs<Real, order>& rhs,
                                                            const ElementRecord<Real>& record) {
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
    return scales;
  }

  /// Three threads an element, the same by component: each computes one r_k, then one component of the increments from
  /// all three r_k.
  static __device__ __forceinline__ Real runByComponent(const RhsArgs<Real>& args, Real* shared,
                                                        ElementRecord<Real>& record, std::int64_t firstSlot, int local,
                                                        int component) {
    Real r[np];
    Real* mine = shared + local * stride;
    setToCurl(r, mine, component);
    if constexpr (!liftsSourceByFace) {
      const std::uint64_t words = record.words;
      forEach<4>([&](auto f) {
        addComponentFace<f.value>(r, mine, shared, static_cast<unsigned>(words >> (f.value * faceBits)),
                                  args.sourceMirror, component);
      });
    }
    if constexpr (withJumps) {
#pragma unroll 1
      for (int field = liftsSourceByFace ? 0 : 1; field < 2; ++field) {
        if (field == 1) bringTarget(args, shared, firstSlot);
        addFluxesByFace(args, r, shared, local, component, field == 1);
      }
    }
    return leaveComponent(args, r, mine, record, firstSlot, local, component);
  }

  /// leaveIncrements() for three threads an element, of which each has one r_k.
  static __device__ __forceinline__ Real leaveComponent(const RhsArgs<Real>& args, Real (&r)[np], Real* mine,
                                                        ElementRecord<Real>& record, std::int64_t firstSlot, int local,
                                                        int component) {
    __syncthreads();
    forEach<np>([&](auto n) { mine[3 * n.value + component] = r[n.value]; });
    if (stride > 3 * np && component == 0) mine[3 * np] = 0;
    __syncthreads();
    const Scales scales = scalesOf(args, record);
    const Real* g = record.metric;
    const int next = component == 2 ? 0 : component + 1, last = component == 0 ? 2 : component - 1;
    // Row `component` of the metric: the diagonal entry, and those of the next and of the last component, cyclically.
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
    const Real decay = inPlace ? scales.target : Real(0);
    if (component == 0) decayOf(record) = decay;
    return decay;
  }

  /// Sets r to a component of the curl of the source. mine: the element's source in shared memory, [stride].
  static __device__ __forceinline__ void setToCurl(Real (&r)[np], const Real* mine, int component) {
    // Volatile for the reason given in withOwn().
    const volatile Real* again = mine;
    const auto own = [&](auto n, auto c) { return again[3 * n.value + c.value]; };
    if (component == 0) {
      ComponentRhs<Real, order, 0>::curl(r, own);
    } else if (component == 1) {
      ComponentRhs<Real, order, 1>::curl(r, own);
    } else {
      ComponentRhs<Real, order, 2>::curl(r, own);
    }
  }

  /// The value of a component among those of the three.
  template <class T>
  static __device__ __forceinline__ T ofComponent(int component, T first, T second, T third) {
    return component == 0 ? first : component == 1 ? second : third;
  }

  /// Adds what a component takes of the flux of the source at face f. The three components have one code, in which they
  /// choose what they read: with a code for each, warps wait for instructions (docs/performance.md).
  template <int f>
  static __device__ __forceinline__ void addComponentFace(Real (&r)[np], const Real* mine, const Real* shared,
                                                          unsigned word, const Real (&mirror)[3], int component) {
    if (component == componentWithoutShare(f)) return;
    constexpr ComponentShare share[3] = {componentShare(0, f), componentShare(1, f), componentShare(2, f)};
    const OuterInShared outer(word, shared, firstTrace, mirror);
    // The component takes sign times u or v; on face 0 r_1 takes u - v, and the trace (u, v) itself is a difference.
    const bool takesU = ofComponent(component, share[0].ofU != 0, share[1].ofU != 0, share[2].ofU != 0);
    const bool takesBoth = f == 0 && component == 0;
    const Real sign = takesBoth ? 1
                                : ofComponent(component, Real(share[0].ofU + share[0].ofV),
                                              Real(share[1].ofU + share[1].ofV), Real(share[2].ofU + share[2].ofV));
    // Volatile for the reason given in withOwn().
    const volatile Real* ownTaken = mine + (takesU ? componentU(f) : componentV(f));
    const volatile Real* ownLess = mine + (takesBoth ? componentV(f) : 0);
    const Real* outerTaken = takesU ? outer.u : outer.v;
    const Real* outerLess = takesBoth ? outer.v : outer.first;
    const bool isLess = takesBoth || outer.face == 0;
    const Real signedMirror = sign * outer.mirror;
    Real jump[nf];
    forEach<nf>([&](auto m) {
      using Offsets = NodeOffsets<order, m.value>;
      constexpr int n = 3 * nodeOrder<order>.faceNode[f][m.value];
      const unsigned offset = __byte_perm(Offsets::ofFaces, Offsets::ofRecord, outer.selector);
      Real inside = ownTaken[n];
      if constexpr (f == 0) inside -= ownLess[n];
      const Real outside = outerTaken[offset] - (isLess ? outerLess[offset] : Real(0));
      jump[m.value] = sign * inside - signedMirror * outside;
    });
    lift<f>(r, jump);
  }

  /// Adds the lift of a jump on face f to a component of the right-hand side.
  template <int f>
  static __device__ __forceinline__ void lift(Real (&r)[np], const Real (&jump)[nf]) {
    liftFace<Real, order, f>(jump, [&](auto n, auto layer, Real y) {
      constexpr Real value = static_cast<Real>(liftLayerFactor(layer.value));
      r[n.value] += value * y;
    });
  }

  /// Sets `rhs` to curl and fluxes of the source. mine: the element's source in shared memory, [stride].
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

  /// Calls function(own), where own(Constant<coefficient>, Constant<component>) gives the element's values. They come
  /// from registers at P1 and P2, from shared memory at higher order.
  template <class Function>
  static __device__ __forceinline__ void withOwn(const Real* mine, const Function& function) {
    if constexpr (ownInRegisters) {
      Real values[np][3];
      constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 : 8;
      copyWide<wide>(&values[0][0], mine);
      function([&](auto n, auto k) { return values[n.value][k.value]; });
    } else {
      // Volatile, so that the compiler loads a value again at each use. Kept in registers the values would spill.
      const volatile Real* again = mine;
      function([&](auto n, auto k) { return again[3 * n.value + k.value]; });
    }
  }

  /// Offset in shared memory of the target's gathered traces, in values.
  static __device__ __forceinline__ int firstTargetTrace(const RhsArgs<Real>& args) {
    return firstTrace + (penaltyAlone ? 0 : args.maxGathered * traceSize(order));
  }

  /// Replaces the cluster's source in shared memory by its target. All threads of the block call it, when they no
  /// longer need the source; it has arrived on return.
  static __device__ __forceinline__ void bringTarget(const RhsArgs<Real>& args, Real* shared, std::int64_t firstSlot) {
    __shared__ LoadBarrier barrier;
    if (threadIdx.x == 0) initialise(barrier, fieldBytes);
    __syncthreads();
    loadBulk<threads>(shared, args.target + firstSlot * stride, fieldBytes, barrier);
    waitFor(barrier);
  }

  /// Adds the target's jump terms of all faces of element `local`, whose target is `mine` in shared memory. One thread
  /// an element.
  static __device__ __forceinline__ void addJumps(const RhsArgs<Real>& args, ElementRhs<Real, order>& rhs,
                                                  const Real* mine, const Real* shared,
                                                  const ElementRecord<Real>& record, int local) {
    const std::uint64_t words = record.words;
    const Mirrors<Real> mirrors(args);
    const Real* scale = shared + firstJump + 4 * local;
    withOwn(mine, [&](const auto& own) {
      forEach<4>([&](auto f) {
        const unsigned word = static_cast<unsigned>(words >> (f.value * faceBits));
        const OuterInShared outer(word, shared, firstTargetTrace(args), mirrors.target);
        const FaceMetric<Real> metric =
            faceMetric(record.metric, f.value) * signedJumpScale(args, scale[f.value], f.value);
        Real u[nf], v[nf];
        forEach<nf>([&](auto m) {
          jumpAt<f.value, m.value>(own, outer, u[m.value], v[m.value]);
          metric.jumpTerms(u[m.value], v[m.value]);
        });
        rhs.template addFlux<f.value>(u, v);
      });
    });
  }

  /// Adds the fluxes of the source, or with `ofTarget` the target's jump terms, for three threads an element. Face by
  /// face, these threads leave the jumps at the nodes of the element's face in shared memory, each for a third of the
  /// nodes; then each lifts what its component takes. To compute the jumps three times, as addComponentFace() does,
  /// takes more instructions but no barriers. All threads reach a barrier at one place of the code.
  static __device__ __forceinline__ void addFluxesByFace(const RhsArgs<Real>& args, Real (&r)[np], Real* shared,
                                                         int local, int component, bool ofTarget) {
    Real* terms = shared + firstTargetTrace(args) + args.maxGathered * traceSize(order) + local * termStride;
    forEach<4>([&](auto f) {
      setFaceTerms<f.value>(args, shared, terms, local, component, ofTarget);
      syncElement(local);
      liftTerms<f.value>(r, terms, component);
      syncElement(local);
    });
  }

  /// Barrier of the three warps that compute the 32 elements to which element `local` belongs.
  static __device__ __forceinline__ void syncElement(int local) {
    static_assert(!byComponent || size % 32 == 0);
    asm volatile("bar.sync %0, 96;" ::"r"(1 + local / 32) : "memory");
  }

  /// Writes the jumps of face f of element `local`, or with `ofTarget` the jump terms as source jumps (addJumps()), at
  /// the nodes component, component + 3, ... to `terms` [Nf][u, v].
  template <int f>
  static __device__ __forceinline__ void setFaceTerms(const RhsArgs<Real>& args, const Real* shared, Real* terms,
                                                      int local, int component, bool ofTarget) {
    const ElementRecord<Real>& record =
        reinterpret_cast<const ElementRecord<Real>*>(shared + fieldBytes / sizeof(Real))[local];
    const Mirrors<Real> both(args);
    const Real mirrors[3] = {both.source[mirrorNone], ofTarget ? both.target[mirrorPec] : both.source[mirrorPec],
                             ofTarget ? both.target[mirrorPmc] : both.source[mirrorPmc]};
    const OuterInShared outer(static_cast<unsigned>(record.words >> (f * faceBits)), shared,
                              ofTarget ? firstTargetTrace(args) : firstTrace, mirrors);
    // Volatile for the reason given in withOwn().
    const volatile Real* mine = shared + local * stride;
    FaceMetric<Real> metric{};
    if (ofTarget) metric = faceMetric(record.metric, f) * signedJumpScale(args, shared[firstJump + 4 * local + f], f);
    forEach<(nf + 2) / 3>([&](auto i) {
      constexpr int m0 = 3 * i.value, m1 = m0 + 1 < nf ? m0 + 1 : m0, m2 = m0 + 2 < nf ? m0 + 2 : m0;
      const int m = m0 + component;
      if (m0 + 2 >= nf && m >= nf) return;
      const unsigned ofFaces = ofComponent(component, NodeOffsets<order, m0>::ofFaces, NodeOffsets<order, m1>::ofFaces,
                                           NodeOffsets<order, m2>::ofFaces);
      const unsigned offset = __byte_perm(ofFaces, 2u * m, outer.selector);
      const volatile Real* node = mine + ((ofFaces >> (8 * f)) & 0xffu);
      Real u, v;
      jumpWith<f>([&](auto c) { return node[c.value]; }, outer, offset, u, v);
      if (ofTarget) metric.jumpTerms(u, v);
      terms[2 * m] = u;
      terms[2 * m + 1] = v;
    });
  }

  /// Lifts what a component takes of an element's terms [Nf][u, v] at face f, and adds it to r.
  template <int f>
  static __device__ __forceinline__ void liftTerms(Real (&r)[np], const Real* terms, int component) {
    if (component == componentWithoutShare(f)) return;
    constexpr ComponentShare share[3] = {componentShare(0, f), componentShare(1, f), componentShare(2, f)};
    const Real ofU = ofComponent(component, Real(share[0].ofU), Real(share[1].ofU), Real(share[2].ofU));
    const Real ofV = ofComponent(component, Real(share[0].ofV), Real(share[1].ofV), Real(share[2].ofV));
    Real jump[nf];
    forEach<nf>([&](auto m) { jump[m.value] = ofU * terms[2 * m.value] + ofV * terms[2 * m.value + 1]; });
    lift<f>(r, jump);
  }

  /// Copies 3 Np values in words of `wide` bytes; both addresses are aligned to that.
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

  /// Writes the 3 Np values of `rhs` to `mine` in shared memory, in wide words at P1 and P2, and sets the padding of
  /// the stride to 0.
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

  /// Copies the cluster's increments to where KeptIncrements wants them.
  static __device__ __forceinline__ void keepIncrements(const RhsArgs<Real>& args, std::int32_t cluster,
                                                        const Real* shared) {
    const KeptIncrements<Real>& kept = args.kept;
    if (kept.out == nullptr) return;
    const bool isListed =
        (cluster >= kept.first[0] && cluster < kept.end[0]) || (cluster >= kept.first[1] && cluster < kept.end[1]);
    if (!isListed) return;
    copyWords(kept.out + firstSlotOf(cluster) * stride, shared);
  }

  /// Adds the cluster's increments, in shared memory, to the field: out = outScale base + increment, in 16-byte words.
  /// If `decays`, decayOf() the element times the old value is added to the increment first; added to outScale instead,
  /// a small decay would be rounded away.
  template <bool decays>
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
      copyWords(args.out + firstSlot * stride, shared);
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
        if constexpr (decays) {
          // A word may reach into the next element.
          const int value = (first + i.value * threads) * count, element = value / stride;
          const int rest = (element + 1) * stride - value;
          const Real decay = decayOf(records[element]), next = rest < count ? decayOf(records[element + 1]) : decay;
          for (int k = 0; k < count; ++k) add.value[k] += (k < rest ? decay : next) * word[i.value].value[k];
        }
        for (int k = 0; k < count; ++k) word[i.value].value[k] = args.outScale * word[i.value].value[k] + add.value[k];
        out[first + i.value * threads] = word[i.value];
      });
    }
  }
};

template <class Real, int order, bool withJumps, FusedTerms extraTerms>
__global__ void __launch_bounds__((FusedKernel<Real, order, withJumps, extraTerms>::threads),
                                  (FusedKernel<Real, order, withJumps, extraTerms>::Shape::clustersPerSm))
    fusedKernel(const __grid_constant__ RhsArgs<Real> args) {
  FusedKernel<Real, order, withJumps, extraTerms>::run(args);
}

/// The penalty alone, out = base + terms of the target's jumps, on the clusters of `args`, which have no source.
template <class Real, int order>
__global__ void __launch_bounds__((FusedKernel<Real, order, true>::threads),
                                  (FusedKernel<Real, order, true>::Shape::clustersPerSm))
    penaltyKernel(const __grid_constant__ RhsArgs<Real> args) {
  FusedKernel<Real, order, true, FusedTerms::none, true>::addPenalty(args);
}

}  // namespace fluxtet::dgtd::cuda
