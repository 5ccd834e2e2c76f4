// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/timer.hpp"
#include "lib/mesh/mesh.hpp"
#include "lib/mesh/meshSource.hpp"
#include "partition/elementWork.hpp"
#include "partition/partitionSettings.hpp"

#include <mpi.h>

namespace fluxtet::partition {

/// Mesh of a case, spread over the ranks of `comm`. Each rank generates its own part of a box (partition box); an HDF5
/// mesh of as many parts as there are ranks is read in parallel; any other mesh is read or meshed on rank 0,
/// partitioned there (METIS, which balances `work`, or box) and sent. `phases` gets the times of the phases read,
/// partition and distribute, s. Collective. Throws InputError on every rank: unreadable file, other elements than
/// tetrahedra, zero-volume elements, more ranks than elements, a rank left without elements.
MeshPart loadMeshPart(const MeshSource& source, const PartitionSettings& partition, const WorkOfGroups& work,
                      PhaseTimer& phases, MPI_Comm comm);
/// The same with elements that cost the same.
MeshPart loadMeshPart(const MeshSource& source, const PartitionSettings& partition, MPI_Comm comm);
/// Whether loadMeshPart() reads the whole mesh on rank 0 and has METIS distribute it over several ranks, so that it may
/// be distributed anew. Collective. Throws InputError on every rank.
bool isDistributedByMetis(const MeshSource& source, const PartitionSettings& partition, MPI_Comm comm);

}  // namespace fluxtet::partition
