// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/loadSimplexMesh.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"
#include "tests/unit/mesh/planeTestSupport.hpp"

namespace fluxtet::test {
namespace {

/// A disk in a plate; the rim of the disk and the plate's bottom are groups, the bottom is in `Outer` too.
const std::string plateScript = R"(SetFactory("OpenCASCADE");
DefineConstant[ width = {2, Name "Plate/width"} ];
Rectangle(1) = {0, 0, 0, width, 1};
Disk(2) = {1, 0.5, 0, 0.25};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }
Physical Surface("Disk") = {2};
Physical Surface("Plate") = {3};
rim() = Abs(Boundary{ Surface{2}; });
sides() = Abs(CombinedBoundary{ Surface{2, 3}; });
bottom() = Curve In BoundingBox{-0.1, -0.1, -0.1, width + 0.1, 0.1, 0.1};
Physical Curve("Rim") = rim();
Physical Curve("Outer") = sides();
Physical Curve("Bottom") = bottom();
)";

TEST(GmshPlane, aScriptIsMeshedToTheSizeAskedForWithItsParameters) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("plate.geo", plateScript));
  source.scale = 0.001;
  source.size = 0.1e-3;
  source.parameters = {{"Plate/width", 3}};
  const SimplexMesh coarse = loadSimplexMesh(source);
  EXPECT_EQ(coarse.dimension, 2);
  EXPECT_EQ(coarse.groups.regions, (std::vector<std::string>{"Disk", "Plate"}));
  EXPECT_EQ(coarse.groups.surfaces, (std::vector<std::string>{"Rim", "Outer", "Bottom"}));
  EXPECT_NEAR(totalArea(coarse), 3e-6, 1e-17);
  EXPECT_NEAR(groupLength(coarse, 1), 8e-3, 1e-14);
  EXPECT_NEAR(groupLength(coarse, 2), 3e-3, 1e-14);
  source.size = 0.05e-3;
  const SimplexMesh fine = loadSimplexMesh(source);
  EXPECT_NEAR(static_cast<double>(fine.numElements()) / coarse.numElements(), 4, 0.5);
}

TEST(GmshPlane, refiningCutsEachTriangleIntoFour) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("plate.geo", plateScript));
  const SimplexMesh coarse = loadSimplexMesh(source);
  source.refine = 2;
  const SimplexMesh fine = loadSimplexMesh(source);
  EXPECT_EQ(fine.numElements(), 16 * coarse.numElements());
  EXPECT_NEAR(totalArea(fine, 0), totalArea(coarse, 0), 1e-14);  // straight sides stay where they are
  EXPECT_NEAR(groupLength(fine, 0), groupLength(coarse, 0), 1e-14);
}

TEST(GmshPlane, aMeshFileOfTrianglesIsRead) {
  const MeshFolder folder;
  const std::string names = "$PhysicalNames\n3\n1 7 \"Rim\"\n2 5 \"Air\"\n2 6 \"Iron\"\n$EndPhysicalNames\n";
  const std::vector<double> nodes{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  const std::vector<std::string> elements{"1 1 2 7 1 1 2", "2 1 2 7 1 2 3",   "3 1 2 7 1 3 4",
                                          "4 1 2 7 1 4 1", "5 2 2 5 1 1 2 3", "6 2 2 6 2 1 4 3"};
  MeshSource source = fileSource(folder.write("two.msh", msh2(nodes, elements, names)));
  source.scale = 0.5;
  const SimplexMesh mesh = loadSimplexMesh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"Air", "Iron"}));
  EXPECT_EQ(mesh.groups.surfaces, std::vector<std::string>{"Rim"});
  EXPECT_NEAR(totalArea(mesh, 0), 0.125, 1e-16);
  EXPECT_NEAR(totalArea(mesh, 1), 0.125, 1e-16);  // its triangle was clockwise
  EXPECT_NEAR(groupLength(mesh, 0), 2, 1e-15);
}

TEST(GmshPlane, withoutGroupsEverySurfaceIsARegionAndEveryCurveASurface) {
  const MeshFolder folder;
  const std::string script = "SetFactory(\"OpenCASCADE\");\nRectangle(1) = {0, 0, 0, 1, 1};\n";
  const SimplexMesh mesh = loadSimplexMesh(fileSource(folder.write("square.geo", script)));
  EXPECT_EQ(mesh.groups.regions, std::vector<std::string>{"surface1"});
  EXPECT_EQ(mesh.groups.surfaces, (std::vector<std::string>{"curve1", "curve2", "curve3", "curve4"}));
  for (int g = 0; g < 4; ++g) EXPECT_NEAR(groupLength(mesh, g), 1, 1e-14);
}

TEST(GmshPlane, cadFacesThatTouchAreMeshedAsOne) {
  const MeshFolder folder;
  withGmsh([&] {
    gmsh::model::occ::addRectangle(0, 0, 0, 1, 1);
    gmsh::model::occ::addRectangle(1, 0, 0, 2, 2);
    gmsh::model::occ::synchronize();
    gmsh::write(folder.file("faces.brep"));
  });
  MeshSource source = fileSource(folder.file("faces.brep"));
  source.size = 0.5;
  const SimplexMesh mesh = loadSimplexMesh(source);
  EXPECT_EQ(mesh.groups.regions, (std::vector<std::string>{"surface1", "surface2"}));
  EXPECT_EQ(mesh.groups.surfaces.size(), 8u);  // the longer side is cut in two, one half is common
  EXPECT_NEAR(totalArea(mesh, 0), 1, 1e-12);
  EXPECT_NEAR(totalArea(mesh, 1), 4, 1e-12);
}

TEST(GmshPlane, aSolidIsStillMeshedInThreeDimensions) {
  const MeshFolder folder;
  const std::string script = R"(SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("Inside") = {1};
Physical Surface("Outer") = {1:6};
)";
  const SimplexMesh mesh = loadSimplexMesh(fileSource(folder.write("box.geo", script)));
  EXPECT_EQ(mesh.dimension, 3);
  EXPECT_EQ(mesh.groups.regions, std::vector<std::string>{"Inside"});
}

void expectScriptRefused(const std::string& script, const std::vector<std::string>& parts) {
  const MeshFolder folder;
  const std::string file = folder.write("bad.geo", "SetFactory(\"OpenCASCADE\");\n" + script);
  expectInputError([&] { loadSimplexMesh(fileSource(file)); }, parts);
}

TEST(GmshPlane, modelsThatCannotBeUsedAreRefusedWithWhatToDo) {
  const std::string square = "Rectangle(1) = {0, 0, 0, 1, 1};\n";
  expectScriptRefused(square + "Physical Curve(\"Rim\") = {1:4};\n",
                      {"bad.geo", "no physical surface", "Physical Surface(\"Name\")"});
  expectScriptRefused(square + "Physical Point(\"Corner\") = {1};\n", {"no physical surface"});
  expectScriptRefused(square + "Physical Surface(\"Air\") = {1};\nPhysical Curve(\"Rim\") = {1:3};\n",
                      {"untagged outer edge of element", "(0, 0.", "Physical Curve"});
  expectScriptRefused(square + "Rectangle(2) = {2, 0, 0, 1, 1};\nPhysical Surface(\"Air\") = {1};\n",
                      {"surface 2", "in no physical surface", "add it to a Physical Surface"});
  expectScriptRefused(square +
                          "Line(9) = {1, 3};\nPhysical Surface(\"Air\") = {1};\nPhysical Curve(\"Rim\") = {1:4};\n"
                          "Physical Curve(\"Cut\") = {9};\n",
                      {"`Cut`", "no edge of a triangle", "Curve{...} In Surface{...}"});
  expectScriptRefused("Rectangle(1) = {0, 0, 0.5, 1, 1};\n", {"lies at z = 0.5", "plane z = 0"});
  expectScriptRefused(square + "Recombine Surface{1};\n", {"Quadrilateral", "triangles (3 nodes)"});
  expectScriptRefused("Point(1) = {0, 0, 0};\n", {"neither volumes nor surfaces"});
  expectScriptRefused(square +
                          "Rectangle(2) = {1, 0, 0, 1, 1};\nPhysical Surface(\"Air\") = {1, 2};\n"
                          "Physical Curve(\"Rim\") = {1, 3:7};\n",
                      {"does not conform", "BooleanFragments"});
}

TEST(GmshPlane, aSizeThatMakesTooManyTrianglesIsRefused) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("plate.geo", plateScript));
  source.size = 1e-6;
  expectInputError([&] { loadSimplexMesh(source); }, {"mesh.size", "triangles", "units"});
}

}  // namespace
}  // namespace fluxtet::test
