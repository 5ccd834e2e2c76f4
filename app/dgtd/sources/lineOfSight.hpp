// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/laws.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// A face across which the field is not smooth.
struct Obstacle {
  std::array<Vec3, 3> corner;              ///< m
  std::optional<FaceCondition> condition;  ///< of a boundary face
};

/// A plane conductor, electric or magnetic, that acts as a mirror.
struct MirrorPlane {
  Vec3 normal{};          ///< unit, towards the point
  double distance = 0;    ///< m, from the plane to the point
  bool magnetic = false;  ///< a magnetic (PMC), not an electric (PEC) conductor

  /// Image of a current moment (image theory), in the same unit.
  Vec3 imageOf(const Vec3& moment) const;
};

/// Whether the distance of the element's bounding box from the point is less than `radius`, m.
bool isNear(const SubMesh& mesh, std::int32_t element, const Vec3& point, double radius);

/// Faces of all ranks near a point (m) across which a field in `medium` is not smooth: walls and sheets, outer faces of
/// the mesh, and faces of elements of another medium. Near: the element's bounding box is within `radius`, m. Every
/// rank gets all. Collective.
std::vector<Obstacle> obstaclesNear(const Vec3& point, double radius, const MaterialValues& medium, const SubMesh& mesh,
                                    const DgtdProblem& problem, MPI_Comm comm);

/// Whether the straight line between two points (m) crosses none of the obstacles.
bool inSight(const Vec3& from, const Vec3& to, const std::vector<Obstacle>& obstacles);

/// The mirror plane if all obstacles whose planes are nearer to the point than `radius` (m) lie in one plane and are
/// all PEC or all PMC; nothing otherwise. `eye`: the point, or a point nearby that is clearly on the same side of the
/// plane.
std::optional<MirrorPlane> mirrorNear(const Vec3& point, const Vec3& eye, double radius,
                                      const std::vector<Obstacle>& obstacles);

}  // namespace fluxtet::dgtd
