// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Closed surfaces of triangles as solids: surfaces within each other, apart, and with walls in common.
#include "lib/mesh/chambers.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

/// An .stl of a cube of 2 and a half, its corner at the origin, made of triangles of `size`.
void writeSkin(const std::string& file, double size, bool binary) {
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 2.5, 2.5, 2.5);
    gmsh::model::occ::synchronize();
    gmsh::option::setNumber("Mesh.MeshSizeMax", size);
    gmsh::option::setNumber("Mesh.Binary", binary);
    gmsh::model::mesh::generate(2);
    gmsh::write(file);
  });
}

TEST(SkinModel, aClosedSurfaceIsFilledAndTheAirRoundIt) {
  const MeshFolder folder;
  for (const bool binary : {false, true}) {
    writeSkin(folder.file("body.stl"), 0.8, binary);
    MeshSource source = fileSource(folder.file("body.stl"));
    source.scale = mm;
    source.size = 2 * mm;
    EXPECT_NEAR(totalVolume(readGmsh(source)), 2.5 * 2.5 * 2.5 * 1e-9, 1e-15);
    source.airBox = AirBox{.margin = 3 * mm, .margins = {{"z+", 1 * mm}}};
    const Mesh mesh = readGmsh(source);
    expectVolume(mesh, "Air", 8.5 * 8.5 * 6.5 - 2.5 * 2.5 * 2.5);
    expectVolume(mesh, "body", 2.5 * 2.5 * 2.5);
    expectArea(mesh, "z+", 8.5 * 8.5);
    expectArea(mesh, "x-", 8.5 * 6.5);
    source.cutOut = {"body"};
    const Mesh hollow = readGmsh(source);
    EXPECT_EQ(hollow.groups.regions, std::vector<std::string>{"Air"});
    expectArea(hollow, "body", 6 * 2.5 * 2.5);
  }
}

TEST(SkinModel, itsTrianglesStayUnlessItHasASizeOfItsOwn) {
  const MeshFolder folder;
  writeSkin(folder.file("body.stl"), 0.4, true);
  MeshSource source = fileSource(folder.file("body.stl"));
  source.size = 3;
  source.airBox = AirBox{.margin = 2};
  source.cutOut = {"body"};
  const auto facesOf = [](const Mesh& mesh) {
    return std::count(mesh.faceGroup.begin(), mesh.faceGroup.end(), groupIndex(mesh.groups.surfaces, "body"));
  };
  const auto kept = facesOf(readGmsh(source));
  std::ifstream in(*source.file, std::ios::binary);
  in.seekg(80);
  std::uint32_t triangles = 0;
  in.read(reinterpret_cast<char*>(&triangles), sizeof triangles);
  EXPECT_EQ(kept, triangles);
  source.sizes = {{"body", 1.2}};
  EXPECT_LT(facesOf(readGmsh(source)), kept / 4);
}

TEST(SkinModel, whatIsNotClosedOrDamagedIsRefused) {
  const MeshFolder folder;
  writeSkin(folder.file("body.stl"), 2, false);
  std::ifstream in(folder.file("body.stl"));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t facet = text.find("facet normal");
  std::string open = text;
  open.erase(facet, text.find("facet normal", facet + 1) - facet);
  expectInputError([&] { readGmsh(fileSource(folder.write("open.stl", open))); },
                   {"open.stl", "not closed", "3 of its edges"});
  expectInputError([&] { readGmsh(fileSource(folder.write("cut.stl", text.substr(0, text.size() / 2)))); },
                   {"cut.stl", "damaged or no STL"});
  // As many writers leave out the name of the solid.
  EXPECT_GT(
      readGmsh(fileSource(folder.write("nameless.stl", "solid\n" + text.substr(text.find('\n') + 1)))).numElements(),
      0);
  MeshSource sized = fileSource(folder.file("body.stl"));
  sized.sizes = {{"surface1", 0.1}};
  expectInputError([&] { readGmsh(sized); }, {"mesh.sizes", "surface1", "its regions are body"});
  MeshSource air = fileSource(folder.write("Air.stl", text));
  air.airBox = AirBox{.margin = 1};
  expectInputError([&] { readGmsh(air); }, {"called `Air`", "mesh.airBox.region"});
  MeshSource tight = fileSource(folder.file("body.stl"));
  tight.airBox = AirBox{.margin = 1, .margins = {{"y-", 0.0}}};
  expectInputError([&] { readGmsh(tight); }, {"mesh.airBox", "y-", "must have room"});
}

/// A facet of a text .stl.
std::string facetText(const std::array<Vec3, 3>& corners) {
  std::string text = "facet normal 0 0 0\nouter loop\n";
  for (const Vec3& x : corners) text += fmt::format("vertex {} {} {}\n", x[0], x[1], x[2]);
  return text + "endloop\nendfacet\n";
}

/// The facets of a cube from (low, low, low) to (high, high, high) in a text .stl.
std::string cubeFacets(double low, double high) {
  constexpr std::array<std::array<int, 4>, 6> sides{
      {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}};
  std::string text;
  for (const auto& side : sides)
    for (const auto& [b, c] : {std::pair(1, 2), std::pair(2, 3)}) {
      const auto at = [&](int place) {
        const int corner = side[static_cast<std::size_t>(place)];
        return Vec3{corner & 4 ? high : low, corner & 2 ? high : low, corner & 1 ? high : low};
      };
      text += facetText({at(0), at(b), at(c)});
    }
  return text;
}

std::string solidOf(const std::string& name, const std::string& facets) {
  return "solid " + name + "\n" + facets + "endsolid " + name + "\n";
}

TEST(SkinModel, surfacesWithinEachOtherAreSolidsOfTheirNames) {
  const MeshFolder folder;
  const std::string text = solidOf("skin", cubeFacets(0, 10)) + solidOf("marrow", cubeFacets(4, 5)) +
                           solidOf("bone", cubeFacets(3, 6)) + solidOf("tumour", cubeFacets(7, 9));
  MeshSource source = fileSource(folder.write("body.stl", text));
  source.scale = mm;
  source.size = 20 * mm;
  source.airBox = AirBox{.margin = 5 * mm};
  for (const bool isNew : {false, true}) {
    if (isNew) source.sizes = {{"skin", 4 * mm}, {"bone", 3 * mm}, {"marrow", 2 * mm}, {"tumour", 2 * mm}};
    const Mesh mesh = readGmsh(source);
    EXPECT_EQ(mesh.groups.regions.size(), 5u);
    expectVolume(mesh, "Air", 8000 - 1000);
    expectVolume(mesh, "skin", 1000 - 27 - 8);
    expectVolume(mesh, "bone", 27 - 1);
    expectVolume(mesh, "marrow", 1);
    expectVolume(mesh, "tumour", 8);
  }
  source.sizes = {{"bone", 3 * mm}};
  expectInputError([&] { readGmsh(source); }, {"mesh.sizes", "some of the regions", "skin, marrow, bone, tumour"});
}

TEST(SkinModel, surfacesWithoutNamesOfTheirOwnAreNumbered) {
  const MeshFolder folder;
  const std::string text = solidOf("all", cubeFacets(0, 1) + cubeFacets(2, 4));
  const Mesh mesh = readGmsh(fileSource(folder.write("pair.stl", text)));
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"pair1", "pair2"}));
  EXPECT_NEAR(volumeOf(mesh, "pair1"), 1, 1e-9);
  EXPECT_NEAR(volumeOf(mesh, "pair2"), 8, 1e-9);
}

/// Bodies of unit cubes: the number of a body in each place, [z][y][x], 0: none.
template <std::size_t X, std::size_t Y, std::size_t Z>
using Cubes = std::array<std::array<std::array<int, X>, Y>, Z>;

/// The facets of the surface of a body. Where two bodies touch both have the same facets.
template <std::size_t X, std::size_t Y, std::size_t Z>
std::string facetsOf(const Cubes<X, Y, Z>& cubes, int body) {
  constexpr std::array<int, 3> count{X, Y, Z};
  const auto bodyAt = [&](const std::array<int, 3>& at) {
    for (std::size_t a = 0; a < 3; ++a)
      if (at[a] < 0 || at[a] >= count[a]) return 0;
    return cubes[static_cast<std::size_t>(at[2])][static_cast<std::size_t>(at[1])][static_cast<std::size_t>(at[0])];
  };
  std::string text;
  const auto cornerAt = [](const std::array<int, 3>& at) {
    return Vec3{static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])};
  };
  for (int i = 0; i < count[0] * count[1] * count[2]; ++i) {
    const std::array<int, 3> at{i % count[0], i / count[0] % count[1], i / count[0] / count[1]};
    if (bodyAt(at) != body) continue;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        auto beyond = at;
        beyond[axis] += side == 0 ? -1 : 1;
        if (bodyAt(beyond) == body) continue;
        auto low = at;
        low[axis] += side;
        auto u = low, v = low;
        ++u[(axis + 1) % 3];
        ++v[(axis + 2) % 3];
        auto high = u;
        ++high[(axis + 2) % 3];
        const Vec3 first = cornerAt(low), last = cornerAt(high);
        text += side == 1 ? facetText({first, cornerAt(u), last}) : facetText({first, last, cornerAt(u)});
        text += side == 1 ? facetText({first, last, cornerAt(v)}) : facetText({first, cornerAt(v), last});
      }
  }
  return text;
}

/// A bone through a muscle, with its marrow, and a nerve beside it that touches the bone along one edge only.
constexpr Cubes<4, 3, 3> limb{{{{{1, 1, 1, 1}, {2, 2, 2, 2}, {1, 1, 1, 1}}},
                               {{{1, 1, 1, 1}, {2, 3, 3, 2}, {1, 1, 1, 1}}},
                               {{{1, 1, 1, 1}, {2, 2, 2, 2}, {1, 1, 4, 1}}}}};
constexpr std::array<const char*, 4> limbNames{"muscle", "bone", "marrow", "nerve"};

std::string limbText() {
  std::string text;
  for (std::size_t i = 0; i < limbNames.size(); ++i)
    text += solidOf(limbNames[i], facetsOf(limb, static_cast<int>(i) + 1));
  return text;
}

TEST(SkinModel, surfacesThatTouchHaveTheirWallInCommon) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("limb.stl", limbText()));
  source.scale = mm;
  source.size = 3 * mm;
  for (const bool isNew : {false, true}) {
    if (isNew)
      for (const char* name : limbNames) source.sizes[name] = 0.7 * mm;
    source.airBox.reset();
    const Mesh bare = readGmsh(source);
    EXPECT_NEAR(totalVolume(bare), 36 * mm * mm * mm, 1e-9 * mm * mm * mm);
    source.airBox = AirBox{.margin = 2 * mm};
    const Mesh mesh = readGmsh(source);
    EXPECT_EQ(mesh.groups.regions.size(), 5u);
    expectVolume(mesh, "Air", 8 * 7 * 7 - 36);
    expectVolume(mesh, "muscle", 23);
    expectVolume(mesh, "bone", 10);
    expectVolume(mesh, "marrow", 2);
    expectVolume(mesh, "nerve", 1);
  }
}

TEST(SkinModel, aSurfaceThatAnotherOneCutsIsARegionInTwoPieces) {
  const MeshFolder folder;
  constexpr Cubes<3, 1, 1> row{{{{{1, 2, 1}}}}};
  constexpr Cubes<3, 1, 1> whole{{{{{1, 1, 1}}}}};
  const auto meshOf = [&](const std::string& text) { return readGmsh(fileSource(folder.write("row.stl", text))); };
  // The surface of the outer body goes round all three cubes, that of the plate within it round the one in the middle.
  const Mesh named = meshOf(solidOf("rod", facetsOf(whole, 1)) + solidOf("plate", facetsOf(row, 2)));
  EXPECT_EQ(named.groups.regions.size(), 2u);
  EXPECT_NEAR(volumeOf(named, "rod"), 2, 1e-9);
  EXPECT_NEAR(volumeOf(named, "plate"), 1, 1e-9);
  // Of one solid alone the walls do not tell whose they are.
  const Mesh numbered = meshOf(solidOf("", facetsOf(whole, 1) + facetsOf(row, 2)));
  EXPECT_EQ(numbered.groups.regions, (std::vector<std::string>{"row1", "row2", "row3"}));
  for (const char* name : {"row1", "row2", "row3"}) EXPECT_NEAR(volumeOf(numbered, name), 1, 1e-9);
}

TEST(SkinModel, surfacesThatTouchWithOtherTrianglesAreRefused) {
  const MeshFolder folder;
  // Both cubes are cut along the other diagonal where they touch.
  const std::string left = solidOf("left", facetsOf(Cubes<2, 1, 1>{{{{{1, 0}}}}}, 1));
  const auto corner = [](int y, int z) { return fmt::format("vertex 1 {} {}\n", y, z); };
  std::string right = facetsOf(Cubes<2, 1, 1>{{{{{0, 1}}}}}, 1);
  for (const auto& [from, to] :
       {std::pair(corner(0, 0) + corner(1, 1) + corner(1, 0), corner(0, 0) + corner(0, 1) + corner(1, 0)),
        std::pair(corner(0, 0) + corner(0, 1) + corner(1, 1), corner(0, 1) + corner(1, 1) + corner(1, 0))}) {
    ASSERT_NE(right.find(from), std::string::npos);
    right.replace(right.find(from), from.size(), to);
  }
  EXPECT_EQ(readGmsh(fileSource(folder.write("apart.stl", solidOf("right", right)))).groups.regions.size(), 1u);
  expectInputError([&] { readGmsh(fileSource(folder.write("two.stl", left + solidOf("right", right)))); },
                   {"two.stl", "surfaces overlap at (1, ", "have to be the same ones"});
}

TEST(Chambers, areFoundByTheirWalls) {
  // Two tetrahedra with the triangle 0 1 2 in common, which both bring, and one far inside of the first.
  const NodePositions positions{{0, {0, 0, 0}}, {1, {9, 0, 0}}, {2, {0, 9, 0}}, {3, {0, 0, 9}}, {4, {0, 0, -9}},
                                {5, {1, 1, 1}}, {6, {2, 1, 1}}, {7, {1, 2, 1}}, {8, {1, 1, 2}}};
  const auto tetrahedron = [](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
    return std::vector<std::size_t>{a, c, b, a, b, d, b, c, d, c, a, d};
  };
  std::vector<std::size_t> nodes = tetrahedron(0, 1, 2, 3);
  const auto add = [&](const std::vector<std::size_t>& more) { nodes.insert(nodes.end(), more.begin(), more.end()); };
  add(tetrahedron(0, 2, 1, 4));
  add(tetrahedron(5, 6, 7, 8));
  const Chambers chambers = chambersOf(nodes, positions, "file");
  EXPECT_EQ(chambers.nodes.size(), 11u);
  EXPECT_EQ(chambers.count, 4);
  EXPECT_EQ(chambers.shells.size(), 5u);  // three round chambers, one round all, one round the inner tetrahedron
  const auto inside = [&](const std::vector<std::size_t>& of) { return chambersInside(chambers, of); };
  EXPECT_EQ(inside(tetrahedron(0, 1, 2, 3)), (std::vector<bool>{false, true, false, true}));
  EXPECT_EQ(inside(tetrahedron(0, 2, 1, 4)), (std::vector<bool>{false, false, true, false}));
  EXPECT_EQ(inside(tetrahedron(5, 6, 7, 8)), (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(inside({0, 2, 1}), (std::vector<bool>{false, false, false, false}));
  nodes.resize(nodes.size() - 3);
  expectInputError([&] { chambersOf(nodes, positions, "body.stl"); }, {"body.stl", "not closed", "3 of its edges"});
}

}  // namespace
}  // namespace fluxtet::test
