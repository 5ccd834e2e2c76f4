// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet {

/// What a field is smooth in: an element's material, normalised as in DgtdProblem.
struct Medium {
  double epsilonR = 1, muR = 1, sigma = 0;
  bool operator==(const Medium&) const = default;
};
Medium mediumOf(const DgtdProblem& problem, std::int32_t element);

/// A face that a field is not smooth across.
struct Obstacle {
  std::array<Vec3, 3> corner;              ///< m
  std::optional<FaceCondition> condition;  ///< of a boundary face
};

/// A plane conductor, electric or magnetic, that mirrors what is before it.
struct MirrorPlane {
  Vec3 normal{};        ///< towards the point
  double distance = 0;  ///< m, of the point
  bool magnetic = false;

  /// A current moment's image behind the plane.
  Vec3 imageOf(const Vec3& moment) const;
};

/// Whether the element's bounding box comes nearer to the point than `radius`, m.
bool isNear(const SubMesh& mesh, std::int32_t element, const Vec3& point, double radius);

/// The faces within `radius` of a point that a field in `medium` is not smooth across: conducting walls and sheets, the
/// mesh's outer faces, and faces of elements of another medium; of all ranks, on every rank. Collective.
std::vector<Obstacle> obstaclesNear(const Vec3& point, double radius, const Medium& medium, const SubMesh& mesh,
                                    const DgtdProblem& problem, MPI_Comm comm);

/// Whether none of the obstacles lies between two points.
bool inSight(const Vec3& from, const Vec3& to, const std::vector<Obstacle>& obstacles);

/// The plane of all obstacles that may come nearer to the point than `radius`, if that is one, conducting or
/// magnetically so. `eye` is the point, or clearly on its side of the plane.
std::optional<MirrorPlane> mirrorNear(const Vec3& point, const Vec3& eye, double radius,
                                      const std::vector<Obstacle>& obstacles);

}  // namespace fluxtet
