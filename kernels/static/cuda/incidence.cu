// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/elementLimits.hpp"
#include "kernels/static/cuda/incidence.hpp"
#include "kernels/static/cuda/solverLaunch.hpp"

#include <cub/device/device_radix_sort.cuh>

#include <bit>

namespace fluxtet::statics::cuda {
namespace {

__global__ void nodesKernel(const std::int32_t* elementDof, std::int32_t numElements, int nd, std::int32_t numDofs,
                            std::uint32_t* dof, std::int32_t* position) {
  const std::int64_t i = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (i >= std::int64_t{numElements} * nd) return;
  const std::int64_t e = i % numElements, a = i / numElements;
  const std::int32_t of = elementDof[e * nd + a];
  dof[i] = static_cast<std::uint32_t>(of >= 0 ? of : numDofs);
  position[i] = static_cast<std::int32_t>(i);
}

/// begin[d]: how many of the ascending `dof` are less than d.
__global__ void beginKernel(const std::uint32_t* dof, std::int32_t count, std::int32_t numDofs, std::int32_t* begin) {
  const std::int64_t d = std::int64_t{blockIdx.x} * solverThreads + threadIdx.x;
  if (d > numDofs) return;
  std::int32_t low = 0, high = count;
  while (low < high) {
    const std::int32_t middle = low + (high - low) / 2;
    if (dof[middle] < static_cast<std::uint32_t>(d))
      low = middle + 1;
    else
      high = middle;
  }
  begin[d] = low;
}

}  // namespace

template <class Real>
Incidence makeIncidence(const DeviceProblem<Real>& problem, std::int64_t& scratchBytes, cudaStream_t stream) {
  const int nd = nodesPerElement(problem.form, problem.order);
  requireNodesInReach(problem.numElements, nd);
  const std::int64_t nodes = std::int64_t{problem.numElements} * nd;
  const auto count = static_cast<std::size_t>(nodes);
  Incidence result{DeviceBuffer<std::int32_t>(static_cast<std::size_t>(problem.numDofs) + 1),
                   DeviceBuffer<std::int32_t>(count)};
  DeviceBuffer<std::uint32_t> dof(count), otherDof(count);
  DeviceBuffer<std::int32_t> otherPosition(count);
  nodesKernel<<<blocksOf(nodes), solverThreads, 0, stream>>>(problem.elementDof.data(), problem.numElements, nd,
                                                             problem.numDofs, dof.data(), otherPosition.data());
  checkLaunch("the nodes of elements");

  const int bits = std::bit_width(static_cast<std::uint32_t>(problem.numDofs));
  std::size_t workBytes = 0;
  const auto sort = [&](void* work) {
    cudaCheck(
        cub::DeviceRadixSort::SortPairs(work, workBytes, dof.data(), otherDof.data(), otherPosition.data(),
                                        result.position.data(), static_cast<std::int32_t>(nodes), 0, bits, stream),
        "sorting nodes by unknown");
  };
  sort(nullptr);
  DeviceBuffer<std::byte> work(workBytes);
  sort(work.data());
  beginKernel<<<blocksOf(std::int64_t{problem.numDofs} + 1), solverThreads, 0, stream>>>(
      otherDof.data(), static_cast<std::int32_t>(nodes), problem.numDofs, result.begin.data());
  checkLaunch("the nodes of unknowns");
  cudaCheck(cudaStreamSynchronize(stream));  // before the scratch is freed
  scratchBytes += static_cast<std::int64_t>(dof.bytes() + otherDof.bytes() + otherPosition.bytes() + work.bytes());
  return result;
}

template Incidence makeIncidence(const DeviceProblem<float>&, std::int64_t&, cudaStream_t);
template Incidence makeIncidence(const DeviceProblem<double>&, std::int64_t&, cudaStream_t);

}  // namespace fluxtet::statics::cuda
