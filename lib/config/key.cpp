// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fluxtet::config {

std::string toString(const Range& range) {
  const std::string low = std::isfinite(range.min) ? fmt::format("{} {}", range.minOpen ? ">" : ">=", range.min) : "";
  const std::string high = std::isfinite(range.max) ? fmt::format("{} {}", range.maxOpen ? "<" : "<=", range.max) : "";
  if (low.empty() || high.empty()) return low + high;
  if (!range.minOpen && !range.maxOpen) return fmt::format("{}..{}", range.min, range.max);
  return fmt::format("{} and {}", low, high);
}

const Key* Key::find(const std::string& child) const {
  for (const Key& key : keys)
    if (key.name == child) return &key;
  return nullptr;
}

std::string unitText(const Key& key) {
  if (key.otherUnits.empty()) return key.unit;
  std::string text = key.unit;
  for (std::size_t i = 0; i < key.otherUnits.size(); ++i)
    text += (i + 1 < key.otherUnits.size() ? ", " : " or ") + key.otherUnits[i];
  return text;
}

ComponentCount componentCount(const Key& key) {
  constexpr std::size_t most = 3;
  return {.least = key.minSize > 0 ? key.minSize : most, .most = std::min(key.maxSize, most)};
}

Key restrictedTo(const std::string& solver, Key key) {
  const auto belongs = [&](const Key& child) { return child.solver.empty() || child.solver == solver; };
  for (const Key& child : key.keys)
    if (!belongs(child))
      for (std::vector<std::string>& group : key.exactlyOneOf) std::erase(group, child.name);
  std::erase_if(key.keys, [&](const Key& child) { return !belongs(child); });
  for (Key& child : key.keys) child = restrictedTo(solver, std::move(child));
  return key;
}

}  // namespace fluxtet::config
