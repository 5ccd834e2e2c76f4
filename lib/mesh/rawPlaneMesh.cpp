// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/rawPlaneMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/rawNodes.hpp"
#include "lib/mesh/validatePlaneMesh.hpp"
#include "lib/mesh/visitEdges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

void requirePlane(const RawMesh& raw, const VertexIds& ids, const std::string& origin) {
  double extent = 0;
  for (std::size_t i = 0; i < raw.nodeTag.size(); ++i)
    if (ids(raw.nodeTag[i]) >= 0)
      extent = std::max({extent, std::abs(raw.nodes[3 * i]), std::abs(raw.nodes[3 * i + 1])});
  constexpr double tolerance = 1e-9;  // what a CAD kernel's arithmetic leaves
  for (std::size_t i = 0; i < raw.nodeTag.size(); ++i)
    require(
        ids(raw.nodeTag[i]) < 0 || std::abs(raw.nodes[3 * i + 2]) <= tolerance * extent,
        "{}: node {} lies at z = {:.6g} (mesh units), but a model without volumes is a plane one and must lie in the "
        "plane z = 0: move it there, or mesh the volumes of a solid (Physical Volume)",
        origin, raw.nodeTag[i], raw.nodes[3 * i + 2]);
}

std::vector<double> planeVertices(const RawMesh& raw, const VertexIds& ids, double scale, const std::string& origin) {
  const std::vector<double> solid = usedVertices(raw, ids, scale, origin);
  requirePlane(raw, ids, origin);
  std::vector<double> plane(solid.size() / 3 * 2);
  for (std::size_t v = 0; v < plane.size() / 2; ++v) std::copy_n(&solid[3 * v], 2, &plane[2 * v]);
  return plane;
}

std::vector<std::int32_t> idsOf(const std::vector<std::int64_t>& tags, const VertexIds& ids) {
  std::vector<std::int32_t> result(tags.size());
  std::transform(tags.begin(), tags.end(), result.begin(),
                 [&](std::int64_t tag) { return static_cast<std::int32_t>(ids(tag)); });
  return result;
}

/// Edges need distinct corners; a triangle without is left to validatePlaneMesh().
bool hasRepeatedVertex(const SimplexMesh& mesh) {
  for (std::size_t e = 0; e < mesh.elements.size(); e += 3) {
    const std::int32_t* v = &mesh.elements[e];
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) return true;
  }
  return false;
}

void dropFacets(const std::vector<std::int32_t>& facets, SimplexMesh& mesh) {
  std::size_t kept = 0, next = 0;
  for (std::int32_t f = 0; f < mesh.numFacets(); ++f) {
    if (next < facets.size() && facets[next] == f) {
      ++next;
      continue;
    }
    std::copy_n(&mesh.facets[2 * static_cast<std::size_t>(f)], 2, &mesh.facets[2 * kept]);
    mesh.facetGroup[kept++] = mesh.facetGroup[static_cast<std::size_t>(f)];
  }
  mesh.facets.resize(2 * kept);
  mesh.facetGroup.resize(kept);
}

void treatLooseFacets(const RawMesh& raw, const std::string& origin, SimplexMesh& mesh) {
  if (mesh.facetGroup.empty() || hasRepeatedVertex(mesh)) return;
  EdgeFacets facets(mesh);
  visitEdges(mesh.elements, mesh.numVertices(),
             [&](std::int32_t lower, std::span<const EdgeSide> sides) { facets.on(lower, sides[0].upper); });
  const auto loose = facets.loose();
  if (loose.empty()) return;
  const std::size_t first = static_cast<std::size_t>(loose[0]);
  require(
      !raw.strictSurfaces,
      "{}: the line of nodes {}, {} in physical curve `{}` is no edge of a triangle: the surfaces are not meshed up to "
      "that curve, or the mesh does not conform there; embed the curve in its surface (in Gmsh: Curve{{...}} In "
      "Surface{{...}}, BooleanFragments) or take it out of the group",
      origin, raw.facetNode[2 * first], raw.facetNode[2 * first + 1], raw.groups.surfaces[raw.facetGroup[first]]);
  dropFacets(loose, mesh);
}

}  // namespace

SimplexMesh assemblePlaneMesh(RawMesh raw, double scale, const std::string& origin) {
  require(3 * raw.elementTag.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
          "{}: {} triangles are more than fluxtet's plane meshes hold (715 million): use a larger mesh size", origin,
          raw.elementTag.size());
  sortElementsByTag(raw);
  const VertexIds ids(raw.elementNode);
  SimplexMesh mesh;
  mesh.vertices = planeVertices(raw, ids, scale, origin);
  mesh.elements = idsOf(raw.elementNode, ids);
  mesh.region = raw.region;
  mesh.facets = idsOf(raw.facetNode, ids);
  mesh.facetGroup = raw.facetGroup;
  mesh.groups = raw.groups;
  for (std::size_t e = 0; e < mesh.elements.size(); e += 3)
    if (twiceSignedArea(mesh, &mesh.elements[e]) < 0) std::swap(mesh.elements[e + 1], mesh.elements[e + 2]);
  treatLooseFacets(raw, origin, mesh);
  validatePlaneMesh(mesh, origin, raw.elementTag);
  return mesh;
}

}  // namespace fluxtet
