// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Meshes are read by this very program, started anew: see main() below.
#include "lib/base/signals.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <csignal>
#include <cstdlib>

namespace fluxtet::test {
namespace {

/// A tetrahedron in format 4.1 whose fourth corner has the tag `tag`; the file's is 4.
std::string tetrahedron(const std::string& tag) {
  return R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 1 1
1 0 0 0 1 1 1 0 0
1 0 0 0 1 1 1 0 1 1
$EndEntities
$Nodes
1 4 1 4
3 1 0 4
1
2
3
4
0 0 0
1 0 0
0 1 0
0 0 1
$EndNodes
$Elements
2 5 1 5
2 1 2 4
1 1 2 3
2 1 2 4
3 1 3 4
4 2 3 4
3 1 4 1
5 1 2 3 )" +
         tag + "\n$EndElements\n";
}

constexpr const char* grid = R"(DefineConstant[ edge = 1 ];
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, edge, 1, 1};
Box(2) = {edge, 0, 0, edge, 1, 1};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("A") = {1};
Physical Volume("B") = {2};
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
)";

TEST(GmshProcess, givesTheMeshThatThisProcessWouldRead) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("grid.geo", grid));
  source.size = 0.3e-3;
  source.scale = 1e-3;
  source.parameters["edge"] = 0.7;
  const Mesh other = readGmsh(source);
  useGmshProcess("");
  const Mesh own = readGmsh(source);
  useGmshProcess("/proc/self/exe");
  expectSameMesh(other, own);
  EXPECT_NEAR(totalVolume(own), 1.4e-9, 1e-21);
  EXPECT_EQ(own.groups.regions, (std::vector<std::string>{"A", "B"}));
}

TEST(GmshProcess, hxtGivesTheSameMeshEveryTime) {
  if (!mayFixAddresses()) GTEST_SKIP() << "this container does not let a process fix the addresses of its memory";
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("grid.geo", grid));
  source.size = 0.1;
  const Mesh delaunay = readGmsh(source);
  source.algorithm = VolumeAlgorithm::hxt;
  const Mesh mesh = readGmsh(source);
  EXPECT_NE(mesh.numElements(), delaunay.numElements());
  EXPECT_NEAR(totalVolume(mesh), 2, 1e-12);
  for (int i = 0; i < 3; ++i) expectSameMesh(readGmsh(source), mesh);
}

TEST(GmshProcess, anAlgorithmForVolumesThatDoesNothingIsRefused) {
  const MeshFolder folder;
  const auto refuses = [](const std::string& file, const char* words) {
    MeshSource source = fileSource(file);
    source.algorithm = VolumeAlgorithm::hxt;
    expectInputError([&] { readGmshModel(source); }, {"mesh.algorithm", words});
  };
  refuses(folder.write("own.geo", std::string(grid) + "Mesh 3;\n"), "meshes by itself");
  refuses(folder.write("plane.geo", "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\n"), "has none");
  refuses(folder.write("done.msh", tetrahedron("4")), "which is meshed already");
}

TEST(GmshProcess, givesPlaneMeshesToo) {
  const MeshFolder folder;
  const std::string square =
      "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\n"
      "Physical Surface(\"Air\") = {1};\nPhysical Curve(\"Rim\") = {1:4};\n";
  const auto mesh = readGmshModel(fileSource(folder.write("square.geo", square)));
  ASSERT_TRUE(std::holds_alternative<SimplexMesh>(mesh));
  EXPECT_EQ(std::get<SimplexMesh>(mesh).groups.surfaces, std::vector<std::string>{"Rim"});
}

TEST(GmshProcess, tellsWhatGmshSays) {
  const MeshFolder folder;
  expectInputError([&] { readGmsh(fileSource(folder.write("bad.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = ;\n"))); },
                   {"Gmsh cannot read", "bad.geo", "line 2", "syntax error"});
}

TEST(GmshProcess, tellsWhereTheFilesOfAScriptAre) {
  const MeshFolder folder;
  const std::string part = folder.write("part.geo", "SetFactory(\"OpenCASCADE\");\nBox(1) = ;\n");
  const std::string whole = folder.write("whole.geo", "Include \"part.geo\";\n");
  expectInputError([&] { readGmsh(fileSource(whole)); }, {"Gmsh cannot read " + whole, part, "line 2"});
}

TEST(GmshProcess, aCrashIsAnErrorOfTheInput) {
  const MeshFolder folder;
  EXPECT_EQ(readGmsh(fileSource(folder.write("sound.msh", tetrahedron("4")))).numElements(), 1);
  expectInputError([&] { readGmsh(fileSource(folder.write("damaged.msh", tetrahedron("4000000000")))); },
                   {"Gmsh crashed when it was to read", "damaged.msh", "Segmentation fault", "write it again"});
}

TEST(GmshProcess, anEndWithoutAReasonIsAnErrorOfTheInput) {
  const MeshFolder folder;
  expectInputError([&] { readGmsh(fileSource(folder.write("exit.geo", "Exit;\n"))); },
                   {"Gmsh gave up without a reason", "exit.geo", "exit status"});
}

TEST(GmshProcess, whatTakesTooLongIsEnded) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("long.geo", "For i In {1:1000000000}\n  x = i;\nEndFor\n"));
  source.timeLimit = 0.5;
  expectInputError([&] { readGmsh(source); }, {"Gmsh did not read", "long.geo", "within 0.5 s", "mesh.timeLimit"});
  MeshSource fine = fileSource(folder.write("fine.geo", grid));
  fine.size = 0.01;
  fine.timeLimit = 4;
  expectInputError([&] { readGmsh(fine); }, {"Gmsh did not mesh", "fine.geo", "within 4 s"});
}

TEST(GmshProcess, aStopSignalEndsTheReading) {
  const MeshFolder folder;
  const std::string file = folder.write("long.geo", "For i In {1:1000000000}\n  x = i;\nEndFor\n");
  const auto readWhileStopped = [&] {
    catchStopSignals();
    std::raise(SIGTERM);
    try {
      readGmsh(fileSource(file));
    } catch (const Error& error) {
      fmt::print(stderr, "{}\n", error.what());
      std::exit(static_cast<int>(error.code()));
    }
  };
  EXPECT_EXIT(readWhileStopped(), testing::ExitedWithCode(4), "stopped by signal 15 while Gmsh was to read .*long.geo");
}

TEST(GmshProcess, aProgramThatIsNotThereIsAFailure) {
  const MeshFolder folder;
  const std::string file = folder.write("sound.msh", tetrahedron("4"));
  useGmshProcess(folder.file("none"));
  EXPECT_THROW(readGmsh(fileSource(file)), RunError);
  useGmshProcess("/proc/self/exe");
}

}  // namespace
}  // namespace fluxtet::test

int main(int argc, char** argv) {
  if (const auto status = fluxtet::readForAnotherProcess(argc, argv)) return *status;
  fluxtet::useGmshProcess("/proc/self/exe");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
