// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Sizes of elements at edges that a case names.
#include "lib/mesh/namedEdges.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

bool isNear(double a, double b) {
  return std::abs(a - b) < 1e-6;
}

/// On the rim of the patch of aBoard().
bool onRim(const Vec3& x) {
  const double out = std::max(std::abs(x[0]), std::abs(x[1]));
  return isNear(x[2], 2) && isNear(out, 8);
}

/// Elements are made for a size if their edges are at most a factor of the square root of 2 from it.
void expectSize(double size, double length) {
  EXPECT_GT(length, size / std::sqrt(2.0));
  EXPECT_LT(length, size * std::sqrt(2.0));
}

/// A board of 40 x 40 x 2 mm with a sheet of 16 x 16 mm in the middle of its upper face, in air.
MeshSource aBoard(const MeshFolder& folder) {
  MeshSource source = fileSource(writeStep(folder, {"Board", "Patch"}, [] {
    gmsh::model::occ::addBox(-20, -20, 0, 40, 40, 2);
    gmsh::model::occ::addRectangle(-8, -8, 2, 16, 16);
  }));
  source.size = 6 * mm;
  source.airBox = AirBox{.margin = 10 * mm, .wavelengths = {}, .margins = {}};
  return source;
}

/// On the upper face of the board, between distances from the rim of the patch, mm, negative inside of it.
std::function<bool(const Vec3&)> fromRim(double nearest, double furthest) {
  return [=](const Vec3& x) {
    const double distance = std::max(std::abs(x[0]), std::abs(x[1])) - 8;
    return isNear(x[2], 2) && distance >= nearest - 1e-6 && distance <= furthest + 1e-6;
  };
}

TEST(NamedEdges, elementsAtTheEdgesOfASheetHaveTheirSizeAndGrowFromThere) {
  const MeshFolder folder;
  MeshSource source = aBoard(folder);
  source.sizes = {{"Patch.edges", 0.5 * mm}};
  const Mesh mesh = readGmsh(source);
  expectSize(0.5, meanLength(mesh, onRim));
  for (const bool inside : {true, false}) {  // in the middle between 2 and 6 mm a size of 0.5 + 0.4 * 4 = 2.1
    const double length = meanLength(mesh, inside ? fromRim(-6, -2) : fromRim(2, 6));
    EXPECT_GT(length, 1.2) << inside;
    EXPECT_LT(length, 2.5) << inside;
  }
  EXPECT_GT(meanLength(mesh, [](const Vec3& x) { return isNear(x[2], -10); }), 3);  // lower side of the air
}

TEST(NamedEdges, aSizeOfTheWholeSheetFillsItAndOneOfItsEdgesDoesNot) {
  const MeshFolder folder;
  MeshSource source = aBoard(folder);
  const auto facetsWith = [&](const std::string& name) {
    source.sizes = {{name, 0.5 * mm}};
    const Mesh mesh = readGmsh(source);
    return std::count(mesh.faceGroup.begin(), mesh.faceGroup.end(), groupIndex(mesh.groups.surfaces, "Patch"));
  };
  EXPECT_LT(3 * facetsWith("Patch.edges"), facetsWith("Patch"));
}

TEST(NamedEdges, sizesOfARegionHoldBesideThoseOfEdges) {
  const MeshFolder folder;
  MeshSource source = aBoard(folder);
  source.sizes = {{"Patch.edges", 0.5 * mm}, {"Board", 1.5 * mm}};
  const Mesh mesh = readGmsh(source);
  expectSize(0.5, meanLength(mesh, onRim));
  expectSize(1.5, meanLength(mesh, fromRim(6, 12)));
}

const std::string twoCylinders = R"(SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 20, 10};
Cylinder(2) = {0, 0, 20, 0, 0, 20, 10};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("Lower") = {1};
Physical Volume("Upper") = {2};
bottom() = Surface In BoundingBox{-11, -11, -1, 11, 11, 1};
middle() = Surface In BoundingBox{-11, -11, 19, 11, 11, 21};
Physical Surface("Bottom") = {bottom()};
Physical Surface("Middle") = {middle()};
sides() = Abs(CombinedBoundary{ Volume{:}; });
sides() -= {bottom()};
Physical Surface("Others") = {sides()};
top() = Curve In BoundingBox{-11, -11, 39, 11, 11, 41};
Physical Curve("Rim") = {top()};
)";

/// Number of edges by the height in which all of them lies, mm; -1: in none.
std::map<int, int> heightsOf(const std::string& script, const std::string& name) {
  std::map<int, int> heights;
  withGmsh([&] {
    gmsh::open(script);
    for (const int curve : edgesNamed(name, {}).curves) {
      double x0, y0, z0, x1, y1, z1;
      gmsh::model::getBoundingBox(1, curve, x0, y0, z0, x1, y1, z1);
      ++heights[z1 - z0 < 1e-3 ? static_cast<int>(std::lround(z0)) : -1];
    }
  });
  return heights;
}

TEST(NamedEdges, areCurvesAtWhichASurfaceEndsOrTurns) {
  const MeshFolder folder;
  const std::string file = folder.write("cylinders.geo", twoCylinders);
  using Heights = std::map<int, int>;
  EXPECT_EQ(heightsOf(file, "Lower.edges"), (Heights{{0, 1}, {20, 1}}));  // not the seam of its side
  EXPECT_EQ(heightsOf(file, "Middle.edges"), (Heights{{20, 1}}));
  EXPECT_EQ(heightsOf(file, "Others.edges"), (Heights{{0, 1}, {40, 1}}));  // at 20 it goes on straight
  EXPECT_EQ(heightsOf(file, "Middle/Others.edges"), (Heights{{20, 1}}));
  EXPECT_EQ(heightsOf(file, "Lower/Upper.edges"), (Heights{{20, 1}}));
  EXPECT_EQ(heightsOf(file, "Bottom/Middle.edges"), Heights{});
  EXPECT_EQ(heightsOf(file, "Rim"), (Heights{{40, 1}}));
}

TEST(NamedEdges, ofABlockOfGmshsOwnKernelAreItsTwelve) {
  const MeshFolder folder;
  const std::string file = folder.write("block.geo", R"(
Point(1) = {0, 0, 0}; Point(2) = {2, 0, 0}; Point(3) = {2, 1, 0}; Point(4) = {0, 1, 0}; Point(5) = {1, 0, 0};
Line(1) = {1, 5}; Line(5) = {5, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 5, 2, 3, 4};
Plane Surface(1) = {1};
all() = Extrude {0, 0, 3} { Surface{1}; };
Physical Volume("Block") = {1};
)");
  const auto heights = heightsOf(file, "Block.edges");
  EXPECT_EQ(heights.at(0), 5);  // one of the sides is in two pieces
  EXPECT_EQ(heights.at(3), 5);
  EXPECT_EQ(heights.at(-1), 4);  // and between the two there is no edge
}

TEST(NamedEdges, aPhysicalCurveOfAScriptHasASize) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("cylinders.geo", twoCylinders));
  source.size = 5;
  source.sizes = {{"Rim", 0.5}};
  source.scale = 1;
  const Mesh mesh = readGmsh(source);
  const auto atHeight = [](double z) {
    return [z](const Vec3& x) { return isNear(x[2] * 1e-3, z) && std::abs(std::hypot(x[0], x[1]) * 1e-3 - 10) < 0.05; };
  };
  expectSize(0.5e3, meanLength(mesh, atHeight(40)));
  EXPECT_GT(meanLength(mesh, [&](const Vec3& x) { return x[2] * 1e-3 < 20 + 1e-6; }), 2.5e3);
}

TEST(NamedEdges, thatAreNotThereAreRefused) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("cylinders.geo", twoCylinders));
  source.size = 5;
  const auto refuses = [&](const std::string& name, double size, const std::vector<std::string>& words) {
    source.sizes = {{name, size}};
    expectInputError([&] { readGmsh(source); }, words);
  };
  refuses("Lowr.edges", 1, {"mesh.sizes.Lowr.edges", "no region or surface `Lowr`", "Lower, Middle", "Rim"});
  refuses("Lower/Midle.edges", 1, {"no region or surface `Midle`"});
  refuses("Bottom/Middle.edges", 1, {"mesh.sizes.Bottom/Middle.edges", "none in common"});
  refuses("Rims", 1, {"mesh.sizes", "`Rims`", "Rim"});
  refuses("Lower.edges", 1e-9, {"mesh.sizes.Lower.edges", "check the unit"});
  source = fileSource(folder.write("ball.geo", "SetFactory(\"OpenCASCADE\");\nSphere(1) = {0, 0, 0, 1};\n"));
  refuses("volume1.edges", 0.1, {"mesh.sizes.volume1.edges", "smooth and closed"});
}

TEST(NamedEdges, ofAPlaneModelAreTheCurvesRoundARegion) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("plane.geo", R"(SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 8, 8};
Rectangle(2) = {2, 2, 0, 4, 4};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Physical Surface("Inner") = {2};
Physical Surface("Outer") = {3};
)"));
  withGmsh([&] {
    gmsh::open(*source.file);
    EXPECT_EQ(edgesNamed("Inner.edges", {}).curves.size(), 4U);
    EXPECT_EQ(edgesNamed("Outer.edges", {}).curves.size(), 8U);
    EXPECT_EQ(edgesNamed("Inner/Outer.edges", {}).curves.size(), 4U);
  });
}

TEST(NamedEdges, withSizesOfWavesTakeThePlaceOfThoseAtEdgesOfMetal) {
  const MeshFolder folder;
  MeshSource source = aBoard(folder);
  source.autoSizes = AutoSizes{.accuracy = 0.01, .order = 2, .wavelength = 60 * mm};
  source.autoSizes->ofWaves = {{"Board", 4 * mm}, {"Air", 6 * mm}};
  source.autoSizes->media = {{"Board", 0}, {"Air", 1}};
  source.autoSizes->walls = source.autoSizes->metal = {"Patch"};
  const double byMetal = meanLength(readGmsh(source), onRim);
  source.sizes = {{"Patch.edges", 3 * mm}};
  const Mesh mesh = readGmsh(source);
  EXPECT_LT(byMetal, 2);
  EXPECT_GT(meanLength(mesh, onRim), 1.5 * byMetal);
  bool isTold = false;
  for (const std::string& line : mesh.notes.sizes) isTold = isTold || line == "Patch.edges: 3 mm by mesh.sizes";
  EXPECT_TRUE(isTold);
}

}  // namespace
}  // namespace fluxtet::test
