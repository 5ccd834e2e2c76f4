// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <utility>

namespace fluxtet {

class Stream;

/// A mark in the work of a stream. Move-only.
class Event {
 public:
  enum class Timing { off, on };

  /// Only events with timing can be given to milliseconds(); without it recording costs less.
  explicit Event(Timing timing = Timing::off);
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event();
  operator cudaEvent_t() const { return event_; }

  /// Sets the mark behind all that the stream holds now.
  void record(cudaStream_t stream);
  /// Blocks the calling thread until the last recorded mark is reached.
  void synchronize() const;
  /// Whether the last recorded mark has been reached; true if there was none.
  bool query() const;
  /// Time from `begin` to `end`, both recorded with timing and reached, ms.
  static float milliseconds(const Event& begin, const Event& end);

 private:
  cudaEvent_t event_ = nullptr;
};

/// A queue of work for the GPU that was current when it was made; does not wait for the legacy default stream.
/// Move-only.
class Stream {
 public:
  /// Waiting thread blocks of a high-priority stream start before those of a low-priority one.
  enum class Priority { low, high };

  explicit Stream(Priority priority = Priority::low);
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~Stream();
  operator cudaStream_t() const { return stream_; }

  /// What is enqueued from now on starts after the event's last recorded mark.
  void wait(const Event& event);
  /// Blocks the calling thread until everything enqueued is done; errors of kernels show here.
  void synchronize() const;

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace fluxtet
