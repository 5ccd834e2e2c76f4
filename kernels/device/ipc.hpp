// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Device memory that processes of one host share; needs no CUDA header.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace fluxtet {

/// Names an allocation of one process to the others of its host; plain bytes that may be sent as they are.
struct IpcHandle {
  std::array<std::byte, 64> bytes{};
  std::array<char, 16> gpu{};  ///< that it is on, an identifier of the card
};

/// The handle of a whole allocation (of a multiple of 2 MiB: smaller ones may share their block with others). Throws
/// RunError if the driver does not share memory here.
IpcHandle exportMemory(const void* allocation);

/// Another process's allocation in this process's address space, for the calling thread's GPU. Move-only.
class ImportedMemory {
 public:
  ImportedMemory() = default;
  /// Throws RunError if this GPU does not reach that memory.
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
  /// Whether it is memory of this GPU, which another process uses too.
  bool isOnSameGpu() const { return sameGpu_; }

 private:
  std::byte* data_ = nullptr;
  bool sameGpu_ = false;
};

}  // namespace fluxtet
