// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/sourceLocation.hpp"

#include <cuda_runtime.h>

#include <string>

namespace fluxtet {

/// Throws RunError that names what was tried (`what`), CUDA's reason and the place in the source; clears CUDA's error.
[[noreturn]] void throwCudaError(cudaError_t code, const std::string& what, SourceLocation where);

/// Throws RunError with CUDA's reason and the place of the call unless `code` is cudaSuccess.
inline void cudaCheck(cudaError_t code, const char* what = "a CUDA call",
                      SourceLocation where = SourceLocation::current()) {
  if (code != cudaSuccess) throwCudaError(code, what, where);
}

/// To be called right after a kernel launch: throws RunError that names the kernel if the launch failed.
inline void checkLaunch(const char* kernel, SourceLocation where = SourceLocation::current()) {
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess) throwCudaError(code, std::string("launching ") + kernel, where);
}

}  // namespace fluxtet
