// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/sourceLocation.hpp"

#include <cuda_runtime.h>

#include <string>

namespace fluxtet {

/// Throws RunError that says `what` was tried, CUDA's own reason and the place; clears the error.
[[noreturn]] void throwCudaError(cudaError_t code, const std::string& what, SourceLocation where);

/// Throws RunError with CUDA's own text and the call's place unless `code` is cudaSuccess.
inline void cudaCheck(cudaError_t code, const char* what = "a CUDA call",
                      SourceLocation where = SourceLocation::current()) {
  if (code != cudaSuccess) throwCudaError(code, what, where);
}

/// Right after a kernel launch: throws RunError that names the kernel if it could not be launched.
inline void checkLaunch(const char* kernel, SourceLocation where = SourceLocation::current()) {
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess) throwCudaError(code, std::string("launching ") + kernel, where);
}

}  // namespace fluxtet
