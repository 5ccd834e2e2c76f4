// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace fluxtet::dgtd {

/// Memory that processes of one host see at once. It lives until the last of them has let go of it, so that nobody must
/// wait for another at the end, be it good or bad - unlike the windows of MPI, whose end is collective. Move-only.
class SharedMemory {
 public:
  SharedMemory() = default;
  /// New memory, all zero, under a name of its own. Throws RunError with the system's reason, also where a
  /// limit of the host's shared memory would only show when it is used.
  static SharedMemory create(std::size_t bytes);
  /// What another process has created. Throws RunError where it cannot be seen from here (another host or container).
  static SharedMemory open(const std::string& name, std::size_t bytes);
  SharedMemory(SharedMemory&& other) noexcept { swap(other); }
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    swap(other);
    return *this;
  }
  ~SharedMemory();

  const std::string& name() const { return name_; }
  std::span<std::byte> bytes() const { return bytes_; }
  /// From now on nobody can open it any more, and the system frees it with its last user. Only the creator's call
  /// counts.
  void removeName();

 private:
  SharedMemory(std::string name, std::size_t bytes, bool isNew);
  void swap(SharedMemory& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(named_, other.named_);
    std::swap(bytes_, other.bytes_);
  }

  std::string name_;
  bool named_ = false;  ///< by this process, and still
  std::span<std::byte> bytes_;
};

}  // namespace fluxtet::dgtd
