// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/setup/discretisation.hpp"
#include "lib/output/sliceFile.hpp"

#include <mpi.h>

namespace fluxtet::dgtd {

/// The regions in which the points of a slice lie, on rank 0; empty on other ranks. Where the plane runs along a
/// surface between two regions, all its points there belong to the one on the side to which u x v points, or at the
/// outside of the mesh to the one that is there. The same on any number of ranks. Collective. Throws RunError where MPI
/// fails.
SliceRegions regionsOfSlice(const Discretisation& discretisation, const SliceGrid& slice, MPI_Comm comm);

}  // namespace fluxtet::dgtd
