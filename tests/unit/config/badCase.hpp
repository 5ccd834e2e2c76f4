// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/config/caseText.hpp"

#include <cctype>
#include <ostream>
#include <string>

namespace fluxtet::test {

struct BadCase {
  const char* text;      ///< appended to a small case (faultsTest: or the whole file, if it begins with '!')
  const char* expected;  ///< part of the message
};

/// The text as a name of a test: letters, digits and single underscores.
inline std::string slugOf(const BadCase& bad) {
  constexpr std::size_t longest = 60;
  std::string slug;
  for (const char c : std::string(bad.text)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) slug += c;
    if (!plain && !slug.empty() && slug.back() != '_') slug += '_';
  }
  return slug.substr(0, longest);
}

inline void PrintTo(const BadCase& bad, std::ostream* stream) {
  *stream << slugOf(bad);
}

inline std::string nameOf(const ::testing::TestParamInfo<BadCase>& test) {
  return std::to_string(test.index) + "_" + slugOf(test.param);
}

}  // namespace fluxtet::test
