// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/run.hpp"

#include "app/dgtd/simulation.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"

#include <spdlog/spdlog.h>

namespace fluxtet {
namespace {

template <class Real>
ExitCode runIn(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  OutputLock lock;
  claimOutputDirectory(theCase.output.directory, options.existing, lock, comm);
  return Simulation<Real>(theCase, options, comm).run(lock);
}

template <class Real>
RunFacts factsIn(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  return Simulation<Real>(theCase, options, comm).facts();
}

/// The case is right all the same: `run` may be told another place.
void warnOfOutputDirectory(const DgtdCase& theCase, MPI_Comm comm) {
  try {
    checkOutputDirectory(theCase.output.directory, ExistingOutput::refuse, comm);
  } catch (const Error& error) {
    if (mpiRank(comm) == 0) spdlog::warn("`fluxtet run` would refuse: {}", error.what());
  }
}

}  // namespace

ExitCode runDgtd(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm) {
  return theCase.dgtd.precision == Precision::single ? runIn<float>(theCase, options, comm)
                                                     : runIn<double>(theCase, options, comm);
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

}  // namespace fluxtet
