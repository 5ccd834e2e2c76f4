// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Anisotropic media and magnetised plasma for the split kernels. The fused kernel has them in itself.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/absorbingLayers.cuh"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/tensorMedia.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

/// One block a cluster. old [place][element of the cluster][elementStride]: the field before its update, which has
/// added the increments to it. layers: their states are those before the half step.
template <class Real>
__global__ void tensorKernel(const TensorTerm<Real>* termOnDevice, const __grid_constant__ LayerTerm<Real> layers,
                             std::int32_t firstCluster, int clusterSize, int stride, int np, const Real* old,
                             Real* field) {
  const TensorTerm<Real> term = *termOnDevice;
  const std::int32_t cluster = firstCluster + static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t place = term.place[cluster];
  if (place < 0) return;
  const std::int64_t plasmaPlace = term.plasma == nullptr ? -1 : term.plasmaPlace[cluster];
  const std::int64_t ofCluster = static_cast<std::int64_t>(clusterSize) * stride;
  Real* const F = field + cluster * ofCluster;
  const Real* const before = old + place * ofCluster;
  Real* const state = plasmaPlace < 0 ? nullptr : term.state + plasmaPlace * ofCluster;
  const LayersOfCluster layersHere = layers.ofCluster ? layers.ofCluster[cluster] : LayersOfCluster{{-1, -1, -1}};
  const StretchedField<Real> stretch{layers, layersHere, clusterSize, stride};
  for (int i = threadIdx.x; i < clusterSize * np; i += blockSize) {
    const int local = i / np, at = local * stride + 3 * (i % np);
    Real increment[3];
    for (int k = 0; k < 3; ++k) increment[k] = F[at + k] - before[at + k];
    // An element without tensors has the unit matrix, and its new value stays as it is.
    if (!term.isTensor[place * clusterSize + local]) continue;
    applyTensor(term, place, plasmaPlace, local, clusterSize, at, before + at, state + at, stretch, increment);
    for (int k = 0; k < 3; ++k) F[at + k] = before[at + k] + increment[k];
  }
}

}  // namespace

template <class Real>
void launchTensors(int order, const TensorTerm<Real>* term, const LayerTerm<Real>& layers, ClusterRange clusters,
                   int clusterSize, const Real* old, Real* field, cudaStream_t stream) {
  if (clusters.begin == clusters.end) return;
  const int np = (order + 1) * (order + 2) * (order + 3) / 6;
  tensorKernel<<<clusters.end - clusters.begin, blockSize, 0, stream>>>(term, layers, clusters.begin, clusterSize,
                                                                        elementStride(order), np, old, field);
  checkLaunch("tensorKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                                                                   \
  template void launchTensors(int, const TensorTerm<Real>*, const LayerTerm<Real>&, ClusterRange, int, const Real*, \
                              Real*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd::cuda
