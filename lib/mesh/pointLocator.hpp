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

/// Place of a point in the mesh. A point on a common face, edge or vertex belongs to the element of the lowest global
/// id, so that the answer does not depend on the number of ranks.
struct LocatedPoint {
  std::int64_t elementId = -1;     ///< global; -1: outside the mesh. The same on every rank.
  std::int32_t element = -1;       ///< local element on the rank that owns it, else -1
  std::array<double, 4> lambda{};  ///< barycentric coordinates, on the owning rank
};

/// Locates `points` [n], m, the same on every rank; returns [n]. A point that lies outside an element by no more than
/// 1e-10 of its size still belongs to it. Collective. Throws InputError on every rank for more than 2^31 - 1 points.
std::vector<LocatedPoint> locatePoints(const SubMesh& mesh, std::span<const Vec3> points, MPI_Comm comm);

}  // namespace fluxtet
