// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/facingTriangles.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace fluxtet {

std::vector<Triangle> FacingTriangles::add(const std::set<int>& surfaces, const NodePositions& positions) {
  std::vector<Triangle> all;
  for (const int surface : surfaces) {
    const auto more = trianglesOf(surface, positions);
    all.insert(all.end(), more.begin(), more.end());
    surfaceOf_.insert(surfaceOf_.end(), more.size(), surface);
  }
  return all;
}

FacingTriangles::FacingTriangles(const std::set<int>& surfaces, const NodePositions& positions)
    : triangles_(add(surfaces, positions)), boxes_(boxesOf(triangles_)), tree_(boxes_) {}

auto FacingTriangles::across(const Vec3& x, const Vec3& direction, double range) const -> Hit {
  Hit nearest{range, 0};
  double cosine = 0;
  tree_.visitEntered(x, x + range * direction, [&](std::int64_t i) {
    const Triangle& c = triangles_[static_cast<std::size_t>(i)];
    const double distance = distanceTo(c, x, direction);
    if (distance <= 1e-6 * range || distance >= nearest.distance) return;
    nearest = {distance, surfaceOf_[static_cast<std::size_t>(i)]};
    cosine = std::abs(dot(normalised(cross(c[1] - c[0], c[2] - c[0])), direction));
  });
  return cosine >= leastFacing ? nearest : Hit{};
}

/// Along the ray; negative where it misses the triangle (Moeller and Trumbore 1997).
double FacingTriangles::distanceTo(const Triangle& c, const Vec3& x, const Vec3& direction) {
  const Vec3 e = c[1] - c[0], f = c[2] - c[0], p = cross(direction, f), from = x - c[0], q = cross(from, e);
  const double determinant = dot(e, p);
  if (std::abs(determinant) <= 1e-9 * norm(e) * norm(f)) return -1;  // the ray is parallel to it
  const double u = dot(from, p) / determinant, v = dot(direction, q) / determinant;
  return u < 0 || v < 0 || u + v > 1 ? -1 : dot(f, q) / determinant;
}

}  // namespace fluxtet
