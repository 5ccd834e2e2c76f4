// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <mpi.h>

#include <array>
#include <span>

namespace fluxtet {

/// Lowest and highest corner of the box round the points of all ranks, m. `coordinates`: [point][xyz] of this rank, m.
/// Collective.
std::array<Vec3, 2> boundingBox(std::span<const double> coordinates, MPI_Comm comm);

}  // namespace fluxtet
