// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/outerSurface.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/rectangleMesh.hpp"
#include "lib/mesh/validateMesh.hpp"
#include "lib/mesh/validatePlaneMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"
#include "tests/unit/mesh/planeTestSupport.hpp"

#include <cmath>

namespace fluxtet::test {
namespace {

/// Bodies that share no vertex, each a region of its own; every outer face is in the one surface group, as a
/// CombinedBoundary of all volumes makes it.
Mesh together(const std::vector<Mesh>& bodies) {
  Mesh all;
  all.groups.surfaces = {"Outer"};
  for (const Mesh& body : bodies) {
    const std::int64_t vertices = all.numVertices();
    for (const std::int64_t v : body.elements) all.elements.push_back(v + vertices);
    all.vertices.insert(all.vertices.end(), body.vertices.begin(), body.vertices.end());
    all.region.insert(all.region.end(), body.region.size(), static_cast<std::int32_t>(all.groups.regions.size()));
    for (const std::int32_t group : body.faceGroup) all.faceGroup.push_back(std::min(group, 0));
    all.groups.regions.push_back("body" + std::to_string(all.groups.regions.size() + 1));
  }
  return all;
}

/// Turned about an axis that is none of the coordinates', so that nothing is aligned with them.
Mesh turned(Mesh mesh, double angle) {
  const Vec3 axis = 1 / std::sqrt(14.0) * Vec3{1, 2, 3};
  for (std::size_t v = 0; v < mesh.vertices.size(); v += 3) {
    const Vec3 x{mesh.vertices[v], mesh.vertices[v + 1], mesh.vertices[v + 2]};
    const Vec3 y = std::cos(angle) * x + std::sin(angle) * cross(axis, x) + (1 - std::cos(angle)) * dot(axis, x) * axis;
    std::copy(y.begin(), y.end(), mesh.vertices.begin() + static_cast<std::ptrdiff_t>(v));
  }
  return mesh;
}

Mesh box(const Vec3& origin, double size, std::int64_t cells, double perturb = 0) {
  return makeBoxMesh({{size, size, size}, origin, {cells, cells, cells}, perturb});
}

/// Without the elements whose centres lie in the cube [low, high]^3.
Mesh hollowed(const Mesh& mesh, double low, double high) {
  Mesh result = mesh;
  result.elements.clear();
  result.region.clear();
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const auto x = elementVertices(mesh, e);
    bool inside = true;
    for (int a = 0; a < 3; ++a) {
      const double centre = (x[a] + x[3 + a] + x[6 + a] + x[9 + a]) / 4;
      inside = inside && centre > low && centre < high;
    }
    if (inside) continue;
    result.elements.insert(result.elements.end(), &mesh.elements[4 * e], &mesh.elements[4 * e] + 4);
    result.region.push_back(0);
  }
  result.faceGroup.assign(result.elements.size(), -1);
  visitFaces(result.elements, result.numVertices(), [&](std::span<const FaceSide> sides) {
    if (sides.size() == 1) result.faceGroup[sides[0].side] = 0;
  });
  return result;
}

void expectRefused(const std::vector<Mesh>& bodies, const std::vector<std::string>& parts) {
  for (const double angle : {0.0, 0.7})
    expectInputError([&] { validateMesh(turned(together(bodies), angle), "some.msh"); }, parts);
}

void expectSound(const std::vector<Mesh>& bodies) {
  for (const double angle : {0.0, 0.7}) EXPECT_NO_THROW(validateMesh(turned(together(bodies), angle), "some.msh"));
}

TEST(OuterSurface, touchingBodiesThatShareNoVerticesAreRefused) {
  expectRefused({box({0, 0, 0}, 1, 2), box({1, 0, 0}, 1, 2)},
                {"does not conform", "regions `body1` and `body2`", "lie on each other", "8 such pairs",
                 "BooleanFragments", "thin sheet"});
  expectInputError(
      [] {
        validateMesh(together({box({0, 0, 0}, 1, 1), box({1, 0, 0}, 1, 1)}), "some.msh");
      },
      {"some.msh", "at (1, 0.666667, 0.333333) m"});
}

TEST(OuterSurface, hangingNodesAndPartsOfFacesAreRefused) {
  expectRefused({box({0, 0, 0}, 1, 1), box({1, 0, 0}, 1, 3)}, {"does not conform", "`body1` and `body2`"});
  expectRefused({box({0, 0, 0}, 1, 2), box({1, 0.7, 0.6}, 0.1, 1)}, {"does not conform"});
  expectRefused({box({0, 0, 0}, 1, 1), box({1, 0.9, 0.9}, 1, 1)}, {"does not conform"});
}

TEST(OuterSurface, coordinatesInSinglePrecisionAreStillTheSame) {
  Mesh rounded = box({1, 0, 0}, 1, 3);
  for (double& x : rounded.vertices) x = static_cast<float>(x / 3) * 3.0;
  expectRefused({box({0, 0, 0}, 1, 1), rounded}, {"does not conform"});
}

TEST(OuterSurface, bodiesThatCutEachOtherAreRefused) {
  expectRefused({box({0, 0, 0}, 1, 2), box({0.63, 0.21, 0.37}, 1, 3)},
                {"elements overlap", "cut each other", "regions `body1` and `body2`", "BooleanFragments"});
  // Deeper than what counts as touching, and no more.
  expectRefused({box({0, 0, 0}, 1, 2), turned(box({0.9999, 0.21, 0.37}, 1, 3), 1e-4)}, {"cut each other"});
}

TEST(OuterSurface, bodiesMeshedThroughEachOtherAreRefused) {
  expectRefused({box({0, 0, 0}, 1, 3), box({0.41, 0.42, 0.43}, 0.1, 2)},
                {"volumes overlap", "(region `body2`)", "(region `body1`)", "though their surfaces do not touch",
                 "1 closed surfaces", "cut the inner one out"});
  expectRefused({box({0, 0, 0}, 1, 3), box({0.41, 0.42, 0.43}, 0.1, 2), box({0.71, 0.72, 0.73}, 0.1, 2)},
                {"2 closed surfaces"});
}

TEST(OuterSurface, aBodyInAHoleOfAnotherIsSound) {
  const Mesh hollow = hollowed(box({0, 0, 0}, 1, 4), 0.25, 0.75);
  EXPECT_NEAR(totalVolume(hollow), 1 - 0.125, 1e-12);
  expectSound({hollow});
  expectSound({hollow, box({0.3, 0.3, 0.3}, 0.4, 2)});
  expectSound({hollow, hollowed(box({0.26, 0.26, 0.26}, 0.48, 4), 0.38, 0.62), box({0.4, 0.4, 0.4}, 0.2, 1)});
  expectRefused({hollow, box({0.25, 0.25, 0.25}, 0.5, 2)}, {"does not conform", "48 such pairs"});
  expectRefused({hollow, box({0.2, 0.3, 0.3}, 0.4, 3)}, {"cut each other"});
}

TEST(OuterSurface, bodiesThatTouchInAPointOrALineAreSound) {
  expectSound({box({0, 0, 0}, 1, 2), box({1, 1, 1}, 1, 2)});
  expectSound({box({0, 0, 0}, 1, 2), box({1, 1, 0}, 1, 3)});
  expectSound({box({0, 0, 0}, 1, 2), turned(box({-1, -1, -1}, 1, 2), 0.1)});
}

TEST(OuterSurface, aGapIsSoundHoweverThinBesideItsElements) {
  expectSound({box({0, 0, 0}, 1, 2), box({1 + 1e-5, 0, 0}, 1, 2)});
  expectSound({box({0, 0, 0}, 1, 2), box({1 + 1e-5, 0.1, 0.1}, 1, 3, 0.3)});
}

TEST(OuterSurface, aSoundMeshOfManyBodiesIsSound) {
  std::vector<Mesh> bodies;
  for (int i = 0; i < 60; ++i) bodies.push_back(turned(box({2.0 * i, 0, 0}, 1, 2, 0.3), 0.1));
  expectSound(bodies);
  bodies.push_back(turned(box({118.5, 0, 0}, 1, 2), 0.1));
  expectRefused(bodies, {"regions `body60` and `body61`"});
}

SimplexMesh square(double x, double y, double size, std::int64_t cells) {
  return makeRectangleMesh({{size, size}, {x, y}, {cells, cells}});
}

SimplexMesh together(const std::vector<SimplexMesh>& bodies) {
  SimplexMesh all;
  all.groups.surfaces = {"Outer"};
  for (const SimplexMesh& body : bodies) {
    const std::int32_t vertices = all.numVertices();
    for (const std::int32_t v : body.elements) all.elements.push_back(v + vertices);
    for (const std::int32_t v : body.facets) all.facets.push_back(v + vertices);
    all.vertices.insert(all.vertices.end(), body.vertices.begin(), body.vertices.end());
    all.region.insert(all.region.end(), body.region.size(), static_cast<std::int32_t>(all.groups.regions.size()));
    all.facetGroup.insert(all.facetGroup.end(), body.facetGroup.size(), 0);
    all.groups.regions.push_back("body" + std::to_string(all.groups.regions.size() + 1));
  }
  return all;
}

void expectPlaneRefused(const std::vector<SimplexMesh>& bodies, const std::vector<std::string>& parts) {
  expectInputError([&] { validatePlaneMesh(together(bodies), "plane.msh"); }, parts);
}

TEST(OuterCurve, plainFaultsAreThoseOfSpace) {
  const SimplexMesh first = square(0, 0, 1, 2);
  expectPlaneRefused({first, square(1, 0, 1, 2)},
                     {"plane.msh", "does not conform", "the edges of", "`body1` and `body2`", "2 such pairs"});
  expectPlaneRefused({first, square(1, 0.3, 0.1, 1)}, {"does not conform", "at (1, 0.35) m"});
  expectPlaneRefused({first, square(0.9, 0.3, 1, 1)}, {"elements overlap", "cut each other"});
  expectPlaneRefused({first, square(0.4, 0.3, 0.1, 1)},
                     {"surfaces overlap", "(region `body2`)", "(region `body1`)", "curves do not touch"});
  EXPECT_NO_THROW(validatePlaneMesh(together({first, square(1, 1, 1, 2), square(2.00001, 1, 1, 3)}), "plane.msh"));
}

TEST(OuterSurface, whatIsNearDependsOnTheFacetAndOnTheMesh) {
  EXPECT_DOUBLE_EQ(nearFacets(1, 1), 1e-6);
  EXPECT_DOUBLE_EQ(nearFacets(0.01, 1), 1e-7);
  EXPECT_DOUBLE_EQ(nearFacets(1e-6, 1), 1e-9);
}

}  // namespace
}  // namespace fluxtet::test
