// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/runControl.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "kernels/dgtd/fieldEngine.hpp"

#include <cstdint>

namespace fluxtet::dgtd {

/// Where a loop has ended.
struct LoopEnd {
  Moment last;
  bool stopped = false;  ///< by a signal
  double seconds = 0;    ///< wall time of the steps, without what observers took to write
};

/// Steps the fields and lets observers look at them. It takes as many steps at once as no observer and no control point
/// lies between, and waits for the engine at control points and at the end only.
template <class Real>
class TimeLoop {
 public:
  TimeLoop(FieldEngine<Real>& engine, TimeStepper<Real>& stepper, const TimeAxis& axis,
           const ObserverList<Real>& observers)
      : engine_(engine), stepper_(stepper), axis_(axis), observers_(observers) {}

  /// Where the fields stand after `step` steps.
  Moment momentAt(std::int64_t step) const;
  /// Lets the observers record that want this step. Collective.
  void record(std::int64_t step) const;
  /// Steps from `first` to the planned end, to where an observer ends the run, or to a signal. Collective.
  LoopEnd run(std::int64_t first, RunControl& control) const;

 private:
  /// The first step after `step` at which an observer records.
  std::int64_t next(std::int64_t step) const;
  void advance(std::int64_t from, std::int64_t to) const;
  bool isAtEnd(std::int64_t step) const;
  void meet(const Moment& now) const;
  double outputSeconds() const;

  FieldEngine<Real>& engine_;
  TimeStepper<Real>& stepper_;
  TimeAxis axis_;
  const ObserverList<Real>& observers_;
};

}  // namespace fluxtet::dgtd
