// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/conformingProfiles.hpp"
#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;

/// What a field breaks of what a conforming one keeps, as shares of its largest value, which is taken at the places
/// that are looked at too.
struct Breaks {
  double jump = 0;                        ///< of the tangential component between two triangles
  double circulation = 0;                 ///< round a triangle, over its longest edge
  double onElectric = 0, onMagnetic = 0;  ///< tangential component at walls
};

using Edge = std::pair<std::int32_t, std::int32_t>;
Edge sorted(std::int32_t a, std::int32_t b) {
  return std::minmax(a, b);
}

/// Values at five places of each edge, and integrals along it from them.
Breaks breaksOf(const ModeProfile& field, const CrossSection& section) {
  // Boole's rule: exact to order 5.
  constexpr double at[] = {0, 0.25, 0.5, 0.75, 1}, weight[] = {7.0 / 90, 32.0 / 90, 12.0 / 90, 32.0 / 90, 7.0 / 90};
  std::map<Edge, char> walls;
  for (const auto& [a, b] : section.electricEdge) walls[sorted(a, b)] = 'e';
  for (const auto& [a, b] : section.magneticEdge) walls[sorted(a, b)] = 'm';
  std::map<Edge, std::vector<double>> first;  // tangential values along an edge, of the triangle that came first
  Breaks breaks;
  double largest = 0;
  for (std::size_t triangle = 0; triangle < section.triangle.size(); ++triangle) {
    double circulation = 0, longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int32_t a = section.triangle[triangle][i], b = section.triangle[triangle][(i + 1) % 3];
      const Edge edge = sorted(a, b);
      const double sign = a == edge.first ? 1 : -1;
      const Point p = section.x[static_cast<std::size_t>(edge.first)];
      const Point q = section.x[static_cast<std::size_t>(edge.second)];
      const double length = std::hypot(q[0] - p[0], q[1] - p[1]);
      longest = std::max(longest, length);
      std::vector<double> along;
      for (std::size_t k = 0; k < 5; ++k) {
        const auto value = field(triangle, {p[0] + at[k] * (q[0] - p[0]), p[1] + at[k] * (q[1] - p[1])});
        along.push_back((value[0] * (q[0] - p[0]) + value[1] * (q[1] - p[1])) / length);
        circulation += sign * weight[k] * length * along.back();
        largest = std::max(largest, std::hypot(value[0], value[1]));
      }
      const auto wall = walls.find(edge);
      const auto [other, isNew] = first.emplace(edge, along);
      for (std::size_t k = 0; k < 5; ++k) {
        if (wall != walls.end())
          (wall->second == 'e' ? breaks.onElectric : breaks.onMagnetic) =
              std::max(wall->second == 'e' ? breaks.onElectric : breaks.onMagnetic, std::abs(along[k]));
        else if (!isNew)
          breaks.jump = std::max(breaks.jump, std::abs(along[k] - other->second[k]));
      }
    }
    breaks.circulation = std::max(breaks.circulation, std::abs(circulation) / longest);
  }
  for (double* value : {&breaks.jump, &breaks.circulation, &breaks.onElectric, &breaks.onMagnetic}) *value /= largest;
  return breaks;
}

/// Half of a strip above the bottom of a shield, on a board or not, with a magnetic plane of symmetry.
CrossSection stripSection(double epsilonR) {
  GridPlan plan;
  plan.isMagnetic = [](Point x) { return x[0] == 0; };
  plan.isSheet = [](Point x) { return std::abs(x[1] - 1e-3) < 1e-9 && x[0] < 1e-3; };
  plan.epsilonR = [epsilonR](Point x) { return x[1] < 1e-3 ? epsilonR : 1.0; };
  return gridSection(lines(0, 4e-3, 4), lines(0, 4e-3, 4), plan);
}

TEST(ConformingProfiles, HaveNoCurlAndNoJumpAndLeaveTheirWalls) {
  // Rounding, and the little that makes the equations for a potential regular.
  constexpr double rounding = 1e-7;
  for (const CrossSection& section : {stripSection(1), stripSection(2.2), coaxialSection(1.5e-3, 3.45e-3, 2, 12)}) {
    const PortMode mode = findModes(section, 1)[0];
    // The mode itself does not: the test sees what it looks for.
    EXPECT_GT(breaksOf(mode.magnetic, section).jump, 1e-4);
    for (const int order : {1, 2, 3, 4}) {
      const ConformingProfiles profiles = conformingProfiles(section, mode, order);
      const Breaks e = breaksOf(profiles.electric, section), h = breaksOf(profiles.magnetic, section);
      EXPECT_LT(e.jump, rounding);
      EXPECT_LT(e.circulation, rounding);
      EXPECT_LT(e.onElectric, rounding);
      EXPECT_LT(h.jump, rounding);
      EXPECT_LT(h.circulation, rounding);
      EXPECT_LT(h.onMagnetic, rounding);
    }
  }
}

/// Square of the sine of the angle between two fields.
double deviation(const ModeProfile& p, const ModeProfile& q, const CrossSection& section) {
  const double product = overlap(p, q, section);
  return 1 - product * product / (overlap(p, p, section) * overlap(q, q, section));
}

// But for the corners of the conductors, which are polygons; the amount of h is the caller's to set.
TEST(ConformingProfiles, AreNearTheMode) {
  const CrossSection section = coaxialSection(1.5e-3, 3.45e-3, 3, 24);
  const PortMode mode = findModes(section, 1)[0];
  for (const int order : {1, 2, 3}) {
    const ConformingProfiles profiles = conformingProfiles(section, mode, order);
    const double e = deviation(mode.electric, profiles.electric, section);
    const double h = deviation(mode.magnetic, profiles.magnetic, section);
    EXPECT_LT(e, order == 1 ? 3e-3 : 3e-4);
    EXPECT_LT(h, order == 1 ? 3e-3 : 3e-4);
    EXPECT_NEAR(overlap(mode.magnetic, profiles.magnetic, section), 1, 0.05);
  }
  EXPECT_LT(deviation(mode.electric, conformingProfiles(section, mode, 3).electric, section), 1e-9);
}

// Of a field that is in the space nothing changes: between parallel plates e and h are constant.
TEST(ConformingProfiles, OfConstantFieldsAreThese) {
  GridPlan plan;
  plan.isMagnetic = [](Point x) { return x[0] == 0 || x[0] == 4e-3; };
  const CrossSection section = gridSection(lines(0, 4e-3, 3), lines(0, 2e-3, 2), plan);
  const PortMode mode = findModes(section, 1)[0];
  const ConformingProfiles profiles = conformingProfiles(section, mode, 1);
  for (std::size_t triangle = 0; triangle < section.triangle.size(); ++triangle) {
    const Point x = section.x[static_cast<std::size_t>(section.triangle[triangle][0])];
    for (const auto& [given, found] :
         {std::pair{mode.electric, profiles.electric}, std::pair{mode.magnetic, profiles.magnetic}})
      for (std::size_t c = 0; c < 2; ++c) EXPECT_NEAR(found(triangle, x)[c], given(triangle, x)[c], 1e-5);
  }
}

}  // namespace
}  // namespace fluxtet::test
