// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/insideSolids.hpp"

#include <gmsh.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace fluxtet {
namespace {

/// Turned by angles of no meaning, so that the ray along the first axis meets no edge of a model along the axes.
Vec3 turned(const Vec3& x) {
  constexpr double c = 0.8253356149096783, s = 0.5646424733950354;  // of 0.6 rad
  const Vec3 y{c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]};
  return {c * y[0] - s * y[2], y[1], s * y[0] + c * y[2]};
}

std::vector<Triangle> outerTriangles(const NodePositions& positions) {
  gmsh::vectorpair volumes, hull;
  gmsh::model::getEntities(volumes, 3);
  gmsh::model::getBoundary(volumes, hull, true, false);
  std::vector<Triangle> triangles;
  for (const auto& [unused, surface] : hull) {
    const auto more = trianglesOf(std::abs(surface), positions);
    triangles.insert(triangles.end(), more.begin(), more.end());
  }
  return triangles;
}

std::vector<Triangle> turned(std::vector<Triangle> triangles) {
  for (Triangle& corners : triangles)
    for (Vec3& corner : corners) corner = turned(corner);
  return triangles;
}

/// Whether the ray from x along the first axis crosses the triangle.
bool isCrossed(const Triangle& c, const Vec3& x) {
  const auto area = [](const Vec3& a, const Vec3& b, const Vec3& p) {
    return (b[1] - a[1]) * (p[2] - a[2]) - (b[2] - a[2]) * (p[1] - a[1]);
  };
  const std::array<double, 3> share{area(c[1], c[2], x), area(c[2], c[0], x), area(c[0], c[1], x)};
  const double sum = share[0] + share[1] + share[2];
  for (const double one : share)
    if (sum == 0 || one / sum < 0) return false;
  return (share[0] * c[0][0] + share[1] * c[1][0] + share[2] * c[2][0]) / sum > x[0];
}

}  // namespace

InsideSolids::InsideSolids(const NodePositions& positions) : InsideSolids(outerTriangles(positions)) {}

InsideSolids::InsideSolids(const std::vector<Triangle>& triangles)
    : corners_(turned(triangles)), boxes_(boxesOf(corners_)), tree_(boxes_) {}

bool InsideSolids::contains(const Vec3& point) const {
  const Vec3 x = turned(point);
  int crossings = 0;
  tree_.visitAhead(x, [&](std::int64_t i) { crossings += isCrossed(corners_[static_cast<std::size_t>(i)], x); });
  return crossings % 2 == 1;
}

}  // namespace fluxtet
