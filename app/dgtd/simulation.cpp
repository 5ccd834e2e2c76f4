// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/simulation.hpp"

#include "app/device/hostMemory.hpp"
#include "app/device/threads.hpp"
#include "app/dgtd/checkpointIdentity.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "app/dgtd/runControl.hpp"
#include "app/dgtd/setup/exactFields.hpp"
#include "app/dgtd/setup/makeEngine.hpp"
#include "app/dgtd/setup/warnings.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/progress.hpp"
#include "partition/exchange/exchangeReport.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fluxtet {
namespace {

/// Steps between energy measurements that only watch the run: about a hundred a run, and seldom enough to be cheap
/// beside the steps, since one costs as much as a few of them. Where what is left of a pulse matters, its peak must not
/// be missed in a short run.
std::int64_t monitorInterval(const DgtdCase& theCase, std::int64_t steps) {
  const auto& dft = theCase.output.dft;
  const bool ofPulse = (dft && dft->kind == SpectrumKind::integral) || theCase.time.untilDecay;
  return std::clamp<std::int64_t>(steps / 100, ofPulse ? 10 : 100, 400);
}

bool isRestart(const RunOptions& options) {
  return !options.restart.empty();
}

}  // namespace

template <class Real>
Simulation<Real>::Simulation(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm)
    : case_(theCase),
      options_(options),
      comm_(comm),
      device_(options.backend, chooseThreads(theCase.dgtd.threads, comm), comm),
      discretisation_(makeDiscretisation()),
      engine_(makeEngine()),
      exchange_(makeTraceExchange<Real>(*engine_, discretisation_.mesh.halo, theCase.dgtd.exchange, comm)),
      exact_(exactSolutionOf(theCase, discretisation_)),
      fileOrder_(discretisation_.mesh.elementId, discretisation_.mesh.totalElements, comm),
      identity_(checkpointIdentity(theCase, discretisation_, comm)),
      monitor_(sourcesEnd(discretisation_, comm), theCase.time.untilDecay) {
  phases_.end("exchange");
  readRestartState();
  setTimeAxis();
  phases_.end("timeStep");
  outputs_ = std::make_unique<RunOutputs<Real>>(case_, *engine_, discretisation_, axis_.dt,
                                                isRestart(options_) ? firstStep_ : -1, comm_);
  prepareSpectra();
  collectFacts();
  phases_.end("outputs");
}

template <class Real>
void Simulation<Real>::collectFacts() {
  const auto edges = edgeRange(discretisation_.mesh, comm_);
  facts_.elements = discretisation_.mesh.totalElements;
  facts_.vertices = discretisation_.mesh.totalVertices;
  facts_.dofs = discretisation_.totalDofs();
  facts_.order = discretisation_.basis.order();
  facts_.singlePrecision = sizeof(Real) == sizeof(float);
  facts_.hMin = edges[0];
  facts_.hMax = edges[1];
  facts_.dt = axis_.dt;
  facts_.maxStableStep = stability_.maxStep;
  facts_.steps = axis_.steps;
  facts_.firstStep = firstStep_;
  facts_.limitingElement = stability_.limitingElement;
  facts_.limitingPlace = stability_.limitingPlace;
  facts_.ranks = mpiSize(comm_);
  facts_.threads = device_.threads();
  facts_.backend = engine_->name();
  facts_.gpus = device_.gpus();
  facts_.gaps = discretisation_.gaps;
  if (spectra_) facts_.samples = spectra_->timesE(axis_.steps);
  facts_.warnings = warningsOf(case_, discretisation_, edges, comm_);
  for (const auto& warning : warningsOfIntervals(case_.output, axis_.dt)) facts_.warnings.push_back(warning);
  if (sarStudy_) facts_.sar = sarStudy_->description();
  facts_.partition = partitionQuality(discretisation_.mesh, discretisation_.work, comm_);
  RankMemory need = memoryNeed();
  need.outputs = outputs_->bytes();
  facts_.memory = gatherMemory(need, comm_);
}

template <class Real>
Discretisation Simulation<Real>::makeDiscretisation() {
  phases_.end("device");
  return discretise(case_, device_.gpu().has_value(), phases_, comm_);
}

template <class Real>
std::unique_ptr<FieldEngine<Real>> Simulation<Real>::makeEngine() {
  const RankMemory need = memoryNeed();
  requireHostMemory(need.engine + need.estimate, comm_);
  if (device_.gpu()) device_.requireGpuMemory(need.gpu);
  auto engine = fluxtet::makeEngine<Real>(device_, discretisation_.problem);
  phases_.end("engine");
  return engine;
}

template <class Real>
RankMemory Simulation<Real>::memoryNeed() const {
  const EngineSize size{.order = discretisation_.basis.order(),
                        .elements = discretisation_.mesh.numElements,
                        .haloFaces = discretisation_.mesh.halo.numFaces(),
                        .bytesPerReal = sizeof(Real),
                        .rungeKutta = case_.dgtd.scheme == TimeScheme::rungeKutta,
                        .upwind = discretisation_.problem.upwind,
                        .fieldsWithJumps = discretisation_.problem.numFieldsWithJumps(),
                        .spectra = numSpectralSums(case_.output),
                        .splitKernels = case_.dgtd.kernels == KernelSet::split,
                        .corners = !discretisation_.problem.corner.empty()};
  RankMemory need;
  need.mesh = meshBytes(discretisation_);
  if (device_.gpu()) {
    need.gpu = cudaEngineBytes(size);
  } else {
    need.engine = cpuEngineBytes(size);
    need.estimate = stabilityBytes(discretisation_, sizeof(Real));
  }
  return need;
}

template <class Real>
void Simulation<Real>::readRestartState() {
  if (!isRestart(options_)) return;
  restartFile_ = options_.restart == "latest" ? latestCheckpoint(case_.output.directory, comm_)
                                              : std::filesystem::path(options_.restart);
  restartState_ = readCheckpointState(restartFile_, identity_, comm_);
  requireProbesInPlace(case_, restartState_.series, restartFile_, comm_);
  step_ = firstStep_ = restartState_.step;
}

template <class Real>
void Simulation<Real>::setTimeAxis() {
  if (isRestart(options_)) {
    axis_ = {restartState_.dt, stepsWithStep(case_, restartState_.dt)};
    require(axis_.steps >= firstStep_,
            "the checkpoint {} stands at step {}, past the end of the run at step {}: raise time.end or "
            "time.steps to go on",
            restartFile_.string(), firstStep_, axis_.steps);
  } else {
    if (mpiRank(comm_) == 0) spdlog::info("estimating the time step");
    stability_ = estimateStability(*engine_, *exchange_, discretisation_, case_.dgtd.scheme, comm_);
    axis_ = makeTimeAxis(case_, stability_.maxStep);
  }
  const StepPlan plan{discretisation_.mesh.numElements, discretisation_.mesh.numInterior,
                      static_cast<std::size_t>(discretisation_.basis.np()), case_.dgtd.kernels, axis_.dt};
  stepper_ = case_.dgtd.scheme == TimeScheme::leapFrog ? makeLeapFrog<Real>(*engine_, *exchange_, plan)
                                                       : makeRungeKutta<Real>(*engine_, *exchange_, plan);
}

template <class Real>
void Simulation<Real>::prepareSpectra() {
  if (!case_.output.dft) return;
  const auto& [low, high] = discretisation_.boundingBox;
  FieldTimes times{axis_.dt, stepper_->timeH(0), axis_.steps, 0, norm(high - low)};
  const WaveformSet& waveforms = discretisation_.problem.waveforms;
  for (const Waveform& waveform : waveforms.waveforms)
    times.sourcesUpTo = std::max(times.sourcesUpTo, highestFrequency(waveform, waveforms));
  spectra_ = std::make_unique<SpectrumRecorder<Real>>(case_.output, *engine_, times);
  if (isRestart(options_)) spectra_->restore(restartState_.scalars, firstStep_);
  dftWriter_ = std::make_unique<DftWriter>(*case_.output.dft, discretisation_.mesh, discretisation_.basis,
                                           case_.output.directory, comm_);
  if (case_.output.sar) sarStudy_.emplace(case_, discretisation_, comm_);
}

template <class Real>
void Simulation<Real>::setInitialFields() {
  if (exact_ && !isRestart(options_)) {
    setExactField(*engine_, *exact_, discretisation_, Field::E, 0);
    setExactField(*engine_, *exact_, discretisation_, Field::H, stepper_->timeH(0));
  } else {
    uploadInitialFields();
  }
  if (spectra_) startSpectra();
}

template <class Real>
void Simulation<Real>::uploadInitialFields() {
  std::vector<Real> E(discretisation_.valuesPerField()), H(discretisation_.valuesPerField());
  if (isRestart(options_)) {
    readCheckpointFields<Real>(restartFile_, fileOrder_, discretisation_.mesh.elementId,
                               static_cast<std::size_t>(discretisation_.basis.np()) * 3, E, H, comm_);
    monitor_.restore(restartState_.scalars);
  }
  engine_->upload(Field::E, E);
  engine_->upload(Field::H, H);
}

template <class Real>
void Simulation<Real>::startSpectra() {
  spectra_->start();
  if (!isRestart(options_)) return;
  spectra_->setSums(readCheckpointSums<Real>(restartFile_, fileOrder_, discretisation_.mesh.elementId,
                                             static_cast<std::size_t>(discretisation_.basis.np()) * 3, comm_));
}

template <class Real>
void Simulation<Real>::openOutputs(OutputLock& lock) {
  const std::filesystem::path directory = case_.output.directory;
  requireHostMemory(outputs_->bytes(), comm_, "output.slices", "take fewer points, or `csv: false`");
  createOutputDirectory(directory, options_.existing, lock, comm_);
  outputs_->open();
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    writeTextFile(directory / outputName::resolvedCase, case_.resolvedYaml);
    // On a restart the summary of the earlier run no longer tells of what is here.
    std::error_code ignored;
    std::filesystem::remove(directory / outputName::summary, ignored);
  });
}

template <class Real>
std::int64_t Simulation<Real>::nextEnergy(std::int64_t step) const {
  const std::int64_t every = case_.output.energyEvery;
  const std::int64_t watched = std::min(axis_.steps, nextMultiple(step, monitorInterval(case_, axis_.steps)));
  return every > 0 ? std::min(watched, nextMultiple(step, every)) : watched;
}

template <class Real>
void Simulation<Real>::observeEnergy(bool first) {
  EnergySample sample;
  if (first) {
    const double total = constants::epsilon0 * sumOverRanks(comm_, stepper_->initialEnergy());
    const double electric =
        constants::epsilon0 * sumOverRanks(comm_, engine_->energies().innerProduct(Field::E, false));
    sample = {total, electric, total - electric};
  } else {
    sample = measureEnergy(*engine_, *stepper_, comm_);
  }
  monitor_.observe(step_, timeE(), sample);
  if (case_.output.energyEvery > 0 && step_ % case_.output.energyEvery == 0)
    outputs_->recordEnergy(step_, timeE(), sample);
}

template <class Real>
void Simulation<Real>::recordStep() {
  outputs_->record(step_, timeE(), stepper_->timeH(step_));
  if (spectra_) spectra_->record(step_);
}

template <class Real>
std::int64_t Simulation<Real>::nextSample() const {
  return spectra_ ? spectra_->next(step_) : std::numeric_limits<std::int64_t>::max();
}

template <class Real>
void Simulation<Real>::advanceTo(std::int64_t step) {
  // Only the last step before the energy is measured keeps H.
  const bool withEnergy = nextEnergy(step - 1) == step;
  const std::int64_t plain = step - step_ - (withEnergy ? 1 : 0);
  if (plain > 0) stepper_->advanceMany(step_, plain);
  if (withEnergy) stepper_->advance(step - 1, true);
  step_ = step;
  if (withEnergy) observeEnergy(false);
}

template <class Real>
ExitCode Simulation<Real>::loop() {
  const Timer timer;
  const double outputBefore = outputs_->seconds();
  RunControl control(case_.output.checkpoint, step_, comm_);
  std::optional<Progress> progress;
  if (mpiRank(comm_) == 0) progress.emplace(step_, axis_.steps, discretisation_.mesh.totalElements);
  ExitCode outcome = ExitCode::done;
  while (step_ < axis_.steps && !monitor_.decayed()) {
    advanceTo(std::min({nextEnergy(step_), outputs_->next(step_), nextSample(), control.next(step_)}));
    recordStep();
    // Speed is told and judged by steps that are done, not by those that an engine has yet to do.
    if (control.meetsAt(step_) || step_ == axis_.steps) {
      engine_->synchronize();
      if (progress) progress->update(step_, timeE(), monitor_.last());
    }
    const auto verdict = control.at(step_);
    if (verdict.stop && step_ < axis_.steps) {
      outcome = ExitCode::stopped;
      break;
    }
    if (verdict.checkpoint && step_ < axis_.steps) saveCheckpoint();
  }
  if (progress) progress->finish();
  engine_->synchronize();
  loopSeconds_ = timer.seconds() - (outputs_->seconds() - outputBefore) - checkpointSeconds_;
  return outcome;
}

template <class Real>
ExitCode Simulation<Real>::run(OutputLock& lock) {
  setInitialFields();
  openOutputs(lock);
  phases_.end("fields");
  setupSeconds_ = wall_.seconds();
  if (mpiRank(comm_) == 0) {
    for (const auto& line : startLines(facts_)) spdlog::info("{}", line);
    for (const auto& warning : facts_.warnings) spdlog::warn("{}", warning);
  }
  if (!isRestart(options_)) {
    observeEnergy(true);
    recordStep();
  }
  if (facts_.ranks > 1) {
    const auto report = reportExchange(*exchange_, 0, comm_);
    if (mpiRank(comm_) == 0 && report.pairs() > 0) spdlog::info("{}", exchangeText(report));
  }
  exchange_->resetStatistics();
  const ExitCode outcome = loop();
  if (outcome == ExitCode::stopped) {
    saveCheckpoint();
    if (mpiRank(comm_) == 0)
      spdlog::warn("stopped by a signal at step {} of {}; a checkpoint is written: go on with --restart latest", step_,
                   axis_.steps);
  } else {
    outputs_->recordLast(step_, timeE(), stepper_->timeH(step_));
    outputs_->flush();
    if (spectra_) writeSpectra();
    if (sar_) reportSar();
    warnAtEnd();
  }
  writeSummary(outcome);
  if (mpiRank(comm_) == 0)
    spdlog::info("{}: results in {}; {:.1f} s, of it set-up {:.1f} s, steps {:.1f} s", statusText(outcome),
                 case_.output.directory, wall_.seconds(), setupSeconds_, loopSeconds_);
  return outcome;
}

template <class Real>
void Simulation<Real>::saveCheckpoint() {
  // The energy is not measured at every step: a broken field must not displace good checkpoints.
  EnergyMonitor::requireFinite(step_, timeE(), sumOverRanks(comm_, engine_->energies().total()));
  outputs_->flush();
  const ScopedSeconds timing(checkpointSeconds_);
  CheckpointState state;
  state.step = step_;
  state.dt = axis_.dt;
  state.identity = identity_;
  state.series = probePlaces(case_);
  state.series.merge(std::map(restartState_.series));  // a probe that is left out for a while keeps its place
  monitor_.save(state.scalars);
  CheckpointSums<Real> sums;
  if (spectra_) {
    spectra_->save(state.scalars);
    sums = spectra_->sums(discretisation_.valuesPerField());
  }
  std::vector<Real> E(discretisation_.valuesPerField()), H(discretisation_.valuesPerField());
  engine_->download(Field::E, E);
  engine_->download(Field::H, H);
  const int keep = case_.output.checkpoint ? case_.output.checkpoint->keep : 2;
  writeCheckpoint<Real>(case_.output.directory, state, fileOrder_, discretisation_.mesh.elementId,
                        static_cast<std::size_t>(discretisation_.basis.np()) * 3, E, H, sums, keep, comm_);
}

template <class Real>
std::optional<RunSummary::ExactError> Simulation<Real>::exactError() const {
  const bool closed = std::all_of(case_.boundaries.begin(), case_.boundaries.end(),
                                  [](const auto& boundary) { return boundary.kind == BoundaryKind::pec; });
  if (!exact_ || !closed || !case_.sources.empty()) return std::nullopt;
  std::vector<Real> values(discretisation_.valuesPerField());
  const auto errorOf = [&](Field field, double time) {
    engine_->download(field, values);
    return relativeError<Real>(*exact_, discretisation_, field, time, values, comm_);
  };
  return RunSummary::ExactError{errorOf(Field::E, timeE()), errorOf(Field::H, stepper_->timeH(step_))};
}

template <class Real>
void Simulation<Real>::writeSpectra() {
  const ScopedSeconds timing(spectraSeconds_);
  for (std::size_t k = 0; k < spectra_->frequencies().size(); ++k) {
    const Spectrum<Real> spectrum =
        spectra_->spectrum(k, step_, discretisation_.valuesPerField(), discretisation_.problem.waveforms);
    dftWriter_->write(
        SpectrumView<Real>{spectrum.frequency, spectrum.E.re, spectrum.E.im, spectrum.H.re, spectrum.H.im});
    if (sarStudy_ && spectrum.frequency == sarStudy_->frequency())
      sar_ = sarStudy_->evaluate(spectrum, case_.output.directory);
  }
}

template <class Real>
void Simulation<Real>::reportSar() const {
  if (mpiRank(comm_) != 0) return;
  for (const auto& line : sarLines(*sar_)) spdlog::info("{}", line);
}

template <class Real>
void Simulation<Real>::warnAtEnd() {
  warningsAtEnd_ = warningsAtEnd(case_, monitor_.level(), monitor_.decayed());
  if (sar_)
    for (auto& warning : powerWarnings(sar_->powers)) warningsAtEnd_.push_back(std::move(warning));
  if (mpiRank(comm_) != 0) return;
  for (const auto& warning : warningsAtEnd_) spdlog::warn("{}", warning);
}

template <class Real>
RunSummary::Dft Simulation<Real>::dftSummary() const {
  const SampleTimes times = spectra_->timesE(step_);
  RunSummary::Dft dft{spectra_->frequencies(), times.count, times.first, times.last(), {}};
  // Where calls return early the host's time says nothing.
  if (!device_.gpu()) dft.seconds = maxOverRanks(comm_, spectra_->seconds());
  return dft;
}

template <class Real>
const char* Simulation<Real>::statusText(ExitCode outcome) const {
  if (outcome == ExitCode::stopped) return "stopped";
  return step_ < axis_.steps ? "decayed" : "done";
}

template <class Real>
std::vector<PhaseTimer::Phase> Simulation<Real>::longestPhases() const {
  std::vector<PhaseTimer::Phase> phases = phases_.phases();
  for (auto& phase : phases) phase.seconds = maxOverRanks(comm_, phase.seconds);
  return phases;
}

template <class Real>
RunSummary::Balance Simulation<Real>::balance() const {
  RunSummary::Balance balance{facts_.partition.imbalance, facts_.partition.workImbalance, {}, {}};
  if (device_.gpu() || facts_.ranks == 1 || minOverRanks(comm_, loopSeconds_) <= 0)
    return balance;  // a GPU waits unseen by the host
  const double waited = exchange_->statistics().waited, worked = loopSeconds_ - waited;
  balance.time = maxOverRanks(comm_, worked) * facts_.ranks / sumOverRanks(comm_, worked);
  balance.waitingShare = sumOverRanks(comm_, waited) / sumOverRanks(comm_, loopSeconds_);
  return balance;
}

template <class Real>
void Simulation<Real>::writeSummary(ExitCode outcome) {
  RunSummary summary = summaryOf(facts_);
  summary.caseFile = case_.file;
  summary.status = statusText(outcome);
  summary.balance = balance();
  summary.steps = step_;
  summary.exact = exactError();
  // A drift says something of the scheme only where nothing feeds the fields.
  const bool fed = !case_.sources.empty();
  summary.energy = RunSummary::Energy{monitor_.initial(), monitor_.last(),
                                      fed ? std::numeric_limits<double>::quiet_NaN() : monitor_.maxRelativeDrift(),
                                      monitor_.level()};
  summary.warnings = facts_.warnings;
  summary.warnings.insert(summary.warnings.end(), warningsAtEnd_.begin(), warningsAtEnd_.end());
  summary.wall = {setupSeconds_, loopSeconds_,
                  maxOverRanks(comm_, outputs_->seconds() + checkpointSeconds_ + spectraSeconds_),
                  maxOverRanks(comm_, exchange_->statistics().waited), wall_.seconds()};
  summary.setUpPhases = longestPhases();
  if (spectra_ && spectra_->timesE(step_).count > 0) summary.dft = dftSummary();
  if (sar_) summary.sections = {{"powers", powersJson(*sar_)}, {"sar", sarJson(*sar_)}};
  if (facts_.ranks > 1) summary.exchange = reportExchange(*exchange_, summary.stepsRun(), comm_);
  summary.peakBytes = gatherOverRanks(comm_, peakResidentBytes());
  if (device_.gpu()) summary.gpuBytes = gatherOverRanks(comm_, engine_->bytes());
  if (mpiRank(comm_) == 0 && summary.exchange && summary.exchange->hiddenShare)
    spdlog::info("{}", exchangeText(*summary.exchange));
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) fluxtet::writeSummary(case_.output.directory, summary);
  });
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace fluxtet
