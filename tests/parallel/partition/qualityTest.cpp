// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "partition/buildSubMesh.hpp"
#include "partition/quality.hpp"

#include <algorithm>
#include <set>

namespace fluxtet::test {
using namespace fluxtet::partition;

namespace {

TEST(PartitionQuality, EqualsASerialCount) {
  const Mesh mesh = boxMesh({5, 4, 3});
  const int ranks = mpiSize(MPI_COMM_WORLD);
  const auto part = spreadElements(mesh, Spread::metis, ranks);
  std::vector<std::int64_t> elements(ranks, 0), haloFaces(ranks, 0);
  std::vector<std::set<int>> neighbours(ranks);
  for (const std::int32_t p : part) ++elements[p];
  for (const auto& [key, owners] : facesOf(mesh)) {
    if (owners.size() != 2) continue;
    for (int i = 0; i < 2; ++i) {
      const int mine = part[owners[i][0]], other = part[owners[1 - i][0]];
      if (mine == other) continue;
      ++haloFaces[mine];
      neighbours[mine].insert(other);
    }
  }
  const SubMesh sub =
      buildSubMesh(spreadMesh(mesh, Spread::metis), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  const PartitionQuality quality = partitionQuality(sub, ElementWork{}, MPI_COMM_WORLD);
  EXPECT_EQ(quality.ranks, ranks);
  EXPECT_EQ(quality.minElements, *std::min_element(elements.begin(), elements.end()));
  EXPECT_EQ(quality.maxElements, *std::max_element(elements.begin(), elements.end()));
  EXPECT_DOUBLE_EQ(quality.imbalance,
                   static_cast<double>(quality.maxElements) * ranks / static_cast<double>(mesh.numElements()));
  std::int64_t sum = 0;
  std::size_t mostNeighbours = 0;
  for (int r = 0; r < ranks; ++r) {
    sum += haloFaces[r];
    mostNeighbours = std::max(mostNeighbours, neighbours[r].size());
  }
  EXPECT_EQ(quality.cutFaces, sum / 2);
  EXPECT_EQ(quality.maxHaloFaces, *std::max_element(haloFaces.begin(), haloFaces.end()));
  EXPECT_EQ(quality.maxNeighbours, static_cast<int>(mostNeighbours));
}

}  // namespace
}  // namespace fluxtet::test
