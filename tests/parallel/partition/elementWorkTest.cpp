// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "app/dgtd/setup/elementCosts.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/elementWork.hpp"
#include "partition/metisPartition.hpp"
#include "partition/partitionMesh.hpp"
#include "partition/quality.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::dgtd;
using namespace fluxtet::partition;

namespace {

constexpr PartitionSettings metis{PartitionMethod::metis, 1};

/// A wave comes in through x-, x+ absorbs, the other sides conduct.
DgtdCase waveCase(int order) {
  DgtdCase theCase;
  theCase.dgtd.order = order;
  for (const char* side : {"y-", "y+", "z-", "z+"}) theCase.boundaries.push_back({side, BoundaryKind::pec, {}, {}});
  for (const char* side : {"x-", "x+"}) theCase.boundaries.push_back({side, BoundaryKind::absorbing, {}, {}});
  PlaneWaveSource wave;
  wave.boundaries = {"x-"};
  theCase.sources.push_back(wave);
  return theCase;
}

std::int64_t sumOf(const std::vector<std::int32_t>& weights) {
  return std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
}

TEST(ElementWork, IsThatOfTheFacesAndTheRegion) {
  const MeshGroups groups{{"coil", "air"}, {"x-", "x+", "wall"}};
  DgtdCase theCase = waveCase(2);
  CurrentSource current;
  current.region = "coil";
  theCase.sources.push_back(current);
  const ElementWork work = cpuElementWork(theCase, groups);
  EXPECT_GT(work.ofSurface[0], work.ofSurface[1]);
  EXPECT_GT(work.ofSurface[1], 0);
  EXPECT_EQ(work.ofSurface[2], 0);
  EXPECT_GT(work.ofRegion[0], 0);
  EXPECT_EQ(work.ofRegion[1], 0);
  const std::vector<std::int32_t> region{0, 1, 1}, faceGroup{-1, -1, -1, -1, 0, -1, 1, 2, -1, 2, 2, -1};
  EXPECT_EQ(
      elementWeights(work, region, faceGroup),
      (std::vector<std::int32_t>{ElementWork::plain + work.ofRegion[0],
                                 ElementWork::plain + work.ofSurface[0] + work.ofSurface[1], ElementWork::plain}));
}

TEST(ElementWork, CountsTheStatesOfDispersiveMedia) {
  const MeshGroups groups{{"water", "air"}, {}};
  DgtdCase theCase;
  theCase.dgtd.order = 2;
  theCase.materials = {{.name = "water", .dispersion = {.debye = {{75.2, 9.36e-12}}, .lorentz = {{3, 3e9, 1e9}}}},
                       {.name = "air"}};
  theCase.regions = {{"water", 0, {}}, {"air", 1, {}}};
  const ElementWork work = cpuElementWork(theCase, groups);
  EXPECT_EQ(work.ofRegion[0], 3);
  EXPECT_EQ(work.ofRegion[1], 0);
}

TEST(ElementWork, IsUniformWhereNothingCostsMore) {
  const Mesh mesh = boxMesh({2, 2, 2});
  DgtdCase theCase = waveCase(1);
  theCase.sources.clear();
  for (auto& boundary : theCase.boundaries) boundary.kind = BoundaryKind::pec;
  const ElementWork work = cpuElementWork(theCase, mesh.groups);
  EXPECT_TRUE(work.isUniform());
  EXPECT_TRUE(elementWeights(work, mesh.region, mesh.faceGroup).empty());
}

TEST(ElementWork, IsBalancedOnTheCpuUnlessTheCaseSaysOtherwise) {
  const Mesh mesh = boxMesh({2, 2, 2});
  DgtdCase theCase = waveCase(1);
  const auto balances = [&](PartitionWeights weights, bool onCpu) {
    theCase.partition.weights = weights;
    return !workToBalance(theCase, onCpu)(mesh.groups).isUniform();
  };
  EXPECT_TRUE(balances(PartitionWeights::automatic, true));
  EXPECT_FALSE(balances(PartitionWeights::automatic, false));
  EXPECT_TRUE(balances(PartitionWeights::cpu, false));
  EXPECT_FALSE(balances(PartitionWeights::none, true));
}

TEST(PartitionMesh, BalancesTheWorkAndNotTheElements) {
  const Mesh mesh = boxMesh({16, 8, 8});
  const ElementWork work = cpuElementWork(waveCase(2), mesh.groups);
  const auto weights = elementWeights(work, mesh.region, mesh.faceGroup);
  const auto heaviest = [&](const std::vector<std::int32_t>& part) {
    std::array<std::int64_t, 2> load{};
    for (std::size_t e = 0; e < part.size(); ++e) load[static_cast<std::size_t>(part[e])] += weights[e];
    return 2.0 * static_cast<double>(std::max(load[0], load[1])) / static_cast<double>(sumOf(weights));
  };
  // 128 faces of 3.6 elements on one side: 461 elements beside the 6144 of the mesh, 7 % more than a half.
  EXPECT_GT(heaviest(partitionMesh(mesh, metis, 2)), 1.05);
  // METIS keeps within a per cent.
  EXPECT_LT(heaviest(partitionMesh(mesh, metis, 2, work)), 1.02);
}

TEST(MetisPartition, TakesWeightsWhoseSumIsBeyondItsIntegers) {
  const Mesh mesh = boxMesh({4, 4, 4});
  std::vector<std::int32_t> weight(static_cast<std::size_t>(mesh.numElements()), 100'000'000);
  const auto part = partitionByMetis(mesh, 2, 1, weight);
  const auto ofFirst = std::count(part.begin(), part.end(), 0);
  EXPECT_NEAR(static_cast<double>(ofFirst), 0.5 * static_cast<double>(mesh.numElements()),
              0.02 * static_cast<double>(mesh.numElements()));
}

TEST(PartitionQuality, TellsHowTheWorkIsShared) {
  const Mesh mesh = boxMesh({5, 4, 3});
  const int ranks = mpiSize(MPI_COMM_WORLD);
  const ElementWork work = cpuElementWork(waveCase(1), mesh.groups);
  const auto part = spreadElements(mesh, Spread::metis, ranks);
  const auto weights = elementWeights(work, mesh.region, mesh.faceGroup);
  std::vector<std::int64_t> load(static_cast<std::size_t>(ranks), 0);
  for (std::size_t e = 0; e < part.size(); ++e) load[static_cast<std::size_t>(part[e])] += weights[e];
  const SubMesh sub =
      buildSubMesh(spreadMesh(mesh, Spread::metis), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  EXPECT_DOUBLE_EQ(
      partitionQuality(sub, work, MPI_COMM_WORLD).workImbalance,
      static_cast<double>(*std::max_element(load.begin(), load.end())) * ranks / static_cast<double>(sumOf(weights)));
}

}  // namespace
}  // namespace fluxtet::test
