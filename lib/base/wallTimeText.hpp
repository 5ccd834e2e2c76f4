// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

namespace fluxtet {

/// A wall time, s, for messages: "35.1 us", "12 s", "3.4 min", "5.25 h", "2.5 days".
inline std::string wallTimeText(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour;
  if (seconds < 0.9995e-3) return fmt::format("{:.3g} us", 1e6 * seconds);
  if (seconds < 0.9995) return fmt::format("{:.3g} ms", 1e3 * seconds);
  if (seconds < 2 * minute) return fmt::format("{:.3g} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.3g} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.3g} h", seconds / hour);
  return fmt::format("{:.3g} days", seconds / day);
}

}  // namespace fluxtet
