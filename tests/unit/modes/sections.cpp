// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/modes/sections.hpp"

#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/triangleBasis.hpp"
#include "lib/base/constants.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace fluxtet::test {

using dgtd::CrossSection;
using dgtd::ModeProfile;

namespace {

Point middle(const Point& p, const Point& q) {
  return {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2};
}

void addTriangle(CrossSection& section, std::int32_t a, std::int32_t b, std::int32_t c, double epsilonR = 1) {
  section.triangle.push_back({a, b, c});
  section.epsilonR.push_back(epsilonR);
  section.muR.push_back(1);
}

/// Sorts the outer edges, and the sheets among the inner ones, by kind.
void addWalls(CrossSection& section, const GridPlan& plan) {
  for (const auto& [edge, triangles] : dgtd::edgesOf(section)) {
    const Point centre = middle(section.x[edge.first], section.x[edge.second]);
    if (triangles.size() == 1)
      (plan.isMagnetic(centre) ? section.magneticEdge : section.electricEdge).push_back({edge.first, edge.second});
    else if (plan.isSheet(centre))
      section.electricEdge.push_back({edge.first, edge.second});
  }
}

double integral(const CrossSection& section, const std::function<double(std::size_t, Point)>& f) {
  const auto rule = dgtd::triangleRule(6);
  double sum = 0;
  for (std::size_t i = 0; i < section.triangle.size(); ++i) {
    const auto& [a, b, c] = section.triangle[i];
    const Point &p = section.x[a], &q = section.x[b], &r = section.x[c];
    const double jacobian = std::abs((q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]));
    for (std::size_t k = 0; k < rule.point.size(); ++k) {
      const auto& [s, t] = rule.point[k];
      const Point x = {p[0] + s * (q[0] - p[0]) + t * (r[0] - p[0]), p[1] + s * (q[1] - p[1]) + t * (r[1] - p[1])};
      sum += rule.weight[k] * jacobian * f(i, x);
    }
  }
  return sum;
}

}  // namespace

CrossSection gridSection(const std::vector<double>& u, const std::vector<double>& v, const GridPlan& plan) {
  CrossSection section;
  const auto across = static_cast<std::int32_t>(u.size());
  for (const double y : v)
    for (const double x : u) section.x.push_back({x, y});
  for (std::int32_t j = 0; j + 1 < static_cast<std::int32_t>(v.size()); ++j)
    for (std::int32_t i = 0; i + 1 < across; ++i) {
      const std::int32_t low = j * across + i, high = low + across + 1;
      const Point centre = middle(section.x[low], section.x[high]);
      if (!plan.isHollow(centre)) continue;
      addTriangle(section, low, low + 1, high, plan.epsilonR(centre));
      addTriangle(section, high, high - 1, low, plan.epsilonR(centre));
    }
  addWalls(section, plan);
  return section;
}

std::vector<double> lines(double from, double to, int cells) {
  std::vector<double> lines;
  for (int i = 0; i <= cells; ++i) lines.push_back(from + (to - from) * i / cells);
  return lines;
}

std::vector<double> crowdedLines(const std::vector<double>& corners, double least, double growth) {
  std::vector<double> lines = corners;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double half = (corners[i + 1] - corners[i]) / 2;
    lines.push_back(corners[i] + half);
    double step = least;
    for (double at = least; at + step / 2 < half; step *= growth, at += step) {
      lines.push_back(corners[i] + at);
      lines.push_back(corners[i + 1] - at);
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

CrossSection discSection(double radius, int rings, Point centre) {
  CrossSection section;
  section.x.push_back(centre);
  const auto vertex = [](int ring, int i) { return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + i % (6 * ring); };
  for (int ring = 1; ring <= rings; ++ring)
    for (int i = 0; i < 6 * ring; ++i) {
      const double r = radius * ring / rings, phi = constants::pi * i / (3 * ring);
      section.x.push_back({centre[0] + r * std::cos(phi), centre[1] + r * std::sin(phi)});
    }
  for (int ring = 1; ring <= rings; ++ring)
    for (int sector = 0; sector < 6; ++sector)
      for (int i = 0; i < ring; ++i) {
        const int outer = sector * ring + i, inner = sector * (ring - 1) + i;
        addTriangle(section, vertex(ring, outer), vertex(ring, outer + 1), vertex(ring - 1, inner));
        if (i + 1 < ring)
          addTriangle(section, vertex(ring, outer + 1), vertex(ring - 1, inner + 1), vertex(ring - 1, inner));
      }
  addWalls(section, {});
  return section;
}

CrossSection coaxialSection(double inner, double outer, int radial, int around) {
  CrossSection section;
  for (int i = 0; i <= radial; ++i)
    for (int j = 0; j < around; ++j) {
      const double r = inner * std::pow(outer / inner, static_cast<double>(i) / radial);
      const double phi = 2 * constants::pi * j / around;
      section.x.push_back({r * std::cos(phi), r * std::sin(phi)});
    }
  for (int i = 0; i < radial; ++i)
    for (int j = 0; j < around; ++j) {
      const int a = i * around + j, b = i * around + (j + 1) % around;
      addTriangle(section, a, b, b + around);
      addTriangle(section, b + around, a + around, a);
    }
  addWalls(section, {});
  return section;
}

CrossSection turned(CrossSection section, double angle) {
  for (Point& x : section.x)
    x = {std::cos(angle) * x[0] - std::sin(angle) * x[1], std::sin(angle) * x[0] + std::cos(angle) * x[1]};
  return section;
}

double overlap(const ModeProfile& p, const ModeProfile& q, const CrossSection& section) {
  return integral(section, [&](std::size_t triangle, Point x) {
    const auto a = p(triangle, x), b = q(triangle, x);
    return a[0] * b[0] + a[1] * b[1];
  });
}

double powerOverlap(const dgtd::PortMode& p, const dgtd::PortMode& q, const CrossSection& section) {
  return integral(section, [&](std::size_t triangle, Point x) {
    const auto e = p.electric(triangle, x), h = q.magnetic(triangle, x);
    return e[0] * h[1] - e[1] * h[0];
  });
}

}  // namespace fluxtet::test
