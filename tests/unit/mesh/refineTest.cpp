// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/refine.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/validateMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
namespace {

Mesh someMesh() {
  BoxMesh box;
  box.size = {1, 2, 3};
  box.cells = {2, 3, 2};
  box.perturb = 0.3;
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions.push_back("upper");
  for (std::int64_t e = mesh.numElements() / 2; e < mesh.numElements(); ++e) mesh.region[e] = 1;
  return mesh;
}

TEST(Refine, makesEightEqualVolumesOfEachElement) {
  const Mesh coarse = someMesh(), fine = refineUniformly(coarse);
  ASSERT_EQ(fine.numElements(), 8 * coarse.numElements());
  for (std::int64_t e = 0; e < fine.numElements(); ++e)
    EXPECT_NEAR(elementVolume(fine, e), elementVolume(coarse, e / 8) / 8, 1e-15);
}

TEST(Refine, keepsTheMeshValidAndConforming) {
  EXPECT_NO_THROW(validateMesh(refineUniformly(refineUniformly(someMesh())), "refined"));
}

TEST(Refine, keepsRegionsAndSurfaces) {
  const Mesh coarse = someMesh(), fine = refineUniformly(coarse);
  EXPECT_EQ(fine.groups.surfaces, coarse.groups.surfaces);
  for (int r = 0; r < 2; ++r) EXPECT_NEAR(totalVolume(fine, r), totalVolume(coarse, r), 1e-13);
  for (int g = 0; g < 6; ++g) EXPECT_NEAR(groupArea(fine, g), groupArea(coarse, g), 1e-13);
}

TEST(Refine, keepsAnInnerSurfaceOnBothSides) {
  Mesh coarse = twoElements();
  coarse.groups.surfaces.push_back("Sheet");
  coarse.faceGroup[0] = coarse.faceGroup[7] = 1;
  const Mesh fine = refineUniformly(coarse);
  validateMesh(fine, "refined");
  EXPECT_EQ(std::count(fine.faceGroup.begin(), fine.faceGroup.end(), 1), 8);
  EXPECT_NEAR(groupArea(fine, 1), std::sqrt(3.0) / 2, 1e-14);
}

TEST(Refine, keepsVerticesSortedWithinElements) {
  const Mesh fine = refineUniformly(someMesh());
  for (std::int64_t e = 0; e < fine.numElements(); ++e)
    for (int v = 0; v < 3; ++v) EXPECT_LT(fine.elements[4 * e + v], fine.elements[4 * e + v + 1]);
}

/// Bey 1995: repeated refinement makes at most three shapes of one tetrahedron, so the worst of them is there after
/// two.
TEST(Refine, shapesDoNotDegenerate) {
  Mesh mesh = twoElements();
  mesh.vertices[12] = 1.4;
  const auto worstShape = [](const Mesh& m) {
    double worst = 1;
    for (std::int64_t e = 0; e < m.numElements(); ++e) {
      const auto x = elementVertices(m, e);
      const auto length = edgeLengths(x.data());
      worst = std::min(worst, inSphereRadius(x.data()) / *std::max_element(length.begin(), length.end()));
    }
    return worst;
  };
  mesh = refineUniformly(refineUniformly(std::move(mesh)));
  const double afterTwo = worstShape(mesh);
  mesh = refineUniformly(refineUniformly(std::move(mesh)));
  EXPECT_NEAR(worstShape(mesh), afterTwo, 1e-12);
  EXPECT_GT(afterTwo, 0.02);
}

}  // namespace
}  // namespace fluxtet::test
