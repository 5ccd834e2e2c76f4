// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/wallTimeText.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {

TEST(WallTimes, AreToldInTheUnitThatFits) {
  EXPECT_EQ(wallTimeText(0.0000351), "35.1 us");
  EXPECT_EQ(wallTimeText(0.00099949), "999 us");
  EXPECT_EQ(wallTimeText(0.0009999), "1 ms");
  EXPECT_EQ(wallTimeText(0.25), "250 ms");
  EXPECT_EQ(wallTimeText(0.9999), "1 s");
  EXPECT_EQ(wallTimeText(119), "119 s");
  EXPECT_EQ(wallTimeText(150), "2.5 min");
  EXPECT_EQ(wallTimeText(3 * 3600), "3 h");
  EXPECT_EQ(wallTimeText(60 * 3600), "2.5 days");
}

}  // namespace fluxtet::test
