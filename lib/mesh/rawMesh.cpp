// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/rawMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/rawNodes.hpp"
#include "lib/mesh/sliverMending.hpp"
#include "lib/mesh/validateMesh.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

namespace fluxtet {
namespace {

/// A triangle of a surface group by its vertices; the lowest is implied.
struct Triangle {
  std::int64_t v1 = 0, v2 = 0;
  std::int32_t group = -1;
  bool isFace = false;
};

/// The triangles of the surface groups, by their lowest vertex.
class TriangleTable {
 public:
  TriangleTable(const RawMesh& raw, const VertexIds& ids) : begin_(static_cast<std::size_t>(ids.count()) + 1, 0) {
    const std::size_t n = raw.facetGroup.size();
    std::vector<std::array<std::int64_t, 3>> vertices(n);
    for (std::size_t t = 0; t < n; ++t) {
      for (int v = 0; v < 3; ++v) vertices[t][v] = ids(raw.facetNode[3 * t + v]);
      std::sort(vertices[t].begin(), vertices[t].end());
      if (vertices[t][0] < 0) {
        if (loose_ < 0) loose_ = static_cast<std::int64_t>(t);
      } else {
        ++begin_[vertices[t][0] + 1];
      }
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    triangles_.resize(static_cast<std::size_t>(begin_.back()));
    source_.resize(triangles_.size());
    auto next = begin_;
    for (std::size_t t = 0; t < n; ++t) {
      if (vertices[t][0] < 0) continue;
      const std::int64_t place = next[vertices[t][0]]++;
      triangles_[place] = {vertices[t][1], vertices[t][2], raw.facetGroup[t], false};
      source_[place] = static_cast<std::int64_t>(t);
    }
  }

  /// The group of a face, or -1; throws for a face of two groups.
  std::int32_t groupOf(const std::array<std::int64_t, 3>& face, const RawMesh& raw, const std::string& origin) {
    std::int32_t group = -1;
    for (std::int64_t t = begin_[face[0]]; t < begin_[face[0] + 1]; ++t) {
      Triangle& triangle = triangles_[t];
      if (triangle.v1 != face[1] || triangle.v2 != face[2]) continue;
      triangle.isFace = true;
      if (group >= 0 && group != triangle.group)
        throw InputError(fmt::format(
            "{}: the triangle of nodes {}, {}, {} lies in the physical surfaces `{}` and `{}`: "
            "take it out of one",
            origin, raw.facetNode[3 * source_[t]], raw.facetNode[3 * source_[t] + 1], raw.facetNode[3 * source_[t] + 2],
            raw.groups.surfaces[group], raw.groups.surfaces[triangle.group]));
      group = triangle.group;
    }
    return group;
  }

  /// Input index of a triangle that is no element's face, or -1.
  std::int64_t loose() const {
    std::int64_t lowest = loose_;
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (!triangles_[t].isFace && (lowest < 0 || source_[t] < lowest)) lowest = source_[t];
    return lowest;
  }

 private:
  std::vector<std::int64_t> begin_;
  std::vector<Triangle> triangles_;
  std::vector<std::int64_t> source_;
  std::int64_t loose_ = -1;  ///< the first one with a node that no element uses
};

[[noreturn]] void refuseLooseTriangle(const RawMesh& raw, std::int64_t triangle, const std::string& origin) {
  const std::int64_t* node = &raw.facetNode[3 * triangle];
  throw InputError(
      fmt::format("{}: the triangle of nodes {}, {}, {} in physical surface `{}` is no face of a tetrahedron: the "
                  "volumes are not meshed "
                  "up to that surface, or the mesh does not conform there; embed the surface in its volume (in Gmsh: "
                  "Surface{{...}} In "
                  "Volume{{...}}, BooleanFragments) or take it out of the group",
                  origin, node[0], node[1], node[2], raw.groups.surfaces[raw.facetGroup[triangle]]));
}

void markFaces(const RawMesh& raw, const VertexIds& ids, const std::string& origin, Mesh& mesh) {
  mesh.faceGroup.assign(mesh.elements.size(), -1);
  if (raw.facetGroup.empty()) return;
  TriangleTable triangles(raw, ids);
  for (std::size_t side = 0; side < mesh.elements.size(); ++side)
    mesh.faceGroup[side] =
        triangles.groupOf(faceVertices(&mesh.elements[side - side % 4], static_cast<int>(side % 4)), raw, origin);
  const std::int64_t loose = triangles.loose();
  if (raw.strictSurfaces && loose >= 0) refuseLooseTriangle(raw, loose, origin);
}

}  // namespace

Mesh assembleMesh(RawMesh raw, double scale, const std::string& origin, std::optional<double> mendBelow) {
  sortElementsByTag(raw);
  const VertexIds ids(raw.elementNode);
  Mesh mesh;
  mesh.vertices = usedVertices(raw, ids, scale, origin);
  raw.nodes = {};
  raw.nodeTag = {};
  mesh.elements = std::move(raw.elementNode);
  for (std::size_t e = 0; e < mesh.elements.size(); e += 4) {
    for (std::size_t v = e; v < e + 4; ++v) mesh.elements[v] = ids(mesh.elements[v]);
    std::sort(mesh.elements.begin() + static_cast<std::int64_t>(e),
              mesh.elements.begin() + static_cast<std::int64_t>(e) + 4);
  }
  mesh.region = std::move(raw.region);
  markFaces(raw, ids, origin, mesh);
  mesh.groups = std::move(raw.groups);
  mesh.notes = std::move(raw.notes);
  // Before the mesh is refused for a flat element.
  if (const auto slivers = mendWhereNeeded(mesh, mendBelow)) {
    mesh.notes.sizes.push_back(sliverLine(*slivers));
    raw.elementTag.clear();
  }
  validateMesh(mesh, origin, raw.elementTag);
  return mesh;
}

}  // namespace fluxtet
