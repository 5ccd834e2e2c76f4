// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/simulation.hpp"

#include "app/device/hostMemory.hpp"
#include "app/dgtd/checkpointIdentity.hpp"
#include "app/dgtd/levels/levelElements.hpp"
#include "app/dgtd/levels/penaltyBound.hpp"
#include "app/dgtd/observerTable.hpp"
#include "app/dgtd/observers/engineStates.hpp"
#include "app/dgtd/runControl.hpp"
#include "app/dgtd/runReport.hpp"
#include "app/dgtd/setup/exactFields.hpp"
#include "app/dgtd/setup/filterInductance.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "app/dgtd/timeLoop.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/earlierSummary.hpp"
#include "lib/output/outputDirectory.hpp"
#include "lib/output/runLog.hpp"

#include <spdlog/spdlog.h>

#include <filesystem>
#include <vector>

namespace fluxtet::dgtd {

template <class Real>
Simulation<Real>::Simulation(const DgtdCase& theCase, const RunOptions& options, RunSetup<Real>& setup)
    : case_(theCase),
      existing_(options.existing),
      setup_(setup),
      exact_(exactSolutionOf(theCase, setup.discretisation)),
      identity_(checkpointIdentity(theCase, setup.discretisation, setup.comm)) {
  setup_.phases.end("exchange");
  if (!options.restart.empty()) restart_ = readRestart(theCase, options.restart, identity_, setup.comm);
  setTimeAxis();
  setFilterInductances(*setup_.engine, *setup_.exchange, setup_.discretisation, axis_.dt, setup_.comm);
  makeStepper();
  setup_.phases.end("timeStep");
  observe();
  setup_.phases.end("outputs");
}

template <class Real>
void Simulation<Real>::setTimeAxis() {
  if (!restart_) {
    stability_ = stabilityOf(setup_, case_);
    axis_ = makeTimeAxis(case_, stability_.maxStep);
    setLawsFor(axis_.dt, setup_.discretisation.laws, stability_.stepOfBounds, *setup_.engine);
    return;
  }
  const CheckpointState& state = restart_->state;
  axis_ = {state.dt, stepsWithStep(case_, state.dt)};
  require(axis_.steps >= state.step,
          "the checkpoint {} stands at step {}, past the end of the run at step {}: raise time.end or "
          "time.steps to go on",
          restart_->file.string(), state.step, axis_.steps);
  setLawsFor(axis_.dt, setup_.discretisation.laws, 0, *setup_.engine);
}

template <class Real>
void Simulation<Real>::makeStepper() {
  const SubMesh& mesh = setup_.discretisation.mesh;
  const Discretisation& d = setup_.discretisation;
  StepPlan plan{mesh.numElements,   mesh.numInterior, static_cast<std::size_t>(d.basis.np()),
                case_.dgtd.kernels, axis_.dt,         levelElements(mesh, mesh.level, d.timeLevels.count, setup_.comm)};
  if (!plan.levels.empty())
    plan.damped =
        dampedPenalty(penaltyOfLevels(d.problem, d.basis, constants::c0 * axis_.dt, setup_.comm), plan.levels);
  stepper_ = case_.dgtd.scheme == TimeScheme::leapFrog ? makeLeapFrog<Real>(*setup_.engine, *setup_.exchange, plan)
                                                       : makeRungeKutta<Real>(*setup_.engine, *setup_.exchange, plan);
}

template <class Real>
void Simulation<Real>::observe() {
  RunFacts facts = factsOf(case_, setup_, axis_, stability_);
  const ObservedRun<Real> run{.theCase = case_,
                              .discretisation = setup_.discretisation,
                              .engine = *setup_.engine,
                              .stepper = *stepper_,
                              .fileOrder = setup_.fileOrder,
                              .axis = axis_,
                              .continueAfterStep = restart_ ? restart_->state.step : -1,
                              .onGpu = setup_.device.gpu().has_value(),
                              .comm = setup_.comm};
  makeObservers(run, {identity_, exact_.get(), restart_ ? &restart_->state : nullptr}, observers_, facts);
  facts.firstStep = restart_ ? restart_->state.step : 0;
  RankMemory need = memoryNeed(case_, setup_.discretisation, run.onGpu, sizeof(Real), setup_.comm);
  for (const auto& observer : observers_) need.outputs += observer->hostNeed().bytes;
  facts.memory = gatherMemory(need, setup_.comm);
  facts_ = std::move(facts);
}

template <class Real>
MeasuredSteps Simulation<Real>::measure() {
  setInitialFields();
  return measureSteps(*setup_.engine, *stepper_, setup_.comm);
}

template <class Real>
void Simulation<Real>::setInitialFields() {
  if (exact_ && !restart_) {
    setExactField(*setup_.engine, *exact_, setup_.discretisation, Field::E, 0);
    setExactField(*setup_.engine, *exact_, setup_.discretisation, Field::H, stepper_->timeH(0));
  } else {
    uploadInitialFields();
  }
}

template <class Real>
void Simulation<Real>::uploadInitialFields() {
  const Discretisation& d = setup_.discretisation;
  std::vector<Real> E(d.valuesPerField()), H(d.valuesPerField());
  if (restart_)
    readCheckpointFields<Real>(restart_->file, setup_.fileOrder, d.mesh.elementId, valuesPerElement(), E, H,
                               setup_.comm);
  setup_.engine->upload(Field::E, E);
  setup_.engine->upload(Field::H, H);
  if (!restart_) return;
  auto states = statesWithoutValues(*setup_.engine, d.mesh.elementId);
  readCheckpointStates<Real>(restart_->file, setup_.fileOrder, valuesPerElement(), states, setup_.comm);
  uploadStates(states, *setup_.engine);
}

template <class Real>
void Simulation<Real>::startObservers() {
  CheckpointSums<Real> sums;
  if (restart_) {
    for (const auto& observer : observers_) observer->listSums(sums);
    readCheckpointSums<Real>(restart_->file, sums, setup_.comm);
  }
  for (const auto& observer : observers_) observer->start(sums);
  for (const auto& observer : observers_)
    if (const HostNeed need = observer->hostNeed(); !need.what.empty())
      requireHostMemory(need.bytes, setup_.comm, need.what, need.advice);
}

template <class Real>
void Simulation<Real>::openOutputs(OutputLock& lock) {
  const std::filesystem::path directory = case_.output.directory;
  createOutputDirectory(directory, existing_, lock, setup_.comm);
  agreeOnErrors(setup_.comm, [&] { openLog(directory, case_.file, restart_ ? restart_->file.string() : ""); });
  for (const auto& observer : observers_) observer->open();
  agreeOnErrors(setup_.comm, [&] {
    if (mpiRank(setup_.comm) != 0) return;
    writeTextFile(directory / outputName::resolvedCase, case_.resolvedYaml);
    // On a restart the directory holds the summary of the earlier run, which is no longer valid. What a run that had
    // come to its end warned of then need not hold at the new one.
    if (EarlierSummary earlier = readEarlierSummary(directory); !earlier.isFinished())
      earlierWarnings_ = std::move(earlier.warnings);
    std::error_code ignored;
    std::filesystem::remove(directory / outputName::summary, ignored);
  });
}

template <class Real>
void Simulation<Real>::tellStart() const {
  if (mpiRank(setup_.comm) != 0) return;
  for (const auto& line : startLines(facts_)) spdlog::info("{}", line);
  for (const auto& warning : facts_.warnings) spdlog::warn("{}", warning);
}

template <class Real>
void Simulation<Real>::finish(const LoopEnd& end) {
  if (end.stopped) {
    for (const auto& observer : observers_) observer->stop(end.last);
    if (mpiRank(setup_.comm) == 0)
      spdlog::info("stopped by a signal at step {} of {}; a checkpoint is written: go on with --restart latest",
                   end.last.step, axis_.steps);
    return;
  }
  std::vector<std::string> warnings;
  for (const auto& observer : observers_) observer->finish(end.last, warnings);
  if (mpiRank(setup_.comm) == 0)
    for (const auto& warning : warnings) spdlog::warn("{}", warning);
}

template <class Real>
ExitCode Simulation<Real>::run(OutputLock& lock, std::size_t firstWarning) {
  const bool isFirstRank = mpiRank(setup_.comm) == 0;
  setInitialFields();
  startObservers();
  openOutputs(lock);
  setup_.phases.end("fields");
  const double setupSeconds = setup_.wall.seconds();
  tellStart();
  const TimeLoop<Real> loop(*setup_.engine, *stepper_, axis_, observers_);
  if (!restart_) loop.record(0);
  if (facts_.ranks > 1) {
    const auto report = summariseExchange(*setup_.exchange, 0, setup_.comm);
    if (isFirstRank && report.pairs() > 0) spdlog::info("{}", exchangeText(report));
  }
  setup_.exchange->resetStatistics();
  RunControl control(case_.output.checkpoint, facts_.firstStep, setup_.comm);
  RunCourse course{loop.run(facts_.firstStep, control), setupSeconds, earlierWarnings_};
  finish(course.end);
  addMissingWarnings(course.warnings, warningsSince(firstWarning));
  const RunSummary summary = summaryOf(case_, setup_, facts_, observers_, course);
  if (isFirstRank && summary.exchange && summary.exchange->hiddenShare)
    spdlog::info("{}", exchangeText(*summary.exchange));
  agreeOnErrors(setup_.comm, [&] {
    if (isFirstRank) writeSummary(case_.output.directory, summary);
  });
  if (isFirstRank)
    spdlog::info("{}: results in {}; {:.1f} s, of it set-up {:.1f} s, steps {:.1f} s", summary.status,
                 case_.output.directory, setup_.wall.seconds(), setupSeconds, course.end.seconds);
  return course.end.stopped ? ExitCode::stopped : ExitCode::done;
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace fluxtet::dgtd
