// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace fluxtet {

/// Page-locks existing host memory of any origin and maps it for the GPU while this object lives. Move-only.
class RegisteredMemory {
 public:
  RegisteredMemory() = default;
  /// `memory` must outlive the object. Throws RunError if the system does not lock that much memory.
  explicit RegisteredMemory(std::span<std::byte> memory);
  RegisteredMemory(RegisteredMemory&& other) noexcept
      : host_(std::exchange(other.host_, nullptr)), device_(std::exchange(other.device_, nullptr)) {}
  RegisteredMemory& operator=(RegisteredMemory&& other) noexcept {
    std::swap(host_, other.host_);
    std::swap(device_, other.device_);
    return *this;
  }
  ~RegisteredMemory();

  /// Address of the memory for the host; null if empty.
  std::byte* host() const { return host_; }
  /// Address of the same memory for kernels and streams; null if empty.
  std::byte* device() const { return device_; }

 private:
  std::byte *host_ = nullptr, *device_ = nullptr;
};

}  // namespace fluxtet
