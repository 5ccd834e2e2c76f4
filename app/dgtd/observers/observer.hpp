// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/timer.hpp"
#include "lib/output/checkpoint.hpp"
#include "lib/output/summary.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A state of a run.
struct Moment {
  std::int64_t step = 0;  ///< steps done
  double timeE = 0;       ///< s, of the electric field
  double timeH = 0;       ///< s, of the magnetic field; with leap-frog dt / 2 later
};

/// Memory of the host that an observer allocates on this rank in open().
struct HostNeed {
  std::int64_t bytes = 0;
  std::string what;    ///< key that asks for it; empty: too little to check. The same on every rank.
  std::string advice;  ///< how to need less
};

/// Interface of everything that uses the fields of a run while it steps: probes, energy, spectra, checkpoints. The
/// constructor makes all checks of the input. The constructor and start() touch no file. All calls are made on every
/// rank, in the order of the list; all but next(), keepsH() and endsRun() may be collective.
template <class Real>
class Observer {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual ~Observer() = default;

  // Before the first step, in this order.
  /// Restores the state that save() has put into a checkpoint. Called on a restart only. Throws InputError if the run
  /// cannot continue it.
  virtual void restore(const CheckpointState& /*state*/) {}
  /// Adds the names and places of the sums that start() needs on a restart, without values.
  virtual void listSums(CheckpointSums<Real>& /*sums*/) const {}
  /// Allocates memory of the engine. `sums`: those of listSums() from the restart's checkpoint; empty without a
  /// restart.
  virtual void start(const CheckpointSums<Real>& /*sums*/) {}
  virtual HostNeed hostNeed() const { return {}; }
  /// Opens files in the output directory, which exists.
  virtual void open() {}

  // During the time steps.
  /// The first step after `step` at which record() is due. `step` is at least -1; without a restart, step 0 may be due.
  virtual std::int64_t next(std::int64_t /*step*/) const { return never; }
  /// Whether record() needs the magnetic field of the step before (`keepH` of TimeStepper::advance()).
  virtual bool keepsH() const { return false; }
  /// Takes the values of this step. Called at the steps that next() names only. It waits for the engine only if it
  /// needs values on the host.
  virtual void record(const Moment& /*now*/) {}
  /// Records of points that are due at every step.
  struct StepRecords {
    std::vector<int> handles;  ///< of PointSamples of this rank
    std::int64_t room;         ///< so many steps; record() is called at the one after. The same on every rank.
  };
  /// What record() does at each of the steps from the next one on, if it is due at each and records points alone. The
  /// engine may then do that, so that it need not stop at every step. Once some steps have been enqueued,
  /// noteRecorded() is called for each of them in place of record().
  virtual std::optional<StepRecords> recordsOfSteps(std::int64_t /*step*/) const { return std::nullopt; }
  virtual void noteRecorded(const Moment& /*now*/) {}
  /// Called when the engine has finished all steps up to `now`: at the beginning of the loop, a few times a second, and
  /// at the planned end.
  virtual void meet(const Moment& /*now*/) {}
  /// Whether the run may end before its planned end. The same on every rank.
  virtual bool endsRun() const { return false; }

  // Checkpoints.
  /// Called when a checkpoint is due.
  virtual void checkpoint(const Moment& /*now*/) {}
  /// Writes the recorded values to disk, for a restart. The engine has finished all steps.
  virtual void flush() {}
  /// Adds the state that restore() and start() need.
  virtual void save(CheckpointState& /*state*/, CheckpointSums<Real>& /*sums*/) const {}

  // At the end of a run: stop() or finish(), then summarise().
  /// Called when a signal has ended the run.
  virtual void stop(const Moment& /*last*/) {}
  /// Called at the regular end of the run. Appends warnings, the same on every rank.
  virtual void finish(const Moment& /*last*/, std::vector<std::string>& /*warnings*/) {}
  /// Adds this observer's part of summary.json.
  virtual void summarise(const Moment& /*last*/, RunSummary& /*summary*/) const {}

  /// Wall time that this rank has spent on writing, s.
  double outputSeconds() const { return outputSeconds_; }

 protected:
  /// Returns an object whose lifetime counts as time spent on writing.
  ScopedSeconds timeOutput() { return ScopedSeconds(outputSeconds_); }

 private:
  double outputSeconds_ = 0;
};

template <class Real>
using ObserverList = std::vector<std::unique_ptr<Observer<Real>>>;

}  // namespace fluxtet::dgtd
