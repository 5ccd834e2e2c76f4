// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check.hpp"

#include "app/dgtd/run.hpp"
#include "app/static/run.hpp"

namespace fluxtet {

ExitCode runCheck(const CheckArguments& arguments, MPI_Comm comm) {
  const Case theCase = loadCaseOnAll(arguments.theCase, comm);
  switch (theCase.solver) {
    case SolverKind::dgtd:
      checkDgtd(theCase, arguments.options, comm);
      break;
    case SolverKind::statics:
      checkStatic(theCase, arguments.options, comm);
      break;
  }
  return ExitCode::done;
}

}  // namespace fluxtet
