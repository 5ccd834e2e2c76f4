// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Sizes of elements that follow from the shapes of a geometry (mesh.size: auto).
#include "lib/mesh/curvedGaps.hpp"
#include "lib/mesh/edgeSingularity.hpp"
#include "lib/mesh/facetSizes.hpp"
#include "lib/mesh/gapSizes.hpp"
#include "lib/mesh/gradedSizes.hpp"
#include "lib/mesh/metalEdges.hpp"
#include "lib/mesh/quality.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
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

/// Faces of elements that lie on a surface: two for each triangle of a sheet.
std::ptrdiff_t facesOf(const Mesh& mesh, const std::string& surface) {
  const auto& names = mesh.groups.surfaces;
  const auto group = std::find(names.begin(), names.end(), surface) - names.begin();
  return std::count(mesh.faceGroup.begin(), mesh.faceGroup.end(), group);
}

/// A cylinder; what follows may mesh it.
const std::string ownMesh = R"(SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0, 0, 0, 0, 2, 1};
Physical Volume("Inside") = {1};
Physical Surface("Outer") = {1:3};
Mesh.MeshSizeMax = 0.7;
)";

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

/// An eighth of a ball by Gmsh's own kernel, whose curved side is a patch of three sides.
const std::string octant = R"(
Point(1) = {0, 0, 0}; Point(2) = {10, 0, 0}; Point(3) = {0, 10, 0}; Point(4) = {0, 0, 10};
Circle(1) = {2, 1, 3}; Circle(2) = {3, 1, 4}; Circle(3) = {4, 1, 2};
Line(4) = {1, 2}; Line(5) = {1, 3}; Line(6) = {1, 4};
Curve Loop(1) = {1, 2, 3}; Surface(1) = {1};
Curve Loop(2) = {4, 1, -5}; Plane Surface(2) = {2};
Curve Loop(3) = {5, 2, -6}; Plane Surface(3) = {3};
Curve Loop(4) = {6, 3, -4}; Plane Surface(4) = {4};
Surface Loop(1) = {1, 2, 3, 4}; Volume(1) = {1};
Physical Volume("Ball") = {1};
Physical Surface("Wall") = {1};
Physical Surface("Sides") = {2, 3, 4};
MeshSize{:} = 100;
)";

TEST(AutoSizes, patchesOfGmshsOwnKernelHaveTheirCurvature) {
  const MeshFolder folder;
  constexpr double accuracy = 0.01;
  MeshSource source = autoSource(folder.write("octant.geo", octant), "Ball", 20, accuracy, "Wall");
  source.scale = mm;
  const Mesh mesh = readGmsh(source);
  EXPECT_TRUE(isTold(mesh, "Wall: ")) << mesh.notes.sizes.size();
  EXPECT_LT(mesh.numElements(), 1000);
  const double radiusLost = (1 - volumeShare(mesh, 1000 * std::numbers::pi / 6)) / 3;
  EXPECT_GT(radiusLost, accuracy / 3);
  EXPECT_LT(radiusLost, accuracy);
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

TEST(GradedSizes, theSmallestOfAllSourcesHolds) {
  std::vector<GradedSizes::Source> sources;
  auto number = [state = 1u]() mutable { return (state = 1664525u * state + 1013904223u) / 4294967296.0; };
  for (int i = 0; i < 500; ++i) sources.push_back({{number(), number(), number()}, 0.1 + number()});
  const GradedSizes graded(sources, 0.4);
  for (int i = 0; i < 200; ++i) {
    const Vec3 x{3 * number() - 1, 3 * number() - 1, number()};
    double expected = 1e9;
    for (const auto& source : sources) expected = std::min(expected, source.size + 0.4 * norm(source.at - x));
    EXPECT_DOUBLE_EQ(graded.at(x), expected);
  }
  EXPECT_GT(GradedSizes({}, 0.4).at({0, 0, 0}), 1e300);
}

TEST(EdgeSize, followsTheExponentOfTheField) {
  const double sheet = 2 * std::numbers::pi, corner = 1.5 * std::numbers::pi;
  // The field at a sheet has 1 / (2 lambda) = 1, at a right-angled corner 3 / 4; both fall to 0 with the accuracy.
  EXPECT_NEAR(edgeSize(sheet, 1, 2, 0.01) / edgeSize(sheet, 1, 2, 0.001), 10, 1e-9);
  EXPECT_NEAR(edgeSize(corner, 1, 2, 0.01) / edgeSize(corner, 1, 2, 0.001), std::pow(10, 0.75), 1e-9);
  EXPECT_NEAR(edgeSize(sheet, 3, 2, 0.01), 3 * 4 * 0.01 / 0.45, 1e-9);
}

/// Edges of the surfaces `metal`, or of all if there are none, between others that are magnetic or not, of what `work`
/// makes, whose surfaces Gmsh meshes.
std::vector<MetalEdge> edgesOf(std::set<int> metal, const std::function<void()>& work, bool areOthersMagnetic = false) {
  std::vector<MetalEdge> edges;
  withGmsh([&] {
    work();
    gmsh::model::occ::synchronize();
    gmsh::option::setNumber("Mesh.MeshSizeMax", 1);
    gmsh::model::mesh::generate(2);
    gmsh::vectorpair surfaces;
    gmsh::model::getEntities(surfaces, 2);
    if (metal.empty())
      for (const auto& [unused, surface] : surfaces) metal.insert(surface);
    std::set<int> magnetic;
    for (const auto& [unused, surface] : surfaces)
      if (areOthersMagnetic && !metal.contains(surface)) magnetic.insert(surface);
    const NodePositions positions = nodePositions();
    edges = metalEdges(metal, magnetic, 100, positions, InsideSolids(positions));
  });
  return edges;
}

void expectAngles(const std::vector<MetalEdge>& edges, double degrees) {
  for (const MetalEdge& edge : edges) EXPECT_NEAR(edge.angle, degrees * std::numbers::pi / 180, 1e-6) << edge.curve;
}

/// Puts surface `sheet` into volume 1.
void cutIn(int sheet) {
  gmsh::vectorpair unused;
  std::vector<gmsh::vectorpair> alsoUnused;
  gmsh::model::occ::fragment({{3, 1}}, {{2, sheet}}, unused, alsoUnused, -1, true, true);
}

TEST(MetalEdges, roundTheEdgesOfASheetTheFieldTurnsOnce) {
  const auto edges = edgesOf({7}, [] {
    gmsh::model::occ::addBox(-3, -3, -3, 6, 6, 6);
    gmsh::model::occ::addRectangle(-1, -1, 0, 2, 1, 7);
    cutIn(7);
  });
  EXPECT_EQ(edges.size(), 4u);
  expectAngles(edges, 360);
  for (const MetalEdge& edge : edges) EXPECT_NEAR(edge.width, 2 * 2.0 / 6, 1e-9);
}

TEST(MetalEdges, aSheetThatEndsAtTheOuterSurfaceHasNoEdgeThere) {
  const auto sheet = [] {
    gmsh::model::occ::addBox(-3, -3, -3, 6, 6, 6);
    gmsh::model::occ::addRectangle(-3, -1, 0, 6, 2, 7);
    cutIn(7);
  };
  const auto edges = edgesOf({7}, sheet);
  EXPECT_EQ(edges.size(), 2u);
  expectAngles(edges, 360);
  EXPECT_EQ(edgesOf({}, sheet).size(), 2u);  // metal walls leave corners of 90 degrees there
}

TEST(MetalEdges, roundTheEdgesOfABlockItTurnsByThreeQuarters) {
  const auto block = [] {
    gmsh::model::occ::addBox(-3, -3, -3, 6, 6, 6);
    gmsh::model::occ::addBox(-0.5, -0.5, -0.5, 1, 1, 1);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::cut({{3, 1}}, {{3, 2}}, unused, alsoUnused);
  };
  const auto edges = edgesOf({}, block);
  EXPECT_EQ(edges.size(), 12u);
  expectAngles(edges, 270);
  for (const MetalEdge& edge : edges) EXPECT_NEAR(edge.width, 0.5, 1e-9);
}

/// The edges, at gaps or without, of which all pieces have this gap.
std::size_t countOfGap(const std::vector<MetalEdge>& edges, double gap) {
  return static_cast<std::size_t>(std::count_if(edges.begin(), edges.end(), [&](const MetalEdge& edge) {
    return !edge.pieces.empty() && std::all_of(edge.pieces.begin(), edge.pieces.end(), [&](const EdgePiece& piece) {
      return std::isinf(gap) ? std::isinf(piece.gap) : std::abs(piece.gap / gap - 1) < 1e-6;
    });
  }));
}

constexpr double none = std::numeric_limits<double>::infinity();

TEST(MetalEdges, aSheetInAMagneticPlaneHasTheEdgesThatItHasWithItsMirrorImage) {
  // It lies in one side of the box and ends at another.
  const auto sheet = [] {
    gmsh::model::occ::addBox(-3, -3, -3, 6, 6, 6);
    gmsh::model::occ::addRectangle(-3, -1, 3, 4, 2, 7);
    cutIn(7);
  };
  EXPECT_TRUE(edgesOf({7}, sheet).empty());  // an absorbing boundary would go on as the sheet
  const auto mirrored = edgesOf({7}, sheet, true);
  EXPECT_EQ(mirrored.size(), 3u);
  expectAngles(mirrored, 360);
}

TEST(MetalEdges, aBlockOnAMagneticPlaneHasNoEdgeThere) {
  const auto block = [] {
    gmsh::model::occ::addBox(-1, -1, 0, 2, 2, 1);  // surfaces 1 to 6, the last but one below
    gmsh::model::occ::addBox(-3, -3, 0, 6, 6, 3);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::fragment({{3, 1}}, {{3, 2}}, unused, alsoUnused);
    gmsh::model::occ::remove({{3, 1}});
  };
  const auto edges = edgesOf({1, 2, 3, 4, 6}, block, true);
  EXPECT_EQ(edges.size(), 8u);  // not the four of 90 degrees to the plane: with its image the metal goes straight on
  expectAngles(edges, 270);
}

TEST(MetalEdges, acrossASlotOfASheetLiesItsOtherEdge) {
  const auto edges = edgesOf({7, 8}, [] {
    gmsh::model::occ::addBox(-3, -3, -3, 6, 6, 6);
    gmsh::model::occ::addRectangle(-1.25, -1, 0, 1.2, 2, 7);
    gmsh::model::occ::addRectangle(0.05, -1, 0, 1.2, 2, 8);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::fragment({{3, 1}}, {{2, 7}, {2, 8}}, unused, alsoUnused, -1, true, true);
  });
  EXPECT_EQ(edges.size(), 8u);
  EXPECT_EQ(countOfGap(edges, 0.1), 2u);
  EXPECT_EQ(countOfGap(edges, none), 6u);
  for (const MetalEdge& edge : edges)
    for (const EdgePiece& piece : edge.pieces)
      EXPECT_NEAR(piece.width, std::isinf(piece.gap) ? 2 * 2.4 / 6.4 : 0.1, 1e-6);
}

TEST(MetalEdges, acrossFromABlockLiesTheWallButNotItsOwnOtherSide) {
  // 0.2 above the lower wall, and 0.5 thick; the walls on the other sides are further away than it is wide.
  const auto edges = edgesOf({}, [] {
    gmsh::model::occ::addBox(-6, -6, 0, 12, 12, 6);
    gmsh::model::occ::addBox(-1, -1, 0.2, 2, 2, 0.5);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::cut({{3, 1}}, {{3, 2}}, unused, alsoUnused);
  });
  EXPECT_EQ(edges.size(), 12u);
  EXPECT_EQ(countOfGap(edges, 0.2), 4u);
  EXPECT_EQ(countOfGap(edges, none), 8u);
  for (const MetalEdge& edge : edges)
    for (const EdgePiece& piece : edge.pieces)
      if (!std::isinf(piece.gap)) EXPECT_NEAR(piece.width, gapWidth(edge.angle, 0.2, 1), 1e-6);
}

/// Gaps of curved metal in what `work` makes, all of whose surfaces are metal. `sources`: the sizes there for a share
/// of the gap.
std::vector<CurvedGap> curvedGapsOf(const std::function<void()>& work, double share,
                                    std::vector<GradedSizes::Source>& sources) {
  std::vector<CurvedGap> gaps;
  withGmsh([&] {
    work();
    gmsh::model::occ::synchronize();
    gmsh::option::setNumber("Mesh.MeshSizeMax", 0.2);
    gmsh::model::mesh::generate(2);
    gmsh::vectorpair surfaces;
    gmsh::model::getEntities(surfaces, 2);
    std::set<int> metal;
    for (const auto& [unused, surface] : surfaces) metal.insert(surface);
    const NodePositions positions = nodePositions();
    gaps = curvedGaps(metal, surfaceCurvatures(), positions, InsideSolids(positions), 100);
    limitInCurvedGaps(gaps, {share, 1, "a gap"}, {}, 1e-9, 1, {}, sources);
  });
  return gaps;
}

TEST(CurvedGaps, acrossFromARodInAHoleLiesTheWallOfTheHole) {
  // Radii 1.5 and 3, axes 1.2 apart: the gap is 0.3 wide where it is narrowest.
  constexpr double share = 0.01;
  const auto rod = [] {
    gmsh::model::occ::addCylinder(0, 0, 0, 0, 0, 4, 3);
    gmsh::model::occ::addCylinder(1.2, 0, 0, 0, 0, 4, 1.5);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::cut({{3, 1}}, {{3, 2}}, unused, alsoUnused);
  };
  std::vector<GradedSizes::Source> sources;
  const auto gaps = curvedGapsOf(rod, share, sources);
  double narrowest = 100;
  for (const CurvedGap& gap : gaps) {
    const bool isRod = std::abs(gap.k1 - 1 / 1.5) < 1e-6;
    const auto fromAxis = [](const Vec3& x, double axis) { return std::hypot(x[0] - axis, x[1]); };
    EXPECT_NEAR(gap.k1, isRod ? 1 / 1.5 : 1.0 / 3, 1e-6);
    EXPECT_NEAR(gap.k2, 0, 1e-6);
    EXPECT_NEAR(fromAxis(isRod ? gap.at : gap.across, 1.2), 1.5, 1e-6);
    EXPECT_NEAR(fromAxis(isRod ? gap.across : gap.at, 0), 3, 1e-6);
    EXPECT_LT(gap.width(), isRod ? 1.5 : 3);
    narrowest = std::min(narrowest, gap.width());
  }
  EXPECT_NEAR(narrowest, 0.3, 0.01);

  ASSERT_EQ(sources.size(), 2 * gaps.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) {  // facets lie `share` of the gap off on the mean
    const double depth = facetDepth(gaps[i].k1, gaps[i].k2, sources[2 * i].size) / gaps[i].k1;
    EXPECT_NEAR(depth, share * gaps[i].width(), 1e-9);
    EXPECT_EQ(sources[2 * i].size, sources[2 * i + 1].size);
  }
}

TEST(CurvedGaps, aHoleHasNoneAcrossItself) {
  std::vector<GradedSizes::Source> sources;
  EXPECT_TRUE(curvedGapsOf([] { gmsh::model::occ::addCylinder(0, 0, 0, 0, 0, 4, 1); }, 0.01, sources).empty());
  EXPECT_TRUE(curvedGapsOf([] { gmsh::model::occ::addSphere(0, 0, 0, 1); }, 0.01, sources).empty());
  // Facets as long as the radius, some of which face others.
  EXPECT_TRUE(curvedGapsOf([] { gmsh::model::occ::addSphere(0, 0, 0, 0.1); }, 0.01, sources).empty());
  EXPECT_TRUE(sources.empty());
}

TEST(CurvedGaps, aLensHasNoneBetweenItsSides) {
  // Two balls of radius 3, 5.9 apart, have a lens in common, 0.1 thick.
  std::vector<GradedSizes::Source> sources;
  const auto lens = [] {
    gmsh::model::occ::addSphere(0, 0, 0, 3);
    gmsh::model::occ::addSphere(5.9, 0, 0, 3);
    gmsh::vectorpair unused;
    std::vector<gmsh::vectorpair> alsoUnused;
    gmsh::model::occ::intersect({{3, 1}}, {{3, 2}}, unused, alsoUnused);
  };
  EXPECT_TRUE(curvedGapsOf(lens, 0.01, sources).empty());
}

TEST(AutoSizes, theFacetsOfAThinShellStayApart) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Block", "Shell", "Ball"}, [] {
    gmsh::model::occ::addBox(-20, -20, -20, 40, 40, 40);
    gmsh::model::occ::addSphere(0, 0, 0, 10.1);
    gmsh::model::occ::addSphere(0, 0, 0, 10);
  });
  MeshSource source = autoSource(file, "Block", 20, 0.02, "Block");
  source.priority = {"Ball", "Shell"};
  for (const char* region : {"Shell", "Ball"}) source.autoSizes->ofWaves[region] = 20 * mm;
  const double exact = 4 * std::numbers::pi / 3 * (10.1 * 10.1 * 10.1 - 1000) * mm * mm * mm;
  for (const int medium : {1, 0}) {  // another one than beside it, or the same
    source.autoSizes->media = {{"Block", 0}, {"Ball", 0}, {"Shell", medium}};
    const Mesh mesh = readGmsh(source);
    EXPECT_TRUE(isTold(mesh, "by curvature at a layer of 0.1 mm")) << medium;
    const double volume = totalVolume(mesh, groupIndex(mesh.groups.regions, "Shell"));
    EXPECT_NEAR(volume / exact, 1, 0.05) << medium;  // both sides lie alike inside of their spheres
  }
}

TEST(GapWidth, isThatOfTheGapWhereNothingFacesIt) {
  const double sheet = 2 * std::numbers::pi, corner = 1.5 * std::numbers::pi;
  EXPECT_DOUBLE_EQ(gapWidth(sheet, 2, 0), 2);
  EXPECT_DOUBLE_EQ(gapWidth(corner, 2, 1), 2);
  // Most of the energy between wide plates is not at their edges: of sheets the width counts, as without a gap.
  EXPECT_DOUBLE_EQ(gapWidth(sheet, 0.1, 3), 3);
  EXPECT_NEAR(gapWidth(corner, 0.1, 1.6), 0.1 * 8, 1e-12);
}

TEST(AutoSizes, elementsAreFineAtTheEdgesOfASheetAndGrowFromThere) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 40, 40, 4);
    gmsh::model::occ::addRectangle(10, 10, 4, 20, 20);
  });
  MeshSource source = autoSource(file, "volume1", 20, 0.01, "surface7");
  source.airBox = AirBox{.margin = 20 * mm};
  source.autoSizes->ofWaves["Air"] = 30 * mm;
  source.autoSizes->media["Air"] = 1;
  source.autoSizes->wavelength = 80 * mm;
  const auto plain = readGmsh(source).numElements();
  source.autoSizes->metal = {"surface7"};
  const Mesh mesh = readGmsh(source);
  // Half the side is the width: 4 * 0.01 / 0.45 of it.
  EXPECT_TRUE(isTold(mesh, "surface7: 0.889 mm at edges round which the field turns by 360 degrees"));
  EXPECT_GT(mesh.numElements(), 10 * plain);
  expectSameMesh(readGmsh(source), mesh);
  EXPECT_LT(mesh.numElements(), 50000);
  // In the sheet too: at the distance d from its edge are 8 (10 - d) mm of triangles of 0.433 h^2 with h = 0.889 + 0.4
  // d, 323 in all; triangles of 0.889 mm all over it would be 1169. Each is counted on both sides.
  EXPECT_NEAR(facesOf(mesh, "surface7") / (2 * 323.0), 1, 0.3);
  source.sizes = {{"surface7", 8 * mm}};
  const Mesh own = readGmsh(source);
  EXPECT_FALSE(isTold(own, "at edges"));
  EXPECT_LT(own.numElements(), mesh.numElements() / 4);
  source.sizes = {{"volume1", 8 * mm}};
  EXPECT_FALSE(isTold(readGmsh(source), "at edges"));
  source.sizes = {{"Air", 8 * mm}};
  EXPECT_TRUE(isTold(readGmsh(source), "surface7: 0.889 mm at edges"));
}

TEST(AutoSizes, theSizeOfARegionHoldsAtASheetWithinIt) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 40, 40, 40);
    gmsh::model::occ::addRectangle(10, 10, 20, 20, 20);
  });
  MeshSource source = autoSource(file, "volume1", 20, 0.01, "surface7");
  source.autoSizes->wavelength = 80 * mm;
  source.autoSizes->metal = {"surface7"};
  EXPECT_TRUE(isTold(readGmsh(source), "surface7: 0.889 mm at edges"));
  source.sizes = {{"volume1", 4 * mm}};
  const Mesh mesh = readGmsh(source);
  EXPECT_FALSE(isTold(mesh, "at edges"));
  // Both sides of about 25 squares, each of two triangles, and not the few of elements of 20 mm.
  EXPECT_GT(facesOf(mesh, "surface7"), 80);
}

TEST(AutoSizes, aScriptThatMeshesItsSolidsIsRefused) {
  const MeshFolder folder;
  const MeshSource source = autoSource(folder.write("own.geo", ownMesh + "Mesh 3;\n"), "Inside", 1000, 0.01, "Outer");
  expectInputError([&] { readGmsh(source); },
                   {"mesh.size: auto and mesh.sizes have no effect on", "own.geo", "take its Mesh command out"});
}

TEST(AutoSizes, theTrianglesOfAScriptThatMeshesItsSurfacesStay) {
  const MeshFolder folder;
  MeshSource source = autoSource(folder.write("own.geo", ownMesh + "Mesh 2;\n"), "Inside", 1000, 0.001, "Outer");
  source.autoSizes->wavelength = 4;
  source.autoSizes->metal = {"Outer"};
  const Mesh mesh = readGmsh(source);
  EXPECT_FALSE(isTold(mesh, "by curvature") || isTold(mesh, "at edges"));
  EXPECT_TRUE(
      isTold(mesh, "the triangles that surfaces have already stay; edges of metal and gaps were not looked at"));
}

TEST(GapSize, aGapHasAnElementOrTwoAcross) {
  EXPECT_DOUBLE_EQ(gapSize(6, 1, 0.1), 2);
  EXPECT_DOUBLE_EQ(gapSize(6, 2, 0.1), 3);
  EXPECT_DOUBLE_EQ(gapSize(6, 3, 0.1), 6);
  EXPECT_DOUBLE_EQ(gapSize(6, 2, 4), 4);
  EXPECT_DOUBLE_EQ(gapSize(6, 2, 10), 6);
}

TEST(AutoSizes, elementsInGapsAreMeasuredByTheirExtentAlongTheVoltage) {
  const MeshFolder folder;
  const auto file = writeStep(folder, {"Feed", "Rest"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 3, 3, 1);
    gmsh::model::occ::addBox(3, 0, 0, 20, 20, 20);
  });
  MeshSource source = autoSource(file, "Rest", 20, 0.01, "surface1");
  source.autoSizes->ofWaves["Feed"] = 20 * mm;
  source.autoSizes->gaps["Feed"] = {0, 0, 1};
  const Mesh mesh = readGmsh(source);
  EXPECT_TRUE(isTold(mesh, "Feed: 0.5 mm in a gap of 1 mm between conductors"));
  source.sizes = {{"Feed", 2 * mm}};
  const Mesh own = readGmsh(source);
  EXPECT_FALSE(isTold(own, "in a gap"));
  EXPECT_LT(own.numElements(), mesh.numElements() / 2);
}

TEST(AutoSizes, theTrianglesOfAnStlStay) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 2, 2, 2);
    gmsh::model::occ::synchronize();
    gmsh::option::setNumber("Mesh.MeshSizeMax", 0.8);
    gmsh::model::mesh::generate(2);
    gmsh::write(folder.file("body.stl"));
  });
  MeshSource source = autoSource(folder.file("body.stl"), "Air", 2000, 0.01, "body");
  source.autoSizes->wavelength = 8;
  source.airBox = AirBox{.margin = 3};
  source.cutOut = {"body"};
  const auto plain = readGmsh(source).numElements();
  source.autoSizes->metal = {"body"};
  EXPECT_EQ(readGmsh(source).numElements(), plain);
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
  EXPECT_EQ(warning.find("without mesh.size elements are a tenth of the model"), 0u) << warning;
  EXPECT_NE(warning.find("(surface1) lie up to 1.5 % of the radius within them"), std::string::npos) << warning;
  source.size = 8 * mm;
  EXPECT_TRUE(readGmsh(source).notes.warnings.empty());
}

}  // namespace
}  // namespace fluxtet::test
