// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/sar/tissues.hpp"
#include "app/post/sar/voxelGrid.hpp"

#include <mpi.h>

namespace fluxtet::sar {

/// A grid round all tissue, its faces at whole multiples of `size` m, one layer of background at least on every side,
/// so that its place follows from the mesh alone. Collective.
VoxelGrid tissueGrid(const dgtd::Discretisation& d, const Tissues& tissues, double size, MPI_Comm comm);

/// Tissue and absorbed power density at the centres of the voxels, on rank 0; empty arrays on others. A centre on a
/// common face belongs to the element of the lowest global id, so that the result does not depend on the number of
/// ranks. `spectrum`: E and Z0 H, [element][node][xyz] V/m; H is read only in tissue with magnetic losses. Each rank
/// goes through its own elements, without a search, and holds 24 bytes for each of its voxels meanwhile. Collective.
template <class Real>
TissueVoxels voxelise(const dgtd::Discretisation& d, const Tissues& tissues, const VoxelGrid& grid,
                      const dgtd::Spectrum<Real>& spectrum, MPI_Comm comm);

/// Memory that voxelise() takes on rank 0, bytes.
std::int64_t voxeliseBytes(const VoxelGrid& grid);

}  // namespace fluxtet::sar
