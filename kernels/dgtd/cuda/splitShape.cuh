// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the three published kernels have in common: Cabel, Charles, Lanteri, "Multi-GPU acceleration of a DGTD method
// for modeling human exposure to electromagnetic waves", 2011, section 3.1. A block loads the data of some tetrahedra,
// NBTET of the paper, to shared memory, synchronises, computes, synchronises and writes back. There are two versions of
// each kernel, for P1 and P2 and for P3 and P4. At P1 and P2 reference matrices are in constant memory, which serves
// one address at a time: all threads of a warp compute the same degree of freedom, of consecutive tetrahedra. Those of
// P3 and P4 are larger than what is kept at hand of constant memory, so a block loads them to shared memory too. As
// reading that would then bind, a thread departs from the paper there, to use what it reads several times: it computes
// a few degrees of freedom (in the paper one, or two of updateField) of two of the block's tetrahedra.
#pragma once

#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cuda {

template <int order>
struct SplitShape {
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf, stride = elementStride(order);
  static constexpr bool highOrder = order >= 3;
  /// Of a block: whole warps, and a divisor of every cluster.
  static constexpr int tetrahedra = order == 1 ? 64 : 32;
  static_assert(tetrahedra % SplitTables<float>::width == 0);
  /// Of one thread: tetrahedra lane, lane + lanes, ...
  static constexpr int tetrahedraPerThread = highOrder ? 2 : 1, lanes = tetrahedra / tetrahedraPerThread;

  /// High order: instances of intVolume share the degrees of freedom, launches of intSurface the faces.
  static constexpr int volumeInstances = highOrder ? 2 : 1;
  static constexpr int firstNode(int instance) { return instance * np / volumeInstances; }
  static constexpr int facesPerLaunch = highOrder ? 1 : 4;
  /// Degrees of freedom of one thread of intVolume and of updateField: n, n + groups, ...; at P3 and P4 they come in
  /// whole warps.
  static constexpr int volumeNodes = order == 3 ? 5 : order == 4 ? 3 : 1, updateNodes = highOrder ? 2 : 1;
  static constexpr int volumeGroups = (np + volumeInstances * volumeNodes - 1) / (volumeInstances * volumeNodes);
  static constexpr int updateGroups = (np + updateNodes - 1) / updateNodes;

  static constexpr int volumeThreads = lanes * volumeGroups;
  static constexpr int surfaceThreads = tetrahedra * nf;
  static constexpr int updateThreads = lanes * updateGroups;
  /// Blocks of updateField that an SM shall hold at once, which decides the registers that a thread may take: none
  /// spills.
  static constexpr int updateBlocks(int bytesPerReal) {
    return (bytesPerReal == 4 ? 2048 : 1152) / (tetrahedra * updateGroups);
  }
};

template <int order, class Real>
int splitBlocks(const RhsArgs<Real>& args) {
  return args.numClusters * (args.clusterSize / SplitShape<order>::tetrahedra);
}

/// First slot of this block.
template <int order, class Real>
__device__ __forceinline__ std::int64_t firstSlotOf(const RhsArgs<Real>& args) {
  return static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + blockIdx.x * SplitShape<order>::tetrahedra;
}

/// A number from zero on that all threads of a warp have in common. They vote for it, so that the compiler knows it to
/// be one for all: what it leads to in constant memory is then read once for the warp, beside shared memory. For that
/// alone, after the block's barrier and where no thread has returned: elsewhere the compiler keeps a copy for each
/// thread.
__device__ __forceinline__ int uniform(int value) {
  int found = 0;
#pragma unroll 1
  while (__any_sync(0xffffffff, found + 4 <= value)) found += 4;
#pragma unroll 1
  while (__any_sync(0xffffffff, found < value)) ++found;
  return found;
}

/// Where a block's part of SplitTables begins, and in it coefficient n of an element, its component 0 (the next is
/// `width` further), and the first node of a face.
template <int order, class Real>
__device__ __forceinline__ Real* rhsOf(const SplitTables<Real>& tables, std::int64_t firstSlot) {
  return tables.rhs + firstSlot * (3 * SplitShape<order>::np);
}
template <int order, class Real>
__device__ __forceinline__ JumpPair<Real>* fluxesOf(const SplitTables<Real>& tables, std::int64_t firstSlot) {
  return tables.flux + firstSlot * (4 * SplitShape<order>::nf);
}
template <int order>
__device__ __forceinline__ int rhsAt(int element, int n) {
  constexpr int width = SplitTables<float>::width;
  return (element / width * SplitShape<order>::np + n) * 3 * width + element % width;
}
/// `size`: of a face, Nf or more.
__device__ __forceinline__ int fluxAt(int element, int face, int size) {
  constexpr int width = SplitTables<float>::width;
  return ((element / width * 4 + face) * width + element % width) * size;
}

/// Copies by all threads of the block between global and shared memory, consecutive threads consecutive words; all
/// loads of a thread are under way before its first store. Addresses are multiples of 16 bytes.
template <int bytes, int threads>
__device__ __forceinline__ void copyBlock(void* to, const void* from) {
  static_assert(bytes % sizeof(uint4) == 0);
  constexpr int words = bytes / sizeof(uint4), batch = (words + threads - 1) / threads;
  uint4 word[batch];
  forEach<batch>([&](auto i) {
    const int at = i.value * threads + threadIdx.x;
    if (at < words) word[i.value] = static_cast<const uint4*>(from)[at];
  });
  forEach<batch>([&](auto i) {
    const int at = i.value * threads + threadIdx.x;
    if (at < words) static_cast<uint4*>(to)[at] = word[i.value];
  });
}

}  // namespace fluxtet::dgtd::cuda
