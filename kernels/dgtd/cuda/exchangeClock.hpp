// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/deviceHalo.hpp"

namespace fluxtet::gpu {

/// Measures how much of the exchange stays visible, by events on the GPU, on one message in `interval`: events cost a
/// little, and the messages are all alike.
class ExchangeClock {
 public:
  /// Whether the message of `field` that is sent next is one to measure; then recordBegin() must follow.
  bool startSample(Field field);
  /// Before it is packed, or when its traces have been computed.
  void recordBegin(cudaStream_t stream) { begin_.record(stream); }
  /// Whether the message of `field` on its way is measured; then recordArrival() must follow.
  bool isSampling(Field field) const { return state_ == State::sent && field == field_; }
  /// Behind its arrival; `streams` then tell when all is computed that does without it.
  void recordArrival(cudaStream_t stream, EngineStreams& streams);

  /// Of the messages whose events have been reached.
  ExchangeTiming timing() const;
  void reset();

 private:
  /// Odd, so that both fields have their turn.
  static constexpr int interval = 33;
  enum class State { idle, sent, arrived };

  /// Adds the last sample to the sums if the GPU has come by; whether there is none left.
  bool collect() const;

  Event begin_{Event::Timing::on}, arrival_{Event::Timing::on};
  DeferredEvent computed_;  ///< behind what could be computed without the message
  int sinceSample_ = 0;
  Field field_ = Field::E;
  mutable State state_ = State::idle;
  mutable ExchangeTiming sums_;
};

}  // namespace fluxtet::gpu
