// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Shape of the split kernels intVolume, intSurface and updateField: Cabel, Charles, Lanteri, "Multi-GPU acceleration of
// a DGTD method for modeling human exposure to electromagnetic waves", 2011, section 3.1; docs/design.md, "Engine
// interface". A block loads the data of some tetrahedra (NBTET of the paper) to shared memory, synchronises, computes,
// synchronises and writes back.
//
// Each kernel has two versions.
// - P1 and P2: the reference matrices are in constant memory, which serves one address at a time. So all threads of a
// warp compute the same degree of freedom, of consecutive tetrahedra.
// - P3 and P4: the matrices are larger than the constant cache. So a block loads them to shared memory too, and reading
// shared memory would limit the kernel. Unlike in the paper, a thread therefore computes several degrees of freedom (in
// the paper one, or two in updateField) of two tetrahedra of the block, and uses each value that it has read several
// times.
#pragma once

#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cuda {

/// Sizes of the split kernels of one order. A degree of freedom is a Bernstein coefficient with its three components.
template <int order>
struct SplitShape {
  static constexpr int np = NodeOrder<order>::np, nf = NodeOrder<order>::nf, stride = elementStride(order);
  static constexpr bool highOrder = order >= 3;
  /// Tetrahedra of a block (NBTET): a multiple of a warp, and a divisor of every cluster size.
  static constexpr int tetrahedra = order == 1 ? 64 : 32;
  static_assert(tetrahedra % SplitTables<float>::width == 0);
  /// Tetrahedra of a thread: numbers lane, lane + lanes, ... of the block.
  static constexpr int tetrahedraPerThread = highOrder ? 2 : 1, lanes = tetrahedra / tetrahedraPerThread;

  /// P3 and P4: intVolume is launched in instances, each of which computes a part of the degrees of freedom from
  /// firstNode() on; intSurface is launched once for each face.
  static constexpr int volumeInstances = highOrder ? 2 : 1;
  static constexpr int firstNode(int instance) { return instance * np / volumeInstances; }
  static constexpr int facesPerLaunch = highOrder ? 1 : 4;
  /// Number of degrees of freedom of a thread of intVolume and of updateField: it computes group, group + groups, ...
  /// of those of the instance. The threads of one group are consecutive; at P3 and P4 the groups of a block make up
  /// whole warps.
  static constexpr int volumeNodes = order == 3 ? 5 : order == 4 ? 3 : 1, updateNodes = highOrder ? 2 : 1;
  static constexpr int volumeGroups = (np + volumeInstances * volumeNodes - 1) / (volumeInstances * volumeNodes);
  static constexpr int updateGroups = (np + updateNodes - 1) / updateNodes;

  static constexpr int volumeThreads = lanes * volumeGroups;
  static constexpr int surfaceThreads = tetrahedra * nf;
  static constexpr int updateThreads = lanes * updateGroups;
  /// Blocks of updateField that a multiprocessor holds at a time. It limits the registers of a thread; none spills.
  static constexpr int updateBlocks(int bytesPerReal) {
    return (bytesPerReal == 4 ? 2048 : 1152) / (tetrahedra * updateGroups);
  }
};

/// Number of blocks of a launch: a block for each SplitShape::tetrahedra slots of the clusters.
template <int order, class Real>
int splitBlocks(const RhsArgs<Real>& args) {
  return args.numClusters * (args.clusterSize / SplitShape<order>::tetrahedra);
}

/// First slot of this block.
template <int order, class Real>
__device__ __forceinline__ std::int64_t firstSlotOf(const RhsArgs<Real>& args) {
  return static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + blockIdx.x * SplitShape<order>::tetrahedra;
}

/// Returns `value`, a number of at least 0 that is the same in all threads of a warp, in a form that the compiler knows
/// to be uniform: it results from votes of the warp. Constant memory that it addresses is then read once for the warp.
/// To be called behind a block barrier that all threads reach, where no thread has returned; elsewhere the compiler
/// keeps a copy for each thread. It serves no other purpose.
__device__ __forceinline__ int uniform(int value) {
  int found = 0;
#pragma unroll 1
  while (__any_sync(0xffffffff, found + 4 <= value)) found += 4;
#pragma unroll 1
  while (__any_sync(0xffffffff, found < value)) ++found;
  return found;
}

/// The start of a block's part of SplitTables::rhs and SplitTables::flux.
template <int order, class Real>
__device__ __forceinline__ Real* rhsOf(const SplitTables<Real>& tables, std::int64_t firstSlot) {
  return tables.rhs + firstSlot * (3 * SplitShape<order>::np);
}
template <int order, class Real>
__device__ __forceinline__ JumpPair<Real>* fluxesOf(const SplitTables<Real>& tables, std::int64_t firstSlot) {
  return tables.flux + firstSlot * (4 * SplitShape<order>::nf);
}
/// Offset in that part of component 0 of coefficient n of an element, in values; component k is k * width further.
template <int order>
__device__ __forceinline__ int rhsAt(int element, int n) {
  constexpr int width = SplitTables<float>::width;
  return (element / width * SplitShape<order>::np + n) * 3 * width + element % width;
}
/// Offset in that part of node 0 of a face of an element, in pairs. `size`: pairs of a face, which is Nf there and may
/// be more in shared memory.
__device__ __forceinline__ int fluxAt(int element, int face, int size) {
  constexpr int width = SplitTables<float>::width;
  return ((element / width * 4 + face) * width + element % width) * size;
}

/// Copies `bytes` bytes between global and shared memory. All threads of the block call it; consecutive threads copy
/// consecutive 16-byte words. A thread issues all its loads before its first store. Addresses and `bytes` are multiples
/// of 16. The caller puts block barriers before and after it.
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
