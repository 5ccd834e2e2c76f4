// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet {

/// Where a point lies. A point on a common face, edge or vertex belongs to the element of the lowest global id, so that
/// the answer does not depend on the number of ranks.
struct LocatedPoint {
  std::int64_t elementId = -1;     ///< global; -1: outside the mesh. The same on every rank.
  std::int32_t element = -1;       ///< local element on the rank that owns it, else -1
  std::array<double, 4> lambda{};  ///< barycentric coordinates, on the owning rank
};

/// Locates points (the same list on every rank). Collective. Tolerance 1e-10 of the element's size.
std::vector<LocatedPoint> locatePoints(const SubMesh& mesh, std::span<const Vec3> points, MPI_Comm comm);

}  // namespace fluxtet
