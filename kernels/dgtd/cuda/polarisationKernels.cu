// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The currents of dispersive media for the split kernels. The fused kernel has them in itself.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/absorbingLayers.cuh"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/polarisation.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 256;

/// Calls visit(offset in E, offset in an array of a state, material) for each value of a cluster, one block a cluster.
/// Clusters without states are left out.
template <class Real, class Visit>
__device__ __forceinline__ void forEachValue(const PoleTerm<Real>& term, std::int32_t firstCluster, int clusterSize,
                                             int stride, const ElementRecord<Real>* record, const Visit& visit) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t place = term.place[cluster];
  if (place < 0) return;
  const std::int64_t firstSlot = static_cast<std::int64_t>(cluster) * clusterSize;
  for (int i = threadIdx.x; i < clusterSize * stride; i += blockSize) {
    if (isLeftToLayers(term, place, clusterSize, i / stride)) continue;
    const int material = static_cast<int>(record[firstSlot + i / stride].words >> (4 * faceBits));
    visit(firstSlot * stride + i, place * clusterSize * stride + i, material);
  }
}

/// current = sum of k x, and the next states. In a layer the field that it stretches takes the place of E.
template <class Real>
__global__ void polarisationKernel(const PoleTerm<Real>* term, const __grid_constant__ LayerTerm<Real> layers,
                                   std::int32_t firstCluster, int clusterSize, int stride,
                                   const ElementRecord<Real>* record, const Real* E, Real* current) {
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  const LayersOfCluster ofCluster = layers.ofCluster ? layers.ofCluster[cluster] : LayersOfCluster{{-1, -1, -1}};
  if (ofCluster.none()) {
    forEachValue(*term, firstCluster, clusterSize, stride, record,
                 [&](std::int64_t inField, std::int64_t inState, int material) {
                   current[inState] = advancePoles(*term, inState, material, E[inField]);
                 });
    return;
  }
  const std::int64_t place = term->place[cluster];
  if (place < 0) return;
  const std::int64_t firstSlot = static_cast<std::int64_t>(cluster) * clusterSize;
  const StretchedField<Real> stretch{layers, ofCluster, clusterSize, stride};
  // Behind the nodes of an element may stand one value of padding, whose current has to be 0 as the others' is.
  const int vectors = (stride + 2) / 3;
  for (int i = threadIdx.x; i < clusterSize * vectors; i += blockSize) {
    const int local = i / vectors, at = local * stride + 3 * (i % vectors);
    if (isLeftToLayers(*term, place, clusterSize, local)) continue;
    const std::int64_t inState = place * clusterSize * stride + at;
    if (3 * (i % vectors) + 3 > stride) {
      current[inState] = 0;
      continue;
    }
    const Real* const from = E + firstSlot * stride + at;
    Real D[3] = {from[0], from[1], from[2]};
    stretch(local, at, D);
    const int material = static_cast<int>(record[firstSlot + local].words >> (4 * faceBits));
    for (int k = 0; k < 3; ++k) current[inState + k] = advancePoles(*term, inState + k, material, D[k]);
  }
}

/// E -= scale current.
template <class Real>
__global__ void subtractPolarisationKernel(const PoleTerm<Real>* term, std::int32_t firstCluster, int clusterSize,
                                           int stride, const ElementRecord<Real>* record, const Real* current,
                                           Real* E) {
  forEachValue(*term, firstCluster, clusterSize, stride, record,
               [&](std::int64_t inField, std::int64_t inState, int material) {
                 E[inField] -= term->scale[material] * current[inState];
               });
}

}  // namespace

template <class Real>
void launchPolarisation(int order, const PoleTerm<Real>* term, const LayerTerm<Real>& layers, ClusterRange clusters,
                        int clusterSize, const ElementRecord<Real>* record, const Real* E, Real* current,
                        cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  polarisationKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(term, layers, clusters.begin, clusterSize,
                                                                              elementStride(order), record, E, current);
  checkLaunch("polarisationKernel");
}

template <class Real>
void launchSubtractPolarisation(int order, const PoleTerm<Real>* term, ClusterRange clusters, int clusterSize,
                                const ElementRecord<Real>* record, const Real* current, Real* E, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  subtractPolarisationKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(
      term, clusters.begin, clusterSize, elementStride(order), record, current, E);
  checkLaunch("subtractPolarisationKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                                                                     \
  template void launchPolarisation(int, const PoleTerm<Real>*, const LayerTerm<Real>&, ClusterRange, int,             \
                                   const ElementRecord<Real>*, const Real*, Real*, cudaStream_t);                     \
  template void launchSubtractPolarisation(int, const PoleTerm<Real>*, ClusterRange, int, const ElementRecord<Real>*, \
                                           const Real*, Real*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd::cuda
