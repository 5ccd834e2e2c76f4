// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/runReport.hpp"

#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/setup/periodicCell.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"

#include <nlohmann/json.hpp>

namespace fluxtet::dgtd {
namespace {

/// Phases of the set-up; the time of each is the maximum over ranks, s. Collective.
std::vector<PhaseTimer::Phase> longestPhases(const PhaseTimer& timer, MPI_Comm comm) {
  std::vector<PhaseTimer::Phase> phases = timer.phases();
  for (auto& phase : phases) phase.seconds = maxOverRanks(comm, phase.seconds);
  return phases;
}

/// Imbalance of elements, work and measured time over ranks, and the share of time spent waiting. Collective.
template <class Real>
RunSummary::Balance balanceOf(const RunSetup<Real>& setup, const RunFacts& facts, double loopSeconds) {
  RunSummary::Balance balance{facts.partition.imbalance, facts.partition.workImbalance, {}, {}};
  if (setup.device.gpu() || facts.ranks == 1 || minOverRanks(setup.comm, loopSeconds) <= 0)
    return balance;  // the host does not see how long a GPU waits
  const double waited = setup.exchange->statistics().waitedSeconds, worked = loopSeconds - waited;
  balance.time = maxOverRanks(setup.comm, worked) * facts.ranks / sumOverRanks(setup.comm, worked);
  balance.waitingShare = sumOverRanks(setup.comm, waited) / sumOverRanks(setup.comm, loopSeconds);
  return balance;
}

/// A file's name need not be valid UTF-8.
std::string fileNameJson(const std::string& file) {
  return nlohmann::json(file).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

const char* statusText(const LoopEnd& end, std::int64_t plannedSteps) {
  if (end.stopped) return "stopped";
  return end.last.step < plannedSteps ? "decayed" : "done";
}

template <class Real>
RunSummary summaryOf(const DgtdCase& theCase, const RunSetup<Real>& setup, const RunFacts& facts,
                     const ObserverList<Real>& observers, const RunCourse& course) {
  const MPI_Comm comm = setup.comm;
  RunSummary summary = summaryOf(facts);
  summary.caseFile = theCase.file;
  summary.status = statusText(course.end, facts.steps);
  summary.balance = balanceOf(setup, facts, course.end.seconds);
  summary.steps = course.end.last.step;
  summary.warnings = course.warnings;
  if (!setup.meshFile.empty()) summary.sections.emplace_back("mesh_file", fileNameJson(setup.meshFile));
  if (!setup.discretisation.symmetryPlanes.empty())
    summary.sections.emplace_back("symmetry_planes", symmetryJson(setup.discretisation));
  if (const std::string fits = fitsJson(theCase); !fits.empty())
    summary.sections.emplace_back("permittivity_fits", fits);
  if (const TimeLevels& levels = setup.discretisation.timeLevels; levels.count > 0)
    summary.sections.emplace_back("local_time_steps", timeLevelsJson(levels));
  double outputSeconds = 0;
  for (const auto& observer : observers) {
    observer->summarise(course.end.last, summary);
    outputSeconds += observer->outputSeconds();
  }
  summary.wall = {course.setupSeconds, course.end.seconds, maxOverRanks(comm, outputSeconds),
                  maxOverRanks(comm, setup.exchange->statistics().waitedSeconds), setup.wall.seconds()};
  summary.setUpPhases = longestPhases(setup.phases, comm);
  if (facts.ranks > 1) summary.exchange = summariseExchange(*setup.exchange, summary.stepsRun(), comm);
  summary.peakBytes = gatherOverRanks(comm, peakResidentBytes());
  if (setup.device.gpu()) summary.gpuBytes = gatherOverRanks(comm, setup.engine->bytes());
  return summary;
}

template RunSummary summaryOf(const DgtdCase&, const RunSetup<float>&, const RunFacts&, const ObserverList<float>&,
                              const RunCourse&);
template RunSummary summaryOf(const DgtdCase&, const RunSetup<double>&, const RunFacts&, const ObserverList<double>&,
                              const RunCourse&);

}  // namespace fluxtet::dgtd
