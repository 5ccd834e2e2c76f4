// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "mesh/spaceFillingCurve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace fluxtet {
namespace {

TEST(HilbertCurve, visitsEveryPointOfAGridAndStepsToNeighboursOnly) {
  struct Place {
    std::uint64_t key;
    int x, y, z;
  };
  constexpr int n = 16;
  std::vector<Place> places;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z)
        places.push_back(
            {hilbertKey(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z)), x,
             y, z});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key < b.key; });
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(places[i].key, i);
    if (i == 0) continue;
    const int distance = std::abs(places[i].x - places[i - 1].x) + std::abs(places[i].y - places[i - 1].y) +
                         std::abs(places[i].z - places[i - 1].z);
    EXPECT_EQ(distance, 1) << "step " << i;
  }
}

TEST(HilbertCurve, usesAllBits) {
  constexpr std::uint32_t last = (1u << hilbertBits) - 1;
  std::set<std::uint64_t> keys;
  for (int corner = 0; corner < 8; ++corner)
    keys.insert(hilbertKey(corner & 1 ? last : 0, corner & 2 ? last : 0, corner & 4 ? last : 0));
  EXPECT_EQ(keys.size(), 8u);
  EXPECT_EQ(*keys.begin(), 0u);
  EXPECT_EQ(*keys.rbegin(), (std::uint64_t{1} << 63) - 1);
}

TEST(HilbertOrder, isAPermutationThatStepsToNeighboursOnARegularGrid) {
  constexpr int n = 8;
  std::vector<double> points;
  for (int i = 0; i < n * n * n; ++i) {
    const int j = (i * 101) % (n * n * n);  // out of order
    points.insert(points.end(), {-3.0 + j % n, 2.0 + j / n % n, 0.5 + j / (n * n)});
  }
  auto order = hilbertOrder(points);
  for (std::size_t k = 1; k < order.size(); ++k) {
    double distance = 0;
    for (int a = 0; a < 3; ++a) distance += std::abs(points[3 * order[k] + a] - points[3 * order[k - 1] + a]);
    EXPECT_DOUBLE_EQ(distance, 1.0);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::int32_t> all(order.size());
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

TEST(HilbertOrder, keepsTheOrderOfCoincidentPoints) {
  EXPECT_EQ(hilbertOrder(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1}), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_TRUE(hilbertOrder({}).empty());
}

}  // namespace
}  // namespace fluxtet
