// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/sourceWindow.hpp"

#include "kernels/dgtd/materials.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace fluxtet::dgtd {
namespace {

/// R over the mean edge length near the source, so that elements of this order resolve the window (measured:
/// docs/data/penalty).
double radiusInEdges(int order) {
  constexpr std::array radius{1.7, 1.6, 1.2, 0.9};
  static_assert(radius.size() == numOrders);
  return radius[static_cast<std::size_t>(order - minOrder)];
}
/// Degree of the quadrature. It determines how well the density is resolved; the moment conditions hold for any rule,
/// because both of their sides use it.
constexpr int quadratureDegree = 10;

double meanEdge(const SubMesh& mesh, std::int32_t element) {
  const auto edges = edgeLengths(&mesh.vertices[12 * static_cast<std::size_t>(element)]);
  return std::accumulate(edges.begin(), edges.end(), 0.0) / static_cast<double>(edges.size());
}

/// Surroundings of the source, known on the rank that has its element.
struct Surroundings {
  double edge = 0;  ///< m, mean edge of the source's element
  MaterialValues medium;
  Vec3 eye{};  ///< the source, moved a little towards the element's centroid
};

Surroundings surroundingsOf(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh,
                            const DgtdProblem& problem, MPI_Comm comm) {
  constexpr double inwards = 1e-3;
  std::array<double, 8> known;
  known.fill(-std::numeric_limits<double>::infinity());
  if (located.element >= 0) {
    const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(located.element));
    const Vec3 eye = at + inwards * (centroidOf(mesh, located.element) - at);
    // The media with poles have the same numbers on all ranks.
    const std::int32_t poles =
        problem.polesIndex.empty() ? -1 : problem.polesIndex[static_cast<std::size_t>(located.element)];
    known = {meanEdge(mesh, located.element), medium.epsilonR, medium.muR, medium.sigma, eye[0], eye[1], eye[2],
             static_cast<double>(poles)};
  }
  maxInPlace(comm, known);
  MaterialValues medium{known[1], known[2], known[3]};
  if (known[7] >= 0) medium.poles = problem.poles[static_cast<std::size_t>(known[7])];
  return {known[0], medium, {known[4], known[5], known[6]}};
}

/// Mean edge of the elements within `reach` (m) of the point, weighted by volume, m. Collective.
double meanEdgeNear(const Vec3& at, double reach, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm) {
  std::array<double, 2> sums{};
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (!isNear(mesh, e, at, reach)) continue;
    const double volume = problem.volume[static_cast<std::size_t>(e)];
    sums[0] += volume * meanEdge(mesh, e);
    sums[1] += volume;
  }
  sumInPlace(comm, sums);
  return sums[0] / sums[1];
}

/// The window at a point relative to the source, in units of R.
double windowAt(const Vec3& point) {
  const double inside = std::max(0.0, 1 - dot(point, point));
  return inside * inside;
}

}  // namespace

SourceWindow::SourceWindow(const Vec3& at, const LocatedPoint& located, const SubMesh& mesh, const DgtdProblem& problem,
                           const ReferenceElement& basis, MPI_Comm comm)
    : at_(at), rule_(basis.quadrature(quadratureDegree)) {
  const Surroundings around = surroundingsOf(at, located, mesh, problem, comm);
  medium_ = around.medium;
  radius_ = radiusInEdges(basis.order()) * meanEdgeNear(at, around.edge, mesh, problem, comm);
  const auto obstacles = obstaclesNear(at_, radius_, medium_, mesh, problem, comm);
  mirror_ = mirrorNear(at_, around.eye, radius_, obstacles);
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    if (isNear(mesh, e, at_, radius_) && materialOf(problem, static_cast<std::size_t>(e)) == medium_)
      add(mesh, e, problem.volume[static_cast<std::size_t>(e)], around.eye, obstacles);
  if (!mirror_) return;
  // Elements in sight behind the plane mean that it has a rim or a hole: it is no infinite mirror.
  const bool rim = std::any_of(elements_.begin(), elements_.end(), [&](std::int32_t e) {
    return dot(mirror_->normal, centroidOf(mesh, e) - at_) + mirror_->distance < 0;
  });
  if (maxOverRanks(comm, rim ? 1.0 : 0.0) > 0) mirror_.reset();
}

void SourceWindow::add(const SubMesh& mesh, std::int32_t element, double volume, const Vec3& eye,
                       const std::vector<Obstacle>& obstacles) {
  const std::size_t before = points_.size();
  bool any = false;
  for (std::size_t q = 0; q < rule_.points.size(); ++q) {
    const Vec3 point = pointAt(mesh, element, rule_.points[q]);
    const Vec3 scaled = (1 / radius_) * (point - at_);
    const double inside = 1 - dot(scaled, scaled);
    if (inside > 0 && !inSight(eye, point, obstacles)) {
      any = false;
      break;
    }
    any = any || inside > 0;
    points_.push_back(scaled);
    measures_.push_back(windowAt(scaled) * rule_.weights[q] * volume);
  }
  if (any) {
    elements_.push_back(element);
  } else {
    points_.resize(before);
    measures_.resize(before);
  }
}

Vec3 SourceWindow::fromImage(const Vec3& point) const {
  return point + (2 * mirror_->distance / radius_) * mirror_->normal;
}

double SourceWindow::imageShare(const Vec3& point) const {
  return windowAt(fromImage(point)) / windowAt(point);
}

double SourceWindow::distanceFromImage(const Vec3& point) const {
  return norm(fromImage(point));
}

}  // namespace fluxtet::dgtd
