// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Scripts of the OpenCASCADE kernel whose volumes are cut: boxes of air, priorities, and what else a script says.
#include "lib/mesh/meshCache.hpp"
#include "tests/unit/mesh/stepTestSupport.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

/// A board of 4 x 4 x `height` mm, a patch of 2 x 2 mm on it that ends at its edge y = 0, a plate that floats above,
/// and names for a face and the edge.
const std::string boardScript = R"(SetFactory("OpenCASCADE");
DefineConstant[ height = {1, Name "height"} ];
Box(1) = {0, 0, 0, 4, 4, height};
Rectangle(20) = {1, 0, height, 2, 2};
Rectangle(21) = {1, 1, height + 1, 1, 2};
Physical Volume("Board") = {1};
Physical Surface("Patch") = {20};
Physical Surface("Plate") = {21};
Physical Surface("Ground") = {5};
Physical Curve("Edge") = {10};
Physical Curve("Edges") = {10, 11};
)";

MeshSource scriptSource(const MeshFolder& folder, const std::string& script) {
  MeshSource source = fileSource(folder.write("model.geo", script));
  source.scale = mm;
  source.size = 2 * mm;
  source.airBox = AirBox{.margin = 1 * mm, .wavelengths = {}, .margins = {}};
  return source;
}

Mesh meshOf(const std::string& script) {
  const MeshFolder folder;
  return readGmsh(scriptSource(folder, script));
}

void expectRefused(const std::string& script, const std::vector<std::string>& words) {
  const MeshFolder folder;
  expectInputError([&] { readGmsh(scriptSource(folder, script)); }, words);
}

bool isNear(double a, double b) {
  return std::abs(a - b) < 1e-6;
}

/// On the upper edge y = 0 of the board, which the patch cuts into three.
bool onEdge(const Vec3& x) {
  return isNear(x[1], 0) && isNear(x[2], 1) && x[0] > -1e-6 && x[0] < 4 + 1e-6;
}

/// Whether a vertex lies at a place, mm.
bool hasVertex(const Mesh& mesh, const Vec3& place) {
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const auto x = elementVertices(mesh, e);
    for (std::size_t v = 0; v < 12; v += 3)
      if (norm(1e3 * Vec3{x[v], x[v + 1], x[v + 2]} - place) < 1e-6) return true;
  }
  return false;
}

TEST(ScriptModel, theAirBoxKeepsGroupsAndNamesItsOwn) {
  const Mesh mesh = meshOf(boardScript);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Board", "Air"}));
  EXPECT_EQ(mesh.groups.surfaces,
            (std::vector<std::string>{"Patch", "Plate", "Ground", "x-", "x+", "y-", "y+", "z-", "z+"}));
  expectVolume(mesh, "Board", 16);
  expectVolume(mesh, "Air", 6 * 6 * 4 - 16);
  expectArea(mesh, "Patch", 4);
  expectArea(mesh, "Plate", 2);
  expectArea(mesh, "Ground", 16);
  expectArea(mesh, "x-", 24);
  expectArea(mesh, "z+", 36);
}

/// The mesh of boardScript's shapes in a STEP file, otherwise as `source` says.
Mesh stepMesh(const MeshFolder& folder, MeshSource source) {
  source.file = writeStep(folder, {"Board", "Patch", "Plate"}, [] {
    gmsh::model::occ::addBox(0, 0, 0, 4, 4, 1);
    gmsh::model::occ::addRectangle(1, 0, 1, 2, 2);
    gmsh::model::occ::addRectangle(1, 1, 2, 1, 2);
  });
  source.scale = 1;
  return readGmsh(source);
}

TEST(ScriptModel, aScriptAndAStepFileOfTheSameShapesAgree) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, boardScript);
  source.sizes = {{"Patch", 0.4 * mm}};
  const Mesh script = readGmsh(source);
  const Mesh step = stepMesh(folder, source);
  for (const char* region : {"Board", "Air"})
    EXPECT_NEAR(volumeOf(script, region), volumeOf(step, region), 1e-9 * volumeOf(step, region)) << region;
  for (const char* surface : {"Patch", "Plate", "x-", "x+", "y-", "y+", "z-", "z+"})
    EXPECT_NEAR(areaOf(script, surface), areaOf(step, surface), 1e-9 * areaOf(step, surface)) << surface;
  const auto onPatch = [](const Vec3& x) {
    return isNear(x[2], 1) && x[0] > 1 - 1e-6 && x[0] < 3 + 1e-6 && x[1] > -1e-6 && x[1] < 2 + 1e-6;
  };
  EXPECT_NEAR(meanLength(script, onPatch), 0.4, 0.1);
  EXPECT_NEAR(meanLength(script, onPatch), meanLength(step, onPatch), 0.04);
}

TEST(ScriptModel, sizesByWavesAndEdgesAreThoseOfTheStepFile) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, boardScript);
  source.autoSizes = AutoSizes{.accuracy = 0.01, .order = 2, .wavelength = 20 * mm};
  source.autoSizes->ofWaves = {{"Board", 2 * mm}, {"Air", 3 * mm}};
  source.autoSizes->media = {{"Board", 0}, {"Air", 1}};
  source.autoSizes->metal = {"Patch", "Plate"};
  source.autoSizes->walls = {"Patch", "Plate"};
  source.size = 3 * mm;
  const Mesh script = readGmsh(source);
  const Mesh step = stepMesh(folder, source);
  EXPECT_EQ(script.notes.sizes, step.notes.sizes);
  EXPECT_GT(script.notes.sizes.size(), 2U);
  EXPECT_NEAR(static_cast<double>(script.numElements()) / static_cast<double>(step.numElements()), 1, 0.1);
}

TEST(ScriptModel, aScriptMayMergeAStepFile) {
  const MeshFolder folder;
  writeStep(folder, {"Block"}, [] { gmsh::model::occ::addBox(0, 0, 0, 2, 1, 1); });
  MeshSource source = scriptSource(folder, "Merge \"named.step\";\nPhysical Volume(\"Brick\") = {1};\n");
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Brick", 2);
  expectVolume(mesh, "Air", 4 * 3 * 3 - 2);
}

TEST(ScriptModel, curvedVolumesWithoutAnySizeAreWarnedOf) {
  const MeshFolder folder;
  const std::string ball =
      "SetFactory(\"OpenCASCADE\");\nSphere(1) = {0, 0, 0, 1};\nPhysical Volume(\"Ball\") = {1};\n"
      "Physical Surface(\"Skin\") = {1};\n";
  const auto warningsOf = [&](const std::string& script) {
    MeshSource source = scriptSource(folder, script);
    source.size.reset();
    return readGmsh(source).notes.warnings;
  };
  ASSERT_EQ(warningsOf(ball).size(), 1U);
  EXPECT_NE(warningsOf(ball).front().find("Skin"), std::string::npos) << warningsOf(ball).front();
  for (const char* sizes : {"MeshSize{:} = 0.3;\n", "Mesh.MeshSizeMax = 0.4;\n", "Mesh.MeshSizeFromCurvature = 12;\n",
                            "Field[1] = MathEval;\nField[1].F = \"0.4\";\nBackground Field = 1;\n"})
    EXPECT_TRUE(warningsOf(ball + sizes).empty()) << sizes;
}

TEST(ScriptModel, parametersMoveTheBox) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, boardScript);
  source.parameters = {{"height", 3}};
  source.airBox->margins = {{"z-", 0}, {"x+", 2 * mm}};
  source.airBox->region = "Space";
  const Mesh mesh = readGmsh(source);
  expectVolume(mesh, "Board", 48);
  expectVolume(mesh, "Space", 7 * 6 * 5 - 48);
  // The side has what is left of it: the named face keeps its name.
  expectArea(mesh, "z-", 7 * 6 - 16);
  expectArea(mesh, "Ground", 16);
  expectArea(mesh, "x+", 6 * 5);
}

TEST(ScriptModel, sizesAtPointsHold) {
  const double coarse = meanLength(meshOf(boardScript), onEdge);
  const double fine = meanLength(meshOf(boardScript + "MeshSize{ PointsOf{ Curve{10}; } } = 0.2;\n"
                                                      "MeshSize{ PointsOf{ Surface{20}; } } = 0.2;\n"),
                                 onEdge);
  EXPECT_GT(coarse, 0.5);
  EXPECT_NEAR(fine, 0.2, 0.02);
}

TEST(ScriptModel, fieldsHoldForThePiecesOfWhatTheyList) {
  // One that measures the distance before anything is cut, and one that looks up where it holds.
  const std::string distance = R"(Field[1] = Distance;
Field[1].CurvesList = {10};
Field[1].NumPointsPerCurve = 100;
Field[2] = Threshold;
Field[2].InField = 1;
Field[2].SizeMin = 0.25;
Field[2].SizeMax = 2;
Field[2].DistMin = 0.3;
Field[2].DistMax = 3;
Background Field = 2;
)";
  EXPECT_NEAR(meanLength(meshOf(boardScript + distance), onEdge), 0.25, 0.03);
  const std::string restricted = R"(Field[1] = MathEval;
Field[1].F = "0.25";
Field[2] = Restrict;
Field[2].InField = 1;
Field[2].CurvesList = {10};
Background Field = 2;
)";
  EXPECT_NEAR(meanLength(meshOf(boardScript + restricted), onEdge), 0.25, 0.03);
}

TEST(ScriptModel, physicalCurvesAreEdgesOfTheirPieces) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, boardScript);
  for (const char* name : {"Edge", "Edges"}) {
    source.sizes = {{name, 0.25 * mm}};
    EXPECT_NEAR(meanLength(readGmsh(source), onEdge), 0.25, 0.03) << name;
  }
}

TEST(ScriptModel, pointsAndCurvesInFacesStayThere) {
  const auto onSeam = [](const Vec3& x) { return isNear(x[2], 0) && isNear(x[1], 2.2) && x[0] > 0.4 && x[0] < 2.1; };
  const Mesh mesh = meshOf(boardScript +
                           "Point(100) = {0.5, 2.2, 0, 0.2};\nPoint(101) = {2, 2.2, 0, 0.2};\nLine(100) = {100, 101};\n"
                           "Curve{100} In Surface{5};\nPoint(102) = {3.1, 1.3, 0.4, 0.1};\nPoint{102} In Volume{1};\n");
  EXPECT_NEAR(meanLength(mesh, onSeam), 0.2, 0.03);
  EXPECT_TRUE(hasVertex(mesh, {3.1, 1.3, 0.4}));
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Board", "Air"}));
  expectVolume(mesh, "Board", 16);
  expectVolume(mesh, "Air", 6 * 6 * 4 - 16);
  EXPECT_EQ(meanLength(meshOf(boardScript), onSeam), 0);
}

TEST(ScriptModel, pointsAndCurvesInVolumesStayThere) {
  // Nothing else touches this volume.
  const std::string block =
      "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 4, 4, 4};\nPhysical Volume(\"Block\") = {1};\n"
      "Point(100) = {1, 1, 2, 0.2};\nPoint(101) = {3, 1, 2, 0.2};\nLine(100) = {100, 101};\n"
      "Curve{100} In Volume{1};\nPoint(102) = {3.1, 3.3, 2.4, 0.2};\nPoint{102} In Volume{1};\n";
  const Mesh mesh = meshOf(block);
  expectVolume(mesh, "Block", 64);
  expectVolume(mesh, "Air", 6 * 6 * 6 - 64);
  EXPECT_TRUE(hasVertex(mesh, {3.1, 3.3, 2.4}));
  const auto onCurve = [](const Vec3& x) { return isNear(x[1], 1) && isNear(x[2], 2) && x[0] > 0.99 && x[0] < 3.01; };
  EXPECT_NEAR(meanLength(mesh, onCurve), 0.2, 0.02);
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, block + "Box(2) = {0, 0, 0, 2, 2, 2};\nPhysical Volume(\"Part\") = {2};\n");
  source.priority = {"Part"};
  expectInputError([&] { readGmsh(source); }, {"point 102", "volume 1", "2 pieces", "In Volume"});
}

TEST(ScriptModel, whatOnlyHelpsToDrawIsNoPartOfIt) {
  // A face in no group that reaches out of the box, and points far away.
  const Mesh mesh = meshOf(boardScript + "Rectangle(30) = {3, 3, 1.5, 20, 20};\nPoint(200) = {50, 50, 50};\n");
  expectVolume(mesh, "Air", 6 * 6 * 4 - 16);
  expectArea(mesh, "x+", 24);
}

TEST(ScriptModel, volumesOfOneGroupAreOneRegionAndTouchingOnesConform) {
  const std::string script = R"(SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
Box(3) = {2, 0, 0, 1, 2, 1};
Physical Volume("Pair") = {1, 2};
Physical Volume(7) = {3};
Physical Surface("Between") = {8};
)";
  const Mesh mesh = meshOf(script);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Pair", "volume7", "Air"}));
  expectVolume(mesh, "Pair", 2);
  expectVolume(mesh, "volume7", 2);
  expectArea(mesh, "Between", 1);
}

TEST(ScriptModel, withoutGroupsVolumesHaveTheirNumbers) {
  const Mesh mesh =
      meshOf("SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\nBox(5) = {2, 0, 0, 1, 1, 1};\n");
  expectVolume(mesh, "volume1", 1);
  expectVolume(mesh, "volume5", 1);
  expectVolume(mesh, "Air", 5 * 3 * 3 - 2);
  expectArea(mesh, "y+", 15);
}

TEST(ScriptModel, priorityDecidesWhatVolumesKeepThatOverlap) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, R"(SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 2, 2, 2};
Box(2) = {1, 1, 1, 1, 1, 2};
Physical Volume("Large") = {1};
Physical Volume("Small") = {2};
Physical Surface("Outer") = {1:12};
)");
  expectInputError([&] { readGmsh(source); }, {"`Large`", "`Small`", "overlap", "mesh.priority"});
  source.priority = {"Smal"};
  expectInputError([&] { readGmsh(source); }, {"mesh.priority", "no solid `Smal`", "Large, Small"});
  source.priority = {"Small"};
  for (const bool hasAir : {true, false}) {
    if (!hasAir) source.airBox.reset();
    const Mesh mesh = readGmsh(source);
    expectVolume(mesh, "Large", 7);
    expectVolume(mesh, "Small", 2);
    EXPECT_EQ(groupIndex(mesh.groups.regions, "Air") >= 0, hasAir);
  }
}

TEST(ScriptModel, aSheetOnANamedFaceHasItsOwnName) {
  const Mesh mesh = meshOf(boardScript + "Physical Surface(\"Top\") = {6};\n");
  expectArea(mesh, "Patch", 4);
  expectArea(mesh, "Top", 12);
  expectRefused(boardScript + "Rectangle(22) = {2, 0, 1, 2, 2};\nPhysical Surface(\"Other\") = {22};\n",
                {"`Patch` (surface 20)", "`Other` (surface 22)", "one only"});
}

TEST(ScriptModel, conductorsAreCutOut) {
  const MeshFolder folder;
  MeshSource source =
      scriptSource(folder, boardScript + "Box(2) = {1, 3, 1, 1, 1, 0.5};\nPhysical Volume(\"Strip\") = {2};\n");
  source.cutOut = {"Strip"};
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Board", "Air"}));
  expectArea(mesh, "Strip", 4);
}

TEST(ScriptModel, sheetsAloneHaveABox) {
  const Mesh mesh =
      meshOf("SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 2, 1};\nPhysical Surface(\"Arm\") = {1};\n");
  expectVolume(mesh, "Air", 4 * 3 * 2);
  expectArea(mesh, "Arm", 2);
}

TEST(ScriptModel, whatCannotBeCutIsRefused) {
  expectRefused(
      "Point(1) = {0, 0, 0};\nExtrude{1, 0, 0}{ Point{1}; }\nExtrude{0, 1, 0}{ Curve{1}; }\n"
      "Extrude{0, 0, 1}{ Surface{5}; }\n",
      {"OpenCASCADE kernel", "volume 1", "model.geo", "SetFactory(\"OpenCASCADE\");"});
  for (const char* command : {"Mesh 3;\n", "Mesh 2;\n"})
    expectRefused(boardScript + command, {"model.geo", "meshes by itself", "Mesh command"});
  expectRefused(boardScript + "Box(2) = {5, 0, 0, 1, 1, 1};\n", {"volume 2", "Physical Volume"});
  expectRefused(boardScript + "Box(2) = {5, 0, 0, 1, 1, 1};\nPhysical Volume(\"Air\") = {2};\n",
                {"volume is called `Air`", "mesh.airBox.region"});
  expectRefused(boardScript + "Physical Surface(\"x-\") = {1};\n", {"surface is called `x-`", "a side of mesh.airBox"});
  expectRefused(boardScript + "Physical Surface(\"Metal\") = {20};\n",
                {"surface 20", "`Patch`", "`Metal`", "one only"});
  expectRefused("SetFactory(\"OpenCASCADE\");\nPoint(1) = {0, 0, 0};\n", {"neither volumes nor surfaces"});
}

TEST(ScriptModel, statementsThatCuttingWouldLoseAreRefused) {
  const auto refuses = [](const std::string& statement, const std::string& name) {
    expectRefused(boardScript + statement, {"mesh.airBox", "model.geo", "`" + name + "`"});
  };
  refuses("Transfinite Curve{1, 3} = 10;\n", "Transfinite");
  refuses("Recombine Surface{1};\n", "Recombine");
  refuses("Periodic Surface{4} = {3} Translate{0, 4, 0};\n", "Periodic");
  refuses("Extrude{0, 0, -1}{ Surface{5}; Layers{3}; }\n", "Layers");
  refuses("Compound Surface{1, 4};\n", "Compound");
  refuses("MeshSizeFromBoundary Surface{1} = 0;\n", "MeshSizeFromBoundary");
  // Neither in a text nor in a comment.
  EXPECT_GT(meshOf(boardScript + "Printf(\"Recombine\");  // Transfinite Curve\n").numElements(), 0);
}

TEST(ScriptModel, aStatementInAnotherScriptIsFound) {
  const MeshFolder folder;
  folder.write("more.geo", "Periodic Surface{4} = {3} Translate{0, 4, 0};\n");
  expectInputError([&] { readGmsh(scriptSource(folder, boardScript + "Include \"more.geo\";\n")); }, {"`Periodic`"});
}

TEST(ScriptModel, theCacheTellsBoxesApart) {
  const MeshFolder folder;
  MeshSource source = scriptSource(folder, boardScript);
  const auto wide = cachedMeshName(source, false);
  source.airBox->margin = 0.5 * mm;
  const auto narrow = cachedMeshName(source, false);
  source.airBox.reset();
  ASSERT_TRUE(wide && narrow);
  EXPECT_NE(*wide, *narrow);
  EXPECT_NE(*narrow, cachedMeshName(source, false));
}

}  // namespace
}  // namespace fluxtet::test
