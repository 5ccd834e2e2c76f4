// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/elementThickness.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

double square(const Vec3& a) {
  return dot(a, a);
}

/// Of an element: radius of the inscribed sphere, negative if its vertices run the other way round, and longest edge,
/// m.
struct RadiusAndEdge {
  double radius = 0, longestEdge = 0;
};

RadiusAndEdge radiusAndLongestEdge(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const Vec3 vw = cross(v, w), wu = cross(w, u), uv = cross(u, v);
  const double areas =
      std::sqrt(square(vw)) + std::sqrt(square(wu)) + std::sqrt(square(uv)) + std::sqrt(square(vw + wu + uv));
  const double longest = std::max({square(u), square(v), square(w), square(v - u), square(w - u), square(w - v)});
  return {areas > 0 ? dot(u, vw) / areas : 0, std::sqrt(longest)};
}

/// newThickness() from these.
double valueOf(double radius, double longestEdge, const ThicknessGoal& goal) {
  const double value = radius / goal.radiusFor(longestEdge);
  return radius < goal.least ? value - 1 : value;
}

/// newThickness() of (x, a, b, c) and its gradient by x, 1/m.
std::pair<double, Vec3> thicknessAndGradient(const Vec3& x, const OppositeFace& face, const ThicknessGoal& goal) {
  const std::array<Vec3, 3> way{face.a - x, face.b - x, face.c - x};
  const Vec3 base = cross(face.b - face.a, face.c - face.a);  // from x outwards
  double areas = std::sqrt(square(base));                     // twice the areas
  double longest = std::sqrt(std::max({square(face.b - face.a), square(face.c - face.a), square(face.c - face.b)}));
  Vec3 ofAreas{}, ofLongest{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 &p = way[k], &q = way[(k + 1) % 3];
    const Vec3 normal = cross(p, q);
    const double area = std::sqrt(square(normal)), length = std::sqrt(square(p));
    areas += area;
    if (area > 0) ofAreas = ofAreas + (1 / area) * cross(p - q, normal);  // d |p x q| / dx
    if (length > longest) {
      longest = length;
      ofLongest = -1 / length * p;
    }
  }
  if (areas <= 0) return {valueOf(0, longest, goal), {}};
  const double radius = dot(way[0], base) / areas, value = radius / goal.radiusFor(longest);
  const double byLength = goal.shape * longest > goal.radius ? value / longest : 0;
  return {valueOf(radius, longest, goal),
          (-1 / (areas * goal.radiusFor(longest))) * base - (value / areas) * ofAreas - byLength * ofLongest};
}

/// The vector of the convex hull of these that is nearest to the origin, roughly.
Vec3 nearestOfHull(const std::vector<Vec3>& vectors) {
  constexpr int mostSteps = 40;
  Vec3 nearest = vectors.front();
  for (int i = 0; i < mostSteps; ++i) {
    const Vec3& least = *std::min_element(vectors.begin(), vectors.end(), [&](const Vec3& a, const Vec3& b) {
      return dot(a, nearest) < dot(b, nearest);
    });
    const Vec3 way = least - nearest;
    const double along = -dot(nearest, way);
    if (along <= 1e-6 * square(nearest)) break;
    nearest = nearest + std::min(1.0, along / square(way)) * way;
  }
  return nearest;
}

}  // namespace

double thickness(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const ThicknessGoal& goal) {
  const RadiusAndEdge shape = radiusAndLongestEdge(a, b, c, d);
  return shape.radius / goal.radiusFor(shape.longestEdge);
}

double newThickness(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const ThicknessGoal& goal) {
  const RadiusAndEdge shape = radiusAndLongestEdge(a, b, c, d);
  return valueOf(shape.radius, shape.longestEdge, goal);
}

double thinnest(const Vec3& x, const std::vector<OppositeFace>& faces, const ThicknessGoal& goal) {
  double least = std::numeric_limits<double>::infinity();
  for (const OppositeFace& face : faces) least = std::min(least, newThickness(x, face.a, face.b, face.c, goal));
  return least;
}

double makeThickest(Vec3& x, const std::vector<OppositeFace>& faces, const ThicknessGoal& goal) {
  constexpr int mostSteps = 30;
  constexpr double enough = 1.05;  // a little more than asked for leaves room for neighbours
  double size = 0;
  for (const OppositeFace& face : faces) size = std::max(size, norm(face.a - x));
  double least = thinnest(x, faces, goal), length = 0.2 * size;
  std::vector<std::pair<double, Vec3>> all(faces.size());
  std::vector<Vec3> active;
  for (int i = 0; i < mostSteps && least < enough && length > 1e-3 * size; ++i) {
    double steepest = 0;
    for (std::size_t k = 0; k < faces.size(); ++k) {
      all[k] = thicknessAndGradient(x, faces[k], goal);
      steepest = std::max(steepest, norm(all[k].second));
    }
    // Those that a step of this length may make the thinnest ones.
    const double band = std::max(0.05 * std::abs(least), 0.2 * steepest * length);
    active.clear();
    for (const auto& [value, gradient] : all)
      if (value <= least + band) active.push_back(gradient);
    if (active.empty()) break;  // the thinnest one is of the least radius to rounding
    const Vec3 direction = nearestOfHull(active);
    const double slope = norm(direction);
    if (slope > 1e-3 * steepest) {
      const Vec3 trial = x + (length / slope) * direction;
      const double then = thinnest(trial, faces, goal);
      if (then > least) {
        x = trial;
        least = then;
        length *= 1.5;
        continue;
      }
    }
    length *= 0.5;
  }
  return least;
}

}  // namespace fluxtet
