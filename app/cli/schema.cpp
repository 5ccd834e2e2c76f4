// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schema.hpp"

#include "app/caseFile/loadCase.hpp"
#include "lib/base/error.hpp"
#include "lib/base/print.hpp"

namespace fluxtet::cli {

int runSchema(bool markdown, bool materials) {
  printText(materials ? materialsYaml() : markdown ? caseFileMarkdown() : caseSchemaJson());
  return static_cast<int>(ExitCode::done);
}

}  // namespace fluxtet::cli
