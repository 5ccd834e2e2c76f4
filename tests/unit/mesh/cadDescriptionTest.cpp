// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What is told of a CAD file before anything is meshed.
#include "lib/mesh/gmshReader.hpp"
#include "lib/mesh/stepNames.hpp"
#include "lib/mesh/stepUnit.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

void expectParts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

/// A board with a pin through its surface, a block beside both, a sheet over the board, and an edge.
void makeModel() {
  gmsh::model::occ::addBox(0, 0, 0, 20, 10, 2);
  gmsh::model::occ::addBox(4, 4, 1, 1, 1, 3);
  gmsh::model::occ::addBox(30, 0, 0, 5, 5, 5);
  gmsh::model::occ::addRectangle(2, 2, 2, 10, 5);
  gmsh::model::occ::addLine(gmsh::model::occ::addPoint(0, 0, 50), gmsh::model::occ::addPoint(0, 0, 60));
}

std::string writeModel(const MeshFolder& folder) {
  return writeStep(folder, {"Board", "Pin", "Block", "Patch"}, makeModel);
}

TEST(CadDescription, tellsWhatTheFileHolds) {
  const MeshFolder folder;
  const std::string text = describeGeometry(fileSource(writeModel(folder)));
  expectParts(text, {"file          named.step: unit mm, 3 solids, 1 sheet, 18 faces of solids\n",
                     "box           from (0, 0, 0) to (35, 10, 60) mm\n",
                     "solid         Board: 4e-07 m^3\n"
                     "              centre (10, 5, 1) mm, from (0, 0, 0) to (20, 10, 2) mm\n",
                     "solid         Pin: 3e-09 m^3\n",
                     "sheet         Patch: 5e-05 m^2; plane, normal (0, 0, 1)\n"
                     "              centre (7, 4.5, 2) mm, from (2, 2, 2) to (12, 7, 2) mm\n",
                     "edges         1 that bound no face: they are not used\n",
                     "overlap       Board and Pin share 1e-09 m^3: mesh.priority has to name one of them\n"});
  EXPECT_EQ(text.find("face          "), std::string::npos) << text;
  EXPECT_EQ(text.find("colour"), std::string::npos) << text;
  EXPECT_EQ(text.find("Block and"), std::string::npos) << text;
}

TEST(CadDescription, saysWhoKeepsWhatSolidsShare) {
  const MeshFolder folder;
  MeshSource source = fileSource(writeModel(folder));
  source.priority = {"Pin"};
  expectParts(describeGeometry(source), {"Board and Pin share 1e-09 m^3: Pin keeps it by mesh.priority\n"});
}

TEST(CadDescription, tellsColoursWithWhatHasThem) {
  const MeshFolder folder;
  const std::vector<Paint> paints{{"ADVANCED_FACE", 0, {1, 0, 0}},
                                  {"ADVANCED_FACE", 2, {1, 0, 0}},
                                  {"ADVANCED_FACE", 12, {0, 0, 1}},
                                  {"MANIFOLD_SOLID_BREP", 1, {1, 0, 0}}};
  MeshSource source = fileSource(paintStep(folder, writeModel(folder), paints));
  expectParts(describeGeometry(source),
              {"colour        #0000ff: 1 face of Block\n", "colour        #ff0000: solid Pin, 2 faces of Board\n",
               "solid         Pin: 3e-09 m^3; colour #ff0000\n",
               "face          (without a name): 2e-05 m^2; of Board; plane, normal (1, 0, 0); colour #ff0000\n"});
  source.colours = {{"Port", "#0000ff"}, {"Wire", "#ff0000"}};
  expectParts(describeGeometry(source),
              {"face          Port: 2.5e-05 m^2; of Block;", "solid         Wire: 3e-09 m^3"});
}

TEST(CadDescription, tellsFacesThatHaveNames) {
  if (!readNamesOfStepFaces()) GTEST_SKIP() << "built without OpenCASCADE's headers, by which names of faces are read";
  const MeshFolder folder;
  const MeshSource source = fileSource(nameFaces(folder, writeModel(folder), {{0, "Back"}}));
  expectParts(describeGeometry(source), {"face          Back: 2e-05 m^2; of Board; plane, normal (1, 0, 0)\n"});
}

TEST(CadDescription, aFileOfSheetsIsDescribedToo) {
  const MeshFolder folder;
  const std::string file = writeStep(folder, {}, [] {
    gmsh::model::occ::addRectangle(0, 0, 0, 10, 10);
    gmsh::model::occ::addDisk(10, 5, 0, 1, 1);
  });
  expectParts(describeGeometry(fileSource(file)), {"0 solids, 2 sheets, 0 faces",
                                                   "overlap       surface1 and surface2 "
                                                   "share 1.5708e-06 m^2"});
}

TEST(CadDescription, lengthsOfABrepAreInTheUnitOfTheCase) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 20, 10, 2);
    gmsh::model::occ::synchronize();
    gmsh::write(folder.file("box.brep"));
  });
  MeshSource source = fileSource(folder.file("box.brep"));
  source.scale = 0.01;
  expectParts(describeGeometry(source),
              {"unit 10 mm (mesh.scale), 1 solid,", "box           from (0, 0, 0) to (200, 100, 20) mm",
               "solid         volume1: 0.0004 m^3"});
}

TEST(CadDescription, otherFilesAreRefused) {
  const MeshFolder folder;
  const MeshSource source =
      fileSource(folder.write("box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\n"));
  expectInputError([&] { describeGeometry(source); }, {"--describe", "box.geo", ".step, .brep"});
  const MeshSource damaged = fileSource(folder.write("box.step", "hello"));
  expectInputError([&] { describeGeometry(damaged); }, {"box.step is not a STEP file"});
}

TEST(StepUnit, isThatOfTheContextsAndNotOfWhatConvertsIt) {
  const std::string metre = "#2=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));\n";
  EXPECT_EQ(stepUnit("#1=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#2,#3))"
                     "REPRESENTATION_CONTEXT('a;b','c'));\n" +
                     metre),
            "mm");
  EXPECT_EQ(stepUnit("#1 = ( GLOBAL_UNIT_ASSIGNED_CONTEXT(\n(#7,#9)) );\n#7 = ( CONVERSION_BASED_UNIT('INCH',#8)\n "
                     "LENGTH_UNIT() NAMED_UNIT(#5) );\n#8 = LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#2);\n" +
                     metre),
            "INCH");
  EXPECT_EQ(stepUnit("#1=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#2)));\n#4=(GLOBAL_UNIT_ASSIGNED_CONTEXT((#5)));\n" + metre +
                     "#5=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));\n"),
            "m, mm");
  EXPECT_EQ(stepUnit(metre), "");
}

}  // namespace
}  // namespace fluxtet::test
