// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/rawMesh.hpp"

#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
namespace {

/// twoElements() as a file might give it: scattered tags, unsorted elements, a node that no element uses.
RawMesh twoRawElements() {
  RawMesh raw;
  raw.nodeTag = {50, 10, 20, 99, 30, 40};
  raw.nodes = {1, 1, 1, 0, 0, 0, 1, 0, 0, 7, 7, 7, 0, 1, 0, 0, 0, 1};
  raw.elementTag = {9, 5};
  raw.elementNode = {50, 40, 20, 30, 30, 10, 20, 40};
  raw.region = {1, 0};
  raw.facetNode = {20, 10, 30, 10, 40, 20, 30, 40, 10, 50, 20, 30, 40, 20, 50, 30, 50, 40, 30, 20, 40};
  raw.facetGroup = {0, 0, 0, 1, 1, 1, 2};
  raw.groups = {{"Air", "Glass"}, {"Lower", "Upper", "Sheet"}};
  return raw;
}

TEST(AssembleMesh, ordersByTagsDropsUnusedNodesAndScales) {
  const Mesh mesh = assembleMesh(twoRawElements(), 0.001, "some.msh");
  EXPECT_EQ(mesh.vertices, (std::vector<double>{0, 0, 0, 0.001, 0, 0, 0, 0.001, 0, 0, 0, 0.001, 0.001, 0.001, 0.001}));
  EXPECT_EQ(mesh.elements, (std::vector<std::int64_t>{0, 1, 2, 3, 1, 2, 3, 4}));
  EXPECT_EQ(mesh.region, (std::vector<std::int32_t>{0, 1}));
}

TEST(AssembleMesh, marksBothSidesOfAnInnerSurface) {
  const Mesh mesh = assembleMesh(twoRawElements(), 1, "some.msh");
  EXPECT_EQ(mesh.faceGroup, (std::vector<std::int32_t>{2, 0, 0, 0, 1, 1, 1, 2}));
}

TEST(AssembleMesh, doesNotDependOnHowLargeTheTagsAre) {
  RawMesh raw = twoRawElements();
  for (auto* tags : {&raw.nodeTag, &raw.elementNode, &raw.facetNode})
    for (auto& tag : *tags) tag *= 1000000000;
  expectSameMesh(assembleMesh(std::move(raw), 1, "large tags"), assembleMesh(twoRawElements(), 1, "small tags"));
}

TEST(AssembleMesh, namesATriangleInTwoGroups) {
  RawMesh raw = twoRawElements();
  raw.facetNode.insert(raw.facetNode.end(), {30, 10, 20});
  raw.facetGroup.push_back(2);
  expectInputError([&] { assembleMesh(raw, 1, "some.msh"); }, {"some.msh", "nodes 30, 10, 20", "`Lower` and `Sheet`"});
}

TEST(AssembleMesh, namesATriangleThatIsNoFaceUnlessGroupsAreAutomatic) {
  for (const std::int64_t loose : {99, 50}) {
    RawMesh raw = twoRawElements();
    raw.facetNode.insert(raw.facetNode.end(), {10, 20, loose});
    raw.facetGroup.push_back(2);
    expectInputError([&] { assembleMesh(raw, 1, "some.msh"); },
                     {"nodes 10, 20, " + std::to_string(loose), "`Sheet`", "no face of a tetrahedron"});
    raw.strictSurfaces = false;
    EXPECT_NO_THROW(assembleMesh(raw, 1, "some.msh"));
  }
}

TEST(AssembleMesh, refusesElementsWhoseNodesAreMissing) {
  RawMesh raw = twoRawElements();
  raw.nodeTag[1] = 11;
  expectInputError([&] { assembleMesh(raw, 1, "some.msh"); }, {"use 5 nodes, of which the file gives 4"});
}

TEST(AssembleMesh, namesElementsByTheFilesTags) {
  RawMesh raw = twoRawElements();
  raw.facetGroup.resize(3);
  raw.facetNode.resize(9);
  expectInputError([&] { assembleMesh(raw, 1, "some.msh"); }, {"untagged outer face of element 9"});
}

}  // namespace
}  // namespace fluxtet::test
