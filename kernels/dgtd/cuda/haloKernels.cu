// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/haloKernels.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

template <class Real, int order>
__global__ void packAndSignalKernel(const Real* field, const __grid_constant__ BorderArgs<Real> border) {
  const std::int64_t items = static_cast<std::int64_t>(border.numTraces) * NodeOrder<order>::nf;
  if (items > 0)
    packItems<order>(field, border.slotFace, items,
                     static_cast<std::int64_t>(blockIdx.x) * packBatch * blockSize + threadIdx.x, blockSize,
                     border.destination);
  __syncthreads();
  if (threadIdx.x != 0) return;
  __threadfence_system();
  if (atomicAdd(border.packed, 1u) + 1 != countOf(border.packedAtEnd)) return;
  // The stores of every block come before its count, and all counts before the flags.
  __threadfence_system();
  const std::uint32_t message = countOf(border.flagValue);
  for (int i = 0; i < border.numFlags; ++i)
    asm volatile("st.relaxed.sys.u32 [%0], %1;" ::"l"(border.flag[i]), "r"(message) : "memory");
}

/// One block, a thread for each counter.
__global__ void awaitOtherGpusKernel(const std::uint32_t* const* onDevice, std::int32_t count, KernelCount value) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) waitForOtherGpu(onDevice[i], countOf(value));
}

}  // namespace

template <class Real>
std::int32_t packAndSignalBlocks(int order, std::int32_t numTraces) {
  std::int32_t blocks = 1;
  withOrder(order, [&](auto p) {
    const std::int64_t each = packBatch * blockSize;
    const std::int64_t items = static_cast<std::int64_t>(numTraces) * NodeOrder<p.value>::nf;
    blocks = static_cast<std::int32_t>(std::max<std::int64_t>(1, (items + each - 1) / each));
  });
  return blocks;
}

template <class Real>
void launchPackAndSignal(int order, const Real* field, const BorderArgs<Real>& border, cudaStream_t stream) {
  withOrder(order, [&](auto p) {
    packAndSignalKernel<Real, p.value>
        <<<static_cast<unsigned int>(border.numPackers), blockSize, 0, stream>>>(field, border);
    checkLaunch("packAndSignalKernel");
  });
}

void launchAwaitOtherGpus(const std::uint32_t* const* onDevice, std::int32_t count, const KernelCount& value,
                          cudaStream_t stream) {
  if (count == 0) return;
  awaitOtherGpusKernel<<<1, 32, 0, stream>>>(onDevice, count, value);
  checkLaunch("awaitOtherGpusKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                     \
  template std::int32_t packAndSignalBlocks<Real>(int, std::int32_t); \
  template void launchPackAndSignal(int, const Real*, const BorderArgs<Real>&, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)
#undef FLUXTET_INSTANTIATE

}  // namespace fluxtet::dgtd::cuda
