// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check.hpp"

#include "app/dgtd/run.hpp"
#include "app/static/run.hpp"

namespace fluxtet::cli {

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm) {
  const Case theCase = loadCaseOnAll(arguments.theCase, comm);
  if (const auto* statics = std::get_if<StaticCase>(&theCase)) {
    checkStatic(*statics, arguments.options, comm);
  } else {
    checkDgtd(std::get<DgtdCase>(theCase), arguments.options, comm);
  }
  return ExitCode::done;
}

}  // namespace fluxtet::cli
