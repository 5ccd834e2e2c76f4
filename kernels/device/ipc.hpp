// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Device memory that processes of one host share. This header includes no CUDA header.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace fluxtet {

/// Identifies an allocation of one process to the other processes of its host; plain bytes that MPI can send.
struct IpcHandle {
  std::array<std::byte, 64> bytes{};
  std::array<char, 16> gpu{};  ///< UUID of the GPU that holds the allocation
};

/// Returns the handle of a whole allocation. Its size must be a multiple of 2 MiB, as smaller allocations may share a
/// block with others. Throws RunError if the driver cannot share memory here.
IpcHandle exportMemory(const void* allocation);

/// An allocation of another process, mapped into this process for the calling thread's current GPU. Move-only.
class ImportedMemory {
 public:
  ImportedMemory() = default;
  /// Throws RunError if this GPU cannot reach that memory.
  explicit ImportedMemory(const IpcHandle& handle);
  ImportedMemory(ImportedMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), sameGpu_(other.sameGpu_) {}
  ImportedMemory& operator=(ImportedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(sameGpu_, other.sameGpu_);
    return *this;
  }
  ~ImportedMemory();

  /// Device pointer; null if empty.
  std::byte* data() const { return data_; }
  /// Tells whether the allocation is in the memory of this GPU, so that two processes share the GPU.
  bool isOnSameGpu() const { return sameGpu_; }

 private:
  std::byte* data_ = nullptr;
  bool sameGpu_ = false;
};

}  // namespace fluxtet
