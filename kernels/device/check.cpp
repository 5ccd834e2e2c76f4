// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"

#include "lib/base/error.hpp"

namespace fluxtet {

void throwCudaError(cudaError_t code, const std::string& what, SourceLocation where) {
  cudaGetLastError();  // clears the error, so that the next check does not report it again
  throw RunError(fmt::format("CUDA: {}: {} ({}, {}:{})", what, cudaGetErrorString(code), cudaGetErrorName(code),
                             where.file, where.line));
}

}  // namespace fluxtet
