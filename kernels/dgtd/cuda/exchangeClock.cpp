// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/exchangeClock.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

bool ExchangeClock::startSample(Field field, std::uint32_t messages) {
  if (messages - lastSample_ < interval || state_ == State::sent || !collect()) return false;
  lastSample_ = messages;
  field_ = field;
  state_ = State::sent;
  return true;
}

void ExchangeClock::recordArrival(cudaStream_t stream, EngineStreams& streams) {
  state_ = State::arrived;
  arrival_.record(stream);
  streams.recordBeforeNextWork(computed_);
}

bool ExchangeClock::collect() const {
  if (state_ == State::idle) return true;
  if (state_ == State::sent || !computed_.recorded || !arrival_.query() || !computed_.event.query()) return false;
  constexpr double millisecond = 1e-3;
  const double transfer = millisecond * Event::milliseconds(begin_, arrival_);
  const double exposed = transfer - millisecond * Event::milliseconds(begin_, computed_.event);
  ++sums_.samples;
  sums_.transferSeconds += transfer;
  sums_.exposedSeconds += std::clamp(exposed, 0.0, transfer);
  state_ = State::idle;
  return true;
}

ExchangeTiming ExchangeClock::timing() const {
  collect();
  return sums_;
}

void ExchangeClock::reset() {
  collect();
  sums_ = {};
}

}  // namespace fluxtet::dgtd::cuda
