// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/facingTriangles.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace fluxtet {
namespace {

std::vector<std::array<Vec3, 3>> trianglesOf(const std::set<int>& surfaces, const NodePositions& positions) {
  std::vector<std::array<Vec3, 3>> triangles;
  for (const int surface : surfaces) {
    const auto nodes = triangleNodes(surface);
    for (std::size_t i = 0; i < nodes.size(); i += 3)
      triangles.push_back({positions.at(nodes[i]), positions.at(nodes[i + 1]), positions.at(nodes[i + 2])});
  }
  return triangles;
}

/// [triangle] its surface, in the order of trianglesOf().
std::vector<int> surfacesOf(const std::set<int>& surfaces) {
  std::vector<int> result;
  for (const int surface : surfaces) result.insert(result.end(), triangleNodes(surface).size() / 3, surface);
  return result;
}

std::vector<Box<3>> boxesOf(const std::vector<std::array<Vec3, 3>>& triangles) {
  std::vector<Box<3>> boxes;
  boxes.reserve(triangles.size());
  for (const auto& corners : triangles) {
    boxes.push_back(boxBetween(corners[0], corners[1]));
    boxes.back().include({corners[2], corners[2]});
  }
  return boxes;
}

}  // namespace

FacingTriangles::FacingTriangles(const std::set<int>& surfaces, const NodePositions& positions)
    : triangles_(trianglesOf(surfaces, positions)),
      surfaceOf_(surfacesOf(surfaces)),
      boxes_(boxesOf(triangles_)),
      tree_(boxes_) {}

auto FacingTriangles::across(const Vec3& x, const Vec3& direction, double range) const -> Hit {
  Hit nearest{range, 0};
  double cosine = 0;
  tree_.visitEntered(x, x + range * direction, [&](std::int64_t i) {
    const Corners& c = triangles_[static_cast<std::size_t>(i)];
    const double distance = distanceTo(c, x, direction);
    if (distance <= 1e-6 * range || distance >= nearest.distance) return;
    nearest = {distance, surfaceOf_[static_cast<std::size_t>(i)]};
    cosine = std::abs(dot(normalised(cross(c[1] - c[0], c[2] - c[0])), direction));
  });
  return cosine >= leastFacing ? nearest : Hit{};
}

/// Along the ray; negative where it misses the triangle (Moeller and Trumbore 1997).
double FacingTriangles::distanceTo(const Corners& c, const Vec3& x, const Vec3& direction) {
  const Vec3 e = c[1] - c[0], f = c[2] - c[0], p = cross(direction, f), from = x - c[0], q = cross(from, e);
  const double determinant = dot(e, p);
  if (std::abs(determinant) <= 1e-9 * norm(e) * norm(f)) return -1;  // the ray is parallel to it
  const double u = dot(from, p) / determinant, v = dot(direction, q) / determinant;
  return u < 0 || v < 0 || u + v > 1 ? -1 : dot(f, q) / determinant;
}

}  // namespace fluxtet
