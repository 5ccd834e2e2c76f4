// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/statistics.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
namespace {

TEST(MeshStatistics, areThoseOfAUnitCube) {
  const Mesh mesh = makeBoxMesh(BoxMesh{});
  const MeshStatistics s = meshStatistics(mesh);
  EXPECT_EQ(s.elements, 6);
  EXPECT_EQ(s.vertices, 8);
  EXPECT_EQ(s.edges, 12 + 6 + 1);  // of the cube, its faces' diagonals, its own diagonal
  EXPECT_DOUBLE_EQ(s.shortestEdge, 1);
  EXPECT_DOUBLE_EQ(s.longestEdge, std::sqrt(3.0));
  EXPECT_NEAR(s.meanEdge, (12 + 6 * std::sqrt(2.0) + std::sqrt(3.0)) / 19, 1e-15);
  EXPECT_NEAR(s.smallestInRadius, 0.5 / (1 + std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(s.lowestQuality, std::sqrt(2.0) / (1 + std::sqrt(2.0)), 1e-14);
  EXPECT_EQ(s.flatElements, 0);
  EXPECT_NEAR(s.regionVolume[0], 1, 1e-15);
  for (int g = 0; g < 6; ++g) {
    EXPECT_EQ(s.surfaceFaces[g], 2);
    EXPECT_DOUBLE_EQ(s.surfaceArea[g], 1);
  }
}

TEST(MeshStatistics, countAnInnerSurfaceOnce) {
  Mesh mesh = twoElements();
  mesh.groups.surfaces.push_back("Sheet");
  mesh.faceGroup[0] = mesh.faceGroup[7] = 1;
  const MeshStatistics s = meshStatistics(mesh);
  EXPECT_EQ(s.surfaceFaces, (std::vector<std::int64_t>{6, 1}));
  EXPECT_NEAR(s.surfaceArea[1], std::sqrt(3.0) / 2, 1e-15);
}

TEST(MeshStatistics, areDescribedByGroup) {
  const Mesh mesh = makeBoxMesh(BoxMesh{});
  const std::string text = describe(meshStatistics(mesh), mesh.groups);
  for (const char* part :
       {"tetrahedra    6\n", "vertices      8\n", "L_min 1000 mm", "L_max 1732.05 mm", "L_avg 1169.33 mm\n",
        "radius at least 207.107 mm\n", "box: 6 tetrahedra, 1 m^3", "z+: 2 faces, 1 m^2\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

}  // namespace
}  // namespace fluxtet::test
