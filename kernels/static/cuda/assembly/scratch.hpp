// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace fluxtet::gpu {

/// Bytes that the scratch buffers of one assembly hold now and held at most. Outlives them.
class ScratchMeter {
 public:
  void add(std::int64_t bytes) {
    now_ += bytes;
    most_ = std::max(most_, now_);
  }
  /// The maximum counts from here on.
  void restart() { most_ = now_; }
  std::int64_t now() const { return now_; }
  std::int64_t most() const { return most_; }

 private:
  std::int64_t now_ = 0, most_ = 0;
};

/// A DeviceBuffer that a meter counts. Move-only.
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

}  // namespace fluxtet::gpu
