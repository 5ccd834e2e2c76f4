// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/runControl.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {

/// State at the end of a time loop.
struct LoopEnd {
  Moment last;
  bool stopped = false;  ///< a signal has ended the loop
  double seconds = 0;    ///< s, wall time of the steps without that of writing outputs
};

/// Advances the fields and calls the observers. It asks the stepper for all steps up to the next observer or control
/// point at once. It waits for the engine at control points and at the end only.
template <class Real>
class TimeLoop {
 public:
  TimeLoop(FieldEngine<Real>& engine, TimeStepper<Real>& stepper, const TimeAxis& axis,
           const ObserverList<Real>& observers)
      : engine_(engine), stepper_(stepper), axis_(axis), observers_(observers) {}

  /// Step number and times of both fields after `step` steps.
  Moment momentAt(std::int64_t step) const;
  /// Calls record() of the observers that are due at this step. Collective.
  void record(std::int64_t step) const { record(step, {}); }
  /// Takes the steps from `first` to the planned end of the time axis, or until an observer or a signal ends the run.
  /// Collective.
  LoopEnd run(std::int64_t first, RunControl& control) const;

 private:
  /// Observers whose records the engine takes at every step (Observer::recordsOfSteps()).
  struct RecordedByEngine {
    std::vector<Observer<Real>*> observers;
    std::vector<int> handles;
    std::int64_t last = Observer<Real>::never;  ///< step up to which there is room
    bool has(const Observer<Real>& observer) const {
      return std::find(observers.begin(), observers.end(), &observer) != observers.end();
    }
  };
  RecordedByEngine recordedByEngine(std::int64_t step) const;
  /// Calls record() of the other observers that are due at this step.
  void record(std::int64_t step, const RecordedByEngine& recorded) const;
  /// The first step after `step` at which another observer records.
  std::int64_t next(std::int64_t step, const RecordedByEngine& recorded) const;
  /// `handles`: of PointSamples, recorded after every step.
  void advance(std::int64_t from, std::int64_t to, const std::vector<int>& handles) const;
  bool isAtEnd(std::int64_t step) const;
  void meet(const Moment& now) const;
  double outputSeconds() const;

  FieldEngine<Real>& engine_;
  TimeStepper<Real>& stepper_;
  TimeAxis axis_;
  const ObserverList<Real>& observers_;
};

}  // namespace fluxtet::dgtd
