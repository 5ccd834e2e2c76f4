// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/signedSets.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

TEST(SignedSets, theLowestMemberNamesASetAndSignsMultiplyAlongTheWay) {
  SignedSets sets(6);
  EXPECT_TRUE(sets.join(5, 3, true));
  EXPECT_TRUE(sets.join(3, 4, true));
  EXPECT_TRUE(sets.join(1, 5, false));
  EXPECT_EQ(sets.find(5).lowest, 1);
  EXPECT_FALSE(sets.find(5).minus);
  EXPECT_TRUE(sets.find(3).minus);
  EXPECT_FALSE(sets.find(4).minus);
  EXPECT_EQ(sets.find(2).lowest, 2);
}

TEST(SignedSets, aThingThatWouldBeItsOwnOppositeIsNoticed) {
  SignedSets sets(3);
  EXPECT_TRUE(sets.join(0, 1, true));
  EXPECT_TRUE(sets.join(1, 2, true));
  EXPECT_TRUE(sets.join(0, 2, false));
  EXPECT_FALSE(sets.join(0, 2, true));
}

TEST(SignedSets, signsThatCameFromOneAssignmentAreFoundAgain) {
  constexpr int count = 2000;
  std::mt19937 random(7);
  std::vector<bool> negative(count);
  for (int i = 0; i < count; ++i) negative[i] = random() % 2 == 1;
  SignedSets sets(count);
  for (int k = 0; k < 5 * count; ++k) {
    const int a = static_cast<int>(random() % count), b = static_cast<int>(random() % count);
    EXPECT_TRUE(sets.join(a, b, negative[a] != negative[b]));
  }
  for (int i = 0; i < count; ++i) {
    const SignedSets::Name name = sets.find(i);
    EXPECT_EQ(name.minus, negative[i] != negative[name.lowest]);
  }
}

}  // namespace
}  // namespace fluxtet::test
