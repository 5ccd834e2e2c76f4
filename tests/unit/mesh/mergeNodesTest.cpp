// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/mergeNodes.hpp"

#include "lib/mesh/rawPlaneMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double tolerance = 1e-3;

/// twoElements() of two regions with nodes of their own on the common face, those of the second off by `gap`.
RawMesh twoBodies(double gap) {
  RawMesh raw;
  raw.nodeTag = {1, 2, 3, 4, 12, 13, 14, 15};
  raw.nodes = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1 + gap, 0, 0, 0, 1 + gap, 0, 0, 0, 1 + gap, 1, 1, 1};
  raw.elementTag = {5, 9};
  raw.elementNode = {1, 2, 3, 4, 12, 13, 14, 15};
  raw.region = {0, 1};
  raw.facetNode = {1, 2, 3, 1, 2, 4, 1, 3, 4, 15, 12, 13, 15, 12, 14, 15, 13, 14};
  raw.facetGroup = {0, 0, 0, 0, 0, 0};
  raw.groups = {{"A", "B"}, {"Outer", "Other"}};
  return raw;
}

void addCommonFace(RawMesh& raw, std::int32_t groupOfFirst, std::int32_t groupOfSecond) {
  raw.facetNode.insert(raw.facetNode.end(), {2, 3, 4, 14, 12, 13});
  raw.facetGroup.insert(raw.facetGroup.end(), {groupOfFirst, groupOfSecond});
}

TEST(MergeNodes, bodiesThatTouchBecomeOneMesh) {
  for (const double gap : {0.0, 0.4 * tolerance}) {
    RawMesh raw = twoBodies(gap);
    expectInputError([&] { assembleMesh(raw, 1, "two.msh"); }, {"two.msh"});
    mergeNodes(raw, tolerance, 1, "two.msh");
    EXPECT_EQ(raw.changes, std::vector<std::string>{"mesh.merge joined 3 nodes with others within 1 mm, at 1 faces of "
                                                    "elements"});
    EXPECT_TRUE(raw.notes.warnings.empty());
    Mesh expected = twoElements();
    expected.region = {0, 1};
    expected.groups = {{"A", "B"}, {"Outer", "Other"}};
    expectSameMesh(assembleMesh(raw, 1, "two.msh"), expected);
  }
}

TEST(MergeNodes, nodesThatAreFartherApartStayAndThatIsSaid) {
  RawMesh raw = twoBodies(2 * tolerance);
  mergeNodes(raw, tolerance, 0.001, "two.msh");
  EXPECT_EQ(raw.elementNode, twoBodies(0).elementNode);
  EXPECT_TRUE(raw.changes.empty());
  EXPECT_EQ(raw.notes.warnings, std::vector<std::string>{"mesh.merge: no two nodes lie within 0.001 mm of each other: "
                                                         "nothing was joined"});
}

TEST(MergeNodes, anElementKeepsItsNodes) {
  RawMesh raw = twoBodies(0);
  expectInputError([&] { mergeNodes(raw, 1.1, 0.001, "two.msh"); },
                   {"two.msh: mesh.merge of 1.1 mm", "two of element 5", "1 mm apart", "smaller than all edges"});
}

TEST(MergeNodes, joinedFacesOfASurfaceAreWarnedOf) {
  RawMesh raw = twoBodies(0);
  addCommonFace(raw, 1, 1);
  mergeNodes(raw, tolerance, 1, "two.msh");
  ASSERT_EQ(raw.notes.warnings.size(), 1u);
  EXPECT_NE(raw.notes.warnings[0].find("1 of the faces that mesh.merge joined lie in `Other`"), std::string::npos);
  EXPECT_EQ(raw.facetGroup.size(), 7u);
  const Mesh mesh = assembleMesh(raw, 1, "two.msh");
  EXPECT_EQ(mesh.faceGroup, (std::vector<std::int32_t>{1, 0, 0, 0, 0, 0, 0, 1}));

  // Groups that are only names of entities ask for nothing.
  raw = twoBodies(0);
  addCommonFace(raw, 1, 1);
  raw.strictSurfaces = false;
  mergeNodes(raw, tolerance, 1, "two.msh");
  EXPECT_TRUE(raw.notes.warnings.empty());
}

TEST(MergeNodes, aFaceIsOfOneSurfaceOnly) {
  RawMesh raw = twoBodies(0);
  addCommonFace(raw, 0, 1);
  mergeNodes(raw, tolerance, 1, "two.msh");
  EXPECT_EQ(raw.notes.warnings.size(), 2u);
  expectInputError([&] { assembleMesh(raw, 1, "two.msh"); }, {"`Outer` and `Other`"});
}

TEST(MergeNodes, facetsWithNodesOfTheirOwnAreJoinedToElements) {
  RawMesh raw = twoBodies(0);
  for (std::int64_t& node : raw.facetNode) node += 100;
  const RawMesh plain = raw;
  for (std::size_t i = 0; i < plain.nodeTag.size(); ++i) {
    raw.nodeTag.push_back(plain.nodeTag[i] + 100);
    for (std::size_t a = 0; a < 3; ++a) raw.nodes.push_back(plain.nodes[3 * i + a]);
  }
  mergeNodes(raw, tolerance, 1, "two.msh");
  EXPECT_EQ(assembleMesh(raw, 1, "two.msh").faceGroup, (std::vector<std::int32_t>{-1, 0, 0, 0, 0, 0, 0, -1}));
}

TEST(MergeNodes, areasOfAPlaneMeshAreJoinedToo) {
  RawMesh raw;
  raw.dimension = 2;
  raw.nodeTag = {1, 2, 3, 4, 5, 6};
  raw.nodes = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  raw.elementTag = {1, 2};
  raw.elementNode = {1, 2, 3, 4, 5, 6};
  raw.region = {0, 1};
  raw.facetNode = {1, 2, 3, 1, 4, 5, 5, 6};
  raw.facetGroup = {0, 0, 0, 0};
  raw.groups = {{"A", "B"}, {"Outer"}};
  expectInputError([&] { assemblePlaneMesh(raw, 1, "two.msh"); }, {"does not conform"});
  mergeNodes(raw, tolerance, 1, "two.msh");
  EXPECT_EQ(raw.changes, std::vector<std::string>{"mesh.merge joined 2 nodes with others within 1 mm, at 1 edges of "
                                                  "elements"});
  const SimplexMesh mesh = assemblePlaneMesh(raw, 1, "two.msh");
  EXPECT_EQ(mesh.numVertices(), 4);
  EXPECT_EQ(mesh.numFacets(), 4);
}

}  // namespace
}  // namespace fluxtet::test
