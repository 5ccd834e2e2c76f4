// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers for the split kernels. The fused kernel has them in itself.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/absorbingLayers.cuh"
#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/basis/referenceElement.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

/// old = F in the elements of layers, one block a cluster.
template <class Real>
__global__ void keepInLayersKernel(const LayerTerm<Real>* term, std::int32_t firstCluster, int size, int np, int stride,
                                   const Real* F, Real* old) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t each = static_cast<std::int64_t>(size) * stride;
  forEachInLayer(*term, cluster, size, np, stride, [&](int, int at, const auto*, const auto&) {
    for (int k = 0; k < 3; ++k) old[term->place[cluster] * each + at + k] = F[cluster * each + at + k];
  });
}

/// Turns F, which the update of the medium has made of `old`, into the field after the half step.
template <class Real>
__global__ void applyLayersKernel(const LayerTerm<Real>* term, std::int32_t firstCluster, int size, int np, int stride,
                                  const ElementRecord<Real>* record, const Real* old, Real* F) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t each = static_cast<std::int64_t>(size) * stride;
  forEachInLayer(*term, cluster, size, np, stride, [&](int element, int at, const auto* profile, const auto& place) {
    const std::int64_t slot = static_cast<std::int64_t>(cluster) * size + element;
    const Real decay = term->decay[record[slot].words >> (4 * faceBits)];
    const Real* o = old + term->place[cluster] * each + at;
    const Real before[3] = {o[0], o[1], o[2]};
    Real* f = F + cluster * each + at;
    Real increment[3];
    for (int k = 0; k < 3; ++k) increment[k] = (f[k] - before[k]) - decay * before[k];
    advanceLayerCoefficient(*term, place, each, at, Turn<Real>(term->edge + 9 * slot), profile, decay, before,
                            increment);
    for (int k = 0; k < 3; ++k) f[k] = before[k] + (increment[k] + decay * before[k]);
  });
}

}  // namespace

template <class Real>
void launchKeepInLayers(int order, const LayerTerm<Real>* term, ClusterRange clusters, int clusterSize, const Real* F,
                        Real* old, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  keepInLayersKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(
      term, clusters.begin, clusterSize, nodesPerElement(order), elementStride(order), F, old);
  checkLaunch("keepInLayersKernel");
}

template <class Real>
void launchApplyLayers(int order, const LayerTerm<Real>* term, ClusterRange clusters, int clusterSize,
                       const ElementRecord<Real>* record, const Real* old, Real* F, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  applyLayersKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(
      term, clusters.begin, clusterSize, nodesPerElement(order), elementStride(order), record, old, F);
  checkLaunch("applyLayersKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                                                                     \
  template void launchKeepInLayers(int, const LayerTerm<Real>*, ClusterRange, int, const Real*, Real*, cudaStream_t); \
  template void launchApplyLayers(int, const LayerTerm<Real>*, ClusterRange, int, const ElementRecord<Real>*,         \
                                  const Real*, Real*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd::cuda
