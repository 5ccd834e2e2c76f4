// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

namespace fluxtet {

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm) {
  const Case theCase = loadCaseOnAll(arguments.theCase, comm);
  checkDgtd(theCase, arguments.options, comm);
  return ExitCode::done;
}

}  // namespace fluxtet
