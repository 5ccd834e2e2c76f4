// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/run.hpp"

#include "app/dgtd/excitations.hpp"
#include "app/dgtd/study.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/runLog.hpp"

#include <spdlog/spdlog.h>

#include <vector>

namespace fluxtet::dgtd {
namespace {

/// Warns if `fluxtet run` would refuse the output directory. This is no error: --output can name another one.
void warnOfOutputDirectory(const DgtdCase& theCase, MPI_Comm comm) {
  try {
    checkOutputDirectory(theCase.output.directory, ExistingOutput::refuse, comm);
  } catch (const Error& error) {
    if (mpiRank(comm) == 0) spdlog::warn("`fluxtet run` would refuse: {}", error.what());
  }
}

template <class Real>
ExitCode runIn(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  const std::vector<DgtdCase> excitations = excitationsOf(theCase);
  return excitations.empty() ? Study<Real>(comm).run(theCase, options)
                             : runExcitations<Real>(theCase, excitations, options, comm);
}

template <class Real>
RunFacts factsIn(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  const std::vector<DgtdCase> excitations = excitationsOf(theCase);
  return Study<Real>(comm).facts(excitations.empty() ? theCase : excitations.front(), options);
}

}  // namespace

ExitCode runDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  if (mpiRank(comm) == 0) keepLog();
  const ExitCode code = theCase.dgtd.precision == Precision::single ? runIn<float>(theCase, options, comm)
                                                                    : runIn<double>(theCase, options, comm);
  agreeOnErrors(comm, requireLogWritten);
  return code;
}

void checkDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  const RunFacts facts = theCase.dgtd.precision == Precision::single ? factsIn<float>(theCase, options, comm)
                                                                     : factsIn<double>(theCase, options, comm);
  if (mpiRank(comm) == 0) {
    printText(checkReport(facts, theCase));
    for (const auto& warning : facts.warnings) spdlog::warn("{}", warning);
  }
  warnOfOutputDirectory(theCase, comm);
}

}  // namespace fluxtet::dgtd
