// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <iterator>
#include <vector>

namespace fluxtet {

/// A whole mesh for the static solver on one process: triangles of a plane (x, y), or (r, z) where the problem is
/// axisymmetric, or tetrahedra. Ids are local and 32-bit. Neighbours in space are near in memory (Hilbert order of
/// vertices and elements).
struct SimplexMesh {
  int dimension = 2;                   ///< 2 or 3
  std::vector<double> vertices;        ///< [numVertices][dimension], m
  std::vector<std::int32_t> elements;  ///< [numElements][dimension + 1] vertices, positively oriented
  std::vector<std::int32_t> region;    ///< [numElements] index into groups.regions
  std::vector<std::int32_t>
      facets;  ///< [numFacets][dimension] vertices of the edges (2D) or faces (3D) that lie in a group
  std::vector<std::int32_t>
      facetGroup;     ///< [numFacets] index into groups.surfaces; a facet of two groups stands here twice
  MeshGroups groups;  ///< in 2D `regions` are physical surfaces, `surfaces` physical curves

  std::int32_t numElements() const { return static_cast<std::int32_t>(region.size()); }
  std::int32_t numVertices() const { return static_cast<std::int32_t>(std::ssize(vertices) / dimension); }
  std::int32_t numFacets() const { return static_cast<std::int32_t>(facetGroup.size()); }
};

}  // namespace fluxtet
