// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/spaceFillingCurve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace fluxtet {
namespace {

using Axes = std::array<std::uint32_t, 3>;

/// Skilling's transform from axes to the transposed Hilbert index, in place.
void axesToTranspose(Axes& x) {
  constexpr std::uint32_t top = 1u << (hilbertBits - 1);
  for (std::uint32_t q = top; q > 1; q >>= 1) {
    const std::uint32_t below = q - 1;
    for (int i = 0; i < 3; ++i) {
      if (x[i] & q) {
        x[0] ^= below;
      } else {
        const std::uint32_t swapped = (x[0] ^ x[i]) & below;
        x[0] ^= swapped;
        x[i] ^= swapped;
      }
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t flip = 0;
  for (std::uint32_t q = top; q > 1; q >>= 1)
    if (x[2] & q) flip ^= q - 1;
  for (auto& axis : x) axis ^= flip;
}

}  // namespace

std::uint64_t hilbertKey(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  Axes axes{x, y, z};
  axesToTranspose(axes);
  std::uint64_t key = 0;
  for (int bit = hilbertBits - 1; bit >= 0; --bit)
    for (int i = 0; i < 3; ++i) key = (key << 1) | ((axes[i] >> bit) & 1u);
  return key;
}

std::vector<std::int32_t> hilbertOrder(std::span<const double> points) {
  const std::size_t n = points.size() / 3;
  std::array<double, 3> low, high;
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < n; ++i) {
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], points[3 * i + a]);
      high[a] = std::max(high[a], points[3 * i + a]);
    }
  }
  double extent = 0;
  for (int a = 0; a < 3; ++a) extent = std::max(extent, n > 0 ? high[a] - low[a] : 0.0);
  const double scale = extent > 0 ? ((1u << hilbertBits) - 1) / extent : 0.0;

  std::vector<std::uint64_t> key(n);
  for (std::size_t i = 0; i < n; ++i) {
    Axes grid;
    for (int a = 0; a < 3; ++a) grid[a] = static_cast<std::uint32_t>((points[3 * i + a] - low[a]) * scale);
    key[i] = hilbertKey(grid[0], grid[1], grid[2]);
  }
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::int32_t a, std::int32_t b) { return key[a] != key[b] ? key[a] < key[b] : a < b; });
  return order;
}

}  // namespace fluxtet
