// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Meshes are read by this very program, started anew: see main() in gmshProcessTest.cpp.
#include "lib/mesh/entityMeshing.hpp"

#include "lib/base/timer.hpp"
#include "lib/mesh/gmshSession.hpp"
#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>
#include <cmath>
#include <set>

namespace fluxtet::test {
namespace {

constexpr const char* byHxt = "SetFactory(\"OpenCASCADE\");\nMesh.Algorithm3D = 10;\nMesh.MeshSizeMax = 0.15;\n";

constexpr const char* box = "Box(1) = {0, 0, 0, 1, 1, 1};\n";

constexpr const char* twoBoxes = R"(Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
)";

// A ball in a box of edge 2, and a sheet of 1.6 x 1.6 that cuts through the ball; in the box a point and a curve.
constexpr const char* ballAndSheet = R"(Box(1) = {-1, -1, -1, 2, 2, 2};
Sphere(2) = {0, 0, 0, 0.5};
Rectangle(100) = {-0.8, -0.8, 0.1, 1.6, 1.6};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Surface{100}; Delete; }
box() = Volume{:};
inBall() = Volume In BoundingBox{-0.6, -0.6, -0.6, 0.6, 0.6, 0.6};
box() -= inBall();
Point(1000) = {0.9, 0.9, 0.9, 0.1};
Point(1001) = {0.9, -0.9, -0.9};
Point(1002) = {0.9, -0.9, 0.5};
Line(1000) = {1001, 1002};
Point{1000} In Volume{box(0)};
Curve{1000} In Volume{box(0)};
Point(1003) = {1, 0.37, 0.41, 0.1};
side() = Surface In BoundingBox{0.9, -2, -2, 1.1, 2, 2};
Point{1003} In Surface{side(0)};
sheet() = Surface In BoundingBox{-0.9, -0.9, 0.05, 0.9, 0.9, 0.15};
Physical Volume("Box") = box();
Physical Volume("Ball") = inBall();
Physical Surface("Sheet") = sheet();
Physical Surface("Outer") = Abs(CombinedBoundary{ Volume{:}; });
Mesh.MeshSizeMax = 0.3;
)";

/// Restricts this process and those that it starts to the first of its CPUs while it exists.
class OneCpu {
 public:
  OneCpu() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t first;
    CPU_ZERO(&first);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&first) == 0; ++cpu)
      if (CPU_ISSET(cpu, &before_)) CPU_SET(cpu, &first);
    sched_setaffinity(0, sizeof first, &first);
  }
  ~OneCpu() { sched_setaffinity(0, sizeof before_, &before_); }
  OneCpu(const OneCpu&) = delete;
  OneCpu& operator=(const OneCpu&) = delete;
  bool wasOne() const { return CPU_COUNT(&before_) == 1; }

 private:
  cpu_set_t before_;
};

/// What meshByEntities() says of a script that Gmsh runs in this process, and how many tetrahedra it leaves.
struct Outcome {
  bool isMeshed = false;
  std::size_t tetrahedra = 0;
};
Outcome meshHere(const std::string& script) {
  const MeshFolder folder;
  const std::string file = folder.write("model.geo", script);
  const GmshSession session(file);
  gmsh::open(file);
  Outcome outcome{meshByEntities()};
  std::vector<std::size_t> tags, nodes;
  gmsh::model::mesh::getElementsByType(4, tags, nodes);
  outcome.tetrahedra = tags.size();
  return outcome;
}

Mesh readScript(const std::string& script) {
  const MeshFolder folder;
  return readGmsh(fileSource(folder.write("model.geo", script)));
}

bool hasVertex(const Mesh& mesh, const Vec3& place) {
  for (std::int64_t v = 0; v < mesh.numVertices(); ++v) {
    const double* x = &mesh.vertices[3 * v];
    if (std::hypot(x[0] - place[0], x[1] - place[1], x[2] - place[2]) < 1e-9) return true;
  }
  return false;
}

/// y and z of the vertices at that x, rounded.
std::set<std::array<std::int64_t, 2>> verticesAt(const Mesh& mesh, double x) {
  std::set<std::array<std::int64_t, 2>> found;
  for (std::int64_t v = 0; v < mesh.numVertices(); ++v) {
    const double* p = &mesh.vertices[3 * v];
    if (std::abs(p[0] - x) < 1e-9) found.insert({std::llround(p[1] * 1e8), std::llround(p[2] * 1e8)});
  }
  return found;
}

TEST(EntityMeshing, theMeshDoesNotDependOnTheNumberOfCpus) {
  if (!mayFixAddresses()) GTEST_SKIP() << "this container does not let a process fix the addresses of its memory";
  for (const char* model : {twoBoxes, ballAndSheet}) {
    const std::string script = std::string(byHxt) + model;
    const Mesh onAll = readScript(script);
    const OneCpu one;
    if (one.wasOne()) GTEST_SKIP() << "there is one CPU only";
    expectSameMesh(readScript(script), onAll);
  }
}

TEST(EntityMeshing, whatLiesInVolumesAndSurfacesIsPartOfTheMesh) {
  const std::string script = std::string(byHxt) + ballAndSheet;
  EXPECT_TRUE(meshHere(script).isMeshed);
  const Mesh mesh = readScript(script);
  EXPECT_NEAR(totalVolume(mesh), 8, 1e-12);
  EXPECT_NEAR(totalVolume(mesh, groupIndex(mesh.groups.regions, "Ball")), 4.19 / 8, 0.08);
  EXPECT_NEAR(groupArea(mesh, groupIndex(mesh.groups.surfaces, "Sheet")), 2.56, 1e-12);
  for (const Vec3& place : {Vec3{0.9, 0.9, 0.9}, Vec3{0.9, -0.9, -0.9}, Vec3{0.9, -0.9, 0.5}, Vec3{1, 0.37, 0.41}})
    EXPECT_TRUE(hasVertex(mesh, place)) << place[2];
}

TEST(EntityMeshing, otherModelsAreLeftToGmsh) {
  const std::string script = std::string(byHxt) + box;
  EXPECT_TRUE(meshHere(script).isMeshed);
  EXPECT_GT(meshHere(script).tetrahedra, 0);
  for (const char* more :
       {"Mesh.Algorithm3D = 1;\n", "Mesh.ElementOrder = 2;\n", "Mesh.SubdivisionAlgorithm = 2;\n",
        "Mesh.MeshOnlyVisible = 1;\n", "Mesh 2;\n", "Periodic Surface{2} = {1} Translate{1, 0, 0};\n",
        "Transfinite Curve{:} = 4;\nTransfinite Surface{:};\nTransfinite Volume{1};\n"}) {
    const Outcome outcome = meshHere(script + more);
    EXPECT_FALSE(outcome.isMeshed) << more;
    EXPECT_EQ(outcome.tetrahedra, 0) << more;
  }
}

TEST(EntityMeshing, periodicAndStructuredModelsAreMeshedAsGmshMeshesThem) {
  const std::string script = std::string(byHxt) + box;
  const Mesh periodic = readScript(script + "Periodic Surface{2} = {1} Translate{1, 0, 0};\n");
  EXPECT_NEAR(totalVolume(periodic), 1, 1e-12);
  EXPECT_EQ(verticesAt(periodic, 0), verticesAt(periodic, 1));
  const Mesh structured =
      readScript(script + "Transfinite Curve{:} = 4;\nTransfinite Surface{:};\nTransfinite Volume{1};\n");
  EXPECT_EQ(structured.numElements(), 6 * 27);
  const Mesh layered =
      readScript(std::string(byHxt) + "Rectangle(1) = {0, 0, 0, 1, 1};\nExtrude{0, 0, 1}{ Surface{1}; Layers{4}; }\n");
  EXPECT_EQ(layered.numElements() % 12, 0);
  EXPECT_NEAR(totalVolume(layered), 1, 1e-12);
}

TEST(EntityMeshing, delaunayIsWhatGmshMakes) {
  const std::string script = std::string(byHxt) + twoBoxes + "Mesh.Algorithm3D = 1;\n";
  const MeshFolder folder;
  const std::string file = folder.write("model.geo", script);
  std::vector<std::size_t> tags, nodes;
  {
    const GmshSession session(file);
    gmsh::open(file);
    gmsh::model::mesh::generate(3);
    gmsh::model::mesh::getElementsByType(4, tags, nodes);
  }
  EXPECT_EQ(readGmsh(fileSource(file)).numElements(), std::ssize(tags));
}

// HXT finds that the surface is open, or it crashes, by the addresses of its memory.
TEST(EntityMeshing, whatCannotBeMeshedIsRefused) {
  const MeshFolder folder;
  const std::string openSurface = R"(Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {0, 1, 0};
Point(4) = {0, 0, 1};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 1};
Line(4) = {1, 4};
Line(5) = {2, 4};
Line(6) = {3, 4};
Curve Loop(1) = {1, 2, 3};
Curve Loop(2) = {1, 5, -4};
Curve Loop(3) = {2, 6, -5};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Plane Surface(3) = {3};
Surface Loop(1) = {1:3};
Volume(1) = {1};
Mesh.Algorithm3D = 10;
)";
  expectInputError([&] { readGmsh(fileSource(folder.write("open.geo", openSurface))); }, {"Gmsh", "mesh", "open.geo"});
}

TEST(EntityMeshing, noProcessOutlivesTheOneThatReads) {
  const MeshFolder folder;
  MeshSource source = fileSource(folder.write("fine.geo", std::string(byHxt) + box + "Mesh.MeshSizeMax = 0.004;\n"));
  source.timeLimit = 3;
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // who loses its parent becomes a child of this process
  expectInputError([&] { readGmsh(source); }, {"Gmsh did not mesh", "fine.geo", "within 3 s"});
  int orphans = 0;
  const Timer timer;
  for (int status = 0; waitpid(-1, &status, 0) > 0; ++orphans)
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
  EXPECT_GT(orphans, 0);
  EXPECT_LT(timer.seconds(), 2);
}

}  // namespace
}  // namespace fluxtet::test
