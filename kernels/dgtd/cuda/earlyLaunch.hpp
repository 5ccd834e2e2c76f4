// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/check.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace fluxtet::dgtd::cuda {

/// The grid of a launch: blocks, threads of a block, bytes of dynamic shared memory, and the stream.
struct GridOfLaunch {
  dim3 blocks, threads;
  std::size_t sharedBytes;
  cudaStream_t stream;
};

/// Launches a kernel. With `beginsEarly` its blocks may start while the kernel before in the stream still runs, once
/// that has called letNextGridBegin(), and wait for its end themselves (chainedGrids.cuh): programmatic dependent
/// launch. `name`: for errors.
template <class... Parameters, class... Arguments>
void launchEarly(const char* name, bool beginsEarly, const GridOfLaunch& grid, void (*kernel)(Parameters...),
                 const Arguments&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.sharedBytes;
  config.stream = grid.stream;
  config.attrs = &attribute;
  config.numAttrs = beginsEarly ? 1 : 0;
  const cudaError_t code = cudaLaunchKernelEx(&config, kernel, arguments...);
  if (code != cudaSuccess) throwCudaError(code, std::string("launching ") + name, SourceLocation::current());
}

}  // namespace fluxtet::dgtd::cuda
