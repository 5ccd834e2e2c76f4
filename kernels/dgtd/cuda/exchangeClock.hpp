// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/deviceHalo.hpp"

namespace fluxtet::dgtd::cuda {

/// Measures how long messages take and how much of that time is not hidden behind computation. It records CUDA events
/// for one message in `interval`, because events cost time and all messages are alike.
class ExchangeClock {
 public:
  /// Whether to measure the next message, one of `field`. If true, the caller calls recordBegin() next. `messages`:
  /// number of the message, modulo 2^32; replayed half steps have sent those that the clock has not been asked about.
  bool startSample(Field field, std::uint32_t messages);
  /// Enqueues the event of the begin: before the message is packed, or, if a half step packs it, when its traces have
  /// been computed.
  void recordBegin(cudaStream_t stream) { begin_.record(stream); }
  /// Whether the message of `field` that is in flight is measured. If true, the caller calls recordArrival() on
  /// arrival.
  bool isSampling(Field field) const { return state_ == State::sent && field == field_; }
  /// Enqueues the event of the arrival in `stream`, and lets `streams` record when all work that does not need the
  /// message is done.
  void recordArrival(cudaStream_t stream, EngineStreams& streams);

  /// Sums over the messages whose events have been reached. Does not block.
  ExchangeTiming timing() const;
  void reset();

 private:
  /// One message in so many is measured, or the next one that is not replayed. Odd, so that E and H alternate.
  static constexpr std::uint32_t interval = 33;
  enum class State { idle, sent, arrived };

  /// Adds the last sample to the sums if the GPU has reached its events. Returns whether no sample is pending.
  bool collect() const;

  Event begin_{Event::Timing::on}, arrival_{Event::Timing::on};
  DeferredEvent computed_;        ///< behind all work that does not need the message
  std::uint32_t lastSample_ = 0;  ///< number of the last message measured
  Field field_ = Field::E;
  mutable State state_ = State::idle;
  mutable ExchangeTiming sums_;
};

}  // namespace fluxtet::dgtd::cuda
