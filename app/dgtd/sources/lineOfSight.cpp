// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lineOfSight.hpp"

#include "kernels/dgtd/materials.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Relative to a triangle: by so much triangles are enlarged, so that no line passes between two with a common edge.
constexpr double edgeTolerance = 1e-9;

/// Whether this rank has the elements on both sides of a face and they have one medium.
bool isWithin(const SubMesh& mesh, const DgtdProblem& problem, std::int32_t element, std::size_t face) {
  const auto at = 4 * static_cast<std::size_t>(element) + face;
  return mesh.faceKind[at] == FaceKind::interior &&
         materialOf(problem, static_cast<std::size_t>(mesh.faceLink[at] / 4)) ==
             materialOf(problem, static_cast<std::size_t>(element));
}

Obstacle faceOf(const SubMesh& mesh, const DgtdProblem& problem, std::int32_t element, int face) {
  Obstacle result;
  const std::size_t at = 4 * static_cast<std::size_t>(element) + static_cast<std::size_t>(face);
  if (mesh.faceKind[at] == FaceKind::boundary) result.condition = problem.conditionAt(at);
  for (int i = 0; i < 3; ++i)
    result.corner[static_cast<std::size_t>(i)] = vertexOf(mesh, element, i < face ? i : i + 1);
  return result;
}

/// Whether a line segment crosses a triangle (Moeller, Trumbore 1997): parameter t on the line, (u, v) on the triangle.
bool crosses(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& triangle) {
  const Vec3 line = to - from, first = triangle[1] - triangle[0], second = triangle[2] - triangle[0];
  const Vec3 p = cross(line, second);
  const double determinant = dot(first, p);
  if (determinant == 0) return false;
  const Vec3 s = from - triangle[0], q = cross(s, first);
  const double u = dot(s, p) / determinant, v = dot(line, q) / determinant, t = dot(second, q) / determinant;
  return t > 0 && t < 1 && u >= -edgeTolerance && v >= -edgeTolerance && u + v <= 1 + edgeTolerance;
}

}  // namespace

bool isNear(const SubMesh& mesh, std::int32_t element, const Vec3& point, double radius) {
  const double* x = &mesh.vertices[12 * static_cast<std::size_t>(element)];
  double squared = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto [low, high] = std::minmax({x[a], x[3 + a], x[6 + a], x[9 + a]});
    const double outside = std::max({low - point[a], point[a] - high, 0.0});
    squared += outside * outside;
  }
  return squared < radius * radius;
}

std::vector<Obstacle> obstaclesNear(const Vec3& point, double radius, const MaterialValues& medium, const SubMesh& mesh,
                                    const DgtdProblem& problem, MPI_Comm comm) {
  std::vector<Obstacle> mine;
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (!isNear(mesh, e, point, radius)) continue;
    const bool foreign = materialOf(problem, static_cast<std::size_t>(e)) != medium;
    for (std::size_t f = 0; f < 4; ++f)
      if (mesh.faceKind[4 * static_cast<std::size_t>(e) + f] == FaceKind::boundary ||
          (foreign && !isWithin(mesh, problem, e, f)))
        mine.push_back(faceOf(mesh, problem, e, static_cast<int>(f)));
  }
  std::vector<Obstacle> all;
  const std::vector<std::vector<Obstacle>> toAll(static_cast<std::size_t>(mpiSize(comm)), mine);
  for (const auto& ofRank : exchangeAll(comm, toAll)) all.insert(all.end(), ofRank.begin(), ofRank.end());
  return all;
}

bool inSight(const Vec3& from, const Vec3& to, const std::vector<Obstacle>& obstacles) {
  return std::none_of(obstacles.begin(), obstacles.end(),
                      [&](const Obstacle& obstacle) { return crosses(from, to, obstacle.corner); });
}

Vec3 MirrorPlane::imageOf(const Vec3& moment) const {
  const Vec3 across = dot(normal, moment) * normal, along = moment - across;
  return magnetic ? along - across : across - along;
}

std::optional<MirrorPlane> mirrorNear(const Vec3& point, const Vec3& eye, double radius,
                                      const std::vector<Obstacle>& obstacles) {
  constexpr double flat = 1e-6;  // relative to the radius, and rad
  std::optional<MirrorPlane> mirror;
  for (const Obstacle& obstacle : obstacles) {
    const auto& [a, b, c] = obstacle.corner;
    Vec3 normal = cross(b - a, c - a);
    normal = ((dot(normal, eye - a) < 0 ? -1 : 1) / norm(normal)) * normal;
    const double distance = dot(normal, point - a);
    if (distance >= radius) continue;
    if (!obstacle.condition || obstacle.condition->dissipates()) return std::nullopt;
    const bool magnetic = obstacle.condition == magneticWall;
    if (!mirror) mirror = MirrorPlane{normal, distance, magnetic};
    if (norm(normal - mirror->normal) > flat || std::abs(distance - mirror->distance) > flat * radius ||
        magnetic != mirror->magnetic)
      return std::nullopt;
  }
  return mirror;
}

}  // namespace fluxtet::dgtd
