// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/step/filteredStep.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// Lists the clusters of each level 1 to `count` on this rank. `level`: [n], of this rank's elements. Collective.
std::vector<LevelElements> levelElements(const SubMesh& mesh, const std::vector<std::uint8_t>& level, int count,
                                         MPI_Comm comm);

}  // namespace fluxtet::dgtd
