// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const MaterialValues lossy{4, 2.25, 30};  // sigma is Z0 sigma, 1/m
constexpr double step = 0.01;             // m

TEST(Laws, aLossyHalfStepConservesWhatTheAverageOfOldAndNewLoses) {
  // epsilonR (new - old) / step = rate - sigma (new + old) / 2.
  const double old = 0.7, rate = 3;
  const double next = leapFrogKeep(lossy, Field::E, step) * old + leapFrogGrowth(lossy, Field::E, step) * rate;
  EXPECT_NEAR(lossy.epsilonR * (next - old) / step, rate - lossy.sigma * (next + old) / 2, 1e-12);
}

TEST(Laws, theDecayIsTheKeptShareLessOne) {
  EXPECT_NEAR(leapFrogDecay(lossy, Field::E, step), leapFrogKeep(lossy, Field::E, step) - 1, 1e-16);
  EXPECT_EQ(leapFrogKeep(lossy, Field::H, step), 1);
  EXPECT_EQ(leapFrogDecay(lossy, Field::H, step), 0);
}

TEST(Laws, aHalfStepStaysStableForAnyConductivity) {
  for (const double sigma : {1e2, 1e6, 1e12}) EXPECT_GE(leapFrogKeep({4, 1, sigma}, Field::E, step), -1);
}

TEST(Laws, anExplicitStepOfConductionIsTheFirstTermOfTheExactDecay) {
  const double small = 1e-6;
  const double exact = std::exp(-small * lossy.sigma / lossy.epsilonR) - 1;
  EXPECT_NEAR(conductionStep(lossy, Field::E, small) / exact, 1, small * lossy.sigma / lossy.epsilonR);
  EXPECT_EQ(conductionStep(lossy, Field::H, small), 0);
}

TEST(Laws, impedanceAndAdmittanceAreInverseAndChangePlacesWithTheField) {
  EXPECT_DOUBLE_EQ(fluxImpedance(lossy, Field::E), 0.75);
  for (const Field target : {Field::E, Field::H}) {
    EXPECT_DOUBLE_EQ(fluxImpedance(lossy, target) * fluxAdmittance(lossy, target), 1);
    EXPECT_DOUBLE_EQ(fluxImpedance(lossy, target), fluxAdmittance(lossy, other(target)));
  }
}

TEST(Laws, aWallTurnsRoundTheFieldThatItForcesToZero) {
  EXPECT_EQ(electricWall.mirror(Field::E), -1);
  EXPECT_EQ(electricWall.mirror(Field::H), 1);
  EXPECT_EQ(magneticWall.mirror(Field::E), 1);
  EXPECT_EQ(magneticWall.mirror(Field::H), -1);
}

TEST(Laws, dissipationOpposesTheSignOfTheCurl) {
  for (const Field target : {Field::E, Field::H}) EXPECT_EQ(dissipationSign(target), -curlSign(target));
}

}  // namespace
}  // namespace fluxtet::test
