// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/validateMesh.hpp"

#include "tests/unit/mesh/meshTestSupport.hpp"

#include <limits>

namespace fluxtet::test {
namespace {

void expectRefused(const Mesh& mesh, const std::vector<std::string>& parts) {
  const std::vector<std::int64_t> tags{71, 72, 73};
  expectInputError([&] { validateMesh(mesh, "some.msh", std::span(tags).first(mesh.region.size())); }, parts);
}

TEST(ValidateMesh, acceptsASoundMesh) {
  EXPECT_NO_THROW(validateMesh(twoElements(), "two"));
}

TEST(ValidateMesh, refusesAnEmptyMesh) {
  expectRefused(Mesh{}, {"some.msh", "no tetrahedra"});
}

TEST(ValidateMesh, namesAFlatElement) {
  Mesh mesh = twoElements();
  for (int a = 0; a < 3; ++a) mesh.vertices[12 + a] = 1.0 / 3;  // into the common face
  expectRefused(mesh, {"element 72 at (0.333333, 0.333333, 0.333333) m is flat"});
  mesh.vertices[12] += 1e-12;
  expectRefused(mesh, {"element 72", "is flat", "longest edge of"});
  mesh.vertices[12] += 1e-6;
  EXPECT_NO_THROW(validateMesh(mesh, "thin"));
}

TEST(ValidateMesh, namesAnElementWithARepeatedVertex) {
  Mesh mesh = twoElements();
  mesh.elements[7] = 3;
  expectRefused(mesh, {"element 72", "has a vertex twice"});
}

TEST(ValidateMesh, namesAnUntaggedOuterFace) {
  Mesh mesh = twoElements();
  mesh.faceGroup[4] = mesh.faceGroup[5] = -1;
  expectRefused(
      mesh, {"untagged outer face of element 72 at (0.333333, 0.666667, 0.666667) m", "2 in all", "Physical Surface"});
}

TEST(ValidateMesh, tellsDuplicateVerticesFromAForgottenSurface) {
  Mesh mesh = twoElements();
  mesh.vertices.insert(mesh.vertices.end(), {1, 0, 0, 0, 1, 0, 0, 0, 1});
  mesh.elements = {0, 1, 2, 3, 4, 5, 6, 7};
  mesh.faceGroup = {-1, 0, 0, 0, -1, 0, 0, 0};
  expectRefused(mesh, {"does not conform", "element 71 and element 72", "merge coincident vertices"});
  mesh.vertices[15] = 1.2;  // unlike triangles that cover each other
  mesh.vertices[16] = -0.2;
  expectRefused(mesh, {"does not conform", "element 71 and element 72"});
}

TEST(ValidateMesh, namesElementsOfTheSameVertices) {
  Mesh mesh = twoElements();
  mesh.elements.insert(mesh.elements.end(), {1, 2, 3, 4});
  mesh.region.push_back(0);
  mesh.faceGroup.insert(mesh.faceGroup.end(), {0, 0, 0, -1});
  expectRefused(mesh, {"element 72 and element 73", "same vertices", "one physical volume only"});
  mesh.elements = {1, 2, 3, 4, 1, 2, 3, 4};
  mesh.region = {0, 0};
  mesh.faceGroup = {0, 0, 0, 0, 0, 0, 0, 0};
  expectRefused(mesh, {"element 71 and element 72", "same vertices"});
}

TEST(ValidateMesh, namesAFaceOfThreeElements) {
  Mesh mesh = twoElements();
  mesh.vertices.insert(mesh.vertices.end(), {2, 2, 3});
  mesh.elements.insert(mesh.elements.end(), {1, 2, 3, 5});
  mesh.region.push_back(0);
  mesh.faceGroup.insert(mesh.faceGroup.end(), {0, 0, 0, -1});
  expectRefused(mesh, {"the face at (0.333333, 0.333333, 0.333333) m is shared by 3 elements",
                       "element 71, element 72, element 73"});
}

TEST(ValidateMesh, namesElementsThatOverlap) {
  Mesh mesh = twoElements();
  for (int a = 0; a < 3; ++a) mesh.vertices[12 + a] = -1;
  expectRefused(mesh, {"element 71 and element 72 overlap", "(0.333333, 0.333333, 0.333333) m"});
}

TEST(ValidateMesh, refusesAFaceWhoseSidesDisagree) {
  Mesh mesh = twoElements();
  mesh.faceGroup[0] = 0;
  expectRefused(mesh, {"between element 71 and element 72", "two surface groups"});
}

TEST(ValidateMesh, refusesCoordinatesAndIndicesThatAreNone) {
  Mesh mesh = twoElements();
  mesh.vertices[7] = std::numeric_limits<double>::quiet_NaN();
  expectRefused(mesh, {"vertex 2", "not finite"});
  mesh = twoElements();
  mesh.elements[7] = 5;
  expectRefused(mesh, {"element 72 has vertex 5 of 5"});
  mesh = twoElements();
  mesh.region[1] = 1;
  expectRefused(mesh, {"element 72 has region 1 of 1"});
  mesh = twoElements();
  mesh.faceGroup[1] = 1;
  expectRefused(mesh, {"element 71 has surface group 1 of 1"});
}

}  // namespace
}  // namespace fluxtet::test
