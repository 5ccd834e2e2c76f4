// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Scratch memory, and sorting, counting and searching in it, by the algorithms of the CUDA toolkit (CUB). Functions
// enqueue their work and wait for nothing; every pointer is device memory. Throw RunError if the memory does not
// suffice.
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "lib/base/hostDevice.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fluxtet::statics::cuda {

/// Bytes that the scratch buffers of one assembly hold now and held at most. Outlives them.
class ScratchMeter {
 public:
  void add(std::int64_t bytes) {
    now_ += bytes;
    most_ = std::max(most_, now_);
  }
  /// Lets the maximum count from here on.
  void restart() { most_ = now_; }
  std::int64_t now() const { return now_; }
  std::int64_t most() const { return most_; }

 private:
  std::int64_t now_ = 0, most_ = 0;
};

/// A DeviceBuffer whose bytes a meter counts. Move-only.
template <class T>
class ScratchBuffer {
 public:
  ScratchBuffer() = default;
  /// Throws RunError that names the bytes if there is not enough memory.
  ScratchBuffer(std::size_t size, ScratchMeter& meter) : buffer_(size), meter_(&meter) {
    meter.add(static_cast<std::int64_t>(buffer_.bytes()));
  }
  ScratchBuffer(ScratchBuffer&& other) noexcept { swap(other); }
  ScratchBuffer& operator=(ScratchBuffer&& other) noexcept {
    ScratchBuffer(std::move(other)).swap(*this);
    return *this;
  }
  ~ScratchBuffer() {
    if (meter_ != nullptr) meter_->add(-static_cast<std::int64_t>(buffer_.bytes()));
  }

  /// Device pointer; null if empty.
  T* data() { return buffer_.data(); }
  const T* data() const { return buffer_.data(); }
  std::size_t size() const { return buffer_.size(); }
  bool empty() const { return buffer_.empty(); }
  void toHost(std::span<T> values, cudaStream_t stream) const { buffer_.toHost(values, stream); }
  /// Enqueues the setting of all bytes to zero.
  void zero(cudaStream_t stream) { buffer_.zero(stream); }

 private:
  void swap(ScratchBuffer& other) noexcept {
    std::swap(buffer_, other.buffer_);
    std::swap(meter_, other.meter_);
  }

  DeviceBuffer<T> buffer_;
  ScratchMeter* meter_ = nullptr;
};

/// Index of the first of `count` ascending values that is not below `value`.
template <class Value>
FLUXTET_HOST_DEVICE std::int64_t lowerBound(const Value* values, std::int64_t count, Value value) {
  std::int64_t low = 0, high = count;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (values[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Column and value of an entry in coordinate format.
template <class Real>
struct ColumnValue {
  std::int32_t column;
  Real value;
};

/// Sorts pairs of a key and a value by key, by a radix sort of as many bits as the keys need; equal keys keep their
/// order. Holds two of each and the sort's own memory. Made for the keys and values that primitives.cu lists.
template <class Key, class Value = std::uint32_t>
class PairSort {
 public:
  /// Makes room for `count` pairs with keys below 2^bits. Throws RunError if the memory does not suffice.
  PairSort(std::int64_t count, int bits, ScratchMeter& meter);
  /// [count] to be filled before run(), sorted after it. Device pointers.
  Key* key() { return key_[current_].data(); }
  Value* value() { return value_[current_].data(); }
  void run(cudaStream_t stream);
  /// Keys and values in buffers that outlive the sort.
  ScratchBuffer<Key> takeKeys() { return std::move(key_[current_]); }
  ScratchBuffer<Value> takeValues() { return std::move(value_[current_]); }

 private:
  std::int64_t count_;
  int bits_, current_ = 0;
  ScratchBuffer<Key> key_[2];
  ScratchBuffer<Value> value_[2];
  ScratchBuffer<std::byte> work_;
};

/// Replaces each of `values` [count] by the sum of those before it.
void launchExclusiveSum(std::int32_t* values, std::int64_t count, ScratchBuffer<std::byte>& work, ScratchMeter& meter,
                        cudaStream_t stream);

/// Writes the rows whose count in `rowCount` [rows] is negative to `selected`, ascending; there is room for all of
/// them.
void launchSelectNegative(const std::int32_t* rowCount, std::int32_t rows, std::int32_t* selected,
                          ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream);

/// The nodes n whose unknown dof[n] is one of `row` [rows], which ascends.
struct NodesOfRows {
  const std::int32_t* dof;
  const std::int32_t* row;
  std::int32_t rows;
};
/// Writes those below `nodes` to `selected`, ascending; there is room for all of them.
void launchSelectNodes(const NodesOfRows& wanted, std::int64_t nodes, std::uint32_t* selected,
                       ScratchBuffer<std::byte>& work, ScratchMeter& meter, cudaStream_t stream);
/// Writes the number of those below `nodes` to `count` [1].
void launchCountNodes(const NodesOfRows& wanted, std::int64_t nodes, unsigned long long* count, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
