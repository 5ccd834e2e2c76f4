// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/mesh.hpp"
#include "partition/faceMatch.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::partition {

/// Two outer surfaces of which the second is the first, moved by a translation.
struct SurfacePair {
  std::int32_t first = -1, second = -1;  ///< indices into MeshPart::groups.surfaces, distinct over all pairs
  std::string key;                       ///< place and key of the pair in the case, for messages
};

/// Numbers the vertices anew so that elements on both sides of a seam list the vertices of their common face alike.
/// Vertices that translations of the pairs carry into each other form a class. New ids order the vertices by the lowest
/// old id of their class, and within a class by x, y and z, which a translation leaves as it is. Elements and their
/// faces follow the new order of their vertices. Layers grown afterwards (extrudeLayers()) keep it. `pairs`: the same
/// on every rank. Without pairs nothing changes.
///
/// Collective. Throws InputError on every rank where a surface of a pair has no faces or lies inside of the mesh, or
/// where the vertices of two surfaces are not copies of each other; it names the first vertex without a partner.
void alignVertices(MeshPart& part, const std::vector<SurfacePair>& pairs, MPI_Comm comm);

/// Joins the faces of the pairs: each becomes the neighbour of its copy in `match`, as if it lay inside of the mesh,
/// and FaceMatch::vertexClass tells which vertices are one. The vertices have passed alignVertices(). Returns the
/// translation of each pair, m, from the first surface to the second.
///
/// Collective. Throws InputError on every rank as alignVertices() does, for a face without a copy and for one with
/// elements on both sides.
std::vector<Vec3> joinSurfaces(const MeshPart& part, FaceMatch& match, const std::vector<SurfacePair>& pairs,
                               MPI_Comm comm);

}  // namespace fluxtet::partition
