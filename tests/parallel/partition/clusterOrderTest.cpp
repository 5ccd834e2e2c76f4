// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/clusterOrder.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

/// Place of cell (x, y) on the Morton curve of a sheet of up to 64 x 64.
std::int32_t place(int x, int y) {
  int result = 0;
  for (int bit = 0; bit < 6; ++bit) result |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
  return result;
}

/// A sheet of n x n cells, n a power of two, along the Morton curve, each with its four neighbours.
std::vector<std::int32_t> sheet(int n) {
  std::vector<std::int32_t> neighbour(static_cast<std::size_t>(4 * n * n), -1);
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      std::int32_t* of = &neighbour[4 * static_cast<std::size_t>(place(x, y))];
      if (x > 0) of[0] = place(x - 1, y);
      if (x + 1 < n) of[1] = place(x + 1, y);
      if (y > 0) of[2] = place(x, y - 1);
      if (y + 1 < n) of[3] = place(x, y + 1);
    }
  return neighbour;
}

/// Faces between clusters of the order.
int facesBetween(const std::vector<std::int32_t>& neighbour, const std::vector<std::int32_t>& order, int size) {
  std::vector<int> cluster(order.size());
  for (std::size_t k = 0; k < order.size(); ++k)
    cluster[static_cast<std::size_t>(order[k])] = static_cast<int>(k) / size;
  int count = 0;
  for (std::size_t face = 0; face < neighbour.size(); ++face)
    if (neighbour[face] >= 0 && cluster[face / 4] != cluster[static_cast<std::size_t>(neighbour[face])]) ++count;
  return count;
}

std::vector<std::uint32_t> oneGroup(int elements) {
  return std::vector<std::uint32_t>(static_cast<std::size_t>(elements), 0);
}

TEST(ClusterOrder, holdsEachElementOnce) {
  for (int n : {1, 4, 16}) {
    std::vector<std::int32_t> order = clusterOrder(sheet(n), oneGroup(n * n), 7);
    std::sort(order.begin(), order.end());
    std::vector<std::int32_t> all(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(order, all);
  }
  EXPECT_TRUE(clusterOrder({}, {}, 7).empty());
}

/// The same elements under other numbers: number k becomes renamed[k].
std::vector<std::int32_t> renumbered(const std::vector<std::int32_t>& neighbour,
                                     const std::vector<std::int32_t>& renamed) {
  std::vector<std::int32_t> result(neighbour.size());
  for (std::size_t face = 0; face < neighbour.size(); ++face)
    result[4 * static_cast<std::size_t>(renamed[face / 4]) + face % 4] =
        neighbour[face] < 0 ? -1 : renamed[static_cast<std::size_t>(neighbour[face])];
  return result;
}

TEST(ClusterOrder, bringsElementsBackThatStrayedToTheNextCluster) {
  constexpr int size = 64;
  std::vector<std::int32_t> identity(64 * 64);
  std::iota(identity.begin(), identity.end(), 0);
  const std::vector<std::int32_t> neighbour = sheet(64);
  std::vector<std::int32_t> strayed = identity;
  for (std::size_t k = 5; k + size < strayed.size(); k += 2 * size) std::swap(strayed[k], strayed[k + size]);
  const std::vector<std::int32_t> disturbed = renumbered(neighbour, strayed);
  EXPECT_GT(facesBetween(disturbed, identity, size), facesBetween(neighbour, identity, size));
  EXPECT_EQ(facesBetween(disturbed, clusterOrder(disturbed, oneGroup(64 * 64), size), size),
            facesBetween(neighbour, identity, size));
}

/// Squares of `size` cells, two of which, one after the other in the middle of the curve, have exchanged a cell.
std::vector<std::int32_t> withTwoStrayedInTheMiddle(int size) {
  std::vector<std::int32_t> strayed(64 * 64);
  std::iota(strayed.begin(), strayed.end(), 0);
  const std::size_t last = 64 * 64 / 2 - static_cast<std::size_t>(size) + 1;
  std::swap(strayed[last], strayed[last + static_cast<std::size_t>(size)]);
  return renumbered(sheet(64), strayed);
}

// Threads change places within pieces of 512 clusters, of which one ends there.
TEST(ClusterOrder, bringsElementsBackAcrossTheEndOfAPiece) {
  constexpr int size = 4;
  const std::vector<std::int32_t> disturbed = withTwoStrayedInTheMiddle(size);
  EXPECT_EQ(facesBetween(disturbed, clusterOrder(disturbed, oneGroup(64 * 64), size), size),
            facesBetween(sheet(64), clusterOrder(sheet(64), oneGroup(64 * 64), size), size));
}

TEST(ClusterOrder, doesNotDependOnTheNumberOfThreads) {
  constexpr int size = 3;  // 1366 clusters, 3 pieces
  const int threads = omp_get_max_threads();
  std::vector<std::vector<std::int32_t>> orders;
  for (const int n : {1, 2, 5}) {
    omp_set_num_threads(n);
    orders.push_back(clusterOrder(sheet(64), oneGroup(64 * 64), size));
  }
  omp_set_num_threads(threads);
  std::vector<std::int32_t> identity(64 * 64);
  std::iota(identity.begin(), identity.end(), 0);
  EXPECT_LT(facesBetween(sheet(64), orders[0], size), facesBetween(sheet(64), identity, size));
  EXPECT_EQ(orders[1], orders[0]);
  EXPECT_EQ(orders[2], orders[0]);
}

TEST(ClusterOrder, exchangesNoElementsOfDifferentGroups) {
  constexpr int size = 64;
  std::vector<std::int32_t> strayed(64 * 64);
  std::iota(strayed.begin(), strayed.end(), 0);
  const std::vector<std::int32_t> identity = strayed;
  for (std::size_t k = 5; k + size < strayed.size(); k += 2 * size) std::swap(strayed[k], strayed[k + size]);
  const std::vector<std::int32_t> disturbed = renumbered(sheet(64), strayed);
  std::vector<std::uint32_t> group = oneGroup(64 * 64);
  for (std::size_t k = 0; k < group.size(); ++k) group[k] = static_cast<std::uint32_t>(k / size);
  EXPECT_EQ(clusterOrder(disturbed, group, size), identity);
}

TEST(ClusterOrder, leavesSquaresAlone) {
  std::vector<std::int32_t> identity(64 * 64);
  std::iota(identity.begin(), identity.end(), 0);
  EXPECT_EQ(clusterOrder(sheet(64), oneGroup(64 * 64), 64), identity);
}

TEST(ClusterOrder, elementsWithoutNeighboursKeepTheirOrder) {
  EXPECT_EQ(clusterOrder(std::vector<std::int32_t>(4 * 5, -1), oneGroup(5), 2),
            (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace fluxtet::test
