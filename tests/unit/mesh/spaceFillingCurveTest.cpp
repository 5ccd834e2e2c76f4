// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/spaceFillingCurve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace fluxtet::test {
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

TEST(HilbertCurve, visitsEveryPointOfAPlaneGridAndStepsToNeighboursOnly) {
  constexpr std::uint32_t n = 64;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> at(n * n, {n, n});
  for (std::uint32_t x = 0; x < n; ++x) {
    for (std::uint32_t y = 0; y < n; ++y) {
      const std::uint64_t key = hilbertPlaneKey(x, y);
      ASSERT_LT(key, n * n);
      at[key] = {x, y};
    }
  }
  for (std::size_t i = 0; i < at.size(); ++i) {
    ASSERT_LT(at[i].first, n) << "nothing has key " << i;
    if (i == 0) continue;
    const int distance = std::abs(static_cast<int>(at[i].first) - static_cast<int>(at[i - 1].first)) +
                         std::abs(static_cast<int>(at[i].second) - static_cast<int>(at[i - 1].second));
    EXPECT_EQ(distance, 1) << "step " << i;
  }
}

TEST(HilbertCurve, usesAllBitsOfThePlane) {
  constexpr std::uint32_t last = (1u << hilbertPlaneBits) - 1;
  std::set<std::uint64_t> keys;
  for (int corner = 0; corner < 4; ++corner) keys.insert(hilbertPlaneKey(corner & 1 ? last : 0, corner & 2 ? last : 0));
  EXPECT_EQ(keys.size(), 4u);
  EXPECT_EQ(*keys.begin(), 0u);
  EXPECT_EQ(*keys.rbegin(), (std::uint64_t{1} << (2 * hilbertPlaneBits)) - 1);
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

TEST(HilbertOrder, isAPermutationThatStepsToNeighboursInAPlane) {
  constexpr int n = 16;
  std::vector<double> points;
  for (int i = 0; i < n * n; ++i) {
    const int j = (i * 101) % (n * n);  // out of order
    points.insert(points.end(), {-3.0 + j % n, 2.0 + j / n});
  }
  auto order = hilbertOrder(points, 2);
  for (std::size_t k = 1; k < order.size(); ++k) {
    double distance = 0;
    for (int a = 0; a < 2; ++a) distance += std::abs(points[2 * order[k] + a] - points[2 * order[k - 1] + a]);
    EXPECT_DOUBLE_EQ(distance, 1.0);
  }
  std::sort(order.begin(), order.end());
  for (int i = 0; i < n * n; ++i) EXPECT_EQ(order[i], i);
}

TEST(HilbertOrder, keepsTheOrderOfCoincidentPoints) {
  EXPECT_EQ(hilbertOrder(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1}), (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_TRUE(hilbertOrder({}).empty());
}

}  // namespace
}  // namespace fluxtet::test
