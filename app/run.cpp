// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "run.hpp"

#include "base/signals.hpp"

namespace fluxtet {

ExitCode runRun(const RunArguments& arguments, MPI_Comm comm) {
  CaseArguments caseArguments = arguments.theCase;
  if (!arguments.output.empty()) caseArguments.output = arguments.output;
  const Case theCase = loadCaseOnAll(caseArguments, comm);
  require(arguments.options.restart.empty() || arguments.options.existing == ExistingOutput::refuse,
          "--restart goes on in the results that --backup would move away: use one of them");
  RunOptions options = arguments.options;
  if (!options.restart.empty()) options.existing = ExistingOutput::continueIn;
  catchStopSignals();
  return runDgtd(theCase, options, comm);
}

}  // namespace fluxtet
