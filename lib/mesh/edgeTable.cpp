// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeTable.hpp"

#include <algorithm>

namespace fluxtet {

EdgeTable::EdgeTable(std::span<const std::int64_t> elements, std::int64_t numVertices)
    : begin_(static_cast<std::size_t>(numVertices) + 1, 0) {
  const std::size_t n = elements.size() / 4;
  for (std::size_t e = 0; e < n; ++e)
    for (int a = 0; a < 3; ++a) begin_[elements[4 * e + a] + 1] += 3 - a;
  for (std::int64_t v = 0; v < numVertices; ++v) begin_[v + 1] += begin_[v];
  upper_.resize(6 * n);
  for (std::size_t e = 0; e < n; ++e)
    for (int a = 0; a < 3; ++a)
      for (int b = a + 1; b < 4; ++b) upper_[begin_[elements[4 * e + a]]++] = elements[4 * e + b];

  // begin_[v] now is the end of v's entries; sort them, keep each once, and close the gaps.
  std::int64_t first = 0, kept = 0;
  for (std::int64_t v = 0; v < numVertices; ++v) {
    const std::int64_t end = begin_[v];
    std::sort(upper_.begin() + first, upper_.begin() + end);
    const auto last = std::unique(upper_.begin() + first, upper_.begin() + end);
    begin_[v] = kept;
    kept = std::move(upper_.begin() + first, last, upper_.begin() + kept) - upper_.begin();
    first = end;
  }
  begin_[numVertices] = kept;
  upper_.resize(static_cast<std::size_t>(kept));
  upper_.shrink_to_fit();
}

std::int64_t EdgeTable::edge(std::int64_t a, std::int64_t b) const {
  return std::lower_bound(upper_.begin() + begin_[a], upper_.begin() + begin_[a + 1], b) - upper_.begin();
}

}  // namespace fluxtet
