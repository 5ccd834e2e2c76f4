// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/fusedLaunch.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

namespace {

/// Calls function(FusedLaunch) with the kernel of the order, with or without jump terms, and returns its result.
template <class Real, class Function>
decltype(auto) withKernel(int order, bool withJumps, Function&& function) {
  return withOrder(order, [&](auto p) {
    return withJumps ? function(FusedLaunch<Real, p.value, true>{}) : function(FusedLaunch<Real, p.value, false>{});
  });
}

}  // namespace

template <class Real>
int clusterSizeOf(int order) {
  return withOrder(order, [](auto p) { return FusedLaunch<Real, p.value, false>::clusterSize(); });
}

template <class Real>
std::int32_t maxGatheredOf(int order, bool withJumps) {
  int device = 0, bytes = 0;
  cudaCheck(cudaGetDevice(&device));
  cudaCheck(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return withKernel<Real>(order, withJumps, [&](auto launch) {
    using Launch = decltype(launch);
    const std::size_t none = Launch::sharedBytes(0), each = Launch::sharedBytes(1) - none;
    const std::int64_t room = bytes - static_cast<std::int64_t>(none + Launch::staticBytes());
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(room / static_cast<std::int64_t>(each), 0, 4 * Launch::clusterSize()));
  });
}

namespace {

/// Multiprocessors of the present GPU.
int numSms() {
  int device = 0, count = 0;
  cudaCheck(cudaGetDevice(&device));
  cudaCheck(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace

template <class Real>
std::int32_t clustersAtOnce(int order) {
  return withOrder(order, [](auto p) { return numSms() * FusedLaunch<Real, p.value, false>::clustersPerSm(0); });
}

template <class Real>
int clustersPerSm(int order, bool withJumps, std::int32_t maxGathered) {
  return withKernel<Real>(order, withJumps, [&](auto launch) { return launch.clustersPerSm(maxGathered); });
}

template <class Real>
std::int32_t packingBlocks(int order, std::int32_t numTraces) {
  // At most one block less than there are multiprocessors: one is left for the border even if each runs one block only.
  return withOrder(order, [&](auto p) {
    const std::int64_t items = std::int64_t{numTraces} * traceSize(p.value) / 2;
    const std::int64_t each = FusedLaunch<Real, p.value, false>::packedAtOnce();
    return static_cast<std::int32_t>(std::min<std::int64_t>(std::max(1, numSms() - 1), (items + each - 1) / each));
  });
}

template <class Real>
bool halfStepsMayOverlap(int order) {
  return withOrder(order, [](auto p) { return FusedLaunch<Real, p.value, false>::mayOverlap(); });
}

template <class Real>
void launchRhs(int order, const RhsArgs<Real>& args, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withKernel<Real>(order, args.jumpScale != nullptr, [&](auto launch) { launch.launch(args, stream); });
}

template <class Real>
void launchFewElements(int order, const FewElementsArgs<Real>& args, cudaStream_t stream) {
  if (args.rhs.numClusters == 0) return;
  withOrder(order, [&](auto p) { FewElementsLaunch<Real, p.value>::launch(args, stream); });
}

template int clusterSizeOf<float>(int);
template int clusterSizeOf<double>(int);
template std::int32_t maxGatheredOf<float>(int, bool);
template std::int32_t maxGatheredOf<double>(int, bool);
template std::int32_t clustersAtOnce<float>(int);
template std::int32_t clustersAtOnce<double>(int);
template int clustersPerSm<float>(int, bool, std::int32_t);
template int clustersPerSm<double>(int, bool, std::int32_t);
template std::int32_t packingBlocks<float>(int, std::int32_t);
template std::int32_t packingBlocks<double>(int, std::int32_t);
template bool halfStepsMayOverlap<float>(int);
template bool halfStepsMayOverlap<double>(int);
template void launchRhs(int, const RhsArgs<float>&, cudaStream_t);
template void launchRhs(int, const RhsArgs<double>&, cudaStream_t);
template void launchFewElements(int, const FewElementsArgs<float>&, cudaStream_t);
template void launchFewElements(int, const FewElementsArgs<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
