// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Some blocks or clusters of an engine, numbered in their order: those that have a state.
struct Places {
  std::vector<std::int32_t> of;  ///< [block or cluster] its number, or -1
  std::int32_t count = 0;
  /// Whether any of the blocks or clusters [begin, end) has one.
  bool touch(std::int32_t begin, std::int32_t end) const {
    return count > 0 &&
           std::any_of(of.begin() + begin, of.begin() + end, [](std::int32_t place) { return place >= 0; });
  }
};

/// Returns the blocks or clusters that hold an element e with has(e), of `number` with `size` slots each.
/// `slots.ofElement(e)`: the slot of an element.
template <class Slots, class Has>
Places placesOf(std::int32_t numElements, const Slots& slots, std::int32_t number, std::int32_t size, const Has& has) {
  Places places{std::vector<std::int32_t>(static_cast<std::size_t>(number), -1)};
  for (std::int32_t e = 0; e < numElements; ++e)
    if (has(e)) places.of[static_cast<std::size_t>(slots.ofElement(e) / size)] = 0;
  for (std::int32_t& place : places.of)
    if (place == 0) place = places.count++;
  return places;
}

}  // namespace fluxtet::dgtd
