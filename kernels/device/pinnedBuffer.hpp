// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/memory.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace fluxtet {

/// An array of T, not initialised, in page-locked host memory, to and from which every GPU copies asynchronously.
/// Move-only.
template <class T>
class PinnedBuffer {
  static_assert(std::is_trivially_copyable_v<T>, "copied as bytes");

 public:
  PinnedBuffer() = default;
  /// `size` is a number of elements. Throws RunError that names the bytes requested if the host refuses them.
  explicit PinnedBuffer(std::size_t size) : data_(static_cast<T*>(allocatePinned(size, sizeof(T)))), size_(size) {}
  PinnedBuffer(PinnedBuffer&& other) noexcept { swap(other); }
  PinnedBuffer& operator=(PinnedBuffer&& other) noexcept {
    PinnedBuffer(std::move(other)).swap(*this);
    return *this;
  }
  ~PinnedBuffer() { freePinned(data_); }

  /// Null if empty.
  T* data() { return data_; }
  const T* data() const { return data_; }
  /// Number of elements.
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }
  bool empty() const { return size_ == 0; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  void swap(PinnedBuffer& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fluxtet
