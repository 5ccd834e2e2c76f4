// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/runCounts.hpp"

namespace fluxtet::dgtd::cuda {

KernelCount RunCounts::argument(Count count) const {
  const auto i = static_cast<std::size_t>(count);
  if (!recording_) return {nullptr, present_[i]};
  return {position_.data()->count + i, present_[i] - origin_[i]};
}

KernelTime RunCounts::argument(double time) const {
  if (!recording_) return {time};
  return {time, &position_.data()->step, ahead_, dt_};
}

RunCounts::Recording::Recording(RunCounts& counts, double dt) : counts_(counts), bytesBefore_(counts.bytesSent_) {
  counts_.origin_ = counts_.present_;
  counts_.recording_ = true;
  counts_.ahead_ = 0;
  counts_.dt_ = dt;
}

RunCounts::Recording::~Recording() {
  counts_.present_ = counts_.origin_;
  counts_.bytesSent_ = bytesBefore_;
  counts_.recording_ = false;
}

RunPosition RunCounts::Recording::moved(int steps) const {
  RunPosition moved{steps, {}};
  for (std::size_t i = 0; i < numCounts; ++i) moved.count[i] = counts_.present_[i] - counts_.origin_[i];
  return moved;
}

void RunCounts::setPosition(std::int64_t step, cudaStream_t stream) {
  RunPosition position{step, {}};
  for (std::size_t i = 0; i < numCounts; ++i) position.count[i] = present_[i];
  position_.zero(stream);
  launchAdvance(position_.data(), position, stream);
}

void RunCounts::advance(const RunPosition& moved, std::int64_t bytesSent) {
  for (std::size_t i = 0; i < numCounts; ++i) present_[i] += moved.count[i];
  bytesSent_ += bytesSent;
}

}  // namespace fluxtet::dgtd::cuda
