// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run.hpp"

#include "app/cli/pythonCommand.hpp"
#include "app/dgtd/run.hpp"
#include "app/static/run.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/signals.hpp"

#include <spdlog/spdlog.h>

#include <string>
#include <variant>

namespace fluxtet::cli {
namespace {

ExitCode runCase(const Case& theCase, const RunOptions& options, MPI_Comm comm) {
  if (const auto* statics = std::get_if<statics::StaticCase>(&theCase))
    return statics::runStatic(*statics, options, comm);
  return dgtd::runDgtd(std::get<dgtd::DgtdCase>(theCase), options, comm);
}

std::string outputDirectoryOf(const Case& theCase) {
  return std::visit([](const auto& of) { return of.output.directory; }, theCase);
}

}  // namespace

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
  if (arguments.report)
    agreeOnErrors(comm, [&] {
      if (mpiRank(comm) == 0) requireReports();
    });
  const ExitCode code = runCase(theCase, options, comm);
  if (arguments.report && code == ExitCode::done && mpiRank(comm) == 0 && !makeReport(outputDirectoryOf(theCase)))
    spdlog::warn("there is no report of the results; when that is mended: fluxtet report {}",
                 outputDirectoryOf(theCase));
  return code;
}

}  // namespace fluxtet::cli
