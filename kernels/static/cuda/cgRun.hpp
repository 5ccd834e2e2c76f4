// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// How a run of conjugate gradients goes on and ends, whoever computes its sums.
#pragma once

#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/solveStop.hpp"
#include "lib/base/hostDevice.hpp"
#include "lib/base/timer.hpp"

#include <algorithm>

namespace fluxtet::gpu {

/// Takes in the new (r, M^-1 r) and judges it.
FLUXTET_HOST_DEVICE void endIteration(CgState& state, double gamma, const CgLimits& limits) {
  state.beta = gamma / state.gamma;
  state.gamma = gamma;
  ++state.iteration;
  if (gamma < state.best) {
    state.best = gamma;
    state.bestAt = state.iteration;
  }
  // Sums of parts that cancel (element by element) may come out below zero where nothing but rounding is left. What is
  // not a number shows in the next p.Ap.
  if (gamma >= 0 && gamma <= limits.gammaStop)
    state.status = CgState::converged;
  else if (gamma < 0 || state.iteration - state.bestAt > limits.window)
    state.status = CgState::stagnated;
}

inline CgState download(const DeviceBuffer<CgState>& deviceState, cudaStream_t stream) {
  CgState state;
  deviceState.toHost({&state, 1}, stream);
  return state;
}

/// Iterations of one launch, between which the host may stop the run: a thousand, which hides the launch in small
/// problems, or as many as take a quarter of a second.
class LaunchLength {
 public:
  /// `items`: entries of the vectors. They take less than 10 ns an iteration, whatever the operator, so that the first
  /// launch, before anything is measured, takes half a second at most.
  explicit LaunchLength(std::int64_t items)
      : length_(within(5e7 / static_cast<double>(std::max<std::int64_t>(items, 1)))) {}

  std::int64_t iterations() const { return length_; }
  /// A launch of `iterations` has taken that long.
  void took(double seconds, std::int64_t iterations) {
    if (seconds > 0 && iterations > 0) length_ = within(0.25 * static_cast<double>(iterations) / seconds);
  }

 private:
  static std::int64_t within(double length) { return static_cast<std::int64_t>(std::clamp(length, 1.0, 1000.0)); }
  std::int64_t length_;
};

/// Launches iterate(limits) until the run ends. `items`: see LaunchLength.
template <class Real, class Iterate>
CgState runLaunches(const CgRun<Real>& run, std::int64_t items, const DeviceBuffer<CgState>& deviceState,
                    cudaStream_t stream, Iterate iterate) {
  LaunchLength length(items);
  CgState state = download(deviceState, stream);
  while (state.status == CgState::running && state.iteration < run.limits.maxIterations) {
    stopIfAsked(run.stop);
    const Timer timer;
    const std::int64_t before = state.iteration;
    CgLimits limits = run.limits;
    limits.maxIterations = std::min(limits.maxIterations, before + length.iterations());
    iterate(limits);
    state = download(deviceState, stream);
    length.took(timer.seconds(), state.iteration - before);
  }
  return state;
}

}  // namespace fluxtet::gpu
