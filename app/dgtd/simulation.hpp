// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/facts.hpp"
#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/runOutputs.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "app/dgtd/run.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "app/post/sar/sarStudy.hpp"
#include "lib/base/timer.hpp"
#include "lib/output/checkpoint.hpp"
#include "lib/output/dftWriter.hpp"
#include "lib/output/outputLock.hpp"
#include "lib/output/summary.hpp"
#include "lib/physics/exactSolution.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <memory>

namespace fluxtet {

/// One run in one precision: set up, step, write, finish.
template <class Real>
class Simulation {
 public:
  /// Sets everything up and validates it; creates no file. Collective.
  Simulation(const DgtdCase& theCase, const RunOptions& options, MPI_Comm comm);

  /// Steps to the end (or to the stop that a signal asks for) and writes all results. `lock` of the output directory is
  /// held from there on at the latest. Collective.
  ExitCode run(OutputLock& lock);

  /// What is known of the run before its first step.
  const RunFacts& facts() const { return facts_; }

 private:
  Discretisation makeDiscretisation();
  std::unique_ptr<FieldEngine<Real>> makeEngine();
  /// What this rank will hold, before the engine is made.
  RankMemory memoryNeed() const;
  void readRestartState();
  void setTimeAxis();
  void collectFacts();
  /// Validates `output.dft` before the first step.
  void prepareSpectra();
  void setInitialFields();
  /// Those of a restart, or zeros.
  void uploadInitialFields();
  /// Takes the memory of the sums, and what a checkpoint holds of them.
  void startSpectra();
  void openOutputs(OutputLock& lock);
  /// The first step after `step` at which the energy is measured.
  std::int64_t nextEnergy(std::int64_t step) const;
  void observeEnergy(bool first);
  void recordStep();
  /// The first step after step_ at which the fields are sampled for their spectra.
  std::int64_t nextSample() const;
  /// Steps to `step`, which is after step_.
  void advanceTo(std::int64_t step);
  ExitCode loop();
  void saveCheckpoint();
  /// The fields at the frequencies of `output.dft`, and what follows from them. Collective.
  void writeSpectra();
  RunSummary::Dft dftSummary() const;
  void reportSar() const;
  /// What was found at the end of the run, in the log and, later, in the summary.
  void warnAtEnd();
  /// Nothing where the exact solution is only where the fields began: with sources, or walls other than PEC.
  std::optional<RunSummary::ExactError> exactError() const;
  const char* statusText(ExitCode outcome) const;
  /// Of the set-up, each on the rank where it took longest. Collective.
  std::vector<PhaseTimer::Phase> longestPhases() const;
  /// How the ranks shared the work and what waiting cost them. Collective.
  RunSummary::Balance balance() const;
  void writeSummary(ExitCode outcome);
  double timeE() const { return static_cast<double>(step_) * axis_.dt; }

  const DgtdCase& case_;
  RunOptions options_;
  MPI_Comm comm_;
  Timer wall_;
  PhaseTimer phases_;  ///< of the set-up
  double setupSeconds_ = 0, loopSeconds_ = 0, checkpointSeconds_ = 0, spectraSeconds_ = 0;
  ComputeDevice device_;
  Discretisation discretisation_;
  std::unique_ptr<FieldEngine<Real>> engine_;
  std::unique_ptr<TraceExchange<Real>> exchange_;
  std::unique_ptr<ExactSolution> exact_;
  ElementOrder fileOrder_;
  std::map<std::string, std::string> identity_;
  std::filesystem::path restartFile_;  ///< empty: from the start
  CheckpointState restartState_;
  StabilityEstimate stability_;
  TimeAxis axis_;
  std::unique_ptr<TimeStepper<Real>> stepper_;
  EnergyMonitor monitor_;
  std::unique_ptr<RunOutputs<Real>> outputs_;
  std::unique_ptr<SpectrumRecorder<Real>> spectra_;  ///< with output.dft
  std::unique_ptr<DftWriter> dftWriter_;             ///< with output.dft
  std::optional<SarStudy> sarStudy_;                 ///< with output.sar
  std::optional<SarResult> sar_;                     ///< once it is known
  std::vector<std::string> warningsAtEnd_;
  std::int64_t step_ = 0, firstStep_ = 0;
  RunFacts facts_;
};

}  // namespace fluxtet
