// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/stream.hpp"

#include <utility>
#include <vector>

namespace fluxtet::statics::cuda {

/// Measures the stages of a stream by events, ms, so that nothing waits before the last stage.
class StageClock {
 public:
  /// Begins the first stage.
  explicit StageClock(cudaStream_t stream) : stream_(stream) { begin_.record(stream); }
  /// Ends a stage: what was enqueued since the last end() is a part of `stage`, ms, which must live until collect().
  void end(double& stage) {
    ends_.emplace_back(Event(Event::Timing::on), &stage);
    ends_.back().first.record(stream_);
  }
  /// Waits for the last stage and adds to each its time, ms. Errors of kernels show here.
  void collect() const {
    const Event* from = &begin_;
    for (const auto& [event, stage] : ends_) {
      event.synchronize();
      *stage += Event::milliseconds(*from, event);
      from = &event;
    }
  }

 private:
  cudaStream_t stream_;
  Event begin_{Event::Timing::on};
  std::vector<std::pair<Event, double*>> ends_;
};

}  // namespace fluxtet::statics::cuda
