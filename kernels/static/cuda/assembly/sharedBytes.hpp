// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/check.hpp"

#include <cstddef>

namespace fluxtet::gpu {

/// Lets blocks of a kernel have that much dynamic shared memory, which beyond 48 KiB has to be asked for.
template <class Kernel>
void allowSharedBytes(Kernel* kernel, std::size_t bytes) {
  if (bytes > 48 * 1024)
    cudaCheck(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
              "asking for shared memory");
}

}  // namespace fluxtet::gpu
