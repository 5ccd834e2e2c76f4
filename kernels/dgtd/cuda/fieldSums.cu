// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/fieldSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/addToSums.cuh"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 256;

/// 16 bytes of a field. A field consists of whole packs, because clusters have a multiple of 32 elements.
template <class Real>
using FieldPack = Pack<Real, 16 / sizeof(Real)>;

std::int64_t blocksFor(std::int64_t packs) {
  return (packs + blockSize - 1) / blockSize;
}

/// sums[s] += weight[s] * field, for all sums in one pass over the field. A thread computes one pack of each sum. The
/// kernel is bound by memory, which moves 1 + 2 `count` fields. `number`: see addToSums().
template <class Real, int number>
__global__ void fieldSumsKernel(const FieldPack<Real>* field, const __grid_constant__ SumArgs<Real> args) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (i < args.size / FieldPack<Real>::size) addToSums<number>(args, i, field[i]);
}

/// The same on the listed clusters only. Each cluster has `blocks` thread blocks of its own and `packs` packs.
template <class Real, int number>
__global__ void clusterSumsKernel(const FieldPack<Real>* field, const std::int32_t* cluster, unsigned int blocks,
                                  std::int64_t packs, const __grid_constant__ SumArgs<Real> args) {
  const std::int64_t place = blockIdx.x / blocks, i = (blockIdx.x % blocks) * blockSize + threadIdx.x;
  if (i < packs) addToSums<number>(args, place * packs + i, field[cluster[place] * packs + i]);
}

}  // namespace

template <class Real>
void launchFieldSums(const Real* field, const SummedClusters& clusters, const SumArgs<Real>& args,
                     cudaStream_t stream) {
  constexpr int each = FieldPack<Real>::size;
  const bool isWhole = clusters.cluster == nullptr;
  if ((isWhole ? args.size : clusters.valuesPerCluster) % each != 0)
    throw std::logic_error("a field is not made of whole packs");
  const auto* packs = reinterpret_cast<const FieldPack<Real>*>(field);
  withCount(args.count, [&](auto number) {
    if (isWhole) {
      fieldSumsKernel<Real, number.value>
          <<<static_cast<unsigned int>(blocksFor(args.size / each)), blockSize, 0, stream>>>(packs, args);
      checkLaunch("fieldSumsKernel");
    } else {
      const std::int64_t packsPerCluster = clusters.valuesPerCluster / each;
      const auto blocks = static_cast<unsigned int>(blocksFor(packsPerCluster));
      const auto count = static_cast<unsigned int>(args.size / clusters.valuesPerCluster);
      clusterSumsKernel<Real, number.value>
          <<<count * blocks, blockSize, 0, stream>>>(packs, clusters.cluster, blocks, packsPerCluster, args);
      checkLaunch("clusterSumsKernel");
    }
  });
}

template void launchFieldSums(const float*, const SummedClusters&, const SumArgs<float>&, cudaStream_t);
template void launchFieldSums(const double*, const SummedClusters&, const SumArgs<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
