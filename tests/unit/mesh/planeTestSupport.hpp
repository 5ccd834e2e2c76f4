// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/quality.hpp"
#include "lib/mesh/simplexMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <cmath>

namespace fluxtet::test {

/// Area of the triangles of one region, or (-1) of all; negative for triangles in clockwise order.
inline double totalArea(const SimplexMesh& mesh, std::int32_t region = -1) {
  double sum = 0;
  for (std::size_t e = 0; e < mesh.region.size(); ++e)
    if (region < 0 || mesh.region[e] == region) sum += 0.5 * twiceSignedArea(mesh, &mesh.elements[3 * e]);
  return sum;
}

/// Length of the facets of one group of a plane mesh.
inline double groupLength(const SimplexMesh& mesh, std::int32_t group) {
  double sum = 0;
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    if (mesh.facetGroup[f] != group) continue;
    const double* a = &mesh.vertices[2 * static_cast<std::size_t>(mesh.facets[2 * f])];
    const double* b = &mesh.vertices[2 * static_cast<std::size_t>(mesh.facets[2 * f + 1])];
    sum += std::hypot(b[0] - a[0], b[1] - a[1]);
  }
  return sum;
}

/// A unit square of two triangles and two regions; its diagonal is a group of its own.
inline SimplexMesh twoTriangles() {
  SimplexMesh mesh;
  mesh.vertices = {0, 0, 1, 0, 0, 1, 1, 1};
  mesh.elements = {0, 1, 2, 1, 3, 2};
  mesh.region = {0, 1};
  mesh.facets = {0, 1, 1, 3, 3, 2, 2, 0, 1, 2};
  mesh.facetGroup = {0, 0, 0, 0, 1};
  mesh.groups = {{"Air", "Iron"}, {"Outer", "Diagonal"}};
  return mesh;
}

inline void expectSamePlaneMesh(const SimplexMesh& a, const SimplexMesh& b) {
  EXPECT_EQ(a.dimension, b.dimension);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_EQ(a.region, b.region);
  EXPECT_EQ(a.facets, b.facets);
  EXPECT_EQ(a.facetGroup, b.facetGroup);
  EXPECT_EQ(a.groups.regions, b.groups.regions);
  EXPECT_EQ(a.groups.surfaces, b.groups.surfaces);
}

}  // namespace fluxtet::test
