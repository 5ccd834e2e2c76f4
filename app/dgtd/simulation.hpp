// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/runOptions.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/facts.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/restart.hpp"
#include "app/dgtd/runSetup.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/base/error.hpp"
#include "lib/output/outputLock.hpp"
#include "lib/physics/exactSolution.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace fluxtet::dgtd {

struct LoopEnd;

/// One run of a case on a set-up: its time axis, its observers, from the first step to the last.
template <class Real>
class Simulation {
 public:
  /// Validates what is still to be validated, and creates no file. `setup` has the sources of `theCase`; both outlive
  /// the simulation. Collective. Throws InputError on every rank.
  Simulation(const DgtdCase& theCase, const RunOptions& options, RunSetup<Real>& setup);

  /// Steps to the end (or to the stop that a signal asks for) and writes all results. `lock` of the output directory is
  /// held from there on at the latest. Collective; once only.
  ExitCode run(OutputLock& lock);

  /// What is known of the run before its first step.
  const RunFacts& facts() const { return facts_; }

 private:
  void setTimeAxis();
  void makeStepper();
  void observe();
  void setInitialFields();
  /// Those of a restart, or zeros.
  void uploadInitialFields();
  void startObservers();
  void openOutputs(OutputLock& lock);
  void tellStart() const;
  /// What is to be done where the loop has ended; gives the warnings of the end.
  std::vector<std::string> finish(const LoopEnd& end);
  std::size_t valuesPerElement() const { return static_cast<std::size_t>(setup_.discretisation.basis.np()) * 3; }

  const DgtdCase& case_;
  ExistingOutput existing_;
  RunSetup<Real>& setup_;
  std::unique_ptr<ExactSolution> exact_;  ///< that the fields begin as; null: they begin otherwise
  std::map<std::string, std::string> identity_;
  std::optional<Restart> restart_;
  StabilityEstimate stability_;  ///< empty on a restart, which keeps its time step
  TimeAxis axis_;
  std::unique_ptr<TimeStepper<Real>> stepper_;
  ObserverList<Real> observers_;
  RunFacts facts_;
};

}  // namespace fluxtet::dgtd
