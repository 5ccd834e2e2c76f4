// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/toSimplexMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/renumber.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

/// The faces in a group, each once: an inner face is marked on both its sides.
void takeFacets(const Mesh& mesh, SimplexMesh& result) {
  std::vector<std::array<std::int32_t, 4>> faces;  // group, vertices
  for (std::size_t side = 0; side < mesh.faceGroup.size(); ++side) {
    if (mesh.faceGroup[side] < 0) continue;
    const auto v = faceVertices(&mesh.elements[side - side % 4], static_cast<int>(side % 4));
    faces.push_back({mesh.faceGroup[side], static_cast<std::int32_t>(v[0]), static_cast<std::int32_t>(v[1]),
                     static_cast<std::int32_t>(v[2])});
  }
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  for (const auto& face : faces) {
    result.facetGroup.push_back(face[0]);
    result.facets.insert(result.facets.end(), face.begin() + 1, face.end());
  }
}

void orientPositively(SimplexMesh& mesh) {
  for (std::size_t e = 0; e < mesh.elements.size(); e += 4) {
    const auto x = elementVertices(mesh, static_cast<std::int64_t>(e / 4));
    if (sixSignedVolumes(x.data()) < 0) std::swap(mesh.elements[e + 2], mesh.elements[e + 3]);
  }
}

}  // namespace

SimplexMesh toSimplexMesh(Mesh mesh) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  require(mesh.numElements() <= most && mesh.numVertices() <= most,
          "{} tetrahedra with {} vertices are more than the static solver holds (2^31 - 1): use fewer refinements",
          mesh.numElements(), mesh.numVertices());
  SimplexMesh result;
  result.dimension = 3;
  takeFacets(mesh, result);
  mesh.faceGroup = {};
  result.vertices = std::move(mesh.vertices);
  result.region = std::move(mesh.region);
  result.groups = std::move(mesh.groups);
  result.elements.assign(mesh.elements.begin(), mesh.elements.end());
  mesh.elements = {};
  orientPositively(result);
  renumberAlongCurve(result);
  return result;
}

}  // namespace fluxtet
