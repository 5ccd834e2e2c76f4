// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/currents.hpp"
#include "kernels/dgtd/cuda/runCounts.hpp"
#include "kernels/dgtd/timeStep.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// How many slices of wave records an engine holds. A slice is the records of one field at one time.
struct WaveSlices {
  static constexpr std::int64_t mostBytes = std::int64_t{64} << 20;  ///< of all slices, unless two take more

  int ofStep = 2;  ///< slices of a step of leap-frog
  int steps = 0;   ///< steps whose slices fit, a power of two; 0: not even those of one step
  int count() const { return std::max(2, steps * ofStep); }

  /// Whether half steps read records of their target at a time of their own: at wave faces, and with jump terms.
  static bool forTarget(const DgtdProblem& problem) {
    return !problem.waveFace.empty() || (!problem.injectedFace.empty() && problem.numFieldsWithJumps() > 0);
  }
  /// bytesEach: bytes of a slice. forTarget: see above. replays: whether steps may be replayed, so that several are
  /// written at once.
  static WaveSlices fitting(std::int64_t bytesEach, bool forTarget, bool replays) {
    WaveSlices slices{.ofStep = forTarget ? 3 : 2};
    for (int steps = 1; replays && steps <= manySteps && steps * slices.ofStep * bytesEach <= mostBytes; steps *= 2)
      slices.steps = steps;
    return slices;
  }
};

/// The plane waves of a problem on the faces through which they enter (docs/theory.md, section 2.4), as wave records
/// (InjectedRun): traces of the sign times the waves, which the kernels of a half step take for outer traces at wave
/// faces and add to the neighbour's own at injected faces.
///
/// Records depend on time alone. So they are written ahead for all half steps of several time steps in one launch, and
/// nothing stands between these half steps: they may overlap. Each field at each time has a slice of its own. The
/// constructor enqueues copies in `stream`.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
                cudaStream_t stream);

  bool none() const { return face_.empty(); }
  std::int64_t bytes() const;
  /// Time steps of `step` that writeSteps() can write at once, a power of two; 0: none.
  int stepsAtOnce(const TimeStep& step) const;
  /// Enqueues the writing of the records that `count` consecutive steps read, at most stepsAtOnce(). first: beginning
  /// of the first of them.
  void writeSteps(const TimeStep& step, int count, const KernelTime& first, cudaStream_t stream);
  /// Whether the records that a half step of `target` reads have been written.
  bool written(Field target, const KernelTime& targetTime, const KernelTime& sourceTime) const;
  /// Enqueues the writing of those that have not. Work that reads the records of earlier times is done before, or
  /// comes before in `stream`.
  void write(Field target, const KernelTime& targetTime, const KernelTime& sourceTime, cudaStream_t stream);
  /// Makes a half step read the records, which have been written.
  void enter(RhsArgs<Real>& args, Field target, const KernelTime& targetTime, const KernelTime& sourceTime) const;
  /// States that the records are no longer those written here: graphs have written others, or will.
  void forget();

 private:
  /// The records of a field at a time.
  struct Instant {
    Field field = Field::E;
    KernelTime time{};
    bool withInjected = false;  ///< those of injected faces too
    /// Whether these records include those of `other`.
    bool covers(const Instant& other) const;
  };
  /// What a half step reads: of its source, and of its target. Without faces (numFaces()) it reads nothing.
  std::array<Instant, 2> instantsOf(Field target, const KernelTime& targetTime, const KernelTime& sourceTime) const;
  /// Number of faces (WaveFace) whose records an instant has.
  std::int32_t numFaces(const Instant& instant) const;
  /// The slice with the records of an instant; -1: there is none.
  int find(const Instant& instant) const;
  /// The instants that the half steps of a step read, with times relative to its beginning.
  std::vector<Instant> instantsOf(const TimeStep& step) const;
  /// Enqueues the writing of instants to slices: of the first of `steps` steps to `slice`, of further steps to those
  /// `slicesOfStep` behind.
  void launch(std::span<const Instant> instants, std::span<const int> slice, int steps, int slicesOfStep,
              const KernelTime& first, cudaStream_t stream);

  int order_;
  /// [target] whether its half steps read the target's records of injected faces
  std::array<bool, 2> injectsTarget_{};
  std::int64_t sliceSize_ = 0;     ///< values of a slice
  std::int32_t numWaveFaces_ = 0;  ///< in face_ they come before injected faces
  WaveSlices slices_;
  std::vector<Instant> inSlice_;      ///< [slice] what it holds
  std::vector<bool> sliceIsWritten_;  ///< [slice] whether it holds something
  DeviceWaveforms waveforms_;
  DeviceBuffer<std::int32_t> waveRecord_;  ///< RhsArgs::waveRecord
  DeviceBuffer<InjectedRun> injected_;     ///< RhsArgs::injected
  DeviceBuffer<WaveFace> face_;
  DeviceBuffer<double> node_, profile_, toBernstein_;
  DeviceBuffer<std::int32_t> waveOf_;
  DeviceBuffer<IncidentWave> wave_;
  DeviceBuffer<Real> records_;  ///< [slice][sliceSize_]
};

}  // namespace fluxtet::dgtd::cuda
