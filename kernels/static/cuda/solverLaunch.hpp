// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/check.hpp"

#include <algorithm>
#include <cstdint>

namespace fluxtet::statics::cuda {

inline constexpr int solverThreads = 512;      ///< in a block of every kernel of the solvers
inline constexpr int mostSolverBlocks = 2048;  ///< room for partial sums

/// Number of blocks of a kernel whose threads take one of `items` each.
inline int blocksOf(std::int64_t items) {
  return static_cast<int>(std::max<std::int64_t>(1, (items + solverThreads - 1) / solverThreads));
}

/// Number of blocks of a kernel whose threads go through `items` in strides: as many as run at once, or fewer if there
/// are fewer items. Throws RunError if a call of CUDA fails.
template <class Kernel>
int residentBlocks(Kernel kernel, std::int64_t items) {
  int gpu = 0, processors = 0, perProcessor = 0;
  cudaCheck(cudaGetDevice(&gpu));
  cudaCheck(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, gpu));
  cudaCheck(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, kernel, solverThreads, 0));
  const int most = std::min(mostSolverBlocks, processors * perProcessor);
  return static_cast<int>(std::min<std::int64_t>(most, blocksOf(items)));
}

/// Launches a kernel whose blocks wait for each other.
template <class... Parameters>
void launchCooperative(const char* name, void (*kernel)(Parameters...), int blocks, cudaStream_t stream,
                       Parameters... arguments) {
  void* pointers[] = {&arguments...};
  cudaCheck(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), dim3(static_cast<unsigned>(blocks)),
                                        dim3(solverThreads), pointers, 0, stream),
            name);
}

}  // namespace fluxtet::statics::cuda
