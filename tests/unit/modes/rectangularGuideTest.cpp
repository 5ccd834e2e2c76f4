// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/rectangularGuide.hpp"

#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;

constexpr double a = 22.86e-3, b = 10.16e-3;  // WR-90

CrossSection wr90() {
  return gridSection(lines(0, a, 6), lines(0, b, 3));
}

std::vector<std::string> namesOf(const std::vector<PortMode>& modes) {
  std::vector<std::string> names;
  for (const PortMode& mode : modes) names.push_back(mode.name);
  return names;
}

TEST(RectangularGuide, HasTheCutoffPhaseConstantAndImpedanceOfWr90) {
  const auto modes = findModes(wr90(), 6);
  EXPECT_EQ(namesOf(modes), (std::vector<std::string>{"TE10", "TE20", "TE01", "TE11", "TM11", "TE30"}));
  EXPECT_NEAR(cutoffFrequency(modes[0]), 6.55714038e9, 1e1);
  const auto gamma = propagationConstant(modes[0], 10e9);
  EXPECT_EQ(gamma.real(), 0);
  EXPECT_NEAR(gamma.imag(), 158.238256, 1e-6);
  EXPECT_NEAR(modeImpedance(modes[0], 10e9).real(), 498.97438, 1e-5);
  EXPECT_EQ(modeText(modes[0]), "TE10, cut-off 6.557 GHz");
}

TEST(RectangularGuide, IsInductiveForTeAndCapacitiveForTmBelowCutoff) {
  const auto modes = findModes(wr90(), 5);
  const PortMode &te = modes[3], &tm = modes[4];
  EXPECT_GT(propagationConstant(te, 1e9).real(), 0);
  EXPECT_EQ(propagationConstant(te, 1e9).imag(), 0);
  EXPECT_GT(modeImpedance(te, 1e9).imag(), 0);
  EXPECT_LT(modeImpedance(tm, 1e9).imag(), 0);
  EXPECT_EQ(modeImpedance(tm, 1e9).real(), 0);
}

TEST(RectangularGuide, HasOrthonormalModesAtAnyAngle) {
  for (const double angle : {0.0, 0.3, 2.0, -1.5}) {
    const CrossSection section = turned(wr90(), angle);
    const auto modes = findModes(section, 9);
    for (const PortMode& p : modes)
      for (const PortMode& q : modes) {
        const double expected = p.name == q.name ? 1 : 0;
        EXPECT_NEAR(overlap(p.electric, q.electric, section), expected, 1e-8) << p.name << q.name << angle;
        EXPECT_NEAR(powerOverlap(p, q, section), expected, 1e-8) << p.name << q.name << angle;
      }
  }
}

TEST(RectangularGuide, HasNoElectricFieldAlongItsWalls) {
  const CrossSection section = turned(wr90(), 0.3);
  for (const PortMode& mode : findModes(section, 9))
    for (const auto& [p, q] : section.electricEdge) {
      const Point &x = section.x[p], &y = section.x[q];
      const auto e = mode.electric(0, {0.3 * x[0] + 0.7 * y[0], 0.3 * x[1] + 0.7 * y[1]});
      const double along = (e[0] * (y[0] - x[0]) + e[1] * (y[1] - x[1])) / std::hypot(y[0] - x[0], y[1] - x[1]);
      EXPECT_NEAR(along * std::sqrt(a * b), 0, 1e-10) << mode.name;
    }
}

TEST(RectangularGuide, PointsAlongTheShortSideInTe10) {
  const auto standing = findModes(wr90(), 1)[0].electric(0, {a / 2, b / 3});
  EXPECT_NEAR(standing[0], 0, 1e-9);
  EXPECT_NEAR(standing[1], std::sqrt(2 / (a * b)), 1e-9);
  // On its side, e points against u: n x (long side, pointing to v) is -u.
  const auto lying = findModes(gridSection(lines(0, b, 3), lines(0, a, 6)), 1)[0].electric(0, {b / 3, a / 2});
  EXPECT_NEAR(lying[0], -std::sqrt(2 / (a * b)), 1e-9);
  EXPECT_NEAR(lying[1], 0, 1e-9);
}

TEST(RectangularGuide, OrdersTheDegenerateModesOfASquare) {
  const auto modes = findModes(gridSection(lines(0, a, 3), lines(0, a, 3)), 6);
  EXPECT_EQ(namesOf(modes), (std::vector<std::string>{"TE10", "TE01", "TE11", "TM11", "TE20", "TE02"}));
}

TEST(RectangularGuide, LowersItsCutoffWithTheFilling) {
  CrossSection section = wr90();
  for (double& epsilonR : section.epsilonR) epsilonR = 4;
  for (double& muR : section.muR) muR = 2.25;
  const PortMode mode = findModes(section, 1)[0];
  EXPECT_NEAR(cutoffFrequency(mode), 6.55714038e9 / 3, 1e1);
  EXPECT_NEAR(modeImpedance(mode, 1e15).real(), 376.730314 * 0.75, 1e-6);
}

TEST(RectangularGuide, IsNotRecognisedInOtherOutlines) {
  EXPECT_TRUE(recogniseRectangle(wr90()));
  GridPlan ridged;
  ridged.isHollow = [](Point x) { return x[0] < a / 2 || x[1] < b / 2; };
  EXPECT_FALSE(recogniseRectangle(gridSection(lines(0, a, 6), lines(0, b, 4), ridged)));
  GridPlan mirrored;
  mirrored.isMagnetic = [](Point x) { return x[0] == 0; };
  EXPECT_FALSE(recogniseRectangle(gridSection(lines(0, a, 6), lines(0, b, 3), mirrored)));
  GridPlan finned;
  finned.isSheet = [](Point x) { return std::abs(x[0] - a / 2) < 1e-9 && x[1] > b / 2; };
  EXPECT_FALSE(recogniseRectangle(gridSection(lines(0, a, 6), lines(0, b, 4), finned)));
  EXPECT_FALSE(recogniseRectangle(coaxialSection(1e-3, 2e-3, 1, 4)));
  CrossSection skewed = wr90();
  for (Point& x : skewed.x) x[0] += 0.01 * x[1];
  EXPECT_FALSE(recogniseRectangle(skewed));
}

}  // namespace
}  // namespace fluxtet::test
