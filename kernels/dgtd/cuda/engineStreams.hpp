// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/device/stream.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace fluxtet::gpu {

/// An event that is recorded when the time has come.
struct DeferredEvent {
  Event event{Event::Timing::on};
  bool recorded = false;
};

/// Traces of other ranks that are on their way: they have come when all these flags have reached `value`.
struct ArrivalFlags {
  std::span<std::uint32_t* const> flags;           ///< device pointers
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
  cudaStream_t orderComputeAfterExchange();
  /// What writes no field and reads no arrived traces: packing and arrival go on beside it.
  cudaStream_t computeBesideExchange();

  /// What is enqueued next in orderComputeAfterExchange() waits for these traces, unless it is a half step that does so
  /// itself. `flags` must stay where they are.
  void expectTraces(const ArrivalFlags& arrival);
  void dropExpectedTraces() { expected_.reset(); }

  struct HalfStepStart {
    cudaStream_t stream;
    bool behindHalfStep;  ///< nothing was enqueued since the half step before, for which orderHalfStepAfterExchange()
                          ///< was called
    std::optional<ArrivalFlags> arrival;  ///< to wait for
  };
  /// As orderComputeAfterExchange(), for a half step that waits for expected traces itself.
  HalfStepStart orderHalfStepAfterExchange();

  /// Device pointer. Where the kernel that is enqueued next in orderComputeAfterExchange() counts the clusters of the
  /// border that are done.
  std::uint32_t* borderCounter() { return borderCounter_.data(); }
  /// That kernel, the last on the stream, counts so many; what the counter is then.
  std::uint32_t countBorder(std::int32_t clusters);

  /// Packing of the border's traces, and what the host does to traces: behind the border of a half step
  /// that has taken it first, else after all else.
  cudaStream_t orderExchangeAfterBorder();
  /// The arrival of traces from other ranks: with no regard to what is being computed.
  cudaStream_t exchangeBesideCompute();

  /// For traces that have been asked for: places `mark` behind all that there is to compute without them, that is
  /// before the next work on all elements.
  void recordBeforeNextWork(DeferredEvent& event);
  void dropDeferredEvent() { deferred_ = nullptr; }

  /// Blocks until everything is done.
  void synchronize() const;
  /// Whether everything is done, or has failed.
  bool idle() const;

 private:
  void recordDeferredEvent();
  void waitForExchange();

  Stream compute_{Stream::Priority::low}, exchange_{Stream::Priority::high};
  Event computeDone_, exchangeDone_;
  DeviceBuffer<std::uint32_t> borderCounter_;  ///< only grows, and wraps round
  std::uint32_t borderCount_ = 0;              ///< what it will be
  std::optional<ArrivalFlags> expected_;
  bool followsHalfStep_ =
      false;  ///< the last on compute_ is a half step for which orderHalfStepAfterExchange() was called
  bool borderIsFirst_ = false;  ///< the last on compute_ is a half step that counts
  bool computeBusy_ = false;    ///< something was enqueued there that exchange_ has not been ordered behind
  bool exchangeBusy_ = false;   ///< the other way round
  DeferredEvent* deferred_ = nullptr;
};

}  // namespace fluxtet::gpu
