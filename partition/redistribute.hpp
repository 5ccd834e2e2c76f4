// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "partition/elementWork.hpp"
#include "partition/partitionSettings.hpp"

#include <mpi.h>

namespace fluxtet::partition {

/// Moves the elements to the ranks on which partitionByLevels() wants them, by way of rank 0, which holds the whole
/// mesh meanwhile. `part.level` and `part.besideFiner` are set, also in the result. Element ids stay. Collective.
/// Throws InputError or RunError on every rank.
MeshPart redistributeByLevels(MeshPart part, const PartitionSettings& settings, const WorkOfGroups& work,
                              MPI_Comm comm);

}  // namespace fluxtet::partition
