// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Place of a call in the source, for error messages. (std::source_location is missing from clang 14 with GCC's
/// library.)
struct SourceLocation {
  const char* file;
  int line;

  static constexpr SourceLocation current(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return {file, line};
  }
};

}  // namespace fluxtet
