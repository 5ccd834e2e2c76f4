// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/exchange/routeChoice.hpp"
#include "partition/exchange/sharedMemory.hpp"

#include <mpi.h>

#include <vector>

namespace fluxtet::dgtd {

/// The routes that `choice` allows, fastest first. `pinned` prefers memory that two ranks of one host share, because
/// MPI between processes of one host copies at a tenth of its speed. `staged` uses MPI only.
std::vector<Route> routesOf(RouteChoice choice);

/// What connectNeighbours() has set up.
struct Connections {
  std::vector<Route> route;             ///< [neighbour]
  std::vector<MessageBuffers> buffers;  ///< [neighbour] filled for gpuAware and pinnedMpi
  std::vector<SharedMemory> shared;     ///< mailboxes of this rank and its neighbours; must outlive the halo
};

/// Connects all neighbours of a halo and calls halo.ready(). Each pair of ranks uses the first of `routes` over which a
/// probe arrives in both directions. Collective. Throws InputError on every rank, with the reason, if no route works
/// for some pair of ranks.
Connections connectNeighbours(DeviceHalo& halo, const HaloPlan& plan, const std::vector<Route>& routes, MPI_Comm comm);

}  // namespace fluxtet::dgtd
