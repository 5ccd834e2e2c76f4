// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace fluxtet {

/// Interval between outputs: in steps, in simulated time, or (checkpoints) in wall time. None set: never.
struct Interval {
  std::optional<std::int64_t> steps;
  std::optional<double> seconds;  ///< s, of simulated or of wall time
  bool never() const { return !steps && !seconds; }
};

}  // namespace fluxtet
