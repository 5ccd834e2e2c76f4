// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/vec3.hpp"
#include "kernels/dgtd/problem.hpp"
#include "partition/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet {

/// What a field is smooth in: an element's material, normalised as in DgtdProblem.
struct Medium {
  double epsilonR = 1, muR = 1, sigma = 0;
  bool operator==(const Medium&) const = default;
};
Medium mediumOf(const DgtdProblem& problem, std::int32_t element);

/// Corners of a face, m.
using Triangle = std::array<Vec3, 3>;

/// Whether the element's bounding box comes nearer to the point than `radius`, m.
bool isNear(const SubMesh& mesh, std::int32_t element, const Vec3& point, double radius);

/// The faces within `radius` of a point that a field in `medium` is not smooth across: conducting walls and sheets, the
/// mesh's outer faces, and faces of elements of another medium; of all ranks, on every rank. Collective.
std::vector<Triangle> obstaclesNear(const Vec3& point, double radius, const Medium& medium, const SubMesh& mesh,
                                    const DgtdProblem& problem, MPI_Comm comm);

/// Whether none of the obstacles lies between two points.
bool inSight(const Vec3& from, const Vec3& to, const std::vector<Triangle>& obstacles);

}  // namespace fluxtet
