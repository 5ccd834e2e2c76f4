// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include "dgtd/run.hpp"
#include "static/run.hpp"

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
