// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/runControl.hpp"

#include "app/dgtd/observers/schedule.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/signals.hpp"

#include <algorithm>
#include <array>

namespace fluxtet::dgtd {
namespace {
constexpr double controlSeconds = 0.2;  ///< s between control points
}

RunControl::RunControl(const std::optional<CheckpointOutput>& checkpoint, std::int64_t firstStep, MPI_Comm comm)
    : comm_(comm),
      lastCheckpoint_(Clock::now()),
      lastControl_(Clock::now()),
      lastControlStep_(firstStep),
      nextControlStep_(firstStep + 1) {
  if (!checkpoint) return;
  checkpointSteps_ = checkpoint->every.steps;
  checkpointSeconds_ = checkpoint->every.seconds;
}

std::int64_t RunControl::next(std::int64_t step) const {
  const std::int64_t control = std::max(step + 1, nextControlStep_);
  return checkpointSteps_ ? std::min(control, nextMultiple(step, *checkpointSteps_)) : control;
}

RunControl::Verdict RunControl::at(std::int64_t step) {
  Verdict verdict;
  verdict.checkpoint = checkpointSteps_ && step % *checkpointSteps_ == 0;
  if (!meetsAt(step)) return verdict;

  const auto now = Clock::now();
  const double perStep =
      std::chrono::duration<double>(now - lastControl_).count() / static_cast<double>(step - lastControlStep_);
  // The clock of rank 0 decides: the other ranks contribute zero to the maximum. [signal, checkpoint, steps to go]
  std::array<std::int64_t, 3> votes{stopSignal() != 0 ? 1 : 0, 0, 0};
  if (mpiRank(comm_) == 0) {
    const double sinceCheckpoint = std::chrono::duration<double>(now - lastCheckpoint_).count();
    votes[1] = checkpointSeconds_ && sinceCheckpoint >= *checkpointSeconds_ ? 1 : 0;
    votes[2] = static_cast<std::int64_t>(std::clamp(controlSeconds / std::max(perStep, 1e-9), 1.0, 1e6));
  }
  mpiCheck(MPI_Allreduce(MPI_IN_PLACE, votes.data(), 3, MPI_INT64_T, MPI_MAX, comm_));
  verdict.stop = votes[0] != 0;
  verdict.checkpoint = verdict.checkpoint || votes[1] != 0;
  if (votes[1] != 0) lastCheckpoint_ = now;
  lastControl_ = now;
  lastControlStep_ = step;
  nextControlStep_ = step + votes[2];
  return verdict;
}

}  // namespace fluxtet::dgtd
