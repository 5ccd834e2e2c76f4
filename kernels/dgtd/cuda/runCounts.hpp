// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// Time steps of the largest graph of replayed steps: enough to hide the launch of the next graph.
inline constexpr int manySteps = 16;
static_assert(std::has_single_bit(static_cast<unsigned>(manySteps)), "CudaEngine::StepGraph says why");

/// The counts of an engine by which half steps, streams and ranks order each other, as they stand when all work
/// enqueued so far is done, and the launch arguments that state counts and times.
///
/// The arguments of a launch that takes place once are plain numbers. Those of a launch that is recorded in a graph are
/// relative to a RunPosition in device memory. A recorded graph ends with a kernel that moves the position on by the
/// steps and counts of the graph, so that the next replay goes on from there.
class RunCounts {
 public:
  RunCounts() : position_(1) {}

  std::uint32_t of(Count count) const { return present_[static_cast<std::size_t>(count)]; }
  std::uint32_t add(Count count, std::uint32_t number) { return present_[static_cast<std::size_t>(count)] += number; }
  void reset(Count count) { present_[static_cast<std::size_t>(count)] = 0; }
  /// Bytes sent to other ranks, which no kernel needs to know.
  std::int64_t bytesSent() const { return bytesSent_; }
  void addBytesSent(std::int64_t number) { bytesSent_ += number; }

  /// Launch arguments: of() as it stands now; and a time, s, which is relative to the beginning of the time step during
  /// a recording.
  KernelCount argument(Count count) const;
  KernelTime argument(double time) const;

  /// Records steps of length `dt`, s, as long as it exists: argument() then gives relative values.
  class Recording {
   public:
    Recording(RunCounts& counts, double dt);
    /// The counts are again those of before the recording, because nothing that was recorded has run.
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;
    /// States that the step is recorded which comes `ahead` steps after the first one.
    void beginStep(int ahead) { counts_.ahead_ = ahead; }
    /// What the `steps` steps recorded so far add to a position.
    RunPosition moved(int steps) const;
    /// Bytes that they send.
    std::int64_t bytesSent() const { return counts_.bytesSent_ - bytesBefore_; }

   private:
    RunCounts& counts_;
    std::int64_t bytesBefore_;
  };
  bool isRecording() const { return recording_; }

  /// Enqueues in `stream`: sets the position in device memory to step `step` and to the present counts.
  void setPosition(std::int64_t step, cudaStream_t stream);
  /// Enqueues in `stream`: adds `moved` to the position in device memory. The last part of a recording.
  void movePosition(const RunPosition& moved, cudaStream_t stream) { launchAdvance(position_.data(), moved, stream); }
  /// Takes note that a graph has been enqueued whose steps add `moved` and send so many bytes.
  void advance(const RunPosition& moved, std::int64_t bytesSent);

 private:
  using Counts = std::array<std::uint32_t, numCounts>;

  Counts present_{}, origin_{};  ///< origin_: at the beginning of the recording
  bool recording_ = false;
  int ahead_ = 0;
  double dt_ = 0;
  std::int64_t bytesSent_ = 0;
  DeviceBuffer<RunPosition> position_;  ///< [1]
};

}  // namespace fluxtet::dgtd::cuda
