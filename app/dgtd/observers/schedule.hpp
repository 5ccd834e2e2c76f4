// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The first multiple of `every` after `step`; step >= -1.
constexpr std::int64_t nextMultiple(std::int64_t step, std::int64_t every) {
  return (step + every) / every * every;
}

/// Steps at which an output is due: step 0, then every N steps, or the steps nearest to the multiples of a time. A time
/// that is shorter than dt means every step.
class Schedule {
 public:
  /// `dt`: s.
  Schedule(const Interval& every, double dt) : every_(every), dt_(dt) {
    if (isShorterThanAStep(every, dt)) every_ = {.steps = 1, .seconds = {}};
  }
  /// Whether an interval is given as a time shorter than the step dt, s.
  static bool isShorterThanAStep(const Interval& every, double dt) {
    return !every.never() && every.seconds && *every.seconds < dt;
  }

  /// Whether the output is due at `step`.
  bool due(std::int64_t step) const {
    if (every_.steps) return step % *every_.steps == 0;
    if (every_.seconds) return step == 0 || index(step) > index(step - 1);
    return false;
  }
  /// The first step after `step` at which the output is due; step >= -1.
  std::int64_t next(std::int64_t step) const {
    if (never()) return std::numeric_limits<std::int64_t>::max();
    if (every_.steps) return nextMultiple(step, *every_.steps);
    const double exact = static_cast<double>(index(step) + 1) * *every_.seconds / dt_ - 0.5;
    if (exact > mostSteps) return std::numeric_limits<std::int64_t>::max();
    std::int64_t candidate =
        std::max(step + 1, static_cast<std::int64_t>(std::ceil(exact)) - 1);  // exact has rounding errors
    while (!due(candidate)) ++candidate;
    return candidate;
  }
  /// Whether the output is switched off.
  bool never() const { return every_.never(); }

 private:
  static constexpr double mostSteps = 1e15;  ///< more than any run has

  std::int64_t index(std::int64_t step) const {
    return static_cast<std::int64_t>(std::floor((static_cast<double>(step) + 0.5) * dt_ / *every_.seconds));
  }

  Interval every_;
  double dt_;
};

/// Warnings of outputs whose interval `every` is shorter than the time step `dt`, s.
std::vector<std::string> warningsOfIntervals(const OutputSettings& output, double dt);

}  // namespace fluxtet::dgtd
