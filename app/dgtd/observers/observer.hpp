// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/timer.hpp"
#include "lib/output/checkpoint.hpp"
#include "lib/output/summary.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Where a run stands.
struct Moment {
  std::int64_t step = 0;  ///< steps done
  double timeE = 0;       ///< s, of the electric field
  double timeH = 0;       ///< s, of the magnetic field, which leap-frog has half a step later
};

/// What an observer takes of the host's memory on this rank from open() on.
struct HostNeed {
  std::int64_t bytes = 0;
  std::string what;    ///< the key that asks for it; empty: nothing worth a look. The same on every rank.
  std::string advice;  ///< how to need less
};

/// Something that looks at the fields of a run while it steps: a probe, the energy, a spectrum, a checkpoint. A run
/// knows its observers by this interface alone. Whatever a constructor can refuse it refuses, and neither it nor
/// start() touches a file. All calls are made on every rank, in the order of the list, and all but next(), keepsH() and
/// endsRun() may be collective.
template <class Real>
class Observer {
 public:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  virtual ~Observer() = default;

  // Before the first step, in this order.
  /// Goes on as the observer did that saved `state`. Called before start(), and on a restart only. Throws InputError.
  virtual void restore(const CheckpointState& /*state*/) {}
  /// Takes the engine's memory. `sums` are those of the checkpoint that the run goes on from, nodal values [element]
  /// [node][xyz] by name; there are none where the run begins at step 0.
  virtual void start(const CheckpointSums<Real>& /*sums*/) {}
  virtual HostNeed hostNeed() const { return {}; }
  /// Opens files; the output directory exists.
  virtual void open() {}

  // While the run steps.
  /// The first step after `step` at which record() is wanted. `step` is -1 at least; a run that does not go on from a
  /// checkpoint asks for step 0 too.
  virtual std::int64_t next(std::int64_t /*step*/) const { return never; }
  /// Whether record() needs the magnetic field of one step before (TimeStepper::advance()).
  virtual bool keepsH() const { return false; }
  /// Called at the steps that next() names, and at no other. It waits for the engine only where it needs the values.
  virtual void record(const Moment& /*now*/) {}
  /// The engine has done all steps up to `now`: called where the loop begins, a few times a second, and at the planned
  /// end.
  virtual void meet(const Moment& /*now*/) {}
  /// Whether the run has nothing more to find and may end. The same on every rank.
  virtual bool endsRun() const { return false; }

  // Checkpoints.
  /// A checkpoint is due.
  virtual void checkpoint(const Moment& /*now*/) {}
  /// Brings what was recorded to the disk, so that a restart finds it. The engine has done all steps.
  virtual void flush() {}
  /// Adds what restore() and start() need.
  virtual void save(CheckpointState& /*state*/, CheckpointSums<Real>& /*sums*/) const {}

  // At the end of a run, one of the first two and then the third.
  /// A signal has ended the run.
  virtual void stop(const Moment& /*last*/) {}
  /// The run has come to its end; what the user should be warned of is appended, the same on every rank.
  virtual void finish(const Moment& /*last*/, std::vector<std::string>& /*warnings*/) {}
  /// Adds what summary.json tells of it.
  virtual void summarise(const Moment& /*last*/, RunSummary& /*summary*/) const {}

  /// Wall time that this rank has spent writing, s; the loop's own time is without it.
  double outputSeconds() const { return outputSeconds_; }

 protected:
  /// Counts its own lifetime as time spent writing.
  ScopedSeconds timeOutput() { return ScopedSeconds(outputSeconds_); }

 private:
  double outputSeconds_ = 0;
};

template <class Real>
using ObserverList = std::vector<std::unique_ptr<Observer<Real>>>;

}  // namespace fluxtet::dgtd
