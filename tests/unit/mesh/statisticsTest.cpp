// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/statistics.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/visitFaces.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

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
  for (const char* part : {"tetrahedra    6\n", "vertices      8\n", "L_min 1000 mm", "L_max 1732.05 mm",
                           "L_avg 1169.33 mm\n", "radius at least 207.107 mm\n",
                           "region        box: 6 tetrahedra, 1 m^3; at the outside\n"
                           "              centre (500, 500, 500) mm, from (0, 0, 0) to (1000, 1000, 1000) mm\n",
                           "surface       z+: 2 faces, 1 m^2; plane, outward normal (0, 0, 1); outside of box\n"
                           "              centre (500, 500, 1000) mm, from (0, 0, 1000) to (1000, 1000, 1000) mm\n",
                           "x-: 2 faces, 1 m^2; plane, outward normal (-1, 0, 0); outside of box\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

/// Three cells in a row along x, of regions A, B and A; surface `Inner` where they meet, everything else `Outer`.
Mesh threeCells() {
  Mesh mesh = makeBoxMesh(BoxMesh{.size = {3, 1, 1}, .cells = {3, 1, 1}});
  mesh.groups = {{"A", "B"}, {"Outer", "Inner"}};
  const auto centreOf = [&](std::int64_t e) {
    const auto x = elementVertices(mesh, e);
    return (x[0] + x[3] + x[6] + x[9]) / 4;
  };
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) mesh.region[e] = centreOf(e) > 1 && centreOf(e) < 2 ? 1 : 0;
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const bool isInner = sides.size() == 2 && mesh.region[sides[0].side / 4] != mesh.region[sides[1].side / 4];
    for (const FaceSide& side : sides) mesh.faceGroup[side.side] = sides.size() == 1 ? 0 : isInner ? 1 : -1;
  });
  return mesh;
}

using Sides = std::vector<FacetRegions>;

TEST(MeshStatistics, tellWhereRegionsAreAndWhatTheyTouch) {
  const MeshStatistics s = meshStatistics(threeCells());
  const GroupPlace& middle = s.regionPlace[1];
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(middle.centre[i], i == 0 ? 1.5 : 0.5, 1e-14);
    EXPECT_EQ(middle.low[i], i == 0 ? 1 : 0);
    EXPECT_EQ(middle.high[i], i == 0 ? 2 : 1);
  }
  EXPECT_NEAR(s.regionPlace[0].centre[0], 1.5, 1e-14);
  EXPECT_EQ(s.regionPlace[0].high[0], 3);
  EXPECT_NEAR(s.extent, std::sqrt(11.0), 1e-14);
  const std::int32_t outside = FacetRegions::outside;
  EXPECT_EQ(s.regionNeighbours[0], (std::vector<std::int32_t>{1, outside}));
  EXPECT_EQ(s.regionNeighbours[1], (std::vector<std::int32_t>{0, outside}));
}

TEST(MeshStatistics, parallelFacesOfOneSurfaceAreNoPlane) {
  Mesh mesh = threeCells();
  MeshStatistics s = meshStatistics(mesh);
  const std::int32_t outside = FacetRegions::outside;
  EXPECT_EQ(s.surfacePlace[0].sides, (Sides{{0, outside}, {1, outside}}));
  EXPECT_FALSE(s.surfacePlace[0].normal);
  EXPECT_EQ(s.surfacePlace[1].sides, (Sides{{0, 1}}));
  EXPECT_FALSE(s.surfacePlace[1].normal);
  EXPECT_EQ(describe(s, mesh.groups).find("plane"), std::string::npos);

  // Each of the two for itself is one, with its normal from A to B.
  mesh.groups.surfaces.push_back("Second");
  for (std::size_t side = 0; side < mesh.faceGroup.size(); ++side) {
    const auto v = faceVertices(&mesh.elements[side - side % 4], static_cast<int>(side % 4));
    if (mesh.faceGroup[side] == 1 && mesh.vertices[3 * v[0]] == 2) mesh.faceGroup[side] = 2;
  }
  s = meshStatistics(mesh);
  for (int surface : {1, 2}) {
    ASSERT_TRUE(s.surfacePlace[surface].normal && s.surfacePlace[surface].isDirected);
    EXPECT_NEAR((*s.surfacePlace[surface].normal)[0], surface == 1 ? 1 : -1, 1e-14);
  }
  const std::string text = describe(s, mesh.groups);
  for (const char* part : {"Inner: 2 faces, 1 m^2; plane, normal (1, 0, 0) from A to B\n",
                           "Second: 2 faces, 1 m^2; plane, normal (-1, 0, 0) from A to B\n",
                           "Outer: 28 faces, 14 m^2; outside of A, B\n", "beside B; at the outside\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(MeshStatistics, aSheetWithinARegionHasNoDirection) {
  Mesh mesh = twoElements();
  mesh.groups.surfaces.push_back("Sheet");
  mesh.faceGroup[0] = mesh.faceGroup[7] = 1;
  const MeshStatistics s = meshStatistics(mesh);
  EXPECT_EQ(s.surfacePlace[1].sides, (Sides{{0, 0}}));
  ASSERT_TRUE(s.surfacePlace[1].normal);
  EXPECT_FALSE(s.surfacePlace[1].isDirected);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR((*s.surfacePlace[1].normal)[i], 1 / std::sqrt(3.0), 1e-14);
  const std::string text = describe(s, mesh.groups);
  EXPECT_NE(text.find("plane, normal (0.57735, 0.57735, 0.57735); within Air\n"), std::string::npos) << text;
}

TEST(MeshStatistics, aSurfaceThatIsNearlyPlaneIsOne) {
  const auto moveOneOfTheTop = [](double by) {
    Mesh mesh = makeBoxMesh(BoxMesh{.cells = {4, 4, 4}});
    for (std::int64_t v = 0; v < mesh.numVertices(); ++v)
      if (mesh.vertices[3 * v] == 0.5 && mesh.vertices[3 * v + 1] == 0.5 && mesh.vertices[3 * v + 2] == 1)
        mesh.vertices[3 * v + 2] += by;
    return meshStatistics(mesh).surfacePlace[groupIndex(mesh.groups.surfaces, "z+")].normal.has_value();
  };
  EXPECT_TRUE(moveOneOfTheTop(1e-6));
  EXPECT_FALSE(moveOneOfTheTop(0.01));
}

}  // namespace
}  // namespace fluxtet::test
