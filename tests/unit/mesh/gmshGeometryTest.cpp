// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/statistics.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <iterator>
#include <regex>

namespace fluxtet::test {
namespace {

const std::string boxScript = R"(DefineConstant[ width = {2, Name "Box/width"} ];
DefineConstant[ height = 1 ];
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, width, 1, height};
Physical Volume("Inside") = {1};
Physical Surface("Outer") = {1:6};
)";

double meanEdge(const Mesh& mesh) {
  return meshStatistics(mesh).meanEdge;
}

TEST(GmshGeometry, aScriptIsMeshedToTheSizeAskedFor) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("box.geo", boxScript));
  source.scale = 0.001;
  source.size = 0.2e-3;
  const Mesh coarse = readGmsh(source);
  EXPECT_NEAR(totalVolume(coarse), 2e-9, 1e-20);
  EXPECT_EQ(coarse.groups.regions, std::vector<std::string>{"Inside"});
  EXPECT_EQ(coarse.groups.surfaces, std::vector<std::string>{"Outer"});
  EXPECT_NEAR(groupArea(coarse, 0), 10e-6, 1e-17);
  EXPECT_NEAR(meanEdge(coarse), 0.2e-3, 0.06e-3);
  source.size = 0.1e-3;
  const Mesh fine = readGmsh(source);
  EXPECT_NEAR(meanEdge(fine), 0.1e-3, 0.03e-3);
  EXPECT_GT(fine.numElements(), 4 * coarse.numElements());
}

TEST(GmshGeometry, meshingAgainGivesTheSameMesh) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("box.geo", boxScript));
  source.size = 0.3;
  const Mesh first = readGmsh(source);
  source.parameters["width"] = 3;
  EXPECT_NEAR(totalVolume(readGmsh(source)), 3, 1e-12);
  source.parameters.clear();
  expectSameMesh(readGmsh(source), first);
}

TEST(GmshGeometry, parametersReachTheScript) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("box.geo", boxScript));
  source.size = 0.5;
  source.parameters = {{"Box/width", 0.75}, {"height", 0.5}};
  EXPECT_NEAR(totalVolume(readGmsh(source)), 0.375, 1e-13);
  source.parameters = {{"heigth", 0.5}};
  expectInputError([&] { readGmsh(source); }, {"no parameter `heigth`", "width, height"});
}

/// A layer as thick as its elements are wide, between two boxes: Delaunay leaves flat elements in it, of vertices on
/// its two sides alone.
constexpr const char* layer = R"(SetFactory("OpenCASCADE");
Box(1) = {-60, -60, 0, 120, 120, 60}; Box(2) = {-60, -60, -20, 120, 120, 20}; Box(3) = {-60, -60, -80, 120, 120, 60};
BooleanFragments{ Volume{1:3}; Delete; }{}
Physical Volume("Air") = {1, 3}; Physical Volume("Slab") = {2}; Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
MeshSize{:} = 20;
)";

double smallestRadius(const Mesh& mesh) {
  return meshStatistics(mesh).smallestInRadius;
}

TEST(GmshGeometry, sliversAreMendedUnlessTheyAreToStay) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("layer.geo", layer));
  const Mesh mended = readGmsh(source);
  source.mendBelow = 0;
  const Mesh asMade = readGmsh(source);
  EXPECT_TRUE(asMade.notes.sizes.empty());
  ASSERT_EQ(mended.notes.sizes.size(), 1u);
  EXPECT_NE(mended.notes.sizes[0].find("flatter than a quality of 0.3"), std::string::npos);
  EXPECT_GT(smallestRadius(mended), 5 * smallestRadius(asMade));
  EXPECT_GT(mended.numVertices(), asMade.numVertices()) << "some flat elements need a vertex between their own";
  for (std::int32_t region = 0; region < 2; ++region)
    EXPECT_NEAR(totalVolume(mended, region), totalVolume(asMade, region), 1e-12 * totalVolume(asMade));
  EXPECT_NEAR(groupArea(mended, 0), groupArea(asMade, 0), 1e-12 * groupArea(asMade, 0));
}

TEST(GmshGeometry, aGivenMeshIsMendedOnlyIfAskedFor) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::merge(folder.write("layer.geo", layer));
    gmsh::model::mesh::generate(3);
    gmsh::write(folder.file("layer.msh"));
  });
  MeshSource source = fileSource(folder.file("layer.msh"));
  const Mesh given = readGmsh(source);
  source.mendBelow = 0;
  expectSameMesh(readGmsh(source), given);
  source.mendBelow = 0.3;
  EXPECT_GT(smallestRadius(readGmsh(source)), 5 * smallestRadius(given));
}

TEST(GmshGeometry, aPlaneMeshHasNothingToMend) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("plane.geo", R"(SetFactory("OpenCASCADE");
Rectangle(1) = {0, 0, 0, 1, 1};
)"));
  source.mendBelow = 0.3;
  expectInputError([&] { readGmshModel(source); }, {"mesh.mendBelow", "plane mesh"});
}

TEST(GmshGeometry, errorsInAScriptAreGmshsOwn) {
  const MeshFolder folder;
  const std::string file = folder.write("bad.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1;\n");
  expectInputError([&] { readGmsh(fileSource(file)); }, {"Gmsh cannot read", "bad.geo", "line 2", "syntax error"});
}

TEST(GmshGeometry, aFlatGeometryIsRefused) {
  const MeshFolder folder;
  const std::string file = folder.write(
      "flat.geo", "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\nPhysical Surface(1) = {1};\n");
  expectInputError([&] { readGmsh(fileSource(file)); }, {"flat.geo", "no volume"});
}

TEST(GmshGeometry, aSecondOrderScriptIsRefused) {
  const MeshFolder folder;
  const std::string file = folder.write("second.geo", boxScript + "Mesh.ElementOrder = 2;\n");
  expectInputError([&] { readGmsh(fileSource(file)); }, {"Tetrahedron 10", "Mesh.ElementOrder = 1"});
}

TEST(GmshGeometry, aForgottenSurfaceIsNamedByItsPlace) {
  const MeshFolder folder;
  std::string script = boxScript;
  script.replace(script.find("1:6"), 3, "1:5");
  expectInputError([&] { readGmsh(fileSource(folder.write("open.geo", script))); },
                   {"open.geo", "untagged outer face of element", "1) m", "Physical Surface"});
}

TEST(GmshGeometry, volumesThatDoNotShareTheirFaceDoNotConform) {
  const MeshFolder folder;
  const std::string file = folder.write("seam.geo", R"(SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
Physical Volume("Inside") = {1, 2};
Physical Surface("Outer") = {1, 3:6, 8:12};
Mesh.MeshSizeMax = 0.5;
)");
  expectInputError([&] { readGmsh(fileSource(file)); }, {"does not conform", "BooleanFragments"});
}

/// Volumes in regions A and B; every outer face is tagged, as the user guide does it.
std::string tagged(const std::string& volumes) {
  return "SetFactory(\"OpenCASCADE\");\n" + volumes +
         "Physical Volume(\"A\") = {1};\nPhysical Volume(\"B\") = {2};\n"
         "Physical Surface(\"Outer\") = Abs(CombinedBoundary{Volume{:};});\nMesh.MeshSizeMax = 0.5;\n";
}

TEST(GmshGeometry, volumesWithoutFragmentsAreRefusedHoweverTheirSurfacesAreTagged) {
  const MeshFolder folder;
  const auto refuses = [&](const std::string& volumes, const std::vector<std::string>& parts) {
    expectInputError([&] { readGmsh(fileSource(folder.write("two.geo", tagged(volumes)))); }, parts);
  };
  const std::string touching = "Box(1) = {0, 0, 0, 1, 1, 1};\nBox(2) = {1, 0, 0, 1, 1, 1};\n";
  refuses(touching, {"does not conform", "regions `A` and `B`", "BooleanFragments"});
  refuses("Box(1) = {0, 0, 0, 1, 1, 1};\nBox(2) = {1, 0.2, 0.3, 1, 0.5, 0.5};\n", {"does not conform"});
  refuses("Sphere(1) = {0, 0, 0, 1};\nSphere(2) = {0, 0, 0, 0.3};\n",
          {"volumes overlap", "(region `B`)", "(region `A`)", "cut the inner one out"});
  refuses("Sphere(1) = {0, 0, 0, 1};\nSphere(2) = {1, 0, 0, 0.5};\n", {"cut each other", "regions `A` and `B`"});
  const std::string fragments = "BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }\n";
  EXPECT_NEAR(totalVolume(readGmsh(fileSource(folder.write("two.geo", tagged(touching + fragments))))), 2, 1e-12);
}

TEST(GmshGeometry, theLastStatementCountsWithoutALineBreakToo) {
  const MeshFolder folder;
  const std::string script =
      "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\nPhysical Surface(\"Outer\") = {1:6};\n";
  const std::string last = "Physical Volume(\"A\") = {1}; Physical Volume(\"B\") = {1};";
  for (const char* end : {"", "\n"})
    expectInputError([&] { readGmsh(fileSource(folder.write("box.geo", script + last + end))); },
                     {"physical volumes `A` and `B`"});
}

/// A file beside others that Gmsh would run, and that would leave a trace.
class Trap {
 public:
  std::string command() const { return "SystemCall \"touch " + trace() + "\";\n"; }
  std::string write(const std::string& name, const std::string& text) const { return folder_.write(name, text); }
  std::string file(const std::string& name) const { return folder_.file(name); }
  bool isSprung() const { return std::filesystem::exists(trace()); }

 private:
  std::string trace() const { return folder_.file("trace"); }
  MeshFolder folder_;
};

TEST(GmshGeometry, noOptionFileIsRunWithAMesh) {
  const Trap trap;
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    for (const char* name : {"box.brep", "box.step"}) gmsh::write(trap.file(name));
    gmsh::model::mesh::generate(3);
    gmsh::write(trap.file("box.msh"));
  });
  trap.write("box.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 1, 1};\n");
  for (const char* name : {"box.msh", "box.geo", "box.brep", "box.step"}) {
    trap.write(std::string(name) + ".opt", trap.command());
    EXPECT_GT(readGmsh(fileSource(trap.file(name))).numElements(), 0);
    EXPECT_FALSE(trap.isSprung()) << name;
  }
}

TEST(GmshGeometry, aMshThatIsAScriptIsNotRun) {
  const Trap trap;
  const std::vector<std::string> texts{
      "// $MeshFormat\n" + trap.command() + "$End\n", " $MeshFormat\n" + trap.command() + "$End\n",
      trap.command() + "$MeshFormat\n$End\n", "\n$MeshFormat\n" + trap.command() + "$End\n"};
  for (const auto& text : texts)
    expectInputError([&] { readGmsh(fileSource(trap.write("script.msh", text))); },
                     {"does not begin with $MeshFormat"});
  for (const char* head : {"$MeshFormat\n", "$Comments\n"})
    EXPECT_THROW(readGmsh(fileSource(trap.write("script.msh", head + trap.command() + "$End\n"))), InputError);
  EXPECT_FALSE(trap.isSprung());
}

/// Two boxes side by side, written by the CAD kernel.
void writeTwoBoxes(const std::string& file, double secondAt) {
  withGmsh([&] {
    gmsh::model::occ::addBox(0, 0, 0, 1, 1, 1);
    gmsh::model::occ::addBox(secondAt, 0, 0, 1, 1, 1);
    gmsh::model::occ::synchronize();
    gmsh::write(file);
  });
}

/// Two cubes of edge `unit` m side by side, to be meshed as one.
void expectTwoCubes(const MeshSource& file, double unit) {
  MeshSource source = file;
  source.size = 0.5 * unit;
  const Mesh mesh = readGmsh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"volume1", "volume2"}));
  EXPECT_NEAR(meanEdge(mesh), 0.5 * unit, 0.1 * unit);
  EXPECT_EQ(mesh.groups.surfaces.size(), 11u);
  for (int r = 0; r < 2; ++r) EXPECT_NEAR(totalVolume(mesh, r), unit * unit * unit, 1e-12 * unit * unit * unit);
  for (int g = 0; g < 11; ++g) EXPECT_NEAR(groupArea(mesh, g), unit * unit, 1e-12 * unit * unit);
}

TEST(GmshGeometry, cadVolumesThatTouchAreMeshedAsOne) {
  const MeshFolder folder;
  writeTwoBoxes(folder.file("two.brep"), 1);
  MeshSource source = fileSource(folder.file("two.brep"));
  expectTwoCubes(source, 1);
  source.scale = 0.01;
  expectTwoCubes(source, 0.01);
}

TEST(GmshGeometry, theUnitOfAStepFileIsObeyed) {
  const MeshFolder folder;
  writeTwoBoxes(folder.file("two.step"), 1);
  MeshSource source = fileSource(folder.file("two.step"));
  expectTwoCubes(source, 1e-3);
  source.scale = 1e-3;
  expectInputError([&] { readGmsh(source); }, {"mesh.scale does not go with", "two.step", "remove mesh.scale"});

  std::ifstream in(folder.file("two.step"));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  ASSERT_NE(text.find("SI_UNIT(.MILLI.,.METRE.)"), std::string::npos);
  for (const auto& [prefix, unit] : {std::pair{"$$", 1.0}, {".CENTI.", 1e-2}}) {
    const std::string other = std::regex_replace(text, std::regex("SI_UNIT\\(\\.MILLI\\.,\\.METRE\\.\\)"),
                                                 fmt::format("SI_UNIT({},.METRE.)", prefix));
    expectTwoCubes(fileSource(folder.write("other.stp", other)), unit);
  }
}

TEST(GmshGeometry, cadRegionsTakeTheNamesOfTheirProducts) {
  const MeshFolder folder;
  writeTwoBoxes(folder.file("two.step"), 1);
  std::ifstream in(folder.file("two.step"));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text = std::regex_replace(text, std::regex("'Open CASCADE STEP translator [0-9.]+ [0-9]+\\.1'"), "'Left half'");
  MeshSource source = fileSource(folder.write("named.step", text));
  source.size = 0.5e-3;
  EXPECT_EQ(readGmsh(source).groups.regions, (std::vector<std::string>{"Left half", "volume2"}));
}

TEST(GmshGeometry, cadVolumesThatOverlapAreRefused) {
  const MeshFolder folder;
  writeTwoBoxes(folder.file("overlap.brep"), 0.5);
  expectInputError([&] { readGmsh(fileSource(folder.file("overlap.brep"))); },
                   {"volume 1 and the volume 2 overlap", "mesh.priority"});
}

TEST(GmshGeometry, whatIsNoCadFileIsRefused) {
  const MeshFolder folder;
  expectInputError([&] { readGmsh(fileSource(folder.write("text.step", "hello"))); }, {"not a STEP file"});
  expectInputError([&] { readGmsh(fileSource(folder.write("text.brep", "hello"))); }, {"text.brep", "not a BREP file"});
}

}  // namespace
}  // namespace fluxtet::test
