// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/mesh/gmshTestSupport.hpp"

namespace fluxtet::test {
namespace {

/// A ball in a cube: regions Ball and Air, outer surface Outer, the ball's surface Interface.
void ballInCube() {
  namespace occ = gmsh::model::occ;
  const int cube = occ::addBox(-1, -1, -1, 2, 2, 2);
  const int ball = occ::addSphere(0, 0, 0, 0.5);
  gmsh::vectorpair out;
  std::vector<gmsh::vectorpair> map;
  occ::fragment({{3, cube}}, {{3, ball}}, out, map);
  occ::synchronize();
  const int inner = map[1][0].second;
  const int outer = map[0][0].second == inner ? map[0][1].second : map[0][0].second;
  gmsh::vectorpair sphere, hull;
  gmsh::model::getBoundary({{3, inner}}, sphere, false, false);
  gmsh::model::getBoundary({{3, inner}, {3, outer}}, hull, true, false);
  const auto tags = [](const gmsh::vectorpair& entities) {
    std::vector<int> result;
    for (const auto& entity : entities) result.push_back(entity.second);
    return result;
  };
  gmsh::model::setPhysicalName(3, gmsh::model::addPhysicalGroup(3, {inner}, 1), "Ball");
  gmsh::model::setPhysicalName(3, gmsh::model::addPhysicalGroup(3, {outer}, 2), "Air");
  gmsh::model::setPhysicalName(2, gmsh::model::addPhysicalGroup(2, tags(hull), 3), "Outer");
  gmsh::model::addPhysicalGroup(2, tags(sphere), 4);
  gmsh::option::setNumber("Mesh.MeshSizeMax", 0.3);
  gmsh::model::mesh::generate(3);
}

void writeMsh(const std::string& file, double version, bool binary) {
  gmsh::option::setNumber("Mesh.MshFileVersion", version);
  gmsh::option::setNumber("Mesh.Binary", binary);
  gmsh::write(file);
}

TEST(GmshReader, everyMshFormatGivesTheSameMesh) {
  const MeshFolder folder;
  withGmsh([&] {
    ballInCube();
    writeMsh(folder.file("4a.msh"), 4.1, false);
    writeMsh(folder.file("4b.msh"), 4.1, true);
    writeMsh(folder.file("2a.msh"), 2.2, false);
    writeMsh(folder.file("2b.msh"), 2.2, true);
  });
  const auto read = [&](const char* name) { return readGmsh(fileSource(folder.file(name))); };
  const Mesh text = read("4a.msh");
  Mesh binary = read("4b.msh");
  EXPECT_GT(text.numElements(), 1000);
  expectSameMesh(read("2a.msh"), text);
  expectSameMesh(read("2b.msh"), binary);
  for (std::size_t i = 0; i < text.vertices.size(); ++i) EXPECT_NEAR(binary.vertices[i], text.vertices[i], 1e-15);
  binary.vertices = text.vertices;  // a text has 16 digits
  expectSameMesh(binary, text);
}

TEST(GmshReader, aBallInACubeHasItsVolumesAndSurfaces) {
  const MeshFolder folder;
  withGmsh([&] {
    ballInCube();
    writeMsh(folder.file("ball.msh"), 4.1, true);
  });
  MeshSource source = fileSource(folder.file("ball.msh"));
  source.scale = 0.01;
  const Mesh mesh = readGmsh(source);
  ASSERT_EQ(mesh.groups.regions, (std::vector<std::string>{"Ball", "Air"}));
  ASSERT_EQ(mesh.groups.surfaces, (std::vector<std::string>{"Outer", "surface4"}));
  EXPECT_NEAR(totalVolume(mesh), 8e-6, 1e-17);
  const double ball = 4.0 / 3 * 3.14159265 * 0.125e-6;
  EXPECT_LT(totalVolume(mesh, 0), ball);
  EXPECT_GT(totalVolume(mesh, 0), 0.85 * ball);
  EXPECT_NEAR(groupArea(mesh, 0), 24e-4, 1e-14);
  EXPECT_NEAR(groupArea(mesh, 1), 3.14159265e-4, 0.1 * 3.14159265e-4);
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const bool between = sides.size() == 2 && mesh.region[sides[0].side / 4] != mesh.region[sides[1].side / 4];
    for (const FaceSide& side : sides) EXPECT_EQ(mesh.faceGroup[side.side], sides.size() == 1 ? 0 : between ? 1 : -1);
  });
}

TEST(GmshReader, readsASmallMeshByItsTags) {
  const MeshFolder folder;
  const std::string names = "$PhysicalNames\n2\n2 5 \"Outer\"\n3 1 \"Air\"\n$EndPhysicalNames\n";
  const Mesh mesh = readGmsh(fileSource(folder.write("two.msh", msh2(fiveNodes, twoTetrahedra(), names))));
  Mesh expected = twoElements();
  expectSameMesh(mesh, expected);
}

TEST(GmshReader, namesUnnamedGroupsByTheirNumber) {
  const MeshFolder folder;
  const Mesh mesh = readGmsh(fileSource(folder.write("two.msh", msh2(fiveNodes, twoTetrahedra("2 1 1", "2 7 7")))));
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"volume1", "volume7"}));
  EXPECT_EQ(mesh.groups.surfaces, (std::vector<std::string>{"surface5"}));
  EXPECT_EQ(mesh.region, (std::vector<std::int32_t>{0, 1}));
}

TEST(GmshReader, namesAnUntaggedOuterFaceByTheElementsTag) {
  const MeshFolder folder;
  auto elements = twoTetrahedra();
  elements.erase(elements.begin() + 3);
  const std::string file = folder.write("two.msh", msh2(fiveNodes, elements));
  expectInputError(
      [&] { readGmsh(fileSource(file)); },
      {"two.msh", "untagged outer face of element 18 at (0.666667, 0.666667, 0.333333) m", "Physical Surface"});
}

TEST(GmshReader, namesAnElementInTwoPhysicalVolumes) {
  const MeshFolder folder;
  auto elements = twoTetrahedra();
  elements.push_back("19 4 2 7 7 2 3 4 5");
  const std::string file = folder.write("two.msh", msh2(fiveNodes, elements));
  expectInputError([&] { readGmsh(fileSource(file)); },
                   {"element 18 and element 19", "same vertices", "one physical volume only"});
}

TEST(GmshReader, namesAVolumeInTwoPhysicalVolumes) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    gmsh::model::setPhysicalName(3, gmsh::model::addPhysicalGroup(3, {1}), "A");
    gmsh::model::setPhysicalName(3, gmsh::model::addPhysicalGroup(3, {1}), "B");
    gmsh::model::addPhysicalGroup(2, {1, 2, 3, 4, 5, 6});
    gmsh::model::mesh::generate(3);
    writeMsh(folder.file("both.msh"), 4.1, false);
  });
  expectInputError([&] { readGmsh(fileSource(folder.file("both.msh"))); },
                   {"volume 1 lies in the physical volumes `A` and `B`"});
}

TEST(GmshReader, namesAVolumeInNoPhysicalVolume) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    gmsh::model::addPhysicalGroup(2, {1, 2, 3, 4, 5, 6});
    gmsh::model::mesh::generate(3);
    gmsh::option::setNumber("Mesh.SaveAll", 1);
    writeMsh(folder.file("none.msh"), 4.1, false);
  });
  expectInputError([&] { readGmsh(fileSource(folder.file("none.msh"))); },
                   {"volume 1 (", "is in no physical volume", "Physical Volume"});
}

TEST(GmshReader, namesSecondOrderTetrahedra) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    gmsh::model::mesh::generate(3);
    gmsh::model::mesh::setOrder(2);
    writeMsh(folder.file("second.msh"), 4.1, true);
  });
  expectInputError([&] { readGmsh(fileSource(folder.file("second.msh"))); },
                   {"elements of type Tetrahedron 10", "the first has tag ", "Mesh.ElementOrder = 1"});
}

TEST(GmshReader, namesOtherVolumeElements) {
  const MeshFolder folder;
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 2, 2, 2};
  const std::string file = folder.write("hexahedron.msh", msh2(nodes, {"41 5 2 1 1 1 2 3 4 5 6 7 8"}));
  expectInputError([&] { readGmsh(fileSource(file)); },
                   {"1 elements of type Hexahedron 8 (the first has tag 41)", "linear tetrahedra"});
}

TEST(GmshReader, namesAFlatTetrahedron) {
  const MeshFolder folder;
  auto nodes = fiveNodes;
  for (int a = 0; a < 3; ++a) nodes[12 + a] = 1.0 / 3;
  const std::string file = folder.write("flat.msh", msh2(nodes, twoTetrahedra()));
  expectInputError([&] { readGmsh(fileSource(file)); },
                   {"flat.msh", "element 18 at (0.333333, 0.333333, 0.333333) m is flat"});
}

TEST(GmshReader, namesTheSeamOfANonConformingMesh) {
  const MeshFolder folder;
  auto nodes = fiveNodes;
  nodes.insert(nodes.end(), {1, 0, 0, 0, 1, 0, 0, 0, 1});
  const std::string file = folder.write(
      "seam.msh", msh2(nodes, {"1 2 2 5 5 1 2 3", "2 2 2 5 5 1 2 4", "3 2 2 5 5 1 3 4", "4 2 2 5 5 5 6 7",
                               "5 2 2 5 5 5 6 8", "6 2 2 5 5 5 7 8", "17 4 2 1 1 1 2 3 4", "18 4 2 1 1 6 7 8 5"}));
  expectInputError([&] { readGmsh(fileSource(file)); }, {"does not conform", "element 17 and element 18"});
}

TEST(GmshReader, namesAFaceOfThreeElements) {
  const MeshFolder folder;
  auto nodes = fiveNodes;
  nodes.insert(nodes.end(), {2, 2, 3});
  auto elements = twoTetrahedra();
  elements.push_back("19 4 2 1 1 2 3 4 6");
  const std::string file = folder.write("three.msh", msh2(nodes, elements));
  expectInputError([&] { readGmsh(fileSource(file)); }, {"shared by 3 elements", "element 17, element 18, element 19"});
}

TEST(GmshReader, refusesAMeshWithoutTetrahedra) {
  const MeshFolder folder;
  const std::string file = folder.write("flat.msh", msh2(fiveNodes, {"1 2 2 5 5 1 2 3"}));
  expectInputError([&] { readGmsh(fileSource(file)); }, {"no tetrahedra, only surface elements", "mesh in 3D"});
  const std::string empty = folder.write("empty.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n");
  expectInputError([&] { readGmsh(fileSource(empty)); }, {"empty.msh", "no tetrahedra"});
}

TEST(GmshReader, refusesAFileCutShortAnywhere) {
  const MeshFolder folder;
  withGmsh([&] {
    ballInCube();
    for (const int version : {2, 4})
      for (const bool binary : {false, true})
        writeMsh(folder.file(fmt::format("{}{}.msh", version, binary)), version == 2 ? 2.2 : 4.1, binary);
  });
  for (const char* name : {"2false.msh", "2true.msh", "4false.msh", "4true.msh"}) {
    const std::string path = folder.file(name);
    const auto size = std::filesystem::file_size(path);
    for (const double share : {0.98, 0.6, 0.2, 0.01}) {
      std::filesystem::resize_file(path, static_cast<std::uintmax_t>(share * static_cast<double>(size)));
      expectInputError([&] { readGmsh(fileSource(path)); }, {name, "damaged"});
    }
  }
}

TEST(GmshReader, reportsWhatGmshCannotRead) {
  const MeshFolder folder;
  const std::string bad =
      folder.write("bad.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0\n$EndNodes\n");
  expectInputError([&] { readGmsh(fileSource(bad)); }, {"bad.msh"});
  expectInputError([&] { readGmsh(fileSource(folder.write("text.msh", "hello"))); }, {"text.msh", "$MeshFormat"});
  expectInputError([&] { readGmsh(fileSource(folder.file("none.msh"))); }, {"none.msh", "does not exist"});
  expectInputError([&] { readGmsh(fileSource(folder.write("mesh.ply", "solid"))); }, {"unknown extension", ".step"});
}

TEST(GmshReader, refusesOptionsThatWouldDoNothing) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("two.msh", msh2(fiveNodes, twoTetrahedra())));
  source.size = 0.1;
  expectInputError([&] { readGmsh(source); }, {"mesh.size has no effect"});
  source.size.reset();
  source.parameters["radius"] = 1;
  expectInputError([&] { readGmsh(source); }, {"mesh.parameters have no effect"});
}

/// Two cubes in a row, written by Gmsh in the format of the file's extension.
void writeCubes(const std::string& file) {
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::addBox(1, 0, 0, 1, 1, 1);
    gmsh::vectorpair pieces;
    std::vector<gmsh::vectorpair> piecesOf;
    gmsh::model::occ::fragment({{3, 1}}, {{3, 2}}, pieces, piecesOf);
    gmsh::model::occ::synchronize();
    gmsh::model::addPhysicalGroup(3, {1}, 11);
    gmsh::model::setPhysicalName(3, 11, "Left");
    gmsh::model::addPhysicalGroup(3, {2}, 12);
    gmsh::model::setPhysicalName(3, 12, "Right");
    gmsh::vectorpair boundary;
    gmsh::model::getBoundary({{3, 1}, {3, 2}}, boundary, true, false);
    std::vector<int> outer;
    for (const auto& [unused, tag] : boundary) outer.push_back(std::abs(tag));
    gmsh::model::setPhysicalName(2, gmsh::model::addPhysicalGroup(2, outer), "Outer");
    gmsh::option::setNumber("Mesh.MeshSizeMax", 0.5);
    gmsh::model::mesh::generate(3);
    gmsh::write(file);
  });
}

TEST(GmshReader, meshesOfIdeasHaveTheirGroups) {
  const MeshFolder folder;
  writeCubes(folder.file("cubes.unv"));
  MeshSource source = fileSource(folder.file("cubes.unv"));
  source.scale = 1e-3;
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Left", "Right"}));
  EXPECT_EQ(mesh.groups.surfaces, std::vector<std::string>{"Outer"});
  for (int r = 0; r < 2; ++r) EXPECT_NEAR(totalVolume(mesh, r), 1e-9, 1e-18);
  EXPECT_NEAR(groupArea(mesh, 0), 10e-6, 1e-15);
}

TEST(GmshReader, meshesOfNastranHaveTheNumbersOfTheirProperties) {
  const MeshFolder folder;
  for (const char* const name : {"cubes.bdf", "cubes.nas"}) {
    writeCubes(folder.file("cubes.bdf"));
    if (name != std::string("cubes.bdf")) std::filesystem::rename(folder.file("cubes.bdf"), folder.file(name));
    const Mesh mesh = readGmsh(fileSource(folder.file(name)));
    EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"volume1", "volume2"})) << name;
    EXPECT_EQ(mesh.groups.surfaces.size(), 10u);
    // Coordinates have the digits that the format's fields hold.
    for (int r = 0; r < 2; ++r) EXPECT_NEAR(totalVolume(mesh, r), 1, 1e-5) << name;
  }
}

TEST(GmshReader, meshesOfOthersThatWereCutShortAreRefused) {
  const MeshFolder folder;
  for (const char* const name : {"cubes.bdf", "cubes.unv"}) {
    writeCubes(folder.file(name));
    std::filesystem::resize_file(folder.file(name), std::filesystem::file_size(folder.file(name)) / 2);
    expectInputError([&] { readGmsh(fileSource(folder.file(name))); }, {name, "damaged or no mesh"});
  }
}

}  // namespace
}  // namespace fluxtet::test
