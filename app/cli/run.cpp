// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run.hpp"

#include "app/dgtd/run.hpp"
#include "app/static/run.hpp"
#include "lib/base/signals.hpp"

namespace fluxtet::cli {

ExitCode runRun(const RunArguments& arguments, MPI_Comm comm) {
  CaseArguments caseArguments = arguments.theCase;
  if (!arguments.output.empty()) caseArguments.output = arguments.output;
  const Case theCase = loadCaseOnAll(caseArguments, comm);
  require(arguments.options.restart.empty() || arguments.options.existing == ExistingOutput::refuse,
          "--restart goes on in the results that --backup would move away: use one of them");
  RunOptions options = arguments.options;
  if (!options.restart.empty()) options.existing = ExistingOutput::continueIn;
  require(options.restart.empty() || solverOf(theCase) == SolverKind::dgtd,
          "--restart: a static case has no checkpoints: run it from the start");
  letWritesToClosedPipesFail();
  if (const auto* statics = std::get_if<statics::StaticCase>(&theCase))
    return statics::runStatic(*statics, options, comm);
  return dgtd::runDgtd(std::get<dgtd::DgtdCase>(theCase), options, comm);
}

}  // namespace fluxtet::cli
