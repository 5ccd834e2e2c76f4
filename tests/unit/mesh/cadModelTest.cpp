// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Models of CAD files: solids that overlap, boxes of air, conductors that are cut out, names and sizes.
#include "lib/mesh/quality.hpp"
#include "lib/mesh/stepNames.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

/// A cube of 2 mm, and in its corner one of 1 mm that reaches out of it.
void makeOverlap() {
  gmsh::model::occ::addBox(0, 0, 0, 2, 2, 2);
  gmsh::model::occ::addBox(1, 1, 1, 1, 1, 2);
}

/// Mean over the elements of a region of their mean edges, m.
double meanEdgeIn(const Mesh& mesh, const std::string& region) {
  double sum = 0, count = 0;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    if (mesh.region[e] != groupIndex(mesh.groups.regions, region)) continue;
    for (const double length : edgeLengths(elementVertices(mesh, e).data())) sum += length / 6;
    ++count;
  }
  return sum / count;
}

/// Edges longer than sqrt(2) times the size are cut into two, shorter ones than 1/sqrt(2) of it are left out.
void expectMadeFor(double size, double edge) {
  EXPECT_GT(edge, size / std::sqrt(2.0));
  EXPECT_LT(edge, size * std::sqrt(2.0));
}

/// Three cubes of 1 mm in a row, a millimetre apart.
void makeRow() {
  for (const int x : {0, 2, 4}) gmsh::model::occ::addBox(x, 0, 0, 1, 1, 1);
}

TEST(CadModel, coloursNameSolidsAndFaces) {
  const MeshFolder folder;
  const std::array<double, 3> red{1, 0, 0}, green{0, 0.5, 0.25}, dark{0.2, 0.2, 0.2};
  const std::string file = paintStep(folder, writeStep(folder, {"First", "Second", "Third"}, makeRow),
                                     {{"ADVANCED_FACE", 0, red},
                                      {"ADVANCED_FACE", 2, red},
                                      {"MANIFOLD_SOLID_BREP", 1, green},
                                      {"MANIFOLD_SOLID_BREP", 2, green},
                                      {"ADVANCED_FACE", 17, dark}});
  MeshSource source = fileSource(file);
  source.size = mm;
  source.colours = {{"Port", "#FF0000"}, {"Board", "#008040"}, {"Back", "#333333"}};
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"First", "Board"}));
  expectVolume(mesh, "First", 1);
  expectVolume(mesh, "Board", 2);
  expectArea(mesh, "Port", 2);
  expectArea(mesh, "Back", 1);

  source.colours = {{"Port", "#ff0000"}};
  EXPECT_EQ(readGmsh(source).groups.regions, (std::vector<std::string>{"First", "Second", "Third"}));
  source.colours = {{"Port", "#ee0000"}};
  expectInputError([&] { readGmsh(source); }, {"mesh.colours", "#ee0000", "`Port`", "#ff0000 (2 of them)"});
  source.colours = {{"Port", "red"}};
  expectInputError([&] { readGmsh(source); }, {"mesh.colours", "Port", "`red`", "#rrggbb"});
  source.colours = {{"Port", "#ff0000"}};
  source.file = writeStep(folder, {"First", "Second", "Third"}, makeRow);
  expectInputError([&] { readGmsh(source); }, {"mesh.colours", "the file has no colours"});
  source.file = folder.write("box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\n");
  expectInputError([&] { readGmsh(source); }, {"mesh.colours", ".step", "box.geo"});
}

TEST(CadModel, facesHaveTheNamesThatTheFileGivesThem) {
  if (!readNamesOfStepFaces()) GTEST_SKIP() << "built without OpenCASCADE's headers, by which names of faces are read";
  const MeshFolder folder;
  const std::string file = writeStep(folder, {"First", "Second", "Third"}, makeRow);
  // Two faces of one name, one of its own, one that is called as a solid, and all of the third cube alike.
  std::map<std::size_t, std::string> names{{0, "Port"}, {2, "Port"}, {3, "Lid"}, {4, "First"}};
  for (std::size_t face = 12; face < 18; ++face) names[face] = "Body";
  MeshSource source = fileSource(nameFaces(folder, file, names));
  source.size = mm;
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"First", "Second", "Third"}));
  expectArea(mesh, "Port", 2);
  expectArea(mesh, "Lid", 1);
  for (const char* name : {"First", "Body"}) EXPECT_EQ(groupIndex(mesh.groups.surfaces, name), -1) << name;

  // A colour goes before a name, and a face keeps its name inside of air.
  source.file = paintStep(folder, *source.file, {{"ADVANCED_FACE", 3, {1, 0, 0}}});
  source.colours = {{"Top", "#ff0000"}};
  source.airBox = AirBox{};
  source.airBox->margin = mm;
  const Mesh inAir = readGmsh(source);
  expectArea(inAir, "Port", 2);
  expectArea(inAir, "Top", 1);
  EXPECT_EQ(groupIndex(inAir.groups.surfaces, "Lid"), -1);
}

TEST(CadModel, priorityDecidesWhatSolidsKeepThatOverlap) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Large", "Small"}, makeOverlap));
  source.size = 1 * mm;
  expectInputError([&] { readGmsh(source); }, {"`Large`", "`Small`", "overlap", "mesh.priority"});
  source.priority = {"Small"};
  Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Large", 7);
  expectVolume(mesh, "Small", 2);
  source.priority = {"Large", "Small"};
  mesh = readGmsh(source);
  expectVolume(mesh, "Large", 8);
  expectVolume(mesh, "Small", 1);
  source.priority = {"Smal"};
  expectInputError([&] { readGmsh(source); }, {"mesh.priority", "no solid `Smal`", "Large, Small"});
}

TEST(CadModel, whatThreeSolidsShareBelongsToTheOneThatIsNamed) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"First", "Second", "Third"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 3, 3, 3);
    gmsh::model::occ::addBox(1, 1, 1, 3, 1, 1);
    gmsh::model::occ::addBox(1, 1, 1, 1, 3, 1);
  }));
  source.size = 1 * mm;
  source.priority = {"Third", "Second"};
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Third", 3);
  expectVolume(mesh, "Second", 2);
  expectVolume(mesh, "First", 27 - 2 - 2 + 1);
}

TEST(CadModel, solidsWithoutANameKeepTheirNumberBesideAir) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::addBox(1, 0, 0, 2, 1, 1);
  }));
  source.size = 1 * mm;
  source.airBox = AirBox{.margin = 1 * mm};
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "volume1", 1);
  expectVolume(mesh, "volume2", 2);
  expectVolume(mesh, "Air", 5 * 3 * 3 - 3);
}

TEST(CadModel, theAirBoxFillsWhatIsLeftAndNamesItsSides) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Block"}, [] { gmsh::model::occ::addBox(0, 0, 0, 2, 3, 4); }));
  source.size = 1.5 * mm;
  source.airBox = AirBox{.margin = 2 * mm, .margins = {{"x-", 0.0}, {"z+", 1 * mm}}};
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Block", 24);
  expectVolume(mesh, "Air", 4 * 7 * 7 - 24);
  // The block's face in x- belongs to the side.
  expectArea(mesh, "x-", 49);
  expectArea(mesh, "x+", 49);
  expectArea(mesh, "y+", 28);
  expectArea(mesh, "z+", 28);
  source.airBox->region = "Space";
  expectVolume(readGmsh(source), "Space", 4 * 7 * 7 - 24);
}

TEST(CadModel, marginsAreThoseOfCurvedBodiesToo) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Cap"}, [] {
    gmsh::vectorpair result;
    std::vector<gmsh::vectorpair> pieces;
    gmsh::model::occ::addSphere(0, 0, 0, 2);
    gmsh::model::occ::addBox(0.5, -3, -3, 6, 6, 6);
    gmsh::model::occ::intersect({{3, 1}}, {{3, 2}}, result, pieces);
    // An axis of its own along none of the model's.
    gmsh::model::occ::rotate(result, 0, 0, 0, 1, 0, 0, 0.7);
  }));
  source.size = 1 * mm;
  source.airBox = AirBox{.margin = 1 * mm, .margins = {{"x-", 0.0}}};
  const Mesh mesh = readGmsh(source);
  // The cap is widest in x-, sqrt(2^2 - 0.5^2) mm round the axis; nodes tell it to 0.0015 of the radius.
  const double side = (2 * std::sqrt(3.75) + 2) * mm;
  EXPECT_NEAR(areaOf(mesh, "x-"), side * side, 2 * 0.0015 * side * side);
  EXPECT_NEAR(areaOf(mesh, "y+"), side * 2.5 * mm, 2 * 0.0015 * side * 2.5 * mm);
  source.airBox->margins = {{"x+", 0.0}};
  expectInputError([&] { readGmsh(source); }, {"mesh.airBox", "x+", "no flat face"});
}

TEST(CadModel, namesThatWouldMergeRegionsAreRefused) {
  const MeshFolder folder;
  const auto refuses = [&](const std::vector<std::string>& names, const std::vector<std::string>& words) {
    MeshSource source = fileSource(writeStep(folder, names, [] {
      gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
      gmsh::model::occ::addBox(3, 0, 0, 1, 1, 1);
    }));
    source.size = 1 * mm;
    source.airBox = AirBox{.margin = 1 * mm};
    expectInputError([&] { readGmsh(source); }, words);
  };
  refuses({"Air", "Body"}, {"called `Air`", "mesh.airBox.region"});
  refuses({"x-", "Body"}, {"called `x-`", "a side of mesh.airBox"});
  refuses({"volume2", ""}, {"called `volume2`", "by their number"});
}

TEST(CadModel, solidsWithoutANameHaveAPriorityByTheirNumber) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {}, makeOverlap));
  source.size = 1 * mm;
  source.priority = {"volume2"};
  expectVolume(readGmsh(source), "volume1", 7);
}

TEST(CadModel, aSheetThatTouchesNothingIsRefused) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Board", "Patch"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 1);
    gmsh::model::occ::addRectangle(1, 1, 1.01, 2, 2);
  }));
  source.size = 1 * mm;
  expectInputError([&] { readGmsh(source); }, {"surface `Patch`", "is no face of a tetrahedron"});
}

TEST(CadModel, sizesOfAnotherUnitAreNotTried) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Block"}, [] { gmsh::model::occ::addBox(0, 0, 0, 2, 3, 4); }));
  source.sizes = {{"Block", 1e-9}};
  expectInputError([&] { readGmsh(source); }, {"mesh.sizes.Block", "check the unit"});
}

TEST(CadModel, aConductorThatIsCutOutLeavesItsSkin) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Substrate", "Strip"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 1);
    gmsh::model::occ::addBox(1, 1, 1, 2, 2, 0.01);
  }));
  source.size = 1 * mm;
  source.airBox = AirBox{.margin = 2 * mm};
  source.cutOut = {"Strip"};
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(groupIndex(mesh.groups.regions, "Strip"), -1);
  expectVolume(mesh, "Substrate", 16);
  expectVolume(mesh, "Air", 8 * 8 * 5.01 - 16 - 0.04);
  expectArea(mesh, "Strip", 2 * 4 + 4 * 2 * 0.01);
  source.cutOut = {"Strap"};
  expectInputError([&] { readGmsh(source); }, {"regions.Strap", "no region of that name", "Substrate"});
}

TEST(CadModel, conductorsThatTouchHaveNoSkinBetweenThem) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"First", "Second"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::addBox(1, 0, 0, 1, 1, 1);
  }));
  source.size = 1 * mm;
  source.airBox = AirBox{.margin = 1 * mm};
  source.cutOut = {"First", "Second"};
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Air", 4 * 3 * 3 - 2);
  expectArea(mesh, "First", 5);
  expectArea(mesh, "Second", 5);
}

TEST(CadModel, aSheetIsASurfaceOfTheAirAndOfTheSolidItLiesOn) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Board", "Patch"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 1);
    gmsh::model::occ::addRectangle(1, 1, 1, 2, 2);
  }));
  source.size = 1 * mm;
  source.airBox = AirBox{.margin = 1 * mm};
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Air", 6 * 6 * 3 - 16);
  expectArea(mesh, "Patch", 4);
}

TEST(CadModel, sizesHoldInTheRegionsAndAtTheSurfacesOfTheirNames) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeStep(folder, {"Coarse", "Fine"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 4);
    gmsh::model::occ::addBox(4, 0, 0, 1, 4, 4);
  }));
  source.size = 2 * mm;
  source.sizes = {{"Fine", 0.5 * mm}};
  const Mesh mesh = readGmsh(source);
  expectMadeFor(0.5 * mm, meanEdgeIn(mesh, "Fine"));
  EXPECT_GT(meanEdgeIn(mesh, "Coarse"), 1.2 * meanEdgeIn(mesh, "Fine"));
  source.sizes = {{"Fien", 0.5 * mm}};
  expectInputError([&] { readGmsh(source); }, {"mesh.sizes", "no region or surface `Fien`", "Coarse, Fine"});
}

const std::string groupedScript = R"(SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 3, 3, 3};
Box(2) = {1, 1, 1, 1, 1, 1};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("Metal") = {2};
Physical Volume("Air") = {3};
outer() = Abs(CombinedBoundary{ Volume{:}; });
Physical Surface("Outer") = {outer()};
)";

TEST(CadModel, regionsOfAScriptAndOfAMeshAreCutOutAlike) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("grouped.geo", groupedScript));
  source.size = 0.7;
  source.cutOut = {"Metal"};
  const auto expectHollow = [](const Mesh& mesh) {
    EXPECT_EQ(mesh.groups.regions, std::vector<std::string>{"Air"});
    EXPECT_NEAR(totalVolume(mesh), 26, 1e-9);
    EXPECT_NEAR(areaOf(mesh, "Metal"), 6, 1e-9);
    EXPECT_NEAR(areaOf(mesh, "Outer"), 54, 1e-9);
  };
  expectHollow(readGmsh(source));
  source.size.reset();
  source.file = folder.write("meshing.geo", groupedScript + "MeshSize{:} = 0.7;\nMesh 3;\n");
  expectHollow(readGmsh(source));
  withGmsh([&] {
    gmsh::open(folder.file("grouped.geo"));
    gmsh::option::setNumber("Mesh.MeshSizeMax", 0.7);
    gmsh::model::mesh::generate(3);
    gmsh::write(folder.file("grouped.msh"));
  });
  source.file = folder.file("grouped.msh");
  expectHollow(readGmsh(source));
}

TEST(CadModel, sizesOfAScriptsGroups) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("grouped.geo", groupedScript));
  source.size = 1.5;
  source.sizes = {{"Metal", 0.25}};
  const Mesh mesh = readGmsh(source);
  expectMadeFor(0.25, meanEdgeIn(mesh, "Metal"));
  EXPECT_GT(meanEdgeIn(mesh, "Air"), 1.2 * meanEdgeIn(mesh, "Metal"));
}

TEST(CadModel, facesKeepTheirColoursBesideASheet) {
  const MeshFolder folder;
  const std::string file = writeStep(folder, {"Board", "Patch"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 1);
    gmsh::model::occ::addRectangle(1, 1, 1, 2, 2);
  });
  // The sheet cuts the face z = 1, so that the solid is another, but not its other faces.
  MeshSource source =
      fileSource(paintStep(folder, file, {{"ADVANCED_FACE", 0, {1, 0, 0}}, {"ADVANCED_FACE", 4, {0, 1, 0}}}));
  source.size = 1 * mm;
  source.colours = {{"Side", "#ff0000"}, {"Ground", "#00ff00"}};
  source.airBox = AirBox{.margin = 1 * mm, .wavelengths = {}, .margins = {}};
  const Mesh mesh = readGmsh(source);
  expectArea(mesh, "Side", 4);
  expectArea(mesh, "Ground", 16);
  expectArea(mesh, "Patch", 4);
}

TEST(CadModel, whatGoesWithGeometriesAloneIsRefusedElsewhere) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("mesh.msh", msh2(fiveNodes, twoTetrahedra())));
  source.airBox = AirBox{.margin = 1, .wavelengths = {}, .margins = {}};
  expectInputError([&] { readGmsh(source); }, {"mesh.airBox", "mesh.msh", ".geo, .step, .brep, .stl"});
  source.airBox.reset();
  source.priority = {"Metal"};
  expectInputError([&] { readGmsh(source); }, {"mesh.priority", "mesh.msh", ".geo, .step, .brep"});
}

}  // namespace
}  // namespace fluxtet::test
