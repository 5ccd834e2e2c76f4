// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Partitions of meshes whose elements have levels of refinement in time.
#include "tests/parallel/partition/testMeshes.hpp"

#include "app/dgtd/levels/timeLevels.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/distribute.hpp"
#include "partition/dualGraph.hpp"
#include "partition/faceMatch.hpp"
#include "partition/levelPartition.hpp"
#include "partition/partitionMesh.hpp"
#include "partition/redistribute.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

Vec3 centroid(const Mesh& mesh, std::int64_t e) {
  Vec3 x{};
  for (int v = 0; v < 4; ++v)
    for (std::size_t a = 0; a < 3; ++a) x[a] += 0.25 * mesh.vertices[3 * mesh.elements[4 * e + v] + a];
  return x;
}

/// Levels that fall by one over each `width` m from two points: 4 at the first, 2 at the second.
std::vector<std::uint8_t> levelsRoundTwoPoints(const Mesh& mesh, double width) {
  std::vector<std::uint8_t> level;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const Vec3 x = centroid(mesh, e);
    const auto at = [&](double px, double py, double pz, int highest) {
      const double distance = std::hypot(x[0] - px, x[1] - py, x[2] - pz);
      return std::max(0, highest - static_cast<int>(distance / width));
    };
    level.push_back(static_cast<std::uint8_t>(std::max(at(0.5, 0.5, 0.5, 4), at(1.6, 0.3, 0.6, 2))));
  }
  return level;
}

/// METIS is asked for 1 %, which it misses by a few where it balances two weights and few heavy vertices.
constexpr double fewPercent = 1.05;

/// Largest over mean of the parts' sums.
double imbalance(const std::vector<std::int32_t>& part, const std::vector<double>& of, int parts) {
  std::vector<double> sum(static_cast<std::size_t>(parts), 0.0);
  for (std::size_t e = 0; e < part.size(); ++e) sum[static_cast<std::size_t>(part[e])] += of[e];
  return *std::max_element(sum.begin(), sum.end()) * parts / std::accumulate(sum.begin(), sum.end(), 0.0);
}

/// Work of a time step in each element.
std::vector<double> workOf(const std::vector<std::uint8_t>& level) {
  std::vector<double> work;
  for (const std::uint8_t l : level) work.push_back(std::exp2(l));
  return work;
}

/// 1 for each element with a neighbour of a higher level, else 0.
std::vector<std::uint8_t> besideHigher(const Mesh& mesh, const std::vector<std::uint8_t>& level) {
  std::vector<std::uint8_t> result(level.size(), 0);
  for (const auto& [key, owners] : facesOf(mesh)) {
    if (owners.size() != 2) continue;
    const auto a = static_cast<std::size_t>(owners[0][0]), b = static_cast<std::size_t>(owners[1][0]);
    if (level[a] < level[b]) result[a] = 1;
    if (level[b] < level[a]) result[b] = 1;
  }
  return result;
}

/// The highest level of the finer element of a face that is cut.
int highestLevelCut(const Mesh& mesh, const std::vector<std::uint8_t>& level, const std::vector<std::int32_t>& part) {
  const DualGraph graph = buildDualGraph(mesh);
  int highest = 0;
  for (idx_t e = 0; e < graph.numElements(); ++e)
    for (idx_t i = graph.begin[e]; i < graph.begin[e + 1]; ++i)
      if (part[e] != part[graph.neighbour[i]]) highest = std::max<int>({highest, level[e], level[graph.neighbour[i]]});
  return highest;
}

TEST(LevelPartition, BalancesTheWorkAndLessCloselyTheElements) {
  const Mesh mesh = boxMesh({24, 12, 12});
  const auto level = levelsRoundTwoPoints(mesh, 0.12);
  for (const int parts : {1, 2, 3, 4, 8}) {
    const auto part = partitionByLevels(mesh, level, {}, parts, 1);
    EXPECT_LE(imbalance(part, workOf(level), parts), fewPercent) << parts;
    EXPECT_LE(imbalance(part, std::vector<double>(level.size(), 1.0), parts), 1.3) << parts;
    EXPECT_EQ(part, partitionByLevels(mesh, level, {}, parts, 1));
  }
  // Without regard to the levels the part with the smallest elements has far more to do.
  EXPECT_GT(imbalance(partitionMesh(mesh, {PartitionMethod::metis, 1}, 4, {}), workOf(level), 4), 1.2);
}

TEST(LevelPartition, CutsNoSmallSetOfRefinedElements) {
  const Mesh mesh = boxMesh({24, 12, 12});
  // Sets of one or two cells: far less than an eighth of a part's work.
  const auto level = levelsRoundTwoPoints(mesh, 0.03);
  ASSERT_GE(*std::max_element(level.begin(), level.end()), 3);
  for (const int parts : {2, 4, 8}) {
    const auto part = partitionByLevels(mesh, level, {}, parts, 1);
    EXPECT_EQ(highestLevelCut(mesh, level, part), 0) << parts;
    EXPECT_LE(imbalance(part, workOf(level), parts), fewPercent) << parts;
  }
  // Half of the work is in a large set round the first point, which two parts have to share, but not its core.
  const auto large = levelsRoundTwoPoints(mesh, 0.12);
  const int cut = highestLevelCut(mesh, large, partitionByLevels(mesh, large, {}, 2, 1));
  EXPECT_GE(cut, 1);
  EXPECT_LE(cut, 3);
}

TEST(LevelPartition, MultipliesTheWorkOfBoundariesAndMaterials) {
  const Mesh mesh = boxMesh({16, 8, 8});
  const auto level = levelsRoundTwoPoints(mesh, 0.1);
  std::vector<std::int32_t> weight(level.size());
  std::vector<double> work = workOf(level);
  for (std::size_t e = 0; e < weight.size(); ++e) {
    weight[e] = e % 7 == 0 ? 35 : 10;
    work[e] *= weight[e];
  }
  EXPECT_LE(imbalance(partitionByLevels(mesh, level, weight, 4, 1), work, 4), fewPercent);
}

TEST(LevelPartition, LeavesNoPartEmptyEvenWithOneElementEach) {
  const Mesh mesh = boxMesh({1, 1, 1});
  const auto n = static_cast<int>(mesh.numElements());
  const std::vector<std::uint8_t> level(static_cast<std::size_t>(n), 3);
  for (int parts = 1; parts <= n; ++parts) {
    auto part = partitionByLevels(mesh, level, {}, parts, 1);
    std::sort(part.begin(), part.end());
    part.erase(std::unique(part.begin(), part.end()), part.end());
    EXPECT_EQ(static_cast<int>(part.size()), parts);
  }
}

TEST(LevelPartition, ElementsBesideHigherLevelsAreFound) {
  const Mesh mesh = boxMesh({6, 3, 3});
  const auto level = levelsRoundTwoPoints(mesh, 0.2);
  const MeshPart part = spreadMesh(mesh, Spread::scattered);
  const SubMesh mine =
      buildSubMesh(part, matchFaces(part, MPI_COMM_WORLD), allSurfaces(mesh, SurfaceRole::hull), MPI_COMM_WORLD);
  std::vector<std::uint8_t> ofMine;
  for (const std::int64_t id : mine.elementId) ofMine.push_back(level[static_cast<std::size_t>(id)]);
  const auto beside = dgtd::elementsBesideFiner(mine, ofMine, MPI_COMM_WORLD);
  const auto expected = besideHigher(mesh, level);
  ASSERT_EQ(beside.size(), mine.elementId.size());
  for (std::size_t i = 0; i < beside.size(); ++i)
    EXPECT_EQ(beside[i], expected[static_cast<std::size_t>(mine.elementId[i])]);
  EXPECT_GT(sumOverRanks(MPI_COMM_WORLD, std::int64_t{std::count(beside.begin(), beside.end(), 1)}), 0);
}

TEST(GatheredMesh, IsTheMeshThatWasDistributed) {
  Mesh mesh = boxMesh({4, 3, 3});
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) mesh.region[e] = static_cast<std::int32_t>(e % 3);
  mesh.groups.regions = {"air", "", "a name, with\nall sorts"};
  for (const Spread spread : allSpreads) {
    MeshPart part = spreadMesh(mesh, spread);
    for (const std::int64_t id : part.elementId) {
      part.level.push_back(static_cast<std::uint8_t>(id % 5));
      part.besideFiner.push_back(static_cast<std::uint8_t>(id % 2));
    }
    const GatheredMesh whole = gatherMesh(part, MPI_COMM_WORLD);
    if (mpiRank(MPI_COMM_WORLD) != 0) {
      EXPECT_EQ(whole.mesh.numElements(), 0);
      continue;
    }
    EXPECT_EQ(whole.mesh.elements, mesh.elements);
    EXPECT_EQ(whole.mesh.vertices, mesh.vertices);
    EXPECT_EQ(whole.mesh.region, mesh.region);
    EXPECT_EQ(whole.mesh.faceGroup, mesh.faceGroup);
    EXPECT_EQ(whole.mesh.groups.regions, mesh.groups.regions);
    EXPECT_EQ(whole.mesh.groups.surfaces, mesh.groups.surfaces);
    ASSERT_EQ(whole.levels.level.size(), static_cast<std::size_t>(mesh.numElements()));
    ASSERT_EQ(whole.levels.besideFiner.size(), static_cast<std::size_t>(mesh.numElements()));
    for (std::size_t e = 0; e < whole.levels.level.size(); ++e) {
      EXPECT_EQ(whole.levels.level[e], e % 5);
      EXPECT_EQ(whole.levels.besideFiner[e], e % 2);
    }
  }
}

TEST(RedistributeByLevels, MovesElementsWithTheirLevelsAndBalancesTheWork) {
  const Mesh mesh = boxMesh({16, 8, 8});
  const auto level = levelsRoundTwoPoints(mesh, 0.1);
  MeshPart part = spreadMesh(mesh, Spread::scattered);
  const auto beside = besideHigher(mesh, level);
  for (const std::int64_t id : part.elementId) {
    part.level.push_back(level[static_cast<std::size_t>(id)]);
    part.besideFiner.push_back(beside[static_cast<std::size_t>(id)]);
  }
  const MeshPart moved = redistributeByLevels(part, {PartitionMethod::metis, 1}, uniformWork, MPI_COMM_WORLD);
  std::vector<std::int64_t> all(static_cast<std::size_t>(mesh.numElements()));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  EXPECT_EQ(sortedUnion(moved.elementId), all);
  ASSERT_EQ(moved.level.size(), moved.elementId.size());
  ASSERT_EQ(moved.besideFiner.size(), moved.elementId.size());
  double work = 0;
  for (std::size_t i = 0; i < moved.elementId.size(); ++i) {
    const auto e = static_cast<std::size_t>(moved.elementId[i]);
    EXPECT_EQ(moved.level[i], level[e]);
    EXPECT_EQ(moved.besideFiner[i], beside[e]);
    for (int v = 0; v < 4; ++v) EXPECT_EQ(moved.elementVertex[4 * i + v], mesh.elements[4 * e + v]);
    work += std::exp2(level[e]);
  }
  const int ranks = mpiSize(MPI_COMM_WORLD);
  EXPECT_LE(maxOverRanks(MPI_COMM_WORLD, work) * ranks, fewPercent * sumOverRanks(MPI_COMM_WORLD, work));
}

}  // namespace
}  // namespace fluxtet::test
