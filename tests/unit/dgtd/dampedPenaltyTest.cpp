// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The polynomials that keep the penalty of small elements stable over long steps (docs/theory.md, section 3.13).
#include "app/dgtd/step/dampedPenalty.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

double valueOf(const DampingPolynomial& polynomial, double y) {
  double value = 1;
  for (std::size_t i = polynomial.factor.size(); i > 0; --i) value = 1 - polynomial.factor[i - 1] * y * value;
  return value;
}

class DampingPolynomials : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Passes, DampingPolynomials, ::testing::Range(1, mostDampingPasses + 1));

// 0 < p(y) <= 1 / (1 + y) makes 1 / p - y at least 1, which is all that the proof of stability needs.
TEST_P(DampingPolynomials, arePositiveAndBelowTheImplicitOne) {
  const DampingPolynomial p = dampingPolynomial(GetParam());
  ASSERT_EQ(p.factor.size(), static_cast<std::size_t>(GetParam()));
  for (int i = 0; i <= 2000; ++i) {
    const double y = p.reach * i / 2000;
    EXPECT_GT(valueOf(p, y), 0.01) << y;
    EXPECT_LE(valueOf(p, y) * (1 + y), 1 + 1e-12) << y;
  }
  // Well beyond its reach it fails on one side or the other, so that the reach is near the longest one.
  bool fails = false;
  for (int i = 0; i <= 100; ++i) {
    const double y = p.reach * (1 + 0.003 * i), value = valueOf(p, y);
    fails = fails || value < 0 || value * (1 + y) > 1.01;
  }
  EXPECT_TRUE(fails);
}

TEST_P(DampingPolynomials, areOfSecondOrder) {
  const DampingPolynomial p = dampingPolynomial(GetParam());
  const auto error = [&](double y) { return 1 / (1 + y) - valueOf(p, y); };
  EXPECT_NEAR(error(1e-3) / error(5e-4), 4, 0.02);
  EXPECT_NEAR(p.factor[0], 1, 1e-12);
}

TEST(DampingPlans, reachTheBoundWithAsFewPassesAsTheyCan) {
  EXPECT_EQ(dampingPlan(0).repeats, 0);
  for (const double bound : {0.1, 0.84, 0.86, 2.0, 5.0, 9.0, 15.0, 17.0, 40.0}) {
    const DampingPlan plan = dampingPlan(bound);
    EXPECT_GE(plan.repeats * dampingPolynomial(plan.passes).reach, bound);
    if (plan.passes > 1) EXPECT_LT(plan.repeats * dampingPolynomial(plan.passes - 1).reach, bound);
    if (plan.repeats > 1) EXPECT_LT((plan.repeats - 1) * dampingPolynomial(mostDampingPasses).reach, bound);
  }
}

TEST(DampingPlans, endInStagesThatWriteE) {
  DampedPenalty penalty{2, ElementList::all(128, 128), false, {2, 3}};
  std::vector<Stage> stages;
  appendDamping(penalty, 1, {2, {3, 4}}, stages);
  ASSERT_EQ(stages.size(), 2u * (1 + 3));
  for (std::size_t repeat = 0; repeat < 2; ++repeat) {
    EXPECT_EQ(stages[4 * repeat].sum->less, previousE);
    EXPECT_EQ(stages[4 * repeat + 3].half.damping->out, arrayOf(Field::E));
    for (std::size_t pass = 1; pass < 4; ++pass) {
      const DampingOnly& damping = *stages[4 * repeat + pass].half.damping;
      EXPECT_NE(damping.source, damping.out);
      EXPECT_EQ(damping.source, pass == 1 ? 2 : stages[4 * repeat + pass - 1].half.damping->out);
    }
  }
}

}  // namespace
}  // namespace fluxtet::test
