// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/boundaryKind.hpp"
#include "lib/mesh/mesh.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/faceMatch.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::partition {

/// Orders the elements and links their faces as `match` (matchFaces) has paired them.
/// Collective. `kindOfSurface[g]` is the condition of surface group g, or nothing: then a face of that group is an
/// ordinary inner face. pec and pmc on an inner face make a thin sheet: both sides see the condition. Throws InputError
/// on every rank for a face that is shared by three elements, an outer face without group or condition, an absorbing
/// face inside the volume.
SubMesh buildSubMesh(const MeshPart& part, const FaceMatch& match,
                     const std::vector<std::optional<BoundaryKind>>& kindOfSurface, MPI_Comm comm);
/// The same with the faces matched first.
SubMesh buildSubMesh(const MeshPart& part, const std::vector<std::optional<BoundaryKind>>& kindOfSurface,
                     MPI_Comm comm);

/// Surface groups that hold outer faces (faces with one element), over all ranks, ascending. Collective.
/// Throws InputError on every rank for an outer face that belongs to no group, naming its place.
std::vector<std::int32_t> outerSurfaceGroups(const MeshPart& part, const FaceMatch& match, MPI_Comm comm);

}  // namespace fluxtet::partition
