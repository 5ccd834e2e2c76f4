// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/mesh/surfaceRole.hpp"
#include "partition/faceMatch.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Orders the elements and links their faces as `match` (matchFaces) pairs them. `roles`: [surface group]. Collective.
/// Throws InputError on every rank for a face that is shared by three elements, an outer face without group or role,
/// and an inner face whose role is `hull`; RunError for another number of roles.
SubMesh buildSubMesh(const MeshPart& part, const FaceMatch& match, const std::vector<SurfaceRole>& roles,
                     MPI_Comm comm);
/// The same with the faces matched first.
SubMesh buildSubMesh(const MeshPart& part, const std::vector<SurfaceRole>& roles, MPI_Comm comm);

/// Indices of the surface groups that hold outer faces (faces with one element), over all ranks, ascending. Collective.
/// Throws InputError on every rank for an outer face that belongs to no group, naming its place.
std::vector<std::int32_t> outerSurfaceGroups(const MeshPart& part, const FaceMatch& match, MPI_Comm comm);

}  // namespace fluxtet::partition
