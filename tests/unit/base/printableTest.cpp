// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/printable.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

TEST(Printable, textsOfEveryLanguageStayAsTheyAre) {
  for (const std::string text : {"", "two\n\tlines", "M\u00fcller \u00b5_r = 1, \u2207 \u00d7 E", "\U0001F4E1"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, controlCharactersAreSpeltOut) {
  EXPECT_EQ(printable("a\x1b[2Jb\r"), "a\\x1b[2Jb\\x0d");
  EXPECT_EQ(printable("\x7f\x01"), "\\x7f\\x01");
  EXPECT_EQ(printable(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\u009b2J\u00a0"), "\\xc2\\x9b2J\u00a0");  // the one-character form of ESC [
}

TEST(Printable, bytesThatAreNoUtf8AreSpeltOut) {
  EXPECT_EQ(printable("\x9b"
                      "2J"),
            "\\x9b2J");
  EXPECT_EQ(printable("\xc3"), "\\xc3");
  EXPECT_EQ(printable("\xc3("), "\\xc3(");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");           // ESC in two bytes
  EXPECT_EQ(printable("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");  // the same in three
  EXPECT_EQ(printable("\xff"), "\\xff");
}

}  // namespace
}  // namespace fluxtet::test
