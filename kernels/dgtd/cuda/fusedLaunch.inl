// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Included by fusedP1.cu ... fusedP4.cu and penalisedP1.cu ... penalisedP4.cu, which define `launchedOrder` and
// `launchedWithJumps`. Each kernel has a translation unit of its own, because its straight-line code takes long to
// compile.

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/earlyLaunch.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/fusedLaunch.hpp"
#include "lib/mesh/clusters.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

template <class Real, int order, bool withJumps>
int FusedLaunch<Real, order, withJumps>::clusterSize() {
  constexpr int size = FusedShape<Real, order, withJumps>::clusterSize;
  static_assert(elementsPerCluster % size == 0,
                "elements are ordered in clusters that hold whole clusters of a kernel");
  return size;
}

template <class Real, int order, bool withJumps>
std::size_t FusedLaunch<Real, order, withJumps>::sharedBytes(std::int32_t maxGathered) {
  return FusedKernel<Real, order, withJumps>::sharedBytes(maxGathered);
}

template <class Real, int order, bool withJumps>
std::size_t FusedLaunch<Real, order, withJumps>::staticBytes() {
  return FusedKernel<Real, order, withJumps>::staticBytes;
}

template <class Real, int order, bool withJumps>
int FusedLaunch<Real, order, withJumps>::clustersPerSm(std::int32_t maxGathered) {
  int device = 0, perSm = 0, reserved = 0;
  cudaCheck(cudaGetDevice(&device));
  cudaCheck(cudaDeviceGetAttribute(&perSm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
  cudaCheck(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
  const std::size_t bytes = sharedBytes(maxGathered) + staticBytes() + static_cast<std::size_t>(reserved);
  return std::min(FusedShape<Real, order, withJumps>::clustersPerSm,
                  static_cast<int>(static_cast<std::size_t>(perSm) / bytes));
}

template <class Real, int order, bool withJumps>
int FusedLaunch<Real, order, withJumps>::packedAtOnce() {
  return packBatch * FusedKernel<Real, order, withJumps>::threads;
}

template <class Real, int order, bool withJumps>
bool FusedLaunch<Real, order, withJumps>::mayOverlap() {
  // Programmatic dependent launch needs a GPU of compute capability 9.0 or later, and code compiled for that.
  constexpr int since = 90;
  cudaFuncAttributes attributes{};
  cudaCheck(cudaFuncGetAttributes(&attributes, fusedKernel<Real, order, withJumps, FusedTerms::none>),
            "looking for a kernel");
  return attributes.ptxVersion >= since && attributes.binaryVersion >= since;
}

/// Enqueues a kernel whose blocks have the shape and the shared memory of those of `Kernel`, a FusedKernel.
template <auto kernel, class Kernel, class Real>
void launchBlocks(const RhsArgs<Real>& args, cudaStream_t stream) {
  const std::size_t bytes = Kernel::sharedBytes(args.maxGathered);
  // For the launch that needs most of it, so that graphs keep what they were recorded with.
  static thread_local std::size_t prepared = 0;
  if (prepared < bytes) {
    int device = 0, perSm = 0, reserved = 0;
    cudaCheck(cudaGetDevice(&device));
    cudaCheck(cudaDeviceGetAttribute(&perSm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
    cudaCheck(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, device));
    // With keepsCache only what the resident clusters need becomes shared memory. The rest stays L1 cache, because
    // clusters read the same sectors of their neighbours several times.
    constexpr std::size_t rounding = 128;
    const std::size_t wanted =
        Kernel::Shape::clustersPerSm * (bytes + Kernel::staticBytes + rounding + static_cast<std::size_t>(reserved));
    const std::size_t share = (100 * wanted + static_cast<std::size_t>(perSm) - 1) / static_cast<std::size_t>(perSm);
    const int percent = Kernel::Shape::keepsCache ? static_cast<int>(std::min<std::size_t>(100, share)) : 100;
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent),
              "asking for shared memory");
    prepared = bytes;
  }
  launchEarly(
      "a kernel of half steps", args.chain.overlaps,
      {dim3(static_cast<unsigned>(args.numClusters + args.border.numPackers)), dim3(Kernel::threads), bytes, stream},
      kernel, args);
}

/// Enqueues one of the kernels.
template <class Real, int order, bool withJumps, FusedTerms terms>
void launchFused(const RhsArgs<Real>& args, cudaStream_t stream) {
  launchBlocks<fusedKernel<Real, order, withJumps, terms>, FusedKernel<Real, order, withJumps, terms>>(args, stream);
}

template <class Real, int order, bool withJumps>
void FusedLaunch<Real, order, withJumps>::launch(const RhsArgs<Real>& args, cudaStream_t stream) {
  if constexpr (withJumps)
    if (args.source == nullptr)
      return launchBlocks<penaltyKernel<Real, order>, FusedKernel<Real, order, true, FusedTerms::none, true>>(args,
                                                                                                              stream);
  const bool hasMedia = args.poles || args.tensors, hasLayers = args.layers.ofCluster;
  if (args.injected) return launchFused<Real, order, withJumps, FusedTerms::all>(args, stream);
  if (hasLayers && hasMedia) return launchFused<Real, order, withJumps, FusedTerms::mediaAndLayers>(args, stream);
  if (hasLayers) return launchFused<Real, order, withJumps, FusedTerms::layers>(args, stream);
  if (hasMedia) return launchFused<Real, order, withJumps, FusedTerms::media>(args, stream);
  launchFused<Real, order, withJumps, FusedTerms::none>(args, stream);
}

template struct FusedLaunch<float, launchedOrder, launchedWithJumps>;
template struct FusedLaunch<double, launchedOrder, launchedWithJumps>;

}  // namespace fluxtet::dgtd::cuda
