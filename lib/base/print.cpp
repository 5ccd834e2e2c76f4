// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/print.hpp"

#include "lib/base/error.hpp"
#include "lib/base/printable.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace fluxtet {
namespace {
int failure = 0;  ///< errno of the first write that failed
}

void printText(std::string_view text) {
  const std::string shown = printable(text);
  const bool written = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size() && std::fflush(stdout) == 0;
  if (!written && failure == 0) failure = errno;
}

void requirePrinted() {
  requireRun(failure == 0, "cannot write to standard output: {}: check where it goes, and the space left there",
             std::strerror(failure));
}

}  // namespace fluxtet
