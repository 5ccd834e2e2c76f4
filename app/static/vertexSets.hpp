// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// [numVertices] 1: in the set.
using VertexSet = std::vector<std::uint8_t>;

/// Vertices of the elements of the region with this index.
VertexSet verticesOf(const SimplexMesh& mesh, int region);
/// Vertices on the outer boundary of the mesh, whether it is in a group or not; where axisymmetric without the axis,
/// which is none.
VertexSet outerVertices(const StaticModel& model);
/// Vertices on which no force acts: inside the mesh, on no boundary with a condition, and in elements of one material
/// without magnet and source only. `density`: [regions] of the sources, C/m^3 or A/m^2.
VertexSet freeVertices(const StaticModel& model, std::span<const double> density);
/// Vertices of all elements that have a vertex in `set`.
VertexSet withNeighbours(const SimplexMesh& mesh, const VertexSet& set);

/// Number of the vertices of an element or a facet that are in the set. `vertex`: [count] indices.
int verticesInside(const VertexSet& set, const std::int32_t* vertex, int count);
/// True if some vertices of element e are in the set, but not all.
bool isInLayer(const SimplexMesh& mesh, const VertexSet& set, std::int32_t e);

}  // namespace fluxtet::statics
