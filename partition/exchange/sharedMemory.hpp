// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace fluxtet::dgtd {

/// POSIX shared memory of processes of one host. The system frees it when the last process unmaps it. So a process that
/// ends, normally or by an error, need not wait for the others, which MPI's shared windows demand. Move-only.
class SharedMemory {
 public:
  SharedMemory() = default;
  /// Makes `bytes` bytes, all zero, under a new name, and reserves their pages. Throws RunError with the system's
  /// reason, also if the host's limit of shared memory is too small.
  static SharedMemory create(std::size_t bytes);
  /// Maps the memory that another process has created under `name`. Throws RunError if the name is unknown here, as on
  /// another host or in another container.
  static SharedMemory open(const std::string& name, std::size_t bytes);
  SharedMemory(SharedMemory&& other) noexcept { swap(other); }
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SharedMemory();

  const std::string& name() const { return name_; }
  std::span<std::byte> bytes() const { return bytes_; }
  /// Removes the name: no further process can open the memory. Has an effect in the process that created it only.
  void removeName();

 private:
  SharedMemory(std::string name, std::size_t bytes, bool isNew);
  void swap(SharedMemory& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(named_, other.named_);
    std::swap(bytes_, other.bytes_);
  }

  std::string name_;
  bool named_ = false;  ///< this process has created the name and not removed it
  std::span<std::byte> bytes_;
};

}  // namespace fluxtet::dgtd
