// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace fluxtet {

/// How often: by steps, by simulated time, or (checkpoints) by wall time. None set: never.
struct Interval {
  std::optional<std::int64_t> steps;
  std::optional<double> seconds;  ///< s, of simulated or of wall time
  bool never() const { return !steps && !seconds; }
};

}  // namespace fluxtet
