// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <optional>

namespace fluxtet::dgtd {

/// Lets all ranks act on what only one of them may know: a signal, or that the wall clock asks for a checkpoint. They
/// meet at control points, a few times a second, at steps that rank 0 chooses by the speed of the run: the first after
/// one step, so that the speed is known before many are taken at once.
class RunControl {
 public:
  struct Verdict {
    bool stop = false;        ///< some rank got a signal
    bool checkpoint = false;  ///< a checkpoint is due
  };
  RunControl(const std::optional<CheckpointOutput>& checkpoint, std::int64_t firstStep, MPI_Comm comm);

  /// The first step after `step` at which there is something to decide.
  std::int64_t next(std::int64_t step) const;
  /// Whether the ranks meet at this step. It reads the clock, so that the work must be finished.
  bool meetsAt(std::int64_t step) const { return step >= nextControlStep_; }
  /// Collective at control points only; elsewhere a comparison. Call at every step that next() named.
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
