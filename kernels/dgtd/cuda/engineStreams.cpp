// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include "kernels/device/streamFlags.hpp"

#include <array>
#include <utility>

namespace fluxtet::gpu {

EngineStreams::EngineStreams() : layerCounter_(1) {
  layerCounter_.zero(main_);
  mainBusy_ = true;
}

cudaStream_t EngineStreams::all() {
  placeMark();
  if (const std::optional<Arrival> arrival = std::exchange(expected_, std::nullopt))
    awaitFlags(arrival->counters, arrival->value, this->arrival());
  followBoundary();
  chained_ = layerIsFirst_ = false;
  mainBusy_ = true;
  return main_;
}

void EngineStreams::followBoundary() {
  if (!std::exchange(boundaryBusy_, false)) return;
  boundaryDone_.record(boundary_);
  main_.wait(boundaryDone_);
  chained_ = false;
}

void EngineStreams::expect(const Arrival& arrival) {
  if (expected_) awaitFlags(expected_->counters, expected_->value, this->arrival());
  expected_ = arrival;
}

auto EngineStreams::chain() -> ChainPlace {
  placeMark();
  followBoundary();
  layerIsFirst_ = false;
  mainBusy_ = true;
  return {main_, std::exchange(chained_, true), std::exchange(expected_, std::nullopt)};
}

cudaStream_t EngineStreams::beside() {
  chained_ = layerIsFirst_ = false;
  mainBusy_ = true;
  return main_;
}

std::uint32_t EngineStreams::layerFirst(std::int32_t clusters) {
  layerCount_ += static_cast<std::uint32_t>(clusters);
  layerIsFirst_ = true;
  return layerCount_;
}

cudaStream_t EngineStreams::traces() {
  if (layerIsFirst_) {
    // What stood on main_ before that half step is done too.
    const std::array counters{layerCounter()};
    awaitFlags(counters, layerCount_, boundary_);
  } else if (std::exchange(mainBusy_, false)) {
    mainDone_.record(main_);
    boundary_.wait(mainDone_);
  }
  boundaryBusy_ = true;
  return boundary_;
}

cudaStream_t EngineStreams::arrival() {
  boundaryBusy_ = true;
  return boundary_;
}

void EngineStreams::markWorkWithout(StreamMark& mark) {
  mark.placed = false;
  mark_ = &mark;
}

void EngineStreams::placeMark() {
  if (mark_ == nullptr) return;
  mark_->event.record(main_);
  mark_->placed = true;
  mark_ = nullptr;
  chained_ = false;
}

void EngineStreams::synchronize() const {
  boundary_.synchronize();
  main_.synchronize();
}

bool EngineStreams::idle() const {
  return cudaStreamQuery(boundary_) != cudaErrorNotReady && cudaStreamQuery(main_) != cudaErrorNotReady;
}

}  // namespace fluxtet::gpu
