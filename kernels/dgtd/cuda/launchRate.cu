// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/fusedLaunch.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

#include <algorithm>

namespace fluxtet::gpu {

template <class Real>
int clusterSizeOf(int order) {
  return withOrder(order, [](auto p) { return FusedLaunch<Real, p.value>::clusterSize(); });
}

template <class Real>
std::int32_t maxRemoteOf(int order) {
  int device = 0, bytes = 0;
  cudaCheck(cudaGetDevice(&device));
  cudaCheck(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return withOrder(order, [&](auto p) {
    using Launch = FusedLaunch<Real, p.value>;
    const auto reserved = static_cast<std::int64_t>(Launch::sharedBytes(0)) + 64;
    const std::int64_t records = (bytes - reserved) / static_cast<std::int64_t>(traceSize(p.value) * sizeof(Real));
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(records, 0, 4 * Launch::clusterSize()));
  });
}

template <class Real>
void launchRate(int order, const RateArgs<Real>& args, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) { FusedLaunch<Real, p.value>::launch(args, stream); });
}

template int clusterSizeOf<float>(int);
template int clusterSizeOf<double>(int);
template std::int32_t maxRemoteOf<float>(int);
template std::int32_t maxRemoteOf<double>(int);
template void launchRate(int, const RateArgs<float>&, cudaStream_t);
template void launchRate(int, const RateArgs<double>&, cudaStream_t);

}  // namespace fluxtet::gpu
