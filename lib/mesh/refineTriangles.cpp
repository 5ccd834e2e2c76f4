// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/refineTriangles.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/visitEdges.hpp"

#include <array>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

/// New ids: of the old vertices, of the midpoint of each triangle's sides, and of each facet's midpoint.
struct RefinedIds {
  std::vector<std::int32_t> vertex;  ///< [numVertices]
  std::vector<std::int32_t> side;    ///< [numElements][3], side c lies opposite corner c
  std::vector<std::int32_t> facet;   ///< [numFacets]
  std::vector<double> vertices;      ///< [total][2] the new coordinates
};

RefinedIds numberMidpoints(const SimplexMesh& mesh) {
  RefinedIds ids;
  ids.vertex.resize(static_cast<std::size_t>(mesh.numVertices()));
  ids.side.resize(mesh.elements.size());
  ids.facet.assign(mesh.facetGroup.size(), -1);
  ids.vertices.reserve(mesh.vertices.size() + mesh.elements.size());
  const auto x = [&](std::int32_t v) { return &mesh.vertices[2 * static_cast<std::size_t>(v)]; };
  std::int32_t old = 0;  // vertices that have their number
  const auto next = [&] { return static_cast<std::int32_t>(ids.vertices.size() / 2); };
  const auto numberUpTo = [&](std::int32_t end) {
    for (; old < end; ++old) {
      ids.vertex[static_cast<std::size_t>(old)] = next();
      ids.vertices.insert(ids.vertices.end(), x(old), x(old) + 2);
    }
  };
  EdgeFacets facets(mesh);
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    numberUpTo(lower + 1);
    const std::int32_t upper = sides[0].upper;
    for (const EdgeSide& side : sides) ids.side[side.side] = next();
    for (const std::int32_t facet : facets.on(lower, upper)) ids.facet[static_cast<std::size_t>(facet)] = next();
    for (int a = 0; a < 2; ++a) ids.vertices.push_back(0.5 * (x(lower)[a] + x(upper)[a]));
  });
  numberUpTo(mesh.numVertices());
  return ids;
}

void addChildren(const SimplexMesh& mesh, const RefinedIds& ids, std::size_t e, SimplexMesh& fine) {
  std::array<std::int32_t, 3> corner, middle;
  for (std::size_t c = 0; c < 3; ++c) {
    corner[c] = ids.vertex[static_cast<std::size_t>(mesh.elements[3 * e + c])];
    middle[c] = ids.side[3 * e + c];
  }
  fine.elements.insert(fine.elements.end(), {corner[0], middle[2], middle[1], middle[2], corner[1], middle[0],
                                             middle[1], middle[0], corner[2], middle[0], middle[1], middle[2]});
  fine.region.insert(fine.region.end(), 4, mesh.region[e]);
}

}  // namespace

SimplexMesh refineTriangles(SimplexMesh mesh) {
  require(12 * mesh.region.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
          "refining {} triangles makes more than fluxtet's plane meshes hold (715 million): use fewer refinements",
          mesh.numElements());
  RefinedIds ids = numberMidpoints(mesh);
  SimplexMesh fine;
  fine.elements.reserve(4 * mesh.elements.size());
  fine.region.reserve(4 * mesh.region.size());
  for (std::size_t e = 0; e < mesh.region.size(); ++e) addChildren(mesh, ids, e, fine);
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    const std::int32_t a = ids.vertex[static_cast<std::size_t>(mesh.facets[2 * f])];
    const std::int32_t b = ids.vertex[static_cast<std::size_t>(mesh.facets[2 * f + 1])];
    fine.facets.insert(fine.facets.end(), {a, ids.facet[f], ids.facet[f], b});
    fine.facetGroup.insert(fine.facetGroup.end(), 2, mesh.facetGroup[f]);
  }
  fine.vertices = std::move(ids.vertices);
  fine.groups = std::move(mesh.groups);
  return fine;
}

}  // namespace fluxtet
