// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/stream.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace fluxtet::dgtd::cuda {

/// An event that is recorded when the time has come.
struct StreamMark {
  Event event{Event::Timing::on};
  bool placed = false;
};

/// Traces of other ranks that are on their way: they have come when all these counters have reached `value`.
struct Arrival {
  std::span<std::uint32_t* const> counters;        ///< device pointers
  const std::uint32_t* const* onDevice = nullptr;  ///< the same, for kernels
  std::uint32_t value = 0;
};

/// The two queues of an engine: one of high priority for traces on their way, one of low priority for all else. Each
/// call names what is to be enqueued next and returns the stream for it, ordered behind what it must not overtake.
///
/// A half step of all elements takes the border first and counts the clusters of it that are done: what sends
/// their traces waits for that count only, and goes on beside the rest of the half step, which neither reads nor writes
/// what is sent.
class EngineStreams {
 public:
  EngineStreams();
  /// Whatever may touch any element: after everything enqueued before.
  cudaStream_t all();
  /// What writes no field and reads no arrived traces: packing and arrival go on beside it.
  cudaStream_t beside();

  /// What is enqueued next in all() waits for these traces, unless it is a half step that does so itself. `counters`
  /// must stay where they are.
  void expect(const Arrival& arrival);
  void dropExpected() { expected_.reset(); }

  struct ChainPlace {
    cudaStream_t stream;
    bool behindHalfStep;             ///< nothing was enqueued since the half step before, for which chain() was called
    std::optional<Arrival> arrival;  ///< to wait for
  };
  /// As all(), for a half step that waits for expected traces itself.
  ChainPlace chain();

  /// Device pointer. Where the kernel that is enqueued next in all() counts the clusters of the border that are
  /// done.
  std::uint32_t* borderCounter() { return borderCounter_.data(); }
  /// That kernel, the last on the stream, counts so many; what the counter is then.
  std::uint32_t expectBorder(std::int32_t clusters);

  /// Packing of the border's traces, and what the host does to traces: behind the border of a half step
  /// that has taken it first, else after all else.
  cudaStream_t traces();
  /// The arrival of traces from other ranks: with no regard to what is being computed.
  cudaStream_t arrival();

  /// For traces that have been asked for: places `mark` behind all that there is to compute without them, that is
  /// before the next work on all elements.
  void markWorkWithout(StreamMark& mark);
  void dropMark() { mark_ = nullptr; }

  /// Blocks until everything is done.
  void synchronize() const;
  /// Whether everything is done, or has failed.
  bool idle() const;

 private:
  void placeMark();
  void followExchange();

  Stream compute_{Stream::Priority::low}, exchange_{Stream::Priority::high};
  Event computeDone_, exchangeDone_;
  DeviceBuffer<std::uint32_t> borderCounter_;  ///< only grows, and wraps round
  std::uint32_t borderCount_ = 0;              ///< what it will be
  std::optional<Arrival> expected_;
  bool chained_ = false;        ///< the last on compute_ is a half step for which chain() was called
  bool borderIsFirst_ = false;  ///< the last on compute_ is a half step that counts
  bool computeBusy_ = false;    ///< something was enqueued there that exchange_ has not been ordered behind
  bool exchangeBusy_ = false;   ///< the other way round
  StreamMark* mark_ = nullptr;
};

}  // namespace fluxtet::dgtd::cuda
