// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Sizes of elements that follow from the shapes of a geometry (mesh.size: auto).
#include "lib/mesh/facetSizes.hpp"
#include "lib/mesh/quality.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double mm = 1e-3;

/// A source whose waves want `size`, mm, in one region, of which `wall` is a wall.
MeshSource autoSource(const std::string& file, const std::string& region, double size, double accuracy,
                      const std::string& wall) {
  MeshSource source = fileSource(file);
  source.size = size * mm;
  source.autoSizes = AutoSizes{.accuracy = accuracy, .order = 2};
  source.autoSizes->ofWaves[region] = size * mm;
  source.autoSizes->media[region] = 0;
  source.autoSizes->walls = {wall};
  return source;
}

double volumeShare(const Mesh& mesh, double cubicMillimetres) {
  return totalVolume(mesh) / (cubicMillimetres * mm * mm * mm);
}

bool isTold(const Mesh& mesh, const std::string& words) {
  for (const std::string& line : mesh.notes.sizes)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

TEST(FacetSizes, facetsLieTheirShareWithinSpheresAndCylinders) {
  const double R = 3, share = 0.01;
  EXPECT_NEAR(facetEdge(1 / R, 1 / R, share), std::sqrt(8 * share) * R, 1e-12);
  EXPECT_NEAR(facetEdge(1 / R, 0, share), 4 * std::sqrt(share) * R, 1e-12);
  EXPECT_NEAR(facetDepth(1 / R, -1 / R, facetEdge(1 / R, -1 / R, share)), share, 1e-12);
  // The area of an inscribed polygon of n sides is n / 2 sin(2 pi / n) R^2, that of the circle is (1 + 2 share) larger.
  const double n = 2 * std::numbers::pi * R / chordLength(1 / R, share);
  EXPECT_NEAR(n / 2 * std::sin(2 * std::numbers::pi / n) / std::numbers::pi, 1 - 2 * share, 0.1 * share);
}

TEST(AutoSizes, theRadiusOfABallIsOffByTheAccuracy) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Ball"}, [] { gmsh::model::occ::addSphere(1, 2, 3, 10); });
  for (const double accuracy : {0.02, 0.01, 0.0025}) {
    const Mesh mesh = readGmsh(autoSource(file, "Ball", 20, accuracy, "surface1"));
    const double shrinkage = 1 - std::cbrt(volumeShare(mesh, 4000 * std::numbers::pi / 3));
    EXPECT_GT(shrinkage, accuracy / 1.6);
    EXPECT_LT(shrinkage, accuracy * 1.6);
    EXPECT_TRUE(isTold(mesh, "surface1: ") && isTold(mesh, "by curvature, radius 10 mm"));
  }
}

TEST(AutoSizes, theRadiusOfACylinderIsOffByTheAccuracy) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Rod"}, [] { gmsh::model::occ::addCylinder(0, 0, 0, 8, 6, 0, 5); });
  for (const double accuracy : {0.02, 0.01, 0.0025}) {
    const Mesh mesh = readGmsh(autoSource(file, "Rod", 20, accuracy, "surface1"));
    const double shrinkage = 1 - std::sqrt(volumeShare(mesh, 250 * std::numbers::pi));
    EXPECT_GT(shrinkage, accuracy / 1.6);
    EXPECT_LT(shrinkage, accuracy * 1.6);
  }
}

TEST(AutoSizes, smallRoundingsHaveASmallestSize) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Block"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 10, 10, 10);
    gmsh::vectorpair rounded;
    gmsh::model::occ::fillet({1}, {1}, {0.02}, rounded);
  });
  MeshSource source = autoSource(file, "Block", 10, 0.001, "");
  source.autoSizes->walls.clear();
  for (int surface = 1; surface <= 7; ++surface) source.autoSizes->walls.push_back(fmt::format("surface{}", surface));
  const Mesh mesh = readGmsh(source);
  EXPECT_TRUE(isTold(mesh, "0.1 mm by curvature, radius 0.02 mm, where it is the smallest size"));
  EXPECT_LT(mesh.numElements(), 50000);
}

TEST(AutoSizes, sizesOfTheCaseTakeThePlaceOfThoseOfShapes) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Ball"}, [] { gmsh::model::occ::addSphere(0, 0, 0, 10); });
  MeshSource source = autoSource(file, "Ball", 20, 0.001, "surface1");
  const auto fine = readGmsh(source).numElements();
  source.sizes = {{"surface1", 8 * mm}};
  const Mesh ofSurface = readGmsh(source);
  EXPECT_LT(ofSurface.numElements(), fine / 20);
  EXPECT_TRUE(isTold(ofSurface, "surface1: 8 mm by mesh.sizes") && !isTold(ofSurface, "curvature"));
  source.sizes = {{"Ball", 8 * mm}};
  EXPECT_LT(readGmsh(source).numElements(), fine / 20);
}

TEST(AutoSizes, shapesThatFieldsDoNotFeelDoNotCount) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Block", "Ball"}, [] {
    gmsh::model::occ::addBox(-20, -20, -20, 40, 40, 40);
    gmsh::model::occ::addSphere(0, 0, 0, 10);
  });
  MeshSource source = autoSource(file, "Block", 20, 0.001, "Block");
  source.priority = {"Ball"};
  source.autoSizes->ofWaves["Ball"] = 20 * mm;
  source.autoSizes->media["Ball"] = 0;
  const Mesh alike = readGmsh(source);
  EXPECT_FALSE(isTold(alike, "curvature"));
  source.autoSizes->media["Ball"] = 1;
  const Mesh different = readGmsh(source);
  EXPECT_TRUE(isTold(different, "curvature, radius 10 mm"));
  EXPECT_GT(different.numElements(), 10 * alike.numElements());
}

TEST(AutoSizes, meshesAreRepeatable) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Rod"}, [] { gmsh::model::occ::addCone(0, 0, 0, 0, 0, 10, 5, 2); });
  const MeshSource source = autoSource(file, "Rod", 20, 0.01, "surface1");
  expectSameMesh(readGmsh(source), readGmsh(source));
}

TEST(AutoSizes, curvedSolidsWithoutAnySizeAreWarnedOf) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Ball"}, [] { gmsh::model::occ::addSphere(0, 0, 0, 10); }));
  const Mesh mesh = readGmsh(source);
  ASSERT_EQ(mesh.notes.warnings.size(), 1u);
  const std::string& warning = mesh.notes.warnings.front();
  EXPECT_NE(warning.find("without mesh.size elements are a tenth of the model"), std::string::npos) << warning;
  EXPECT_NE(warning.find("(surface1) lie up to 1.5 % of the radius within them"), std::string::npos) << warning;
  source.size = 8 * mm;
  EXPECT_TRUE(readGmsh(source).notes.warnings.empty());
}

}  // namespace
}  // namespace fluxtet::test
