// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/spaceFillingCurve.hpp"

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

/// A point and its place along the curve.
struct Keyed {
  std::uint64_t key = 0;
  std::int32_t point = 0;
};

/// Stable radix sort by the low `bits` of the keys, eleven bits a pass.
void sortByKey(std::vector<Keyed>& points, int bits) {
  constexpr int digitBits = 11;
  constexpr std::uint64_t mask = (1u << digitBits) - 1;
  std::vector<Keyed> sorted(points.size());
  for (int shift = 0; shift < bits; shift += digitBits) {
    std::array<std::size_t, mask + 2> begin{};
    for (const Keyed& one : points) ++begin[((one.key >> shift) & mask) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    for (const Keyed& one : points) sorted[begin[(one.key >> shift) & mask]++] = one;
    points.swap(sorted);
  }
}

/// The points' bounding square or cube, cut into 2^bits cells on each axis.
template <int dimension>
class Grid {
 public:
  Grid(std::span<const double> points, int bits) {
    std::array<double, dimension> high;
    low_.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < points.size(); i += dimension) {
      for (int a = 0; a < dimension; ++a) {
        low_[a] = std::min(low_[a], points[i + a]);
        high[a] = std::max(high[a], points[i + a]);
      }
    }
    double extent = 0;
    for (int a = 0; a < dimension; ++a) extent = std::max(extent, high[a] - low_[a]);
    scale_ = extent > 0 ? ((1u << bits) - 1) / extent : 0.0;
  }
  std::uint32_t cell(const double* point, int axis) const {
    return static_cast<std::uint32_t>((point[axis] - low_[axis]) * scale_);
  }

 private:
  std::array<double, dimension> low_;
  double scale_ = 0;
};

template <int dimension>
std::vector<Keyed> keysOf(std::span<const double> points) {
  const Grid<dimension> grid(points, dimension == 2 ? hilbertPlaneBits : hilbertBits);
  std::vector<Keyed> keyed(points.size() / dimension);
  for (std::size_t i = 0; i < keyed.size(); ++i) {
    const double* x = &points[dimension * i];
    keyed[i].point = static_cast<std::int32_t>(i);
    if constexpr (dimension == 2) {
      keyed[i].key = hilbertPlaneKey(grid.cell(x, 0), grid.cell(x, 1));
    } else {
      keyed[i].key = hilbertKey(grid.cell(x, 0), grid.cell(x, 1), grid.cell(x, 2));
    }
  }
  return keyed;
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

/// Descends from the whole square to the point's cell. Within the square at hand the curve is the basic one, its axes
/// exchanged (`swap`) and reversed (`flip`); of its quarters the first is exchanged, the last exchanged and reversed.
std::uint64_t hilbertPlaneKey(std::uint32_t x, std::uint32_t y) {
  std::uint64_t key = 0;
  std::uint32_t swap = 0, flip = 0;
  for (int bit = hilbertPlaneBits - 1; bit >= 0; --bit) {
    const std::uint32_t xBit = (x >> bit) & 1u, yBit = (y >> bit) & 1u;
    const std::uint32_t exchange = (xBit ^ yBit) & swap;
    const std::uint32_t a = xBit ^ exchange ^ flip, b = yBit ^ exchange ^ flip;
    key = (key << 2) | ((3 * a) ^ b);
    flip ^= a & ~b & 1u;
    swap ^= ~b & 1u;
  }
  return key;
}

std::vector<std::int32_t> hilbertOrder(std::span<const double> points, int dimension) {
  std::vector<Keyed> keyed = dimension == 2 ? keysOf<2>(points) : keysOf<3>(points);
  sortByKey(keyed, dimension == 2 ? 2 * hilbertPlaneBits : 3 * hilbertBits);
  std::vector<std::int32_t> order(keyed.size());
  std::transform(keyed.begin(), keyed.end(), order.begin(), [](const Keyed& one) { return one.point; });
  return order;
}

}  // namespace fluxtet
