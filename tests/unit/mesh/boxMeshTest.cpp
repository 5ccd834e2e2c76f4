// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/boxMesh.hpp"

#include "lib/mesh/validateMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <map>

namespace fluxtet::test {
namespace {

BoxMesh someBox(double perturb = 0) {
  BoxMesh box;
  box.size = {2, 3, 0.5};
  box.origin = {-1, 0.25, 4};
  box.cells = {4, 3, 5};
  box.perturb = perturb;
  return box;
}

TEST(BoxMesh, volumesSumToTheVolumeOfTheBox) {
  for (const double perturb : {0.0, 0.3}) EXPECT_NEAR(totalVolume(makeBoxMesh(someBox(perturb))), 3.0, 1e-13);
}

TEST(BoxMesh, isValidWithAndWithoutPerturbation) {
  for (const double perturb : {0.0, 0.1, 0.3}) EXPECT_NO_THROW(validateMesh(makeBoxMesh(someBox(perturb)), "box"));
}

TEST(BoxMesh, hasSixElementsACellAndSortedVertices) {
  const Mesh mesh = makeBoxMesh(someBox());
  EXPECT_EQ(mesh.numElements(), 6 * 4 * 3 * 5);
  EXPECT_EQ(mesh.numVertices(), 5 * 4 * 6);
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    EXPECT_TRUE(std::is_sorted(&mesh.elements[4 * e], &mesh.elements[4 * e] + 4));
}

TEST(BoxMesh, surfacesLieWhereTheirNamesSay) {
  const BoxMesh box = someBox(0.3);
  const Mesh mesh = makeBoxMesh(box);
  ASSERT_EQ(mesh.groups.surfaces, (std::vector<std::string>{"x-", "x+", "y-", "y+", "z-", "z+"}));
  for (int axis = 0; axis < 3; ++axis) {
    const double area = box.size[(axis + 1) % 3] * box.size[(axis + 2) % 3];
    EXPECT_NEAR(groupArea(mesh, 2 * axis), area, 1e-12);
    EXPECT_NEAR(groupArea(mesh, 2 * axis + 1), area, 1e-12);
  }
  for (std::size_t side = 0; side < mesh.faceGroup.size(); ++side) {
    const std::int32_t group = mesh.faceGroup[side];
    if (group < 0) continue;
    const auto x = elementVertices(mesh, static_cast<std::int64_t>(side / 4));
    const int axis = group / 2;
    for (std::size_t v = 0; v < 4; ++v) {
      if (v == side % 4) continue;
      EXPECT_DOUBLE_EQ(x[3 * v + axis], box.origin[axis] + (group % 2) * box.size[axis]);
    }
  }
}

TEST(BoxMesh, perturbMovesOnlyInnerVerticesAndByLessThanItsShareOfACell) {
  const BoxMesh box = someBox(0.3);
  const Mesh plain = makeBoxMesh(someBox()), moved = makeBoxMesh(box);
  std::int64_t inner = 0;
  for (std::int64_t v = 0; v < plain.numVertices(); ++v) {
    double distance = 0;
    bool inside = true;
    for (int a = 0; a < 3; ++a) {
      const double cell = box.size[a] / static_cast<double>(box.cells[a]);
      const double x = (plain.vertices[3 * v + a] - box.origin[a]) / cell;
      inside = inside && x > 0.5 && x < static_cast<double>(box.cells[a]) - 0.5;
      const double shift = (moved.vertices[3 * v + a] - plain.vertices[3 * v + a]) / cell;
      distance += shift * shift;
    }
    inner += inside;
    EXPECT_LE(std::sqrt(distance), 0.3);
    EXPECT_EQ(distance > 0, inside) << "vertex " << v;
  }
  EXPECT_EQ(inner, 3 * 2 * 4);
}

/// The worst that any displacement within the promised bounds can do, not only that of one hash.
TEST(BoxMesh, noKuhnElementTurnsOverAtTheLargestPerturbation) {
  const double half = 0.15;
  double smallest = 1;
  for (int corner = 0; corner < 4096; ++corner) {
    std::array<double, 12> x{0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1};
    for (int i = 0; i < 12; ++i) x[i] += (corner >> i & 1) ? half : -half;
    smallest = std::min(smallest, sixSignedVolumes(x.data()));
  }
  EXPECT_GT(smallest, 0.1);  // six volumes are multilinear in the twelve displacements: extreme at their corners
}

TEST(BoxMesh, partsTogetherAreTheWholeBox) {
  const BoxMesh box = someBox(0.2);
  const Mesh whole = makeBoxMesh(box);
  std::vector<bool> seen(static_cast<std::size_t>(whole.numElements()), false);
  for (const CellRange& range : {CellRange{{0, 0, 0}, {2, 3, 5}}, CellRange{{2, 0, 0}, {4, 3, 1}},
                                 CellRange{{2, 0, 1}, {3, 3, 5}}, CellRange{{3, 0, 1}, {4, 3, 5}}}) {
    const MeshPart part = makeBoxPart(box, range);
    EXPECT_EQ(part.totalElements, whole.numElements());
    EXPECT_EQ(part.totalVertices, whole.numVertices());
    ASSERT_TRUE(std::is_sorted(part.vertexId.begin(), part.vertexId.end()));
    for (std::size_t i = 0; i < part.vertexId.size(); ++i)
      for (int a = 0; a < 3; ++a) EXPECT_EQ(part.vertices[3 * i + a], whole.vertices[3 * part.vertexId[i] + a]);
    for (std::size_t i = 0; i < part.elementId.size(); ++i) {
      const std::int64_t e = part.elementId[i];
      EXPECT_FALSE(seen[e]);
      seen[e] = true;
      for (int v = 0; v < 4; ++v) {
        EXPECT_EQ(part.elementVertex[4 * i + v], whole.elements[4 * e + v]);
        EXPECT_EQ(part.faceGroup[4 * i + v], whole.faceGroup[4 * e + v]);
        EXPECT_TRUE(std::binary_search(part.vertexId.begin(), part.vertexId.end(), part.elementVertex[4 * i + v]));
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
}

TEST(BoxMesh, idsBeyond32BitsAreRight) {
  BoxMesh box;
  box.cells = {1, 1, 2147483648 / 6};
  const MeshPart part = makeBoxPart(box, {{0, 0, box.cells[2] - 1}, box.cells});
  EXPECT_EQ(part.elementId.back(), 6 * box.cells[2] - 1);
  EXPECT_EQ(part.vertexId.back(), 4 * (box.cells[2] + 1) - 1);
  box.cells = {2000, 2000, 1};
  box.cells[2] = 89;
  EXPECT_EQ(checkedBoxElements(box), 6LL * 2000 * 2000 * 89);
}

TEST(BoxMesh, refinedBoxHasTwiceTheCellsPerAxis) {
  EXPECT_EQ(refinedBox(someBox(), 2).cells, (std::array<std::int64_t, 3>{16, 12, 20}));
  EXPECT_EQ(refinedBox(someBox(), 0).cells, someBox().cells);
}

TEST(BoxMesh, badBoxesAreRefused) {
  BoxMesh box;
  box.cells = {0, 1, 1};
  expectInputError([&] { makeBoxMesh(box); }, {"0 cells along x"});
  box.cells = {1000, 1000, 1000};
  expectInputError([&] { makeBoxPart(box, {{0, 0, 0}, {1, 1, 1}}); }, {"2^31", "1000 x 1000 x 1000"});
  box.cells = {2, 2, 2};
  box.perturb = 0.31;
  expectInputError([&] { makeBoxMesh(box); }, {"perturb 0.31", "0..0.3"});
  box.perturb = 0;
  expectInputError([&] { makeBoxPart(box, {{0, 0, 0}, {2, 2, 3}}); }, {"0..3 of 2 along z"});
  expectInputError([&] { makeBoxPart(box, {{1, 0, 0}, {1, 2, 2}}); }, {"1..1 of 2 along x"});
}

}  // namespace
}  // namespace fluxtet::test
