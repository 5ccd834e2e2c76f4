// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Included by fewElementsP1.cu ... fewElementsP4.cu, which define `launchedOrder`.

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/earlyLaunch.hpp"
#include "kernels/dgtd/cuda/fewElementsKernel.cuh"

namespace fluxtet::dgtd::cuda {

template <class Real, int order, bool isCurl>
void launchFew(const FewElementsArgs<Real>& args, cudaStream_t stream) {
  using Kernel = FewElementsKernel<Real, order, isCurl>;
  constexpr auto kernel = fewElementsKernel<Real, order, isCurl>;
  constexpr std::size_t bytes = sizeof(typename Kernel::Shared);
  static thread_local bool prepared = false;
  if (!prepared) {
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100),
              "asking for shared memory");
    prepared = true;
  }
  const dim3 blocks(static_cast<unsigned>(args.rhs.numClusters * (args.rhs.clusterSize / Kernel::size)));
  launchEarly("fewElementsKernel", args.rhs.chain.overlaps, {blocks, dim3(Kernel::threads), bytes, stream}, kernel,
              args);
}

template <class Real, int order>
void FewElementsLaunch<Real, order>::launch(const FewElementsArgs<Real>& args, cudaStream_t stream) {
  args.rhs.source != nullptr ? launchFew<Real, order, true>(args, stream) : launchFew<Real, order, false>(args, stream);
}

template struct FewElementsLaunch<float, launchedOrder>;
template struct FewElementsLaunch<double, launchedOrder>;

}  // namespace fluxtet::dgtd::cuda
