// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/schema.hpp"

#include "base/error.hpp"
#include "config/loadCase.hpp"

#include <cstdio>

namespace fluxtet {

int runSchema(bool markdown) {
  const std::string text = markdown ? caseFileMarkdown() : caseSchemaJson();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  requireRun(written, "cannot write to standard output");
  return static_cast<int>(ExitCode::done);
}

}  // namespace fluxtet
