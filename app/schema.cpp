// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/schema.hpp"

#include "base/error.hpp"
#include "base/print.hpp"
#include "config/loadCase.hpp"

namespace fluxtet {

int runSchema(bool markdown) {
  printText(markdown ? caseFileMarkdown() : caseSchemaJson());
  return static_cast<int>(ExitCode::done);
}

}  // namespace fluxtet
