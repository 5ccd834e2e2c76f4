// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The elements of the whole mesh that allow the shortest time steps by themselves (elementSteps()): less than
/// `stiffSteps` times the shortest.
struct StiffElements {
  std::vector<std::int64_t> count;  ///< by region, as in MeshGroups::regions
  double worstQuality = 1;          ///< elementQuality(), the least
};
inline constexpr double stiffSteps = 1.25;

/// Finds them. Walls, penalties, poles and the scheme do not enter, so they need not be those that limit the step of a
/// run. The result does not depend on how the mesh is distributed. Collective.
StiffElements stiffElements(const Discretisation& d, MPI_Comm comm);
/// How many they are, in which regions, the one that has most first, and their worst quality. Collective.
std::string stiffElementsText(const Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::dgtd
