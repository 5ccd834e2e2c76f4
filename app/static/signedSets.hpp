// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace fluxtet::statics {

/// Sets of things that are equal but for a sign (a disjoint-set forest, Galler and Fischer 1964, with a sign on each
/// link). Things are numbers 0 .. count - 1. The lowest member of a set names it.
class SignedSets {
 public:
  struct Name {
    std::int32_t lowest = 0;
    bool minus = false;  ///< the thing asked for is minus the lowest
  };
  explicit SignedSets(std::int32_t count)
      : parent_(static_cast<std::size_t>(count)), minus_(static_cast<std::size_t>(count), 0) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  /// Name of the set of thing i, and the sign of i in it.
  Name find(std::int32_t i) {
    std::uint8_t minus = 0;
    for (;;) {
      const auto k = static_cast<std::size_t>(i);
      const auto p = static_cast<std::size_t>(parent_[k]);
      if (p == k) return {i, minus != 0};
      minus_[k] ^= minus_[p];
      parent_[k] = parent_[p];
      minus ^= minus_[k];
      i = parent_[k];
    }
  }
  /// Takes in that a = b, or with `opposite` that a = -b. False if the opposite is known already: both are then zero.
  bool join(std::int32_t a, std::int32_t b, bool opposite) {
    Name low = find(a), high = find(b);
    const bool minus = (low.minus != high.minus) != opposite;
    if (low.lowest == high.lowest) return !minus;
    if (low.lowest > high.lowest) std::swap(low, high);
    parent_[static_cast<std::size_t>(high.lowest)] = low.lowest;
    minus_[static_cast<std::size_t>(high.lowest)] = minus ? 1 : 0;
    return true;
  }

 private:
  std::vector<std::int32_t> parent_;
  std::vector<std::uint8_t> minus_;  ///< relative to the parent; 0 at a root
};

}  // namespace fluxtet::statics
