// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/facts.hpp"
#include "app/dgtd/measureSteps.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/restart.hpp"
#include "app/dgtd/runSetup.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/error.hpp"
#include "lib/output/outputLock.hpp"
#include "lib/physics/exactSolution.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

struct LoopEnd;

/// One run of a case on a set-up: time axis, time stepper, observers and report.
template <class Real>
class Simulation {
 public:
  /// Reads the restart, makes the time axis, the stepper and the observers. Writes no file. `setup` has the sources of
  /// `theCase`; both outlive the simulation. Collective. Throws InputError on every rank.
  Simulation(const DgtdCase& theCase, const RunOptions& options, RunSetup<Real>& setup);

  /// Sets the initial fields, takes all steps (or stops at a signal) and writes all results. Locks the output directory
  /// by `lock` unless the caller has done so. The summary has the warnings from the `firstWarning` on (runLog.hpp).
  /// Collective. Call it once only.
  ExitCode run(OutputLock& lock, std::size_t firstWarning);

  /// Properties of the run before its first step.
  const RunFacts& facts() const { return facts_; }
  /// Measures time steps from the initial fields, in place of run(). Writes no file. Collective.
  MeasuredSteps measure();

 private:
  void setTimeAxis();
  void makeStepper();
  void observe();
  void setInitialFields();
  /// Uploads the fields of the checkpoint, or zeros.
  void uploadInitialFields();
  void startObservers();
  void openOutputs(OutputLock& lock);
  void tellStart() const;
  /// Lets the observers stop or finish, and warns of what they have found.
  void finish(const LoopEnd& end);
  std::size_t valuesPerElement() const { return static_cast<std::size_t>(setup_.discretisation.basis.np()) * 3; }

  const DgtdCase& case_;
  ExistingOutput existing_;
  RunSetup<Real>& setup_;
  std::unique_ptr<ExactSolution> exact_;  ///< exact solution for the initial fields; null: none
  std::map<std::string, std::string> identity_;
  std::optional<Restart> restart_;
  StabilityEstimate stability_;  ///< default-constructed on a restart, which keeps its time step
  TimeAxis axis_;
  std::unique_ptr<TimeStepper<Real>> stepper_;
  ObserverList<Real> observers_;
  RunFacts facts_;
  std::vector<std::string> earlierWarnings_;  ///< on rank 0: of the part before a restart, which a signal had stopped
};

}  // namespace fluxtet::dgtd
