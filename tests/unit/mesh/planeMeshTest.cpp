// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/rawPlaneMesh.hpp"
#include "lib/mesh/rectangleMesh.hpp"
#include "lib/mesh/refineTriangles.hpp"
#include "lib/mesh/validatePlaneMesh.hpp"
#include "lib/mesh/visitEdges.hpp"
#include "tests/unit/mesh/planeTestSupport.hpp"

#include <set>
#include <utility>

namespace fluxtet::test {
namespace {

TEST(VisitEdges, visitsEveryEdgeOnceInOrderWithItsSides) {
  RectangleMesh rectangle;
  rectangle.cells = {4, 3};
  const SimplexMesh mesh = makeRectangleMesh(rectangle);
  std::pair<std::int32_t, std::int32_t> last{-1, -1};
  int inner = 0, outer = 0;
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    const std::pair edge{lower, sides[0].upper};
    EXPECT_LT(last, edge);
    last = edge;
    (sides.size() == 2 ? inner : outer) += 1;
    for (const EdgeSide& s : sides) {
      const std::uint32_t first = s.side - s.side % 3;
      std::int32_t from = mesh.elements[first + (s.side + 1) % 3], to = mesh.elements[first + (s.side + 2) % 3];
      if (!s.forward) std::swap(from, to);
      EXPECT_EQ(std::pair(from, to), edge);
    }
    if (sides.size() == 2) {
      EXPECT_NE(sides[0].forward, sides[1].forward);
    }
  });
  EXPECT_EQ(outer, 14);
  EXPECT_EQ(inner, (3 * 24 - 14) / 2);
}

TEST(EdgeFacets, findsTheFacetsOnEdgesAndTheLooseOnes) {
  SimplexMesh mesh = twoTriangles();
  mesh.facets.insert(mesh.facets.end(), {3, 0, 2, 1});
  mesh.facetGroup.insert(mesh.facetGroup.end(), {0, 0});
  EdgeFacets facets(mesh);
  std::set<std::int32_t> found;
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    const auto here = facets.on(lower, sides[0].upper);
    if (sides.size() == 2) {
      EXPECT_EQ(std::vector(here.begin(), here.end()), (std::vector<std::int32_t>{4, 6}));
    }
    found.insert(here.begin(), here.end());
  });
  EXPECT_EQ(found, (std::set<std::int32_t>{0, 1, 2, 3, 4, 6}));
  EXPECT_EQ(facets.loose(), std::vector<std::int32_t>{5});
}

TEST(RefineTriangles, cutsTrianglesIntoFourAndFacetsIntoTwo) {
  SimplexMesh mesh = twoTriangles();
  mesh.vertices[6] = 2;  // skewed, so that children differ
  for (int times = 1; times <= 3; ++times) {
    const double area = totalArea(mesh), iron = totalArea(mesh, 1), diagonal = groupLength(mesh, 1);
    const std::int32_t triangles = mesh.numElements(), facets = mesh.numFacets();
    const SimplexMesh parent = mesh;
    mesh = refineTriangles(std::move(mesh));
    EXPECT_EQ(mesh.numElements(), 4 * triangles);
    EXPECT_EQ(mesh.numFacets(), 2 * facets);
    EXPECT_NO_THROW(validatePlaneMesh(mesh, "refined"));
    EXPECT_NEAR(totalArea(mesh), area, 1e-14);
    EXPECT_NEAR(totalArea(mesh, 1), iron, 1e-14);
    EXPECT_NEAR(groupLength(mesh, 1), diagonal, 1e-14);
    for (std::size_t c = 0; c < 4 * static_cast<std::size_t>(triangles); ++c)
      EXPECT_NEAR(twiceSignedArea(mesh, &mesh.elements[3 * c]),
                  twiceSignedArea(parent, &parent.elements[3 * (c / 4)]) / 4, 1e-15);
  }
  EXPECT_EQ(mesh.numVertices(), 9 * 9);  // a square of 8 x 8 cells
}

/// twoTriangles() as a file might give it: scattered tags, unsorted elements, one clockwise, a node without use.
RawMesh twoRawTriangles() {
  RawMesh raw;
  raw.dimension = 2;
  raw.nodeTag = {40, 10, 99, 20, 30};
  raw.nodes = {1, 1, 0, 0, 0, 0, 7, 7, 7, 1, 0, 0, 0, 1, 0};
  raw.elementTag = {9, 5};
  raw.elementNode = {20, 30, 40, 10, 20, 30};
  raw.region = {1, 0};
  raw.facetNode = {10, 20, 40, 20, 40, 30, 30, 10, 20, 30, 20, 30};
  raw.facetGroup = {0, 0, 0, 0, 1, 2};
  raw.groups = {{"Air", "Iron"}, {"Outer", "Diagonal", "Sheet"}};
  return raw;
}

TEST(AssemblePlaneMesh, ordersByTagsDropsUnusedNodesOrientsAndScales) {
  const SimplexMesh mesh = assemblePlaneMesh(twoRawTriangles(), 0.001, "some.msh");
  EXPECT_EQ(mesh.vertices, (std::vector<double>{0, 0, 0.001, 0, 0, 0.001, 0.001, 0.001}));
  EXPECT_EQ(mesh.elements, (std::vector<std::int32_t>{0, 1, 2, 1, 3, 2}));
  EXPECT_EQ(mesh.region, (std::vector<std::int32_t>{0, 1}));
}

TEST(AssemblePlaneMesh, keepsALineOfTwoGroupsTwice) {
  const SimplexMesh mesh = assemblePlaneMesh(twoRawTriangles(), 1, "some.msh");
  EXPECT_EQ(mesh.facetGroup, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 2}));
  EXPECT_NEAR(groupLength(mesh, 1), std::sqrt(2), 1e-15);
  EXPECT_NEAR(groupLength(mesh, 2), std::sqrt(2), 1e-15);
}

TEST(AssemblePlaneMesh, refusesANodeOffThePlane) {
  RawMesh raw = twoRawTriangles();
  raw.nodes[11] = 0.25;
  expectInputError([&] { assemblePlaneMesh(raw, 1, "some.msh"); },
                   {"some.msh", "node 20 lies at z = 0.25", "plane z = 0"});
}

TEST(AssemblePlaneMesh, namesALineThatIsNoEdgeUnlessGroupsAreAutomatic) {
  for (const std::int64_t loose : {99, 40}) {
    RawMesh raw = twoRawTriangles();
    raw.facetNode.insert(raw.facetNode.end(), {10, loose});
    raw.facetGroup.push_back(2);
    expectInputError([&] { assemblePlaneMesh(raw, 1, "some.msh"); },
                     {"nodes 10, " + std::to_string(loose), "`Sheet`", "no edge of a triangle"});
    raw.strictSurfaces = false;
    EXPECT_EQ(assemblePlaneMesh(raw, 1, "some.msh").facetGroup, (std::vector<std::int32_t>{0, 0, 0, 0, 1, 2}));
  }
}

TEST(AssemblePlaneMesh, refusesElementsWhoseNodesAreMissing) {
  RawMesh raw = twoRawTriangles();
  raw.nodeTag[1] = 11;
  expectInputError([&] { assemblePlaneMesh(raw, 1, "some.msh"); }, {"use 4 nodes, of which the file gives 3"});
}

TEST(AssemblePlaneMesh, namesElementsByTheFilesTags) {
  RawMesh raw = twoRawTriangles();
  raw.facetGroup.erase(raw.facetGroup.begin() + 1);
  raw.facetNode.erase(raw.facetNode.begin() + 2, raw.facetNode.begin() + 4);
  expectInputError([&] { assemblePlaneMesh(raw, 1, "some.msh"); },
                   {"untagged outer edge of element 9 at (1, 0.5) m (1 in all)", "Physical Curve"});
}

void expectRefused(const SimplexMesh& mesh, const std::vector<std::string>& parts) {
  expectInputError([&] { validatePlaneMesh(mesh, "bad.msh"); }, parts);
}

TEST(ValidatePlaneMesh, acceptsASoundMesh) {
  EXPECT_NO_THROW(validatePlaneMesh(twoTriangles(), "sound"));
}

TEST(ValidatePlaneMesh, refusesBrokenTables) {
  expectRefused(SimplexMesh{}, {"bad.msh: no triangles"});
  SimplexMesh mesh = twoTriangles();
  mesh.vertices[3] = std::nan("");
  expectRefused(mesh, {"vertex 1", "not finite"});
  mesh = twoTriangles();
  mesh.elements[4] = 4;
  expectRefused(mesh, {"element 1 has vertex 4 of 4"});
  mesh = twoTriangles();
  mesh.region[1] = 2;
  expectRefused(mesh, {"element 1 has region 2 of 2"});
  mesh = twoTriangles();
  mesh.facetGroup[0] = 2;
  expectRefused(mesh, {"a facet has group 2 of 2"});
  mesh = twoTriangles();
  mesh.elements.pop_back();
  expectRefused(mesh, {"2 triangles have 5 vertices"});
}

TEST(ValidatePlaneMesh, refusesFlatAndClockwiseTriangles) {
  SimplexMesh mesh = twoTriangles();
  mesh.vertices[6] = 0.5;
  mesh.vertices[7] = 0.5;
  expectRefused(mesh, {"element 1 at (0.5, 0.5) m is flat"});
  mesh = twoTriangles();
  mesh.elements[4] = mesh.elements[3];
  expectRefused(mesh, {"element 1", "is flat"});
  mesh = twoTriangles();
  std::swap(mesh.elements[0], mesh.elements[1]);
  expectRefused(mesh, {"element 0", "clockwise"});
}

TEST(ValidatePlaneMesh, refusesTrianglesThatOverlap) {
  SimplexMesh mesh = twoTriangles();
  mesh.vertices[6] = mesh.vertices[7] = 0.1;  // both triangles on one side of the diagonal
  std::swap(mesh.elements[4], mesh.elements[5]);
  expectRefused(mesh, {"element 0 and element 1 overlap", "(0.5, 0.5) m"});
  mesh = twoTriangles();
  mesh.elements.insert(mesh.elements.end(), {0, 1, 2});
  mesh.region.push_back(1);
  expectRefused(mesh, {"element 0 and element 2", "same vertices"});
  mesh = twoTriangles();
  mesh.vertices.insert(mesh.vertices.end(), {2, 2});
  mesh.elements.insert(mesh.elements.end(), {1, 4, 2});
  mesh.region.push_back(1);
  expectRefused(mesh, {"edge at (0.5, 0.5) m is shared by 3 elements (element 0, element 1, element 2)"});
}

TEST(ValidatePlaneMesh, tellsAMissingCurveFromAMeshThatDoesNotConform) {
  SimplexMesh mesh = twoTriangles();
  mesh.facets.resize(2 * 3);
  mesh.facetGroup.resize(3);
  expectRefused(mesh, {"untagged outer edge of element 0 at (0, 0.5) m", "Physical Curve"});
  mesh = twoTriangles();
  mesh.vertices.insert(mesh.vertices.end(), {1, 0, 0, 1});  // the second triangle has the diagonal for itself
  mesh.elements = {0, 1, 2, 4, 3, 5};
  mesh.facets = {0, 1, 2, 0, 4, 3, 3, 5};
  mesh.facetGroup = {0, 0, 0, 0};
  expectRefused(mesh, {"does not conform", "element 0 and element 1 at (0.5, 0.5) m", "Coherence"});
}

TEST(ValidatePlaneMesh, refusesAFacetThatIsNoEdge) {
  SimplexMesh mesh = twoTriangles();
  mesh.facets.insert(mesh.facets.end(), {0, 3});
  mesh.facetGroup.push_back(1);
  expectRefused(mesh, {"the facet at (0.5, 0.5) m of group `Diagonal` is no edge"});
}

}  // namespace
}  // namespace fluxtet::test
