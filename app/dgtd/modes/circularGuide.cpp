// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/circularGuide.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "lib/base/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace fluxtet::dgtd {

namespace {

using Vec2 = std::array<double, 2>;

/// J_m'.
double besselSlope(int m, double x) {
  return m == 0 ? -std::cyl_bessel_j(1, x) : (std::cyl_bessel_j(m - 1, x) - std::cyl_bessel_j(m + 1, x)) / 2;
}

/// Centre of the circle through three points.
Vec2 circumcentre(const Vec2& p, const Vec2& q, const Vec2& r) {
  const double ax = q[0] - p[0], ay = q[1] - p[1], bx = r[0] - p[0], by = r[1] - p[1];
  const double a = ax * ax + ay * ay, b = bx * bx + by * by, d = 2 * (ax * by - ay * bx);
  return {p[0] + (by * a - ay * b) / d, p[1] + (ax * b - bx * a) / d};
}

struct Indices {
  ModeKind kind;
  int m, n;
  bool isSecond;  ///< of a degenerate pair
  double zero;    ///< k_c times the radius
};

/// Enough modes, ascending, that the first `count` are those of lowest cut-off.
std::vector<Indices> lowestIndices(int count) {
  std::vector<Indices> all;
  for (const ModeKind kind : {ModeKind::te, ModeKind::tm})
    for (int m = 0; m <= count / 2 + 1; ++m)  // the pairs TE_m1 of lower m alone are that many modes
      for (int n = 1; n <= count / 2 + 1; ++n) {
        const double zero = besselZero(m, n, kind == ModeKind::te);
        all.push_back({kind, m, n, false, zero});
        if (m > 0) all.push_back({kind, m, n, true, zero});
      }
  // TE0n and TM1n have equal cut-offs; their zeros are compared as multiples of a small step.
  const auto rank = [](const Indices& mode) {
    return std::tuple(std::round(mode.zero * 1e9), mode.kind, mode.m, mode.isSecond);
  };
  std::sort(all.begin(), all.end(), [&](const Indices& p, const Indices& q) { return rank(p) < rank(q); });
  return all;
}

PortMode modeOf(const CircularGuide& guide, const Indices& indices) {
  const auto [kind, m, n, isSecond, zero] = indices;
  const bool isTe = kind == ModeKind::te;
  PortMode mode;
  mode.kind = kind;
  mode.name = fmt::format("{}{}{}{}", isTe ? "TE" : "TM", m, n, m == 0 ? "" : isSecond ? "b" : "a");
  mode.cutoff = zero / guide.radius;
  // int |grad psi|^2 = k_c^2 int psi^2, and int_0^R J_m(k_c r)^2 r dr in closed form.
  const double atWall = isTe ? std::cyl_bessel_j(m, zero) : std::cyl_bessel_j(m + 1, zero);
  const double radial = guide.radius * guide.radius / 2 * atWall * atWall * (isTe ? 1 - m * m / (zero * zero) : 1);
  const double norm = mode.cutoff * std::sqrt(radial * (m == 0 ? 2 : 1) * constants::pi);
  const bool isSine = isTe != isSecond && m > 0;
  const double scale = (isTe && isSecond ? -1 : 1) / norm;  // TE1n "b" would point along -v
  mode.electric = [guide, isTe, isSine, scale, m = m, k = mode.cutoff](std::size_t, Vec2 point) -> Vec2 {
    const double x = point[0] - guide.centre[0], y = point[1] - guide.centre[1];
    const double r = std::max(std::hypot(x, y), 1e-9 * guide.radius), phi = std::atan2(y, x);
    const double angular = isSine ? std::sin(m * phi) : std::cos(m * phi);
    const double turned = isSine ? m * std::cos(m * phi) : -m * std::sin(m * phi);
    const double alongR = scale * k * besselSlope(m, k * r) * angular;
    const double alongPhi = scale * std::cyl_bessel_j(m, k * r) / r * turned;
    const Vec2 gradient = {alongR * std::cos(phi) - alongPhi * std::sin(phi),
                           alongR * std::sin(phi) + alongPhi * std::cos(phi)};
    return isTe ? Vec2{gradient[1], -gradient[0]} : gradient;
  };
  mode.magnetic = [electric = mode.electric](std::size_t triangle, Vec2 point) -> Vec2 {
    const Vec2 e = electric(triangle, point);
    return {-e[1], e[0]};
  };
  return mode;
}

}  // namespace

std::optional<CircularGuide> recogniseCircle(const CrossSection& section) {
  constexpr std::size_t fewestCorners = 9;
  if (!section.magneticEdge.empty()) return std::nullopt;
  const auto edges = edgesOf(section);
  for (const auto& [a, b] : section.electricEdge)
    if (edges.at(edgeKey(a, b)).size() != 1) return std::nullopt;
  const std::vector<Vec2> corners = cornersOf(section);
  const std::size_t n = corners.size();
  if (n < fewestCorners) return std::nullopt;
  CircularGuide circle{circumcentre(corners[0], corners[n / 3], corners[2 * n / 3])};
  const auto distance = [&](const Vec2& corner) {
    return std::hypot(corner[0] - circle.centre[0], corner[1] - circle.centre[1]);
  };
  circle.radius = distance(corners[0]);
  for (const Vec2& corner : corners)
    if (std::abs(distance(corner) - circle.radius) > 1e-6 * circle.radius) return std::nullopt;
  return circle;
}

double besselZero(int m, int n, bool derivative) {
  const auto f = [&](double x) { return derivative ? besselSlope(m, x) : std::cyl_bessel_j(m, x); };
  // Zeros are farther apart than the step, and none is below m.
  constexpr double step = 0.5;
  double low = std::max(m - 0.1, 0.1);
  for (int found = 0; found < n;) {
    if (f(low) * f(low + step) < 0 && ++found == n) break;
    low += step;
  }
  double high = low + step;
  const bool isRising = f(low) < 0;
  for (int bisection = 0; bisection < 60; ++bisection) {
    const double middle = (low + high) / 2;
    ((f(middle) < 0) == isRising ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::vector<PortMode> circularModes(const CircularGuide& guide, double epsilonR, double muR, int count) {
  const auto indices = lowestIndices(count);
  std::vector<PortMode> modes;
  for (int i = 0; i < count; ++i) {
    modes.push_back(modeOf(guide, indices[i]));
    modes.back().epsilonR = epsilonR;
    modes.back().muR = muR;
  }
  return modes;
}

}  // namespace fluxtet::dgtd
