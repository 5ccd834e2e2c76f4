// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Included by fusedP1.cu ... fusedP4.cu, which give `launchedOrder`: one translation unit an order, since the kernels are
// straight-line code that takes a while to compile.

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/fusedLaunch.hpp"

namespace fluxtet::gpu {

template <class Real, int order>
int FusedLaunch<Real, order>::clusterSize() {
  return FusedShape<Real, order>::clusterSize;
}

template <class Real, int order>
std::size_t FusedLaunch<Real, order>::sharedBytes(std::int32_t maxRemote) {
  return FusedKernel<Real, order>::sharedBytes(maxRemote);
}

template <class Real, int order>
void FusedLaunch<Real, order>::launch(const RateArgs<Real>& args, cudaStream_t stream) {
  const std::size_t bytes = sharedBytes(args.maxRemote);
  // As much shared memory as the GPU has: without it fewer clusters are resident.
  static thread_local std::size_t allowed = 0;
  if (bytes > allowed) {
    cudaCheck(cudaFuncSetAttribute(fusedKernel<Real, order>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(bytes)),
              "asking for shared memory");
    cudaCheck(cudaFuncSetAttribute(fusedKernel<Real, order>, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared),
              "asking for shared memory");
    allowed = bytes;
  }
  fusedKernel<Real, order><<<args.numClusters, clusterSize(), bytes, stream>>>(args);
  checkLaunch("fusedKernel");
}

template struct FusedLaunch<float, launchedOrder>;
template struct FusedLaunch<double, launchedOrder>;

}  // namespace fluxtet::gpu
