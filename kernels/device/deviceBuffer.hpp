// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/memory.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace fluxtet {

/// An array of T, not initialised, in the memory of the GPU that was current when the array was made. Move-only.
template <class T>
class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "copied as bytes");

 public:
  DeviceBuffer() = default;
  /// `size` is a number of elements. If there is not enough memory, throws RunError that names the bytes requested and
  /// the bytes free.
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
  /// Number of elements.
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  bool empty() const { return size_ == 0; }

  /// Enqueues a copy of `values` to the first values.size() elements. Values in page-locked memory must stay unchanged
  /// until the stream has executed the copy; others have been read when the call returns. Throws RunError if there are
  /// more values than elements.
  void fromHost(std::span<const T> values, cudaStream_t stream) {
    copyBytes(data_, values.data(), values.size_bytes(), bytes(), stream);
  }
  /// Enqueues a copy of the first values.size() elements to `values`. Page-locked memory holds them when the stream has
  /// executed the copy, other memory when the call returns. Throws RunError if there are more values than elements.
  void toHost(std::span<T> values, cudaStream_t stream) const {
    copyBytes(values.data(), data_, values.size_bytes(), bytes(), stream);
  }
  /// Enqueues the zeroing of all bytes.
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
