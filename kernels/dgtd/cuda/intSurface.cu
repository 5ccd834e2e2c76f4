// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/splitShape.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

/// Where the outer trace of a face stands in global memory. For a gathered boundary face it is the face itself: the
/// kernel reads the target's own trace there, from which makeBoundaryTrace() makes the outer trace.
struct Across {
  std::uint32_t slotFace;     ///< 4 * slot + face; of a trace record its number
  bool isRecord, isBoundary;  ///< a trace record; a gathered boundary face
  std::int32_t place;         ///< index in the cluster's list of gathered traces; negative: it is not of the list
  unsigned word;              ///< the face's bits of ElementRecord::words, for mirrorOf()

  Across() = default;
  /// `word`: the face's bits of ElementRecord::words, lowest first. firstOfCluster: first slot of the cluster.
  /// `gathered` [maxGathered]: the cluster's gathered traces.
  __device__ __forceinline__ Across(unsigned word, std::uint32_t firstOfCluster, const GatheredTrace* gathered)
      : word(word) {
    const unsigned trace = word & ((1u << traceBits) - 1);
    const bool isHere = trace < gatheredBase;
    place = static_cast<std::int32_t>(trace) - gatheredBase;
    const std::uint32_t* entry = &gathered[place].word;
    const std::uint32_t found = isHere ? 4 * firstOfCluster + trace : __ldg(entry);
    slotFace = GatheredTrace{found}.index();
    isRecord = GatheredTrace{found}.kind() == GatheredKind::record;
    isBoundary = GatheredTrace{found}.kind() == GatheredKind::boundary;
  }
};

/// Reads the traces at node m of faces from global memory, through the read-only path. That is possible because nobody
/// writes fields or trace records while intSurface runs. Consecutive threads read consecutive nodes of a face.
template <class Real, int order>
struct TraceReader {
  int m;
  unsigned offsets = 0;  ///< NodeOffsets::ofFaces of node m: where the face's nodes stand among those of the element

  __device__ __forceinline__ explicit TraceReader(int node) : m(node) {
    forEach<NodeOrder<order>::nf>([&](auto k) {
      if (m == k.value) offsets = NodeOffsets<order, k.value>::ofFaces;
    });
  }
  /// The trace of a face of the element in `slot`, V.
  __device__ __forceinline__ JumpPair<Real> ofElement(const Real* field, std::uint32_t slot, int face) const {
    return read(field + std::int64_t{slot} * elementStride(order) + __byte_perm(offsets, 0, 0x4440u | face), face);
  }
  /// The trace where `outer` says, without the mirror factor, V. records [trace record][Nf][2]: those of `field`.
  __device__ __forceinline__ JumpPair<Real> across(const Across& outer, const Real* field, const Real* records) const {
    const int face = outer.isRecord ? 4 : static_cast<int>(outer.slotFace & 3);
    const std::uint32_t index = outer.isRecord ? outer.slotFace : outer.slotFace >> 2;
    const int size = outer.isRecord ? traceSize(order) : elementStride(order);
    const std::uint32_t offset = outer.isRecord ? 2 * m : __byte_perm(offsets, 0, 0x4440u | face);
    return read((outer.isRecord ? records : field) + (std::int64_t{index} * size + offset), face);
  }

 private:
  static __device__ __forceinline__ JumpPair<Real> read(const Real* node, int face) {
    const Real first = face == 0 ? __ldg(node) : Real(0);
    return {__ldg(node + componentU(face)) - first, __ldg(node + componentV(face)) - first};
  }
};

/// Adds the incident waves to the outer trace at node m of a face, if it is injected. `injected`: those of the cluster.
/// waves [wave record][Nf][2]: those of the field.
template <int order, class Real>
__device__ __forceinline__ void addWaves(const InjectedRun& injected, const Across& outer, int m, const Real* waves,
                                         JumpPair<Real>& trace) {
  if (static_cast<unsigned>(outer.place) >= static_cast<unsigned>(injected.count)) return;
  const Real* const wave = waves + std::int64_t{injected.firstRecord + outer.place} * traceSize(order) + 2 * m;
  trace.u += __ldg(wave);
  trace.v += __ldg(wave + 1);
}

/// Makes the outer trace of the source at node m of a gathered boundary face f (makeBoundaryTrace()). `entry`: index of
/// the face in the lists [cluster][gatheredPitch] of RhsArgs. own: the source's own trace. `trace`: on entry the
/// target's own trace, on return the outer trace, V.
template <int order, class Real>
__device__ __forceinline__ void makeOuterTrace(const RhsArgs<Real>& args, const ElementRecord<Real>& record, int f,
                                               std::int64_t entry, int m, const JumpPair<Real>& own,
                                               JumpPair<Real>& trace) {
  const auto ownSource = [&](Real& u, Real& v) {
    u = own.u;
    v = own.v;
  };
  makeBoundaryTrace<Real, order>(args, record, f, entry, m, ownSource, trace.u, trace.v);
}

/// The jump: own trace less mirror factor times outer trace.
template <class Real>
__device__ __forceinline__ JumpPair<Real> difference(const JumpPair<Real>& own, Real mirror,
                                                     const JumpPair<Real>& across) {
  return {own.u - mirror * across.u, own.v - mirror * across.v};
}

/// Adds the jump terms of the target at face f to the jump of the source, by signedJumpScale(). jumpScale: the face's
/// entry of RhsArgs::jumpScale, m.
template <class Real>
__device__ __forceinline__ void addTargetJump(const RhsArgs<Real>& args, const ElementRecord<Real>& record,
                                              Real jumpScale, int f, JumpPair<Real> target, JumpPair<Real>& jump) {
  (faceMetric(record.metric, f) * signedJumpScale(args, jumpScale, f)).jumpTerms(target.u, target.v);
  jump.u += target.u;
  jump.v += target.v;
}

/// Surface integral (Cabel, Charles, Lanteri 2011, section 3.1): writes SplitTables::flux, the jump at each node of
/// each face, as components u, v along two edges of the face (ElementRhs). updateField lifts it. `withJumps`: the jump
/// terms of the target are added. `injects`: there are injected faces. A thread computes one node of all four faces of
/// an element at P1 and P2, and of face `firstFace` at P3 and P4. It issues its loads for all faces before it uses the
/// first value. Launch: splitBlocks() blocks of surfaceThreads threads.
template <class Real, int order, bool withJumps, bool injects>
__global__ void __launch_bounds__(SplitShape<order>::surfaceThreads)
    intSurface(const __grid_constant__ RhsArgs<Real> args, int firstFace,
               const __grid_constant__ SplitTables<Real> tables) {
  using Shape = SplitShape<order>;
  constexpr int nf = Shape::nf, faces = Shape::facesPerLaunch;
  __shared__ ElementRecord<Real> records[Shape::tetrahedra];
  const std::int64_t firstSlot = firstSlotOf<order>(args);
  copyBlock<sizeof(records), Shape::surfaceThreads>(records, args.record + firstSlot);
  const int element = threadIdx.x / nf;
  const std::uint32_t slot = static_cast<std::uint32_t>(firstSlot) + element;
  const std::int32_t cluster =
      args.firstCluster + static_cast<std::int32_t>(blockIdx.x) * Shape::tetrahedra / args.clusterSize;
  const std::int64_t list = static_cast<std::int64_t>(cluster) * args.gatheredPitch;
  const TraceReader<Real, order> reader(threadIdx.x % nf);
  JumpPair<Real>* const flux = fluxesOf<order>(tables, firstSlot);
  __syncthreads();

  const ElementRecord<Real>& record = records[element];
  const Mirrors<Real> mirrors(args);
  const auto faceOf = [&](auto i) { return faces == 4 ? i.value : firstFace; };
  Across outer[faces];
  forEach<faces>([&](auto i) {
    const auto word = static_cast<unsigned>(record.words >> (faceOf(i) * faceBits));
    outer[i.value] = Across(word, cluster * args.clusterSize, args.gathered + list);
  });
  JumpPair<Real> own[faces], across[faces], jump[faces];
  forEach<faces>([&](auto i) {
    own[i.value] = reader.ofElement(args.source, slot, faceOf(i));
    across[i.value] =
        reader.across(outer[i.value], outer[i.value].isBoundary ? args.target : args.source, args.sourceTrace);
  });
  InjectedRun injected{0, 0};
  if constexpr (injects) {
    injected = args.injected[cluster];
    forEach<faces>(
        [&](auto i) { addWaves<order>(injected, outer[i.value], reader.m, args.sourceWave, across[i.value]); });
  }
  if constexpr (withJumps)
    forEach<faces>([&](auto i) {
      JumpPair<Real> there = reader.across(outer[i.value], args.target, args.targetTrace);
      if constexpr (injects) addWaves<order>(injected, outer[i.value], reader.m, args.targetWave, there);
      jump[i.value] = difference(reader.ofElement(args.target, slot, faceOf(i)),
                                 mirrorOf(outer[i.value].word, mirrors.target), there);
    });
  forEach<faces>([&](auto i) {
    const int f = faceOf(i);
    const Across& at = outer[i.value];
    if (at.isBoundary) makeOuterTrace<order>(args, record, f, list + at.place, reader.m, own[i.value], across[i.value]);
    JumpPair<Real> sum = difference(own[i.value], mirrorOf(at.word, mirrors.source), across[i.value]);
    if constexpr (withJumps)
      addTargetJump(args, record, __ldg(args.jumpScale + 4 * std::int64_t{slot} + f), f, jump[i.value], sum);
    flux[fluxAt(element, f, nf) + reader.m] = sum;
  });
}

}  // namespace

template <class Real>
void launchSurface(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    using Shape = SplitShape<p.value>;
    const int blocks = splitBlocks<p.value>(args);
    const auto kernel = args.jumpScale != nullptr
                            ? (args.injected != nullptr ? intSurface<Real, p.value, true, true>
                                                        : intSurface<Real, p.value, true, false>)
                            : (args.injected != nullptr ? intSurface<Real, p.value, false, true>
                                                        : intSurface<Real, p.value, false, false>);
    for (int face = 0; face < 4; face += Shape::facesPerLaunch) {
      kernel<<<blocks, Shape::surfaceThreads, 0, stream>>>(args, face, tables);
      checkLaunch("intSurface");
    }
  });
}

template void launchSurface(int, const RhsArgs<float>&, const SplitTables<float>&, cudaStream_t);
template void launchSurface(int, const RhsArgs<double>&, const SplitTables<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
