// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers for the split kernels. The fused kernel has them in itself.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/absorbingLayers.cuh"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/basis/referenceElement.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

/// old = F in the clusters of layers, one block a cluster.
template <class Real>
__global__ void keepInLayersKernel(const std::int32_t* place, std::int32_t firstCluster, int values, const Real* F,
                                   Real* old) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  if (place[cluster] < 0) return;
  const Real* from = F + static_cast<std::int64_t>(cluster) * values;
  Real* to = old + static_cast<std::int64_t>(place[cluster]) * values;
  for (int i = threadIdx.x; i < values; i += blockDim.x) to[i] = from[i];
}

/// Values of advanceLayers() where the update of the medium has made the new field of the old one.
template <class Real>
struct UpdatedField {
  const Real* before;
  Real* after;
  const Real* decayOfMaterial;
  const ElementRecord<Real>* record;
  int stride;
  static constexpr bool decays = true;
  __device__ const Real* old(int element) const { return before + element * stride; }
  __device__ Real* result(int element) const { return after + element * stride; }
  __device__ Real decay(int element) const { return decayOfMaterial[record[element].words >> (4 * faceBits)]; }
  __device__ Real increment(Real old, Real result, Real decay) const { return (result - old) - decay * old; }
  __device__ Real toResult(Real old, Real change, Real) const { return old + change; }
};

/// Turns F, which the update of the medium has made of `old`, into the field after the half step. poles: those of F;
/// null without dispersive media.
template <class Real, int order>
__global__ void applyLayersKernel(const __grid_constant__ LayerTerm<Real> term, const std::int32_t* place,
                                  std::int32_t firstCluster, int size, const ElementRecord<Real>* record,
                                  const PoleTerm<Real>* poles, const Real* old, Real* F) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  if (place[cluster] < 0) return;
  constexpr int stride = elementStride(order);
  const std::int64_t firstSlot = static_cast<std::int64_t>(cluster) * size;
  const UpdatedField<Real> values{old + static_cast<std::int64_t>(place[cluster]) * size * stride,
                                  F + firstSlot * stride, term.decay, record + firstSlot, stride};
  if (poles && poles->place[cluster] >= 0) {
    advanceLayersAndPoles<order>(term, term.ofCluster[cluster], size, values,
                                 PolesInLayers<Real>{*poles, cluster, size, stride, record + firstSlot});
  } else {
    advanceLayers<order>(term, term.ofCluster[cluster], size, values);
  }
}

}  // namespace

template <class Real>
void launchKeepInLayers(int order, const std::int32_t* place, ClusterRange clusters, int clusterSize, const Real* F,
                        Real* old, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  keepInLayersKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(
      place, clusters.begin, clusterSize * elementStride(order), F, old);
  checkLaunch("keepInLayersKernel");
}

template <class Real>
void launchApplyLayers(int order, const LayerTerm<Real>& term, const std::int32_t* place, ClusterRange clusters,
                       int clusterSize, const ElementRecord<Real>* record, const PoleTerm<Real>* poles, const Real* old,
                       Real* F, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  withOrder(order, [&](auto p) {
    applyLayersKernel<Real, p.value><<<clusters.end - clusters.begin, blockSize, 0, stream>>>(
        term, place, clusters.begin, clusterSize, record, poles, old, F);
  });
  checkLaunch("applyLayersKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                                                                  \
  template void launchKeepInLayers(int, const std::int32_t*, ClusterRange, int, const Real*, Real*, cudaStream_t); \
  template void launchApplyLayers(int, const LayerTerm<Real>&, const std::int32_t*, ClusterRange, int,             \
                                  const ElementRecord<Real>*, const PoleTerm<Real>*, const Real*, Real*,           \
                                  cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd::cuda
