// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config/case.hpp"

#include <cmath>
#include <cstdint>

namespace fluxtet {

/// Steps at which an output of a given interval is due: step 0, then every N steps or at the step nearest to every multiple of the time.
class Schedule {
 public:
  Schedule(const Interval& every, double dt) : every_(every), dt_(dt) {}

  bool due(std::int64_t step) const {
    if (every_.steps) return step % *every_.steps == 0;
    if (every_.seconds) return step == 0 || index(step) > index(step - 1);
    return false;
  }
  /// Switched off.
  bool never() const { return every_.never(); }

 private:
  std::int64_t index(std::int64_t step) const {
    return static_cast<std::int64_t>(std::floor((static_cast<double>(step) + 0.5) * dt_ / *every_.seconds));
  }

  Interval every_;
  double dt_;
};

}  // namespace fluxtet
