// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "partition/boxPartition.hpp"
#include "partition/dualGraph.hpp"
#include "partition/metisPartition.hpp"
#include "partition/partitionMesh.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

std::vector<std::int64_t> partSizes(const std::vector<std::int32_t>& part, int parts) {
  std::vector<std::int64_t> size(parts, 0);
  for (const std::int32_t p : part) ++size.at(p);
  return size;
}

std::int64_t cutFaces(const Mesh& mesh, const std::vector<std::int32_t>& part) {
  std::int64_t cut = 0;
  for (const auto& [key, owners] : facesOf(mesh))
    if (owners.size() == 2) cut += part[owners[0][0]] != part[owners[1][0]];
  return cut;
}

TEST(DualGraph, JoinsTheElementsThatShareAFace) {
  const Mesh mesh = boxMesh({3, 4, 2});
  const DualGraph graph = buildDualGraph(mesh);
  ASSERT_EQ(graph.numElements(), mesh.numElements());
  std::multiset<std::pair<std::int64_t, std::int64_t>> pairs, expected;
  for (idx_t e = 0; e < graph.numElements(); ++e)
    for (idx_t i = graph.begin[e]; i < graph.begin[e + 1]; ++i) pairs.insert({e, graph.neighbour[i]});
  for (const auto& [key, owners] : facesOf(mesh)) {
    if (owners.size() != 2) continue;
    expected.insert({owners[0][0], owners[1][0]});
    expected.insert({owners[1][0], owners[0][0]});
  }
  EXPECT_EQ(pairs, expected);
}

TEST(MetisPartition, CoversAllElementsOnceInBalancedPartsWithAShortCut) {
  const Mesh mesh = boxMesh({8, 8, 8});
  for (const int parts : {1, 2, 3, 4, 7, 16}) {
    const auto part = partitionByMetis(mesh, parts, 1);
    ASSERT_EQ(part.size(), static_cast<std::size_t>(mesh.numElements()));
    const auto size = partSizes(part, parts);
    const double mean = static_cast<double>(mesh.numElements()) / parts;
    EXPECT_LE(static_cast<double>(*std::max_element(size.begin(), size.end())), 1.03 * mean);
    // parts slabs of 8 x 8 cells would cut 2 * 64 faces each.
    EXPECT_LE(cutFaces(mesh, part), 128 * (parts - 1));
  }
}

TEST(MetisPartition, CanBeRepeated) {
  const Mesh mesh = boxMesh({6, 6, 6});
  EXPECT_EQ(partitionByMetis(mesh, 5, 3), partitionByMetis(mesh, 5, 3));
}

TEST(MetisPartition, BalancesWeights) {
  const Mesh mesh = boxMesh({8, 8, 8});
  std::vector<std::int32_t> weight(mesh.numElements(), 1);
  for (std::int64_t e = 0; e < mesh.numElements() / 4; ++e) weight[e] = 5;
  const auto part = partitionByMetis(mesh, 3, 1, weight);
  std::vector<double> load(3, 0.0);
  for (std::size_t e = 0; e < part.size(); ++e) load[part[e]] += weight[e];
  const double mean = std::accumulate(load.begin(), load.end(), 0.0) / 3;
  EXPECT_LE(*std::max_element(load.begin(), load.end()), 1.03 * mean);
  const auto size = partSizes(part, 3);
  EXPECT_GT(*std::max_element(size.begin(), size.end()), mesh.numElements() / 3 * 11 / 10);
}

TEST(MetisPartition, LeavesNoPartEmptyEvenWithOneElementEach) {
  const Mesh mesh = boxMesh({2, 1, 1});
  for (int parts = 1; parts <= 12; ++parts) {
    const auto size = partSizes(partitionByMetis(mesh, parts, 1), parts);
    EXPECT_GE(*std::min_element(size.begin(), size.end()), 1) << parts << " parts";
  }
}

TEST(CoordinatePartition, IsBalancedWithinOneElement) {
  const Mesh mesh = boxMesh({5, 3, 3});
  for (const int parts : {1, 2, 3, 5, 7, 11, 64, 270}) {
    const auto size = partSizes(partitionByCoordinates(mesh, parts), parts);
    const auto [least, most] = std::minmax_element(size.begin(), size.end());
    EXPECT_LE(*most - *least, 1) << parts << " parts";
    EXPECT_GE(*least, 1);
  }
}

TEST(CoordinatePartition, CutsAcrossTheLongestSide) {
  const Mesh mesh = boxMesh({8, 4, 4}, 0.0);  // twice as long in x
  const auto part = partitionByCoordinates(mesh, 2);
  EXPECT_EQ(cutFaces(mesh, part), 2 * 4 * 4);
}

TEST(PartitionMesh, RefusesMorePartsThanElements) {
  const Mesh mesh = boxMesh({1, 1, 1});
  for (const PartitionMethod method : {PartitionMethod::automatic, PartitionMethod::metis, PartitionMethod::box})
    expectErrorOnAllRanks(ExitCode::badInput, "7 parts of a mesh of 6 elements would leave some empty", [&] {
      partitionMesh(mesh, {method, 1}, 7);
    });
}

TEST(PartitionMesh, UsesTheMethodThatTheCaseNames) {
  const Mesh mesh = boxMesh({5, 4, 3});
  EXPECT_EQ(partitionMesh(mesh, {PartitionMethod::box, 1}, 3), partitionByCoordinates(mesh, 3));
  EXPECT_EQ(partitionMesh(mesh, {PartitionMethod::metis, 9}, 3), partitionByMetis(mesh, 3, 9));
  EXPECT_EQ(partitionMesh(mesh, {PartitionMethod::automatic, 1}, 3), partitionByMetis(mesh, 3, 1));
}

TEST(PartitionCells, GivesEveryCellToOneRank) {
  for (const std::array<std::int64_t, 3> cells :
       {std::array<std::int64_t, 3>{4, 4, 4}, {1, 1, 64}, {3, 5, 2}, {3, 3, 1}}) {
    const int total = static_cast<int>(cells[0] * cells[1] * cells[2]);
    for (int parts = 1; parts <= total; ++parts) {
      const auto blocks = partitionCells(cells, parts);
      ASSERT_EQ(blocks.size(), static_cast<std::size_t>(parts));
      std::vector<int> owners(total, 0);
      for (const CellRange& b : blocks) {
        ASSERT_LT(b.begin[0], b.end[0]);
        ASSERT_LT(b.begin[1], b.end[1]);
        ASSERT_LT(b.begin[2], b.end[2]);
        for (auto k = b.begin[2]; k < b.end[2]; ++k)
          for (auto j = b.begin[1]; j < b.end[1]; ++j)
            for (auto i = b.begin[0]; i < b.end[0]; ++i) ++owners.at((k * cells[1] + j) * cells[0] + i);
      }
      EXPECT_TRUE(std::all_of(owners.begin(), owners.end(), [](int n) { return n == 1; })) << parts << " parts";
    }
  }
}

std::int64_t cellsOf(const CellRange& b) {
  return (b.end[0] - b.begin[0]) * (b.end[1] - b.begin[1]) * (b.end[2] - b.begin[2]);
}

TEST(PartitionCells, MakesCompactBlocksOfEqualSize) {
  for (const CellRange& b : partitionCells({16, 16, 16}, 8))
    for (int a = 0; a < 3; ++a) EXPECT_EQ(b.end[a] - b.begin[a], 8);
  for (const CellRange& b : partitionCells({64, 8, 8}, 4)) EXPECT_EQ(b.end[0] - b.begin[0], 16);
}

TEST(PartitionCells, BalancesAPrimeNumberOfRanksThatNoGridFits) {
  std::int64_t largest = 0;
  for (const CellRange& b : partitionCells({6, 6, 6}, 7)) largest = std::max(largest, cellsOf(b));
  EXPECT_LE(largest, 40);  // the mean is 30.9
}

TEST(PartitionCells, RefusesMoreRanksThanCells) {
  expectErrorOnAllRanks(ExitCode::badInput, "more ranks than cells: the box has 2 x 2 x 1 = 4 cells", [] {
    partitionCells({2, 2, 1}, 5);
  });
}

}  // namespace
}  // namespace fluxtet::test
