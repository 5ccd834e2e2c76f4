// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include "kernels/device/streamFlags.hpp"

#include <array>
#include <utility>

namespace fluxtet::dgtd::cuda {

EngineStreams::EngineStreams() : borderCounter_(1) {
  borderCounter_.zero(compute_);
  computeBusy_ = true;
}

cudaStream_t EngineStreams::all() {
  placeMark();
  if (const std::optional<Arrival> arrival = std::exchange(expected_, std::nullopt))
    awaitFlags(arrival->counters, arrival->value, this->arrival());
  followExchange();
  chained_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return compute_;
}

void EngineStreams::followExchange() {
  if (!std::exchange(exchangeBusy_, false)) return;
  exchangeDone_.record(exchange_);
  compute_.wait(exchangeDone_);
  chained_ = false;
}

void EngineStreams::expect(const Arrival& arrival) {
  if (expected_) awaitFlags(expected_->counters, expected_->value, this->arrival());
  expected_ = arrival;
}

auto EngineStreams::chain() -> ChainPlace {
  placeMark();
  followExchange();
  borderIsFirst_ = false;
  computeBusy_ = true;
  return {compute_, std::exchange(chained_, true), std::exchange(expected_, std::nullopt)};
}

cudaStream_t EngineStreams::beside() {
  chained_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return compute_;
}

std::uint32_t EngineStreams::expectBorder(std::int32_t clusters) {
  borderCount_ += static_cast<std::uint32_t>(clusters);
  borderIsFirst_ = true;
  return borderCount_;
}

cudaStream_t EngineStreams::traces() {
  if (borderIsFirst_) {
    // What stood on compute_ before that half step is done too.
    const std::array counters{borderCounter()};
    awaitFlags(counters, borderCount_, exchange_);
  } else if (std::exchange(computeBusy_, false)) {
    computeDone_.record(compute_);
    exchange_.wait(computeDone_);
  }
  exchangeBusy_ = true;
  return exchange_;
}

cudaStream_t EngineStreams::arrival() {
  exchangeBusy_ = true;
  return exchange_;
}

void EngineStreams::markWorkWithout(StreamMark& mark) {
  mark.placed = false;
  mark_ = &mark;
}

void EngineStreams::placeMark() {
  if (mark_ == nullptr) return;
  mark_->event.record(compute_);
  mark_->placed = true;
  mark_ = nullptr;
  chained_ = false;
}

void EngineStreams::synchronize() const {
  exchange_.synchronize();
  compute_.synchronize();
}

bool EngineStreams::idle() const {
  return cudaStreamQuery(exchange_) != cudaErrorNotReady && cudaStreamQuery(compute_) != cudaErrorNotReady;
}

}  // namespace fluxtet::dgtd::cuda
