// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "partition/faceMatch.hpp"

#include <mpi.h>

#include <string>

namespace fluxtet::partition {

/// Checks the outer faces of a mesh that no rank has as a whole, as validateMesh() does those of a whole mesh
/// (findSurfaceFault()). Rank 0 gets the outer faces of all ranks. Collective. Throws InputError on every rank.
/// `origin`: what the mesh was read from.
void requireSoundOuterSurface(const MeshPart& part, const FaceMatch& match, const std::string& origin, MPI_Comm comm);

}  // namespace fluxtet::partition
