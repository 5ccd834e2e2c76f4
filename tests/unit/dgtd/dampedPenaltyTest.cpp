// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The polynomials that keep the penalty of small elements stable over long steps (docs/theory.md, section 3.13).
#include "app/dgtd/step/dampedPenalty.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>
#include <map>
#include <random>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

double valueOf(const DampingPolynomial& polynomial, double y) {
  double value = 1;
  for (std::size_t i = polynomial.factor.size(); i > 0; --i) value = 1 - polynomial.factor[i - 1] * y * value;
  return value;
}

DampingPolynomial longestPolynomial(int passes) {
  return dampingPolynomial(passes, longestDampingReach(passes));
}

/// A random penalty with eigenvalues from 0 on. It is at most `above` between the first elements, numbers here, which
/// stand for those of level 2 and higher, and at most `inLevel1` between the others.
struct RandomPenalty {
  static constexpr int size = 24, higher = 9;
  RandomPenalty(double inLevel1, double above, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    // Few columns, so that Y has zero eigenvalues too, as the jumps of continuous fields.
    Eigen::MatrixXd root(size, size - 6);
    for (Eigen::Index k = 0; k < root.size(); ++k) root.data()[k] = normal(random);
    Y = root * root.transpose();
    constexpr int lower = size - higher;
    Eigen::VectorXd scale(size);
    scale.head(higher).setConstant(std::sqrt(above / largest(Y.topLeftCorner(higher, higher))));
    scale.tail(lower).setConstant(std::sqrt(inLevel1 / largest(Y.bottomRightCorner(lower, lower))));
    Y = (scale.asDiagonal() * Y * scale.asDiagonal()).eval();
  }
  static double largest(const Eigen::MatrixXd& matrix) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues().maxCoeff();
  }
  /// What the stages of a plan make of the increment r.
  Eigen::VectorXd damped(const DampingPlan& plan, const Eigen::VectorXd& r) const {
    const double step = 0.3;
    const ElementList all = ElementList::all(128, 128);
    std::vector<Stage> stages;
    const DampedPenalty::Where level1{1, all, all, false}, level2{2, all, all, false};
    appendDamping({level1, plan.everywhere ? level1 : level2, plan}, step, {2, {3, 4}}, stages);
    const Eigen::VectorXd before = Eigen::VectorXd::Constant(size, 0.7);
    std::map<ArrayId, Eigen::VectorXd> array{{arrayOf(Field::E), before + r}};
    // The numbers that no stage has written.
    for (const ArrayId id : {2, 3, 4}) array[id] = Eigen::VectorXd::Constant(size, 1e6);
    for (const Stage& stage : stages) {
      if (stage.sum) {
        EXPECT_TRUE(stage.sum->fromZero);
        EXPECT_EQ(stage.sum->less, previousE);
        array[stage.sum->out] = stage.sum->weight * (array[stage.sum->source] - before);
        continue;
      }
      const DampingOnly& damping = *stage.half.damping;
      EXPECT_NE(damping.source, damping.out);
      Eigen::VectorXd change = stage.half.step / (0.5 * step) * (Y * array[damping.source]);
      if (damping.level == 2) change.tail(size - higher).setZero();
      array[damping.out] = array[damping.base] - change;
    }
    return array[arrayOf(Field::E)] - before;
  }
  Eigen::MatrixXd dampingOf(const DampingPlan& plan) const {
    Eigen::MatrixXd P(size, size);
    for (int k = 0; k < size; ++k) P.col(k) = damped(plan, Eigen::VectorXd::Unit(size, k));
    return P;
  }
  Eigen::MatrixXd Y;
};

class DampingPolynomials : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Passes, DampingPolynomials, ::testing::Range(1, mostDampingPasses + 1));

// 0 < p(y) <= 1 / (1 + y) makes 1 / p - y at least 1, which is all that the proof of stability needs.
TEST_P(DampingPolynomials, arePositiveAndBelowTheImplicitOne) {
  for (const double share : {0.3, 0.7, 1.0}) {
    const DampingPolynomial p = dampingPolynomial(GetParam(), share * longestDampingReach(GetParam()));
    ASSERT_EQ(p.factor.size(), static_cast<std::size_t>(GetParam()));
    for (int i = 0; i <= 2000; ++i) {
      const double y = p.reach * i / 2000;
      EXPECT_GT(valueOf(p, y), 0.01) << y;
      EXPECT_LE(valueOf(p, y) * (1 + y), 1 + 1e-12) << y;
    }
  }
  // Well beyond its reach it fails on one side or the other, so that the reach is near the longest one.
  const DampingPolynomial p = longestPolynomial(GetParam());
  bool fails = false;
  for (int i = 0; i <= 100; ++i) {
    const double y = p.reach * (1 + 0.003 * i), value = valueOf(p, y);
    fails = fails || value < 0 || value * (1 + y) > 1.01;
  }
  EXPECT_TRUE(fails);
}

TEST_P(DampingPolynomials, areOfSecondOrder) {
  const DampingPolynomial p = longestPolynomial(GetParam());
  const auto error = [&](double y) { return 1 / (1 + y) - valueOf(p, y); };
  EXPECT_NEAR(error(1e-3) / error(5e-4), 4, 0.02);
  EXPECT_NEAR(p.factor[0], 1, 1e-12);
}

// With all factors in elements of level 2 and the first one in those of level 1 0 < P and 1 / P - Y >= 1 still hold.
TEST_P(DampingPolynomials, areStableWhereElementsOfLevel1GetOnePass) {
  const int passes = GetParam();
  if (passes == 1) GTEST_SKIP() << "one pass is all that there is";
  for (const double share : {0.4, 0.7, 1.0})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const double bound = share * longestDampingReach(passes);
      const RandomPenalty penalty(mostOfOnePass(dampingPolynomial(passes, bound)), bound, seed);
      const Eigen::MatrixXd P = penalty.dampingOf({1, passes, false, bound});
      EXPECT_LT((P - P.transpose()).norm(), 1e-12 * P.norm());
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(P);
      EXPECT_GT(spectrum.eigenvalues().minCoeff(), 0) << passes << " " << share << " " << seed;
      const Eigen::MatrixXd inertia = spectrum.operatorInverseSqrt() * spectrum.operatorInverseSqrt() - penalty.Y;
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(inertia).eigenvalues().minCoeff(), 1 - 1e-9);
    }
  // Where it is more than 1 one pass turns increments round.
  const RandomPenalty penalty(1.3, longestDampingReach(passes), 1);
  EXPECT_LT(
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(penalty.dampingOf({1, passes, false, longestDampingReach(passes)}))
          .eigenvalues()
          .minCoeff(),
      0);
}

TEST(DampingPlans, reachTheBoundWithAsFewPassesAsTheyCan) {
  EXPECT_EQ(dampingPlan({0, 0, 1000, 1000}).repeats, 0);
  for (const double bound : {0.1, 0.84, 0.86, 2.0, 5.0, 9.0, 15.0, 17.0, 40.0}) {
    const DampingPlan plan = dampingPlan({bound, bound, 0, 1000});
    EXPECT_TRUE(plan.everywhere);
    EXPECT_GE(plan.repeats * longestDampingReach(plan.passes), bound);
    EXPECT_DOUBLE_EQ(plan.repeats * plan.reach, bound);
    if (plan.passes > 1) {
      EXPECT_LT(plan.repeats * longestDampingReach(plan.passes - 1), bound);
    }
    if (plan.repeats > 1) {
      EXPECT_LT((plan.repeats - 1) * longestDampingReach(mostDampingPasses), bound);
    }
  }
}

// A shorter step needs no more passes.
TEST(DampingPlans, takeOnePassOverElementsOfLevel1WhereThatIsWorthIt) {
  for (const double above : {0.9, 2.0, 3.4, 5.0, 7.2}) {
    PenaltyOfLevels penalty{1.2, above, 1'000'000, 10'000};
    penalty.inLevel1 = mostInLevel1(penalty);
    EXPECT_GE(penalty.inLevel1, 0.7) << above;
    EXPECT_LT(penalty.inLevel1, 0.98) << above;
    int passes = mostDampingPasses;
    for (const double step : {1.0, 0.9, 0.5}) {
      const DampingPlan plan = dampingPlan({step * penalty.inLevel1, step * above, 1'000'000, 10'000});
      EXPECT_EQ(plan.everywhere, plan.passes == 1) << above << " " << step;
      EXPECT_EQ(plan.repeats, 1);
      EXPECT_LE(plan.passes, passes);
      passes = plan.passes;
    }
    EXPECT_TRUE(dampingPlan({1.1, above, 1'000'000, 10'000}).everywhere);
    // Without elements of level 1.
    const DampingPlan ofOthers = dampingPlan({0, above, 0, 10'000});
    EXPECT_GE(ofOthers.repeats * longestDampingReach(ofOthers.passes), above);
    EXPECT_GE(ofOthers.repeats * ofOthers.reach, above);
  }
  // More passes over few elements cost more than fewer over not many more.
  EXPECT_EQ(mostInLevel1({1.2, 2.44, 9000, 14'000}), 0);
  // One level alone.
  EXPECT_EQ(mostInLevel1({1.2, 0, 100'000, 0}), longestDampingReach(1));
  EXPECT_EQ(mostInLevel1({0.8, 0, 100'000, 0}), 0);
  EXPECT_EQ(mostInLevel1({10, 40, 1'000'000, 10'000}), 0);
}

TEST(DampingPlans, areThePolynomialOfThePenaltyEverywhere) {
  const RandomPenalty penalty(2, 4, 3);
  const DampingPolynomial p = dampingPolynomial(4, 3);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Identity(RandomPenalty::size, RandomPenalty::size);
  const Eigen::MatrixXd half = 0.5 * penalty.Y, one = expected;
  for (auto factor = p.factor.rbegin(); factor != p.factor.rend(); ++factor) expected = one - *factor * half * expected;
  EXPECT_LT((penalty.dampingOf({2, 4, true, 3}) - expected * expected).norm(), 1e-12 * expected.norm());
}

TEST(DampingPlans, passOnceOverElementsOfLevel1) {
  const ElementList all = ElementList::all(1280, 1280), near = ElementList::all(256, 256);
  const DampedPenalty::Where last{1, all, all, true}, before{2, ElementList::all(128, 128), near, false};
  for (int passes = 1; passes <= mostDampingPasses; ++passes) {
    std::vector<Stage> stages;
    appendDamping({last, before, {1, passes, false, 0.8}}, 1, {2, {3, 4}}, stages);
    // One copy of the increment more where the only pass before the last one would write what it reads.
    ASSERT_EQ(stages.size(), static_cast<std::size_t>(1 + passes + (passes == 2 ? 1 : 0)));
    int overAll = 0;
    for (const Stage& stage : stages) {
      if (stage.elements == all) ++overAll;
      if (!stage.sum) {
        EXPECT_EQ(stage.half.damping->level, stage.elements == all ? 1 : 2);
      }
      EXPECT_EQ(stage.exchangesSource, !stage.sum && stage.elements == all);
    }
    EXPECT_EQ(overAll, 2);
    EXPECT_EQ(stages.back().half.damping->out, arrayOf(Field::E));
  }
}

}  // namespace
}  // namespace fluxtet::test
