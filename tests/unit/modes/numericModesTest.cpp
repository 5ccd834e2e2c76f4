// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/numericModes.hpp"

#include "app/dgtd/modes/circularGuide.hpp"
#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/symmetricModes.hpp"
#include "lib/base/constants.hpp"
#include "tests/unit/modes/sections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;

constexpr double a = 22.86e-3, b = 10.16e-3;  // WR-90

std::shared_ptr<const TriangleSpace> spaceOn(const CrossSection& section, int order = modeOrder) {
  return std::make_shared<const TriangleSpace>(section, order);
}

double largestOverlap(const PortMode& mode, const std::vector<PortMode>& others, const CrossSection& section) {
  double largest = 0;
  for (const PortMode& other : others)
    largest = std::max(largest, std::abs(overlap(mode.electric, other.electric, section)));
  return largest;
}

TEST(LowestEigenpairs, FindsAllOfAFourfoldEigenvalue) {
  Eigen::SparseMatrix<double> K(400, 400), M(400, 400);
  for (int i = 0; i < 400; ++i) {
    K.insert(i, i) = i < 4 ? 6 : 2.0 * (i + 1);
    M.insert(i, i) = 2;
  }
  const EigenPairs pairs = lowestEigenpairs(K, M, -1, 6);
  const std::vector<double> expected = {3, 3, 3, 3, 5, 6};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(pairs.value[i], expected[i], 1e-12);
  EXPECT_LT((pairs.vector.transpose() * (M * pairs.vector) - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-12);
}

// The eigenvalue's error falls with h^(2 p): from 4 x 2 to 8 x 4 cells by 2^(2 p).
TEST(NumericModes, ConvergeToTheModesOfARectangle) {
  const auto exact = findModes(gridSection(lines(0, a, 2), lines(0, b, 1)), 5);
  for (const int order : {1, 2, 3, 4}) {
    double error[2];
    for (const int times : {0, 1}) {
      const CrossSection section = gridSection(lines(0, a, 4 << times), lines(0, b, 2 << times));
      const auto te = scalarModes(spaceOn(section, order), ModeKind::te, 4);
      error[times] = te[3].cutoff / exact[3].cutoff - 1;  // TE11
    }
    EXPECT_GT(error[1], 0);
    EXPECT_NEAR(std::log2(error[0] / error[1]), 2 * order, 0.35) << order;
  }
  const CrossSection section = gridSection(lines(0, a, 8), lines(0, b, 4));
  const auto te = scalarModes(spaceOn(section), ModeKind::te, 4), tm = scalarModes(spaceOn(section), ModeKind::tm, 1);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(te[i].cutoff / exact[i].cutoff, 1, 2e-8);
    EXPECT_NEAR(largestOverlap(te[i], exact, section), 1, 1e-7);
  }
  EXPECT_NEAR(tm[0].cutoff / exact[4].cutoff, 1, 2e-8);
  EXPECT_NEAR(largestOverlap(tm[0], exact, section), 1, 1e-7);
}

TEST(NumericModes, AreOrthonormal) {
  GridPlan ridged;
  ridged.isHollow = [](Point x) { return x[0] < 6e-3 || x[1] < 4e-3; };
  const CrossSection section = gridSection(lines(0, 10e-3, 5), lines(0, 8e-3, 4), ridged);
  const auto modes = findModes(section, 8);
  for (std::size_t i = 0; i < modes.size(); ++i)
    for (std::size_t j = 0; j < modes.size(); ++j) {
      EXPECT_NEAR(overlap(modes[i].electric, modes[j].electric, section), i == j, 1e-8) << i << j;
      EXPECT_NEAR(powerOverlap(modes[i], modes[j], section), i == j, 1e-8) << i << j;
    }
}

// Straight edges between points on a circle of 10 mm: the error falls with their number squared. Extrapolated from 24
// and 48 edges it leaves the fourth power.
TEST(NumericModes, ConvergeToTheCutoffsOfARoundGuide) {
  const std::vector<double> expected = {8.784923e9, 8.784923e9, 11.474253e9, 14.572819e9, 14.572819e9, 18.282392e9};
  const auto coarse = findModes(discSection(10e-3, 4), 6), fine = findModes(discSection(10e-3, 8), 6);
  const auto closed = circularModes({{0, 0}, 10e-3}, 1, 1, 6);
  for (std::size_t i = 0; i < 6; ++i) {
    const double extrapolated = (4 * cutoffFrequency(fine[i]) - cutoffFrequency(coarse[i])) / 3;
    EXPECT_NEAR(extrapolated / expected[i], 1, 1e-4) << fine[i].name;
    EXPECT_NEAR(cutoffFrequency(closed[i]) / expected[i], 1, 1e-7) << fine[i].name;
    EXPECT_EQ(fine[i].name, closed[i].name);
  }
}

TEST(NumericModes, SplitTheDegeneratePairsOfARoundGuideByAFixedRule) {
  const CrossSection section = discSection(10e-3, 5, {1e-3, -2e-3});
  // The same triangles in other order and rotation: other numbers of all unknowns.
  CrossSection shuffled = section;
  std::reverse(shuffled.triangle.begin(), shuffled.triangle.end());
  for (auto& triangle : shuffled.triangle) triangle = {triangle[1], triangle[2], triangle[0]};
  const auto modes = findModes(section, 8), others = findModes(shuffled, 8);
  const auto closed = circularModes({{1e-3, -2e-3}, 10e-3}, 1, 1, 8);
  const std::size_t last = section.triangle.size() - 1;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const double norm = std::sqrt(overlap(closed[i].electric, closed[i].electric, section));  // the polygon is smaller
    EXPECT_NEAR(std::abs(overlap(modes[i].electric, closed[i].electric, section)) / norm, 1, 2e-4) << closed[i].name;
    EXPECT_EQ(modes[i].name, others[i].name);
    const Point x = section.x[section.triangle[7][0]];
    const auto e = modes[i].electric(7, x), same = others[i].electric(last - 7, x);
    for (int axis = 0; axis < 2; ++axis) EXPECT_NEAR(e[axis], same[axis], 1e-4) << modes[i].name;
  }
  const auto along = modes[0].electric(0, {1e-3, -2e-3}), across = modes[1].electric(0, {1e-3, -2e-3});
  EXPECT_GT(along[0], 50);
  EXPECT_NEAR(along[1], 0, 1e-3);
  EXPECT_NEAR(across[0], 0, 1e-3);
  EXPECT_GT(across[1], 50);
}

/// Each triangle cut into four: the same polygon.
CrossSection refined(const CrossSection& section) {
  CrossSection fine;
  fine.x = section.x;
  std::map<EdgeKey, std::int32_t> middles;
  for (const auto& [edge, triangles] : edgesOf(section)) {
    const Point &p = section.x[edge.first], &q = section.x[edge.second];
    middles[edge] = static_cast<std::int32_t>(fine.x.size());
    fine.x.push_back({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2});
  }
  for (const auto& [p, q, r] : section.triangle) {
    const std::int32_t pq = middles[edgeKey(p, q)], qr = middles[edgeKey(q, r)], rp = middles[edgeKey(r, p)];
    for (const auto& part :
         {std::array{p, pq, rp}, std::array{pq, q, qr}, std::array{rp, qr, r}, std::array{pq, qr, rp}})
      fine.triangle.push_back(part);
  }
  fine.epsilonR.assign(fine.triangle.size(), 1);
  fine.muR.assign(fine.triangle.size(), 1);
  for (const auto& [p, q] : section.electricEdge) {
    const std::int32_t middle = middles[edgeKey(p, q)];
    fine.electricEdge.push_back({p, middle});
    fine.electricEdge.push_back({middle, q});
  }
  return fine;
}

// Why ports on polygons do not use the closed form of the circle: the guide that the mesh makes of a round one has the
// modes of the polygon. Reference: the same polygon with triangles cut into four twice.
TEST(NumericModes, FitAPolygonBetterThanTheModesOfTheCircle) {
  const CrossSection section = discSection(10e-3, 4), fine = refined(refined(section));
  const PortMode reference = findModes(fine, 1)[0], computed = findModes(section, 1)[0];
  const PortMode closed = circularModes({{0, 0}, 10e-3}, 1, 1, 1)[0];
  const auto fieldError = [&](const PortMode& mode) {
    // Triangles of `section` by number from those of `fine`: sixteen each.
    const ModeProfile error = [&](std::size_t triangle, Point x) -> Point {
      const auto e = mode.electric(triangle / 16, x), r = reference.electric(triangle, x);
      return {e[0] - r[0], e[1] - r[1]};
    };
    return std::sqrt(overlap(error, error, fine));
  };
  const double cutoffOfCircle = std::abs(closed.cutoff / reference.cutoff - 1), fieldOfCircle = fieldError(closed);
  const double cutoffOfMode = std::abs(computed.cutoff / reference.cutoff - 1), fieldOfMode = fieldError(computed);
  EXPECT_GT(cutoffOfCircle, 1e-3);
  EXPECT_LT(cutoffOfMode, 1e-5);
  EXPECT_GT(fieldOfCircle, 3 * fieldOfMode);
  EXPECT_LT(fieldOfMode, 5e-3);
}

// Coaxial line 1.5 / 3.45 mm: TE11 from the zero of J1'(k a) Y1'(k b) - J1'(k b) Y1'(k a).
TEST(NumericModes, ConvergeToTheFirstHollowModeOfACoaxialLine) {
  const auto coarse = findModes(coaxialSection(1.5e-3, 3.45e-3, 2, 24), 3);
  const auto fine = findModes(coaxialSection(1.5e-3, 3.45e-3, 4, 48), 3);
  ASSERT_EQ(fine[0].kind, ModeKind::tem);
  for (const std::size_t i : {1, 2}) {
    const double extrapolated = (4 * cutoffFrequency(fine[i]) - cutoffFrequency(coarse[i])) / 3;
    EXPECT_NEAR(extrapolated / 19.678054e9, 1, 1e-4);
  }
}

/// WR-90 with a ridge of 6 mm and a gap of 4 mm; `least`: step at the edges of the ridge, m.
CrossSection ridgedGuide(double least) {
  GridPlan plan;
  plan.isHollow = [](Point x) { return std::abs(x[0]) > 3e-3 || x[1] < 4e-3; };
  return gridSection(crowdedLines({-a / 2, -3e-3, 3e-3, a / 2}, least, 3), crowdedLines({0, 4e-3, b}, least, 3), plan);
}

// The reference is this method's own limit for ever smaller steps at the ridge's edges, from which the values come
// down: 4.27323, 4.27174, 4.27167 GHz with steps of 1, 0.1, 0.01 mm.
TEST(NumericModes, ConvergeInARidgedGuide) {
  const auto coarse = findModes(ridgedGuide(1e-3), 2), fine = findModes(ridgedGuide(1e-4), 2);
  EXPECT_NEAR(cutoffFrequency(fine[0]) / 4.27166e9, 1, 1e-4);
  EXPECT_NEAR(cutoffFrequency(fine[1]) / 12.35284e9, 1, 1e-4);
  EXPECT_NEAR(cutoffFrequency(coarse[0]) / 4.27166e9, 1, 1e-3);
  EXPECT_GT(coarse[0].cutoff, fine[0].cutoff);
}

TEST(NumericModes, AreTheSameInHalfOfASymmetricGuide) {
  GridPlan whole;
  whole.isHollow = [](Point x) { return std::abs(x[0]) > 3e-3 || x[1] < 4e-3; };
  GridPlan half = whole;
  half.isMagnetic = [](Point x) { return x[0] == 0; };
  const std::vector<double> v = {0, 2e-3, 4e-3, 7e-3, b};
  const auto inWhole = findModes(gridSection({-a / 2, -6e-3, -3e-3, 0, 3e-3, 6e-3, a / 2}, v, whole), 1);
  const auto inHalf = findModes(gridSection({0, 3e-3, 6e-3, a / 2}, v, half), 1);
  EXPECT_NEAR(inHalf[0].cutoff / inWhole[0].cutoff, 1, 2e-3);  // the mirrored triangles differ
  // Without a singular corner: exact to rounding of the elements.
  GridPlan plain;
  plain.isMagnetic = half.isMagnetic;
  const auto te10 = findModes(gridSection(lines(0, a / 2, 4), lines(0, b, 2), plain), 1);
  EXPECT_NEAR(cutoffFrequency(te10[0]), 6.55714038e9, 1e2);
}

// A fin of no thickness in the middle: beside it the field is that of a half guide with a magnetic wall under the fin.
TEST(NumericModes, JumpAcrossASheet) {
  GridPlan fin;
  fin.isSheet = [](Point x) { return x[0] == 0 && x[1] > 5e-3; };
  GridPlan half;
  half.isMagnetic = [](Point x) { return x[0] == 0 && x[1] < 5e-3; };
  const std::vector<double> v = crowdedLines({0, 5e-3, b}, 1e-4, 3), u = crowdedLines({0, a / 2}, 1e-4, 3);
  std::vector<double> both = u;
  for (const double x : u)
    if (x > 0) both.push_back(-x);
  std::sort(both.begin(), both.end());
  const CrossSection section = gridSection(both, v, fin);
  const double inHalf = cutoffFrequency(findModes(gridSection(u, v, half), 1)[0]);
  const auto modes = findModes(section, 2);
  EXPECT_NEAR(cutoffFrequency(modes[0]) / inHalf, 1, 2e-3);
  EXPECT_LT(inHalf, 6.0e9);
  // TE20 has no field across the middle, and is not touched.
  EXPECT_NEAR(cutoffFrequency(modes[1]) / 13.11428e9, 1, 1e-6);
}

}  // namespace
}  // namespace fluxtet::test
