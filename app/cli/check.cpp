// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check.hpp"

#include "app/dgtd/run.hpp"
#include "app/static/run.hpp"

namespace fluxtet::cli {

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm) {
  const Case theCase = loadCaseOnAll(arguments.theCase, comm);
  if (const auto* statics = std::get_if<statics::StaticCase>(&theCase)) {
    statics::checkStatic(*statics, arguments.options, comm);
  } else {
    dgtd::checkDgtd(std::get<dgtd::DgtdCase>(theCase), arguments.options, comm);
  }
  return ExitCode::done;
}

}  // namespace fluxtet::cli
