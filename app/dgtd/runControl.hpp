// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace fluxtet::dgtd {

/// Lets all ranks act together on events that one rank may know alone: a signal, or a checkpoint that is due by wall
/// clock. The ranks communicate at control points, a few times a second. Rank 0 chooses the step of the next control
/// point from the measured time per step. The first is after one step, which measures that time.
class RunControl {
 public:
  struct Verdict {
    bool stop = false;        ///< some rank has received a signal
    bool checkpoint = false;  ///< a checkpoint is due
  };
  /// `checkpoint`: interval in steps or seconds of wall clock; none: no checkpoints. `firstStep`: step of the first
  /// field.
  RunControl(const std::optional<CheckpointOutput>& checkpoint, std::int64_t firstStep, MPI_Comm comm);

  /// The first step after `step` at which at() must be called: a control point or a checkpoint.
  std::int64_t next(std::int64_t step) const;
  /// Whether `step` is a control point. at() then reads the clock, so the caller first waits for the engine.
  bool meetsAt(std::int64_t step) const { return step >= nextControlStep_; }
  /// What to do at `step`. Call it at every step that next() names. Collective at control points, local at others.
  Verdict at(std::int64_t step);

 private:
  using Clock = std::chrono::steady_clock;
  MPI_Comm comm_;
  std::optional<std::int64_t> checkpointSteps_;
  std::optional<double> checkpointSeconds_;
  Clock::time_point lastCheckpoint_, lastControl_;
  std::int64_t lastControlStep_, nextControlStep_;
};

}  // namespace fluxtet::dgtd
