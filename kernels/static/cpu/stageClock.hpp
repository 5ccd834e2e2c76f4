// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/timer.hpp"

namespace fluxtet::statics::cpu {

/// Adds its own lifetime, ms, to a stage (StageTimes).
class StageClock {
 public:
  explicit StageClock(double& stage) : stage_(stage) {}
  ~StageClock() { stage_ += 1000 * timer_.seconds(); }
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

 private:
  double& stage_;
  Timer timer_;
};

}  // namespace fluxtet::statics::cpu
