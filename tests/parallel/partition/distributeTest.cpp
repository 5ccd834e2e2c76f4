// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "partition/distribute.hpp"

#include <algorithm>

namespace fluxtet::test {
namespace {

int ranks() {
  return mpiSize(MPI_COMM_WORLD);
}
int myRank() {
  return mpiRank(MPI_COMM_WORLD);
}

TEST(DistributeMesh, GivesEachRankItsElementsAsTheyAreInTheMesh) {
  Mesh mesh = boxMesh({4, 3, 3});
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) mesh.region[e] = static_cast<std::int32_t>(e % 3);
  mesh.groups.regions = {"air", "", "a name, with\nall sorts"};
  const std::vector<std::int32_t> part = spreadElements(mesh, Spread::scattered, ranks());
  // Other ranks' arguments do not count.
  const MeshPart mine = partition::distributeMesh(myRank() == 0 ? mesh : Mesh{},
                                                  myRank() == 0 ? part : std::vector<std::int32_t>{}, MPI_COMM_WORLD);
  std::vector<std::int64_t> expectedIds;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    if (part[e] == myRank()) expectedIds.push_back(e);
  ASSERT_EQ(mine.elementId, expectedIds);
  EXPECT_EQ(mine.totalElements, mesh.numElements());
  EXPECT_EQ(mine.totalVertices, mesh.numVertices());
  EXPECT_EQ(mine.groups.regions, mesh.groups.regions);
  EXPECT_EQ(mine.groups.surfaces, mesh.groups.surfaces);
  for (std::int32_t e = 0; e < mine.numElements(); ++e) {
    EXPECT_EQ(mine.region[e], mesh.region[mine.elementId[e]]);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(mine.elementVertex[4 * e + i], mesh.elements[4 * mine.elementId[e] + i]);
      EXPECT_EQ(mine.faceGroup[4 * e + i], mesh.faceGroup[4 * mine.elementId[e] + i]);
    }
  }
}

TEST(DistributeMesh, GivesEachRankTheVerticesItsElementsUseAndNoOther) {
  const Mesh mesh = boxMesh({4, 3, 3});
  const MeshPart mine = spreadMesh(mesh, Spread::coordinates);
  std::vector<std::int64_t> used = mine.elementVertex;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  ASSERT_EQ(mine.vertexId, used);
  ASSERT_EQ(mine.vertices.size(), 3 * used.size());
  for (std::size_t i = 0; i < used.size(); ++i)
    for (int a = 0; a < 3; ++a) EXPECT_EQ(mine.vertices[3 * i + a], mesh.vertices[3 * used[i] + a]);
}

TEST(DistributeMesh, RefusesAPartThatNoRankHas) {
  const Mesh mesh = boxMesh({2, 2, 2});
  std::vector<std::int32_t> part(mesh.numElements(), 0);
  part[5] = ranks();
  if (ranks() > 1)
    expectErrorOnAllRanks(ExitCode::runFailed, fmt::format("assigned to part {}", ranks()),
                          [&] { partition::distributeMesh(mesh, part, MPI_COMM_WORLD); });
}

}  // namespace
}  // namespace fluxtet::test
