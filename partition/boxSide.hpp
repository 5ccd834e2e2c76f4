// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace fluxtet::partition {

/// A side of the mesh's bounding box.
struct BoxSide {
  int direction = 0;  ///< 0 x, 1 y, 2 z
  int high = 0;       ///< 0 low, 1 high
};
inline constexpr std::array<BoxSide, 6> boxSides{{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}}};

/// x-, x+, y-, y+, z- or z+.
inline std::string nameOf(const BoxSide& side) {
  return fmt::format("{}{}", "xyz"[side.direction], "-+"[side.high]);
}
/// The side of that name, if there is one.
inline std::optional<BoxSide> boxSideOf(std::string_view name) {
  for (const BoxSide& side : boxSides)
    if (name == nameOf(side)) return side;
  return std::nullopt;
}

}  // namespace fluxtet::partition
