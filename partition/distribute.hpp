// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Sends every rank its elements of rank 0's mesh: part[e] is the rank of element e, element ids are the indices in
/// `mesh`, and a part keeps their order. Rank 0 needs memory for the part of one rank beside the mesh. Collective; the
/// first two arguments matter on rank 0 only. Throws RunError on every rank for a `part` of another size or with a rank
/// that does not exist.
MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MPI_Comm comm);

/// Levels of refinement in time of all elements of a mesh, which become MeshPart::level and MeshPart::besideFiner.
struct MeshLevels {
  std::vector<std::uint8_t> level;        ///< [element]
  std::vector<std::uint8_t> besideFiner;  ///< [element]
};
/// The same with levels, which matter on rank 0 only.
MeshPart distributeMesh(Mesh mesh, std::vector<std::int32_t> part, MeshLevels levels, MPI_Comm comm);

/// A mesh of all ranks' elements, and their levels where they have any: the reverse of distributeMesh().
struct GatheredMesh {
  Mesh mesh;
  MeshLevels levels;  ///< empty arrays without levels
};
/// Returns it on rank 0, and nothing on the others. Rank 0 needs memory for the part of one rank beside the mesh.
/// Collective.
GatheredMesh gatherMesh(MeshPart part, MPI_Comm comm);

}  // namespace fluxtet::partition
