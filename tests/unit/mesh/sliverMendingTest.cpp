// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/sliverMending.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/elementThickness.hpp"
#include "lib/mesh/statistics.hpp"
#include "lib/mesh/validateMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <tuple>

namespace fluxtet::test {
namespace {

/// Positions of the corners and group of a face.
using Facet = std::tuple<std::array<std::array<double, 3>, 3>, std::int32_t>;

/// The faces that mending must not touch: of the outer surface, between regions, and of surface groups. How often each
/// occurs.
std::map<Facet, int> keptFaces(const Mesh& mesh) {
  std::map<Facet, int> faces;
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const auto side = static_cast<std::size_t>(sides[0].side);
    const bool isInner = sides.size() == 2 && mesh.faceGroup[side] < 0 &&
                         mesh.region[side / 4] == mesh.region[static_cast<std::size_t>(sides[1].side) / 4];
    if (isInner) return;
    std::array<std::array<double, 3>, 3> corners{};
    for (std::size_t v = 0, c = 0; v < 4; ++v)
      if (v != side % 4)
        std::copy_n(&mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[side - side % 4 + v])], 3,
                    corners[c++].begin());
    std::sort(corners.begin(), corners.end());
    ++faces[{corners, mesh.faceGroup[side]}];
  });
  return faces;
}

double lowestQuality(const Mesh& mesh) {
  return meshStatistics(mesh).lowestQuality;
}

/// Mends, and checks what holds of every mesh.
SliverReport mendAndCheck(Mesh& mesh, double quality) {
  const Mesh before = mesh;
  const SliverReport report = mendSlivers(mesh, quality);
  EXPECT_NO_THROW(validateMesh(mesh, "mended"));
  EXPECT_EQ(keptFaces(mesh), keptFaces(before));
  for (std::size_t region = 0; region < mesh.groups.regions.size(); ++region) {
    const double volume = totalVolume(before, static_cast<std::int32_t>(region));
    EXPECT_NEAR(totalVolume(mesh, static_cast<std::int32_t>(region)), volume, 1e-12 * volume);
  }
  EXPECT_GE(report.radiusAfter, (1 - 1e-8) * report.radiusBefore);
  Mesh again = before;
  mendSlivers(again, quality);
  expectSameMesh(again, mesh);
  return report;
}

/// Elements with a group of its own for each outer face. `elements`: by vertices, in any order.
Mesh meshOf(const std::vector<double>& vertices, const std::vector<std::array<std::int64_t, 4>>& elements) {
  Mesh mesh;
  mesh.vertices = vertices;
  for (auto element : elements) {
    std::sort(element.begin(), element.end());
    mesh.elements.insert(mesh.elements.end(), element.begin(), element.end());
  }
  mesh.region.assign(elements.size(), 0);
  mesh.faceGroup.assign(mesh.elements.size(), -1);
  mesh.groups.regions = {"Air"};
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    if (sides.size() == 2) return;
    mesh.faceGroup[static_cast<std::size_t>(sides[0].side)] = static_cast<std::int32_t>(mesh.groups.surfaces.size());
    mesh.groups.surfaces.push_back("side" + std::to_string(mesh.groups.surfaces.size()));
  });
  return mesh;
}

/// Corners of a regular polygon in the plane z = 0, then two points above and below it.
std::vector<double> bipyramid(int corners, double height, double aside = 0) {
  std::vector<double> x;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    x.insert(x.end(), {std::cos(angle), std::sin(angle), 0});
  }
  x.insert(x.end(), {aside, aside / 4, height, aside, aside / 4, -height});
  return x;
}

TEST(Slivers, qualityIsOneOfARegularElementAndZeroOfAFlatOne) {
  const std::array<double, 12> regular{0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1}, flat{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  EXPECT_NEAR(elementQuality(regular.data()), 1, 1e-14);
  EXPECT_EQ(elementQuality(flat.data()), 0);
}

TEST(Slivers, thicknessIsTheRadiusOverTheOneAskedFor) {
  const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0}, d{0, 0, 1};  // radius 1 / (3 + sqrt 3), longest edge sqrt 2
  const double radius = 1 / (3 + std::sqrt(3.0));
  EXPECT_NEAR(thickness(a, b, c, d, {0.2, 0, 0}), radius / (0.2 * std::sqrt(2.0)), 1e-14);
  EXPECT_NEAR(thickness(a, c, b, d, {0.2, 0.5, 0}), -radius / 0.5, 1e-14);
  const ThicknessGoal more{0.2, radius, 1.01 * radius};
  EXPECT_NEAR(newThickness(a, b, c, d, more), thickness(a, b, c, d, more) - 1, 1e-14);
  EXPECT_EQ(newThickness(a, b, c, d, {0.2, 0, 0}), thickness(a, b, c, d, {0.2, 0, 0}));
}

/// Inside of a regular tetrahedron four elements of one vertex are thickest where that is its centre.
TEST(Slivers, aVertexMovesToWhereTheThinnestElementIsThickest) {
  const Vec3 a{1, 1, 1}, b{1, -1, -1}, c{-1, 1, -1}, d{-1, -1, 1};
  const std::vector<OppositeFace> faces{{b, d, c}, {a, c, d}, {a, d, b}, {a, b, c}};
  const ThicknessGoal goal{0, 10, 0};
  Vec3 x{0.3, 0.35, 0.2};
  ASSERT_GT(thinnest(x, faces, goal), 0);
  const double most = makeThickest(x, faces, goal);
  EXPECT_NEAR(most, thinnest({0, 0, 0}, faces, goal), 0.02 * most);
  EXPECT_LT(norm(x), 0.1);
  // It stops where all are as thick as asked for.
  Vec3 y{0.3, 0.35, 0.2};
  const ThicknessGoal less{0, 0.7 * 10 * most, 0};
  EXPECT_GE(makeThickest(y, faces, less), 1);
  EXPECT_GT(norm(y), norm(x));
}

TEST(Slivers, threeElementsRoundALongEdgeBecomeTwo) {
  Mesh mesh = meshOf(bipyramid(3, 1.4), {{0, 1, 3, 4}, {1, 2, 3, 4}, {0, 2, 3, 4}});
  mendAndCheck(mesh, 0.6);
  EXPECT_EQ(mesh.elements, (std::vector<std::int64_t>{0, 1, 2, 3, 0, 1, 2, 4}));
}

TEST(Slivers, twoFlatElementsBecomeThree) {
  Mesh mesh = meshOf(bipyramid(3, 0.2), {{0, 1, 2, 3}, {0, 1, 2, 4}});
  mendAndCheck(mesh, 0.6);
  EXPECT_EQ(mesh.numElements(), 3);
}

TEST(Slivers, theElementsRoundAnEdgeBecomeThoseOfTheBestPolygon) {
  for (const int corners : {4, 5, 6}) {
    std::vector<std::array<std::int64_t, 4>> fan;
    for (int i = 0; i < corners; ++i) fan.push_back({i, (i + 1) % corners, corners, corners + 1});
    Mesh mesh = meshOf(bipyramid(corners, 1, 0.8), fan);
    const double before = lowestQuality(mesh);
    mendAndCheck(mesh, 0.6);
    EXPECT_EQ(mesh.numElements(), 2 * (corners - 2)) << corners;
    EXPECT_GT(lowestQuality(mesh), before) << corners;
  }
}

TEST(Slivers, aFlatElementIsMended) {
  Mesh mesh = makeBoxMesh({{1, 1, 1}, {0, 0, 0}, {3, 3, 3}, 0});
  // An inner vertex on the plane of the other three of one of its elements.
  const std::int64_t e = [&] {
    for (std::int64_t i = 0; i < mesh.numElements(); ++i)
      for (int k = 0; k < 4; ++k)
        if (mesh.elements[4 * i + k] == 21) return i;  // (1, 1, 1) of 4 by 4 by 4
    return std::int64_t{-1};
  }();
  ASSERT_GE(e, 0);
  Vec3 centre{};
  for (int k = 0; k < 4; ++k)
    if (mesh.elements[4 * e + k] != 21)
      for (std::size_t c = 0; c < 3; ++c)
        centre[c] += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + k]) + c] / 3;
  std::copy_n(centre.begin(), 3, &mesh.vertices[63]);
  EXPECT_LT(lowestQuality(mesh), 1e-12);
  expectInputError([&] { validateMesh(mesh, "box"); }, {"flat"});
  const SliverReport report = mendAndCheck(mesh, 0.3);
  EXPECT_GE(report.found, 1);
  EXPECT_EQ(report.left, 0);
  EXPECT_GE(lowestQuality(mesh), 0.3);
}

/// The six elements of a cube, corner x + 2 y + 4 z, along the ways from one corner to the opposite one; `mirrored`:
/// those of its mirror image in y.
std::vector<std::array<std::int64_t, 4>> elementsOfCube(bool mirrored) {
  std::vector<std::array<std::int64_t, 4>> elements;
  std::array<int, 3> steps{1, 2, 4};
  do {
    std::array<std::int64_t, 4> corner{0, steps[0], steps[0] + steps[1], 7};
    if (mirrored)
      for (std::int64_t& c : corner) c ^= 2;
    elements.push_back(corner);
  } while (std::next_permutation(steps.begin(), steps.end()));
  return elements;
}

/// Two cubes that are cut the other way round leave a flat element between them, whose vertices all lie on the surface.
TEST(Slivers, aFlatElementOfFixedVerticesIsMended) {
  std::vector<double> x;
  for (int i = 0; i < 12; ++i) x.insert(x.end(), {double(i / 4), double(i % 2), double(i / 2 % 2)});
  // Corner x + 2 y + 4 z of the cube that begins at `first` is vertex 4 (first + x) + y + 2 z.
  std::vector<std::array<std::int64_t, 4>> elements;
  for (const std::int64_t first : {0, 1})
    for (const auto& cube : elementsOfCube(first == 1)) {
      elements.push_back(cube);
      for (std::int64_t& c : elements.back()) c = 4 * (first + c % 2) + c / 2;
    }
  elements.push_back({4, 5, 6, 7});
  Mesh mesh = meshOf(x, elements);
  expectInputError([&] { validateMesh(mesh, "box"); }, {"flat"});
  const SliverReport report = mendAndCheck(mesh, 0.3);
  EXPECT_EQ(report.left, 0);
  EXPECT_GE(lowestQuality(mesh), 0.3);
}

/// A box of cubes whose inner vertices are at random, with no element the wrong way round.
Mesh shakenBox(std::int64_t cells) {
  Mesh mesh = makeBoxMesh({{1, 1, 1}, {0, 0, 0}, {cells, cells, cells}, 0});
  std::vector<std::vector<std::int64_t>> elementsAt(static_cast<std::size_t>(mesh.numVertices()));
  for (std::size_t i = 0; i < mesh.elements.size(); ++i)
    elementsAt[static_cast<std::size_t>(mesh.elements[i])].push_back(static_cast<std::int64_t>(i / 4));
  std::mt19937 random(11);
  std::uniform_real_distribution<double> way(-0.7 / static_cast<double>(cells), 0.7 / static_cast<double>(cells));
  for (std::size_t v = 0; v < elementsAt.size(); ++v) {
    double* const x = &mesh.vertices[3 * v];
    if (std::any_of(x, x + 3, [](double c) { return c < 1e-9 || c > 1 - 1e-9; })) continue;
    const auto volumes = [&] {
      std::vector<double> all;
      for (const std::int64_t e : elementsAt[v]) all.push_back(sixSignedVolumes(elementVertices(mesh, e).data()));
      return all;
    };
    const std::vector<double> before = volumes();
    const Vec3 from{x[0], x[1], x[2]};
    for (std::size_t c = 0; c < 3; ++c) x[c] += way(random);
    const std::vector<double> after = volumes();
    for (std::size_t i = 0; i < before.size(); ++i)
      if (after[i] / before[i] < 1e-3) std::copy_n(from.begin(), 3, x);
  }
  return mesh;
}

TEST(Slivers, facesBetweenRegionsAndOfGroupsStay) {
  Mesh mesh = shakenBox(6);
  mesh.groups.regions.push_back("Other");
  mesh.groups.surfaces.push_back("Sheet");
  const auto sheet = static_cast<std::int32_t>(mesh.groups.surfaces.size()) - 1;
  for (std::size_t e = 0; e < mesh.region.size(); e += 6)
    if (e % 7 == 0) std::fill_n(&mesh.region[e], 6, 1);
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    if (sides.size() != 2 || sides[0].side % 31 != 0) return;
    for (const FaceSide& side : sides) mesh.faceGroup[static_cast<std::size_t>(side.side)] = sheet;
  });
  const SliverReport report = mendAndCheck(mesh, 0.3);
  EXPECT_GT(report.found, 100);
  EXPECT_LT(report.left, 0.7 * static_cast<double>(report.found));
}

TEST(Slivers, inFreeSpaceFewAreLeft) {
  Mesh mesh = shakenBox(8);
  const SliverReport report = mendAndCheck(mesh, 0.3);
  EXPECT_GT(report.found, 100);
  EXPECT_LT(report.left, 0.05 * static_cast<double>(report.found));
  EXPECT_GT(report.radiusAfter, 2 * report.radiusBefore);
}

TEST(Slivers, withoutAQualityOnlyMeshesWithSliversAreMended) {
  Mesh mesh = makeBoxMesh({{1, 1, 1}, {0, 0, 0}, {4, 4, 4}, 0.3});
  const Mesh before = mesh;
  ASSERT_GT(lowestQuality(mesh), 0.1);
  EXPECT_FALSE(mendWhereNeeded(mesh, std::nullopt));
  EXPECT_FALSE(mendWhereNeeded(mesh, 0));
  expectSameMesh(mesh, before);
  // A vertex nearly on a face opposite it.
  const Vec3 from{mesh.vertices[93], mesh.vertices[94], mesh.vertices[95]};
  mesh.vertices[93] += 0.9 * (mesh.vertices[96] - from[0]);
  ASSERT_LT(lowestQuality(mesh), 0.1);
  const auto report = mendWhereNeeded(mesh, std::nullopt);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->quality, 0.3);
  EXPECT_GT(lowestQuality(mesh), 0.2);
  EXPECT_NE(sliverLine(*report).find("quality of 0.3"), std::string::npos);
}

}  // namespace
}  // namespace fluxtet::test
