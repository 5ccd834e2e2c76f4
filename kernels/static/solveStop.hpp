// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

/// How a solve ends early (SolveSettings::stop). Without what nvcc does not read.
namespace fluxtet {

/// Throws SolveStopped (solveErrors.hpp) if `stop`, which may be empty, says so.
void stopIfAsked(const std::function<bool()>& stop);

/// `stop` is asked once in so many iterations where the host drives each: a second or less of the largest problems.
inline constexpr std::int64_t stopInterval = 8;
/// The same if it is the turn of `iteration`.
inline void stopIfAsked(const std::function<bool()>& stop, std::int64_t iteration) {
  if (iteration % stopInterval == 0) stopIfAsked(stop);
}

}  // namespace fluxtet
