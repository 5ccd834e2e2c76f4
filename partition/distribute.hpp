// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Sends every rank its elements of rank 0's mesh: part[e] is the rank of element e, element ids are the indices in
/// `mesh`, and a part keeps their order. Collective; the arguments of other ranks are ignored. Rank 0 needs memory for
/// one rank's part beside the mesh.
MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MPI_Comm comm);

}  // namespace fluxtet::partition
