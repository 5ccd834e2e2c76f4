// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/memory.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace fluxtet {

/// An array of T in the memory of the GPU that was current when it was made; not initialised. Move-only.
template <class T>
class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "copied as bytes");

 public:
  DeviceBuffer() = default;
  /// Throws RunError that names the bytes asked for and free if there is not enough memory.
  explicit DeviceBuffer(std::size_t size) : data_(static_cast<T*>(allocateDevice(size, sizeof(T)))), size_(size) {}
  DeviceBuffer(DeviceBuffer&& other) noexcept { swap(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    DeviceBuffer(std::move(other)).swap(*this);
    return *this;
  }
  ~DeviceBuffer() { freeDevice(data_); }

  /// Device pointer; null if empty.
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  bool empty() const { return size_ == 0; }

  /// Enqueues a copy to the first elements, as many as there are values. Values in page-locked memory must stay until
  /// the stream has come by; others have been read when this returns.
  void fromHost(std::span<const T> values, cudaStream_t stream) {
    copyBytes(data_, values.data(), values.size_bytes(), bytes(), stream);
  }
  /// Enqueues a copy of the first elements, as many as there are values. In page-locked memory they are there when the
  /// stream has come by; in other memory when this returns.
  void toHost(std::span<T> values, cudaStream_t stream) const {
    copyBytes(values.data(), data_, values.size_bytes(), bytes(), stream);
  }
  /// Enqueues the setting of all bytes to zero.
  void zero(cudaStream_t stream) { zeroBytes(data_, bytes(), stream); }

 private:
  void swap(DeviceBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fluxtet
