// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/ipc.hpp"

#include "kernels/device/check.hpp"

#include <cstring>

namespace fluxtet {

static_assert(sizeof(IpcHandle::bytes) == sizeof(cudaIpcMemHandle_t));

namespace {

std::array<char, 16> presentGpu() {
  int device = 0;
  cudaDeviceProp properties{};
  cudaCheck(cudaGetDevice(&device));
  cudaCheck(cudaGetDeviceProperties(&properties, device));
  std::array<char, 16> id{};
  static_assert(sizeof properties.uuid == sizeof id);
  std::memcpy(id.data(), &properties.uuid, sizeof id);
  return id;
}

}  // namespace

IpcHandle exportMemory(const void* allocation) {
  cudaIpcMemHandle_t handle{};
  cudaCheck(cudaIpcGetMemHandle(&handle, const_cast<void*>(allocation)), "sharing device memory with other processes");
  IpcHandle result;
  std::memcpy(result.bytes.data(), &handle, sizeof handle);
  result.gpu = presentGpu();
  return result;
}

ImportedMemory::ImportedMemory(const IpcHandle& handle) {
  cudaIpcMemHandle_t theirs{};
  std::memcpy(&theirs, handle.bytes.data(), sizeof theirs);
  void* data = nullptr;
  cudaCheck(cudaIpcOpenMemHandle(&data, theirs, cudaIpcMemLazyEnablePeerAccess),
            "opening device memory of another process");
  data_ = static_cast<std::byte*>(data);
  sameGpu_ = handle.gpu == presentGpu();
}

ImportedMemory::~ImportedMemory() {
  if (data_ != nullptr) cudaIpcCloseMemHandle(data_);
}

}  // namespace fluxtet
