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

/// Vertices of the elements of a region.
VertexSet verticesOf(const SimplexMesh& mesh, int region);
/// Vertices on the outer boundary of the mesh, whether it is in a group or not; where axisymmetric without the axis,
/// which is none.
VertexSet outerVertices(const StaticModel& model);
/// Vertices on which no force acts: inside the mesh, on no boundary with a condition, and in elements of one material
/// without magnet and source only. `density`: [regions], sources.
VertexSet freeVertices(const StaticModel& model, std::span<const double> density);
/// Vertices of all elements that have a vertex in `set`.
VertexSet withNeighbours(const SimplexMesh& mesh, const VertexSet& set);

/// How many of an element's or a facet's vertices are in the set.
int verticesInside(const VertexSet& set, const std::int32_t* vertex, int count);
/// Whether some of the element's vertices are in the set, but not all.
bool isInLayer(const SimplexMesh& mesh, const VertexSet& set, std::int32_t e);

}  // namespace fluxtet::statics
