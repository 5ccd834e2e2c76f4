// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/exchange/routeChoice.hpp"
#include "partition/exchange/sharedMemory.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet {

/// What may be tried for a way, best first. Pinned takes memory that the two ranks share where they are on one host,
/// since plain MPI between processes of a host copies at a tenth of the speed; staged does not.
std::vector<Route> routesOf(RouteChoice choice);

struct Connections {
  std::vector<Route> route;             ///< [neighbour]
  std::vector<MessageBuffers> buffers;  ///< [neighbour] of gpuAware and pinnedMpi
  std::vector<SharedMemory> shared;     ///< must outlive the halo
};

/// Connects all neighbours of a halo, each by the first of the routes over which a probe gets through both ways, and
/// makes the halo ready. Collective. Throws InputError on every rank, with the reason, if some pair of ranks has none
/// of the routes.
Connections connectNeighbours(DeviceHalo& halo, const HaloPlan& plan, const std::vector<Route>& routes, MPI_Comm comm);

}  // namespace fluxtet
