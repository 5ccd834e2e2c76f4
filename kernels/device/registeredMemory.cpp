// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/registeredMemory.hpp"

#include "kernels/device/check.hpp"

namespace fluxtet {

RegisteredMemory::RegisteredMemory(std::span<std::byte> memory) {
  if (memory.empty()) return;
  cudaCheck(cudaHostRegister(memory.data(), memory.size(), cudaHostRegisterPortable | cudaHostRegisterMapped),
            "page-locking memory that ranks share");
  host_ = memory.data();
  void* device = nullptr;
  const cudaError_t code = cudaHostGetDevicePointer(&device, host_, 0);
  if (code != cudaSuccess) {
    cudaHostUnregister(host_);
    throwCudaError(code, "mapping memory that ranks share", SourceLocation::current());
  }
  device_ = static_cast<std::byte*>(device);
}

RegisteredMemory::~RegisteredMemory() {
  if (host_ != nullptr) cudaHostUnregister(host_);
}

}  // namespace fluxtet
