// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include "kernels/device/streamFlags.hpp"
#include "kernels/dgtd/cuda/haloKernels.hpp"

#include <array>
#include <utility>

namespace fluxtet::dgtd::cuda {

EngineStreams::EngineStreams() : borderCounter_(1) {
  borderCounter_.zero(compute_);
  computeBusy_ = true;
}

cudaStream_t EngineStreams::orderComputeAfterExchange() {
  recordDeferredEvent();
  awaitExpectedTraces();
  waitForExchange();
  followsHalfStep_ = followsKernel_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return compute_;
}

auto EngineStreams::orderAuxiliaryAfterExchange() -> AuxiliaryStart {
  if (isAside_) {
    if (std::exchange(asideJoins_, false)) {
      asideBegins_.record(compute_);
      aside_.wait(asideBegins_);
      asideFollowsKernel_ = false;
    }
    asideBusy_ = true;
    return {aside_, startsBehind(asideFollowsKernel_), true};
  }
  recordDeferredEvent();
  awaitExpectedTraces();
  waitForExchange();
  followsHalfStep_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return {compute_, startsBehind(followsKernel_), false};
}

void EngineStreams::join() {
  if (isAside_) {
    asideJoins_ = true;
  } else {
    joinAside();
  }
}

void EngineStreams::joinAside() {
  if (!std::exchange(asideBusy_, false)) return;
  asideDone_.record(aside_);
  compute_.wait(asideDone_);
  asideFollowsKernel_ = false;
  followsHalfStep_ = followsKernel_ = borderIsFirst_ = false;
  computeBusy_ = true;
}

void EngineStreams::waitForExchange() {
  if (!std::exchange(exchangeBusy_, false)) return;
  exchangeDone_.record(exchange_);
  compute_.wait(exchangeDone_);
  followsHalfStep_ = followsKernel_ = false;
}

void EngineStreams::awaitExpectedTraces() {
  const std::optional<ArrivalFlags> arrival = std::exchange(expected_, std::nullopt);
  if (!arrival) return;
  if (counts_.isRecording()) {
    launchAwaitOtherGpus(arrival->onDevice, static_cast<std::int32_t>(arrival->flags.size()), arrival->argument,
                         compute_);
    followsHalfStep_ = followsKernel_ = borderIsFirst_ = false;
    computeBusy_ = true;
    return;
  }
  awaitFlags(arrival->flags, arrival->value, exchangeBesideCompute());
}

void EngineStreams::expectTraces(const ArrivalFlags& arrival) {
  awaitExpectedTraces();
  expected_ = arrival;
}

auto EngineStreams::orderHalfStepAfterExchange() -> HalfStepStart {
  recordDeferredEvent();
  waitForExchange();
  borderIsFirst_ = false;
  computeBusy_ = true;
  return {compute_, std::exchange(followsHalfStep_, true), startsBehind(followsKernel_),
          std::exchange(expected_, std::nullopt)};
}

cudaStream_t EngineStreams::computeBesideExchange() {
  followsHalfStep_ = followsKernel_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return compute_;
}

auto EngineStreams::kernelBesideExchange() -> AuxiliaryStart {
  followsHalfStep_ = borderIsFirst_ = false;
  computeBusy_ = true;
  return {compute_, startsBehind(followsKernel_), false};
}

KernelCount EngineStreams::countBorder(std::int32_t clusters) {
  counts_.add(Count::border, static_cast<std::uint32_t>(clusters));
  borderIsFirst_ = true;
  return counts_.argument(Count::border);
}

cudaStream_t EngineStreams::orderExchangeAfterBorder() {
  if (borderIsFirst_) {
    // Once the border is done, all earlier work in compute_ is done too.
    const std::array flags{borderCounter()};
    awaitFlags(flags, counts_.of(Count::border), exchange_);
  } else if (std::exchange(computeBusy_, false)) {
    computeDone_.record(compute_);
    exchange_.wait(computeDone_);
  }
  exchangeBusy_ = true;
  return exchange_;
}

cudaStream_t EngineStreams::exchangeBesideCompute() {
  exchangeBusy_ = true;
  return exchange_;
}

void EngineStreams::recordBeforeNextWork(DeferredEvent& event) {
  event.recorded = false;
  deferred_ = &event;
}

void EngineStreams::recordDeferredEvent() {
  if (deferred_ == nullptr) return;
  deferred_->event.record(compute_);
  deferred_->recorded = true;
  deferred_ = nullptr;
  followsHalfStep_ = followsKernel_ = false;
}

void EngineStreams::synchronize() const {
  exchange_.synchronize();
  aside_.synchronize();
  compute_.synchronize();
}

bool EngineStreams::idle() const {
  return cudaStreamQuery(exchange_) != cudaErrorNotReady && cudaStreamQuery(aside_) != cudaErrorNotReady &&
         cudaStreamQuery(compute_) != cudaErrorNotReady;
}

}  // namespace fluxtet::dgtd::cuda
