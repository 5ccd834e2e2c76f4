// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <utility>

namespace fluxtet {

class Stream;

/// A marker in the work of a stream. Move-only. The functions of Event and Stream throw RunError if CUDA refuses, with
/// the reason.
class Event {
 public:
  enum class Timing { off, on };

  /// Only events with timing can be given to milliseconds(); recording an event without timing costs less.
  explicit Event(Timing timing = Timing::off);
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~Event();
  operator cudaEvent_t() const { return event_; }

  /// Records the event behind all work that the stream holds now.
  void record(cudaStream_t stream);
  /// Blocks the calling thread until the stream has reached the last record of the event.
  void synchronize() const;
  /// Tells whether the stream has reached the last record of the event; true if it was never recorded.
  bool query() const;
  /// Returns the time from `begin` to `end` in ms. Both have timing, are recorded and have been reached.
  static float milliseconds(const Event& begin, const Event& end);

 private:
  cudaEvent_t event_ = nullptr;
};

/// A queue of work for the GPU that was current when it was made. It does not synchronise with the legacy default
/// stream. Move-only.
class Stream {
 public:
  /// Thread blocks that wait on a high-priority stream start before those on a low-priority one.
  enum class Priority { low, high };

  explicit Stream(Priority priority = Priority::low);
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~Stream();
  operator cudaStream_t() const { return stream_; }

  /// Makes work that is enqueued from now on wait for the last record of the event.
  void wait(const Event& event);
  /// Blocks the calling thread until all enqueued work is done. Throws RunError for an error of a kernel before.
  void synchronize() const;

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace fluxtet
