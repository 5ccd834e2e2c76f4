// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/vertexSets.hpp"

#include "lib/base/hash.hpp"

#include <algorithm>

namespace fluxtet::statics {
namespace {

const std::int32_t* verticesOfElement(const SimplexMesh& mesh, std::int32_t e) {
  return &mesh.elements[static_cast<std::size_t>(e) * static_cast<std::size_t>(mesh.dimension + 1)];
}

/// Of the facet opposite to vertex `opposite`: the same from both sides.
std::uint64_t facetKey(const std::int32_t* vertex, int count, int opposite) {
  std::uint64_t sum = 0;
  for (int i = 0; i < count; ++i)
    if (i != opposite) sum += hash64(static_cast<std::uint64_t>(vertex[i]));
  return hash64(sum);
}

bool isOnAxis(const StaticModel& model, const std::int32_t* vertex, int opposite) {
  if (!model.isAxisymmetric()) return false;
  for (int i = 0; i < 3; ++i)
    if (i != opposite && model.mesh.vertices[2 * static_cast<std::size_t>(vertex[i])] != 0) return false;
  return true;
}

void removeVertices(const SimplexMesh& mesh, std::int32_t e, VertexSet& set) {
  for (int i = 0; i <= mesh.dimension; ++i) set[static_cast<std::size_t>(verticesOfElement(mesh, e)[i])] = 0;
}

bool sameMaterial(const StaticMaterial& a, const StaticMaterial& b) {
  return a.epsilon == b.epsilon && a.mu == b.mu;
}

/// Removes the vertices of boundaries that act on the field.
void removeBoundaries(const StaticModel& model, VertexSet& set) {
  const SimplexMesh& mesh = model.mesh;
  std::vector<std::uint8_t> acts(mesh.groups.surfaces.size(), 0);
  for (const StaticBoundary& boundary : model.statics.boundaries) {
    if (boundary.kind == StaticBoundaryKind::natural) continue;
    acts[static_cast<std::size_t>(model.surface(boundary.surface))] = 1;
    if (!boundary.partner.empty()) acts[static_cast<std::size_t>(model.surface(boundary.partner))] = 1;
  }
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    if (acts[static_cast<std::size_t>(mesh.facetGroup[f])] == 0) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(mesh.dimension); ++i)
      set[static_cast<std::size_t>(mesh.facets[f * static_cast<std::size_t>(mesh.dimension) + i])] = 0;
  }
}

}  // namespace

VertexSet verticesOf(const SimplexMesh& mesh, int region) {
  VertexSet inside(static_cast<std::size_t>(mesh.numVertices()), 0);
  for (std::int32_t e = 0; e < mesh.numElements(); ++e)
    if (mesh.region[static_cast<std::size_t>(e)] == region)
      for (int i = 0; i <= mesh.dimension; ++i) inside[static_cast<std::size_t>(verticesOfElement(mesh, e)[i])] = 1;
  return inside;
}

// A facet inside the mesh is met twice, so that the exclusive or of its key over the elements at a vertex is 0.
VertexSet outerVertices(const StaticModel& model) {
  const SimplexMesh& mesh = model.mesh;
  std::vector<std::uint64_t> unpaired(static_cast<std::size_t>(mesh.numVertices()), 0);
  const int nv = mesh.dimension + 1;
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    const std::int32_t* vertex = verticesOfElement(mesh, e);
    for (int opposite = 0; opposite < nv; ++opposite) {
      if (isOnAxis(model, vertex, opposite)) continue;
      const std::uint64_t key = facetKey(vertex, nv, opposite);
      for (int i = 0; i < nv; ++i)
        if (i != opposite) unpaired[static_cast<std::size_t>(vertex[i])] ^= key;
    }
  }
  VertexSet outer(unpaired.size());
  std::transform(unpaired.begin(), unpaired.end(), outer.begin(),
                 [](std::uint64_t key) -> std::uint8_t { return key != 0 ? 1 : 0; });
  return outer;
}

VertexSet freeVertices(const StaticModel& model, std::span<const double> density) {
  const SimplexMesh& mesh = model.mesh;
  VertexSet result = outerVertices(model);
  for (std::uint8_t& value : result) value = value == 0 ? 1 : 0;
  removeBoundaries(model, result);
  std::vector<std::int32_t> regionAt(result.size(), -1);  // of one element at the vertex
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    const std::int32_t own = mesh.region[static_cast<std::size_t>(e)];
    const StaticMaterial& material = model.material[static_cast<std::size_t>(own)];
    if (density[static_cast<std::size_t>(own)] != 0 || norm(material.remanence) != 0) removeVertices(mesh, e, result);
    for (int i = 0; i <= mesh.dimension; ++i) {
      const auto vertex = static_cast<std::size_t>(verticesOfElement(mesh, e)[i]);
      if (regionAt[vertex] < 0) regionAt[vertex] = own;
      if (!sameMaterial(model.material[static_cast<std::size_t>(regionAt[vertex])], material)) result[vertex] = 0;
    }
  }
  return result;
}

VertexSet withNeighbours(const SimplexMesh& mesh, const VertexSet& set) {
  VertexSet result = set;
  for (std::int32_t e = 0; e < mesh.numElements(); ++e)
    if (isInLayer(mesh, set, e))
      for (int i = 0; i <= mesh.dimension; ++i) result[static_cast<std::size_t>(verticesOfElement(mesh, e)[i])] = 1;
  return result;
}

int verticesInside(const VertexSet& set, const std::int32_t* vertex, int count) {
  int result = 0;
  for (int i = 0; i < count; ++i) result += set[static_cast<std::size_t>(vertex[i])];
  return result;
}

bool isInLayer(const SimplexMesh& mesh, const VertexSet& set, std::int32_t e) {
  const int nv = mesh.dimension + 1, count = verticesInside(set, verticesOfElement(mesh, e), nv);
  return count > 0 && count < nv;
}

}  // namespace fluxtet::statics
