// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace fluxtet {

/// Owns plain values on a 64-byte boundary (a cache line, a 512-bit vector), large arrays in huge pages where the
/// system has them: traces of neighbours are read from all over a field. New memory is not touched: the threads that
/// will use it write it first, so that it lies near them.
template <class T>
class AlignedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t size) : data_(size ? allocate(size * sizeof(T)) : nullptr), size_(size) {}
  AlignedArray(std::size_t size, T value) : AlignedArray(size) {
    for (std::size_t i = 0; i < size; ++i) data_[i] = value;
  }
  AlignedArray(AlignedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  AlignedArray& operator=(AlignedArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~AlignedArray() {
    if (data_) ::operator delete(data_, alignmentOf(size_ * sizeof(T)));
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  /// Size of the values, bytes.
  std::int64_t bytes() const { return static_cast<std::int64_t>(size_ * sizeof(T)); }

 private:
  static constexpr std::size_t hugePage = std::size_t(2) << 20;

  /// Arrays of less than a few huge pages would waste a share of them.
  static std::align_val_t alignmentOf(std::size_t bytes) {
    return std::align_val_t{bytes < 4 * hugePage ? 64 : hugePage};
  }
  static T* allocate(std::size_t bytes) {
    void* memory = ::operator new(bytes, alignmentOf(bytes));
#if defined(__linux__)
    // A wish only: without huge pages everything works, more slowly.
    if (bytes >= 4 * hugePage) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace fluxtet
