// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// How a run of conjugate gradients goes on and ends, whoever computes its sums.
#pragma once

#include "base/hostDevice.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"

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

/// Launches iterate(limits) until the run ends, a thousand iterations each time.
template <class Real, class Iterate>
CgState runLaunches(const CgRun<Real>& run, const DeviceBuffer<CgState>& deviceState, cudaStream_t stream,
                    Iterate iterate) {
  constexpr std::int64_t iterationsPerLaunch = 1000;
  CgState state = download(deviceState, stream);
  while (state.status == CgState::running && state.iteration < run.limits.maxIterations) {
    CgLimits limits = run.limits;
    limits.maxIterations = std::min(limits.maxIterations, state.iteration + iterationsPerLaunch);
    iterate(limits);
    state = download(deviceState, stream);
  }
  return state;
}

}  // namespace fluxtet::gpu
