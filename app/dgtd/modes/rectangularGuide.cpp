// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/rectangularGuide.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "lib/base/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace fluxtet::dgtd {

namespace {

using Vec2 = std::array<double, 2>;

Vec2 difference(const Vec2& p, const Vec2& q) {
  return {p[0] - q[0], p[1] - q[1]};
}

double dot(const Vec2& p, const Vec2& q) {
  return p[0] * q[0] + p[1] * q[1];
}

/// The rectangle with `corner`, sides of length `along` towards `axis` and `across` to its left.
RectangularGuide orderedSides(Vec2 corner, Vec2 axis, double along, double across) {
  const double tolerance = 1e-9 * std::max(along, across);
  const auto quarterTurn = [&] {  // the same rectangle seen from its next corner
    corner = {corner[0] + along * axis[0], corner[1] + along * axis[1]};
    axis = {-axis[1], axis[0]};
    std::swap(along, across);
  };
  const bool isSquare = std::abs(along - across) <= tolerance;
  if (isSquare ? std::abs(axis[0]) < std::abs(axis[1]) : along < across) quarterTurn();
  // The half turn is free: the axis of a points to positive u, or to positive v if it is at right angles to u.
  if (axis[0] < -1e-9 || (std::abs(axis[0]) <= 1e-9 && axis[1] < 0)) quarterTurn(), quarterTurn();
  return {corner, axis, along, across};
}

struct Indices {
  ModeKind kind;
  int m, n;
  double cutoff;
};

/// Indices of all modes with m, n <= `highest`, ascending.
std::vector<Indices> indicesUpTo(int highest, const RectangularGuide& guide) {
  std::vector<Indices> all;
  for (const ModeKind kind : {ModeKind::te, ModeKind::tm})
    for (int m = 0; m <= highest; ++m)
      for (int n = 0; n <= highest; ++n) {
        const bool exists = kind == ModeKind::te ? m + n > 0 : m > 0 && n > 0;
        if (exists) all.push_back({kind, m, n, std::hypot(m * constants::pi / guide.a, n * constants::pi / guide.b)});
      }
  // Cut-offs that differ by rounding are equal: they are compared as multiples of a small step.
  const double step = 1e-9 * constants::pi / guide.a;
  const auto rank = [&](const Indices& mode) { return std::tuple(std::round(mode.cutoff / step), mode.kind, -mode.m); };
  std::sort(all.begin(), all.end(), [&](const Indices& p, const Indices& q) { return rank(p) < rank(q); });
  return all;
}

PortMode modeOf(const RectangularGuide& guide, const Indices& indices, double epsilonR, double muR) {
  PortMode mode;
  mode.kind = indices.kind;
  const bool isTe = indices.kind == ModeKind::te;
  const char* separator = std::max(indices.m, indices.n) > 9 ? "," : "";
  mode.name = fmt::format("{}{}{}{}", isTe ? "TE" : "TM", indices.m, separator, indices.n);
  mode.cutoff = indices.cutoff;
  mode.epsilonR = epsilonR;
  mode.muR = muR;
  const double kx = indices.m * constants::pi / guide.a, ky = indices.n * constants::pi / guide.b;
  // int |grad psi|^2 = k_c^2 int psi^2 for psi = cos cos (TE) and sin sin (TM).
  const double meanSquare = (indices.m > 0 ? 0.5 : 1) * (indices.n > 0 ? 0.5 : 1);
  const double scale = 1 / (indices.cutoff * std::sqrt(meanSquare * guide.a * guide.b));
  mode.electric = [guide, isTe, kx, ky, scale](std::size_t, Vec2 point) -> Vec2 {
    const Vec2 from = difference(point, guide.corner), width = guide.widthAxis, height = guide.heightAxis();
    const double x = kx * dot(from, width), y = ky * dot(from, height);
    // TE: e = grad psi x z; TM: e = grad psi.
    const double along = scale * (isTe ? -ky * std::cos(x) * std::sin(y) : kx * std::cos(x) * std::sin(y));
    const double across = scale * (isTe ? kx * std::sin(x) * std::cos(y) : ky * std::sin(x) * std::cos(y));
    const double sign = isTe && kx == 0 ? -1 : 1;
    return {sign * (along * width[0] + across * height[0]), sign * (along * width[1] + across * height[1])};
  };
  mode.magnetic = [electric = mode.electric](std::size_t triangle, Vec2 point) -> Vec2 {
    const Vec2 e = electric(triangle, point);
    return {-e[1], e[0]};
  };
  return mode;
}

}  // namespace

std::optional<RectangularGuide> recogniseRectangle(const CrossSection& section) {
  if (!section.magneticEdge.empty()) return std::nullopt;
  const auto edges = edgesOf(section);
  for (const auto& [a, b] : section.electricEdge)
    if (edges.at(edgeKey(a, b)).size() != 1) return std::nullopt;
  const std::vector<Vec2> corners = cornersOf(section);
  if (corners.size() != 4) return std::nullopt;
  Vec2 side[4];
  for (int i = 0; i < 4; ++i) side[i] = difference(corners[(i + 1) % 4], corners[i]);
  for (int i = 0; i < 4; ++i) {
    const Vec2 &p = side[i], &q = side[(i + 1) % 4];
    if (std::abs(dot(p, q)) > 1e-6 * std::sqrt(dot(p, p) * dot(q, q))) return std::nullopt;
  }
  const double along = std::sqrt(dot(side[0], side[0])), across = std::sqrt(dot(side[1], side[1]));
  return orderedSides(corners[0], {side[0][0] / along, side[0][1] / along}, along, across);
}

std::vector<PortMode> rectangularModes(const RectangularGuide& guide, double epsilonR, double muR, int count) {
  // TE_m0 with m up to count alone are that many modes, so that none of the lowest has a larger index.
  const auto indices = indicesUpTo(count, guide);
  std::vector<PortMode> modes;
  for (int i = 0; i < count; ++i) modes.push_back(modeOf(guide, indices[i], epsilonR, muR));
  return modes;
}

}  // namespace fluxtet::dgtd
