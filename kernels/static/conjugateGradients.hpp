// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Preconditioned conjugate gradients (Hestenes and Stiefel 1952), the one loop of the static solver: over vectors on
// the host, over vectors on a GPU, and inside a kernel that runs on the whole GPU.
#pragma once

#include "lib/base/hostDevice.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace fluxtet::statics {

/// State of a run of conjugate gradients. Inner products have the unit of the residual squared over that of M.
struct CgState {
  enum Status : std::int32_t { running, converged, notPositive, stagnated };
  double gamma = 0;      ///< (r, M^-1 r)
  double best = 0;       ///< its minimum so far
  double beta = 0;       ///< of the next direction
  double curvature = 0;  ///< (p, A p) of the last direction
  std::int64_t iteration = 0;
  std::int64_t bestAt = 0;  ///< iteration of the minimum
  std::int32_t status = running;
};

/// Limits at which conjugate gradients end.
struct CgLimits {
  double gammaStop;  ///< converged at (r, M^-1 r) <= gammaStop
  std::int64_t maxIterations;
  std::int64_t window;  ///< iterations without a new minimum of (r, M^-1 r) that are stagnation
};

/// Ends an iteration: `gamma` is its (r, M^-1 r), from which the status follows.
FLUXTET_HOST_DEVICE void endIteration(CgState& state, double gamma, const CgLimits& limits) {
  state.beta = gamma / state.gamma;
  state.gamma = gamma;
  ++state.iteration;
  if (gamma < state.best) {
    state.best = gamma;
    state.bestAt = state.iteration;
  }
  // Sums of parts that cancel (element by element) may come out below zero where nothing but rounding is left. What is
  // not a number shows in the next (p, A p).
  if (gamma >= 0 && gamma <= limits.gammaStop)
    state.status = CgState::converged;
  else if (gamma < 0 || state.iteration - state.bestAt > limits.window)
    state.status = CgState::stagnated;
}

/// Iterates until the run ends or has done limits.maxIterations. A system has the vectors x, r, z, p, q of one memory,
/// an operator A and a preconditioner M:
///   void setDirection(beta)         p = z + beta p
///   double applyOperator()          q = A p; returns (p, q)
///   void advance(alpha)             x += alpha p, r -= alpha q
///   double applyPreconditioner()    z = M^-1 r; returns (r, z)
/// It may put an operation off to a later one of the four, so as to pass over its vectors less often.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class System>
FLUXTET_HOST_DEVICE void iterate(System& system, CgState& state, const CgLimits& limits) {
  while (state.status == CgState::running && state.iteration < limits.maxIterations) {
    system.setDirection(state.beta);
    state.curvature = system.applyOperator();
    if (!(state.curvature > 0)) {
      state.status = CgState::notPositive;
      break;
    }
    system.advance(state.gamma / state.curvature);
    endIteration(state, system.applyPreconditioner(), limits);
  }
}

/// State before the first iteration, with gamma = (r, M^-1 r) of the first residual.
inline CgState startState(double gamma, const CgLimits& limits) {
  CgState state;
  state.gamma = state.best = gamma;
  if (gamma <= limits.gammaStop) state.status = CgState::converged;
  return state;
}

/// Throws SolveStopped (solveErrors.hpp) if `stop`, which may be empty, returns true.
void stopIfAsked(const std::function<bool()>& stop);

/// Iterations between two calls of `stop`, where the host drives each iteration: a second or less of the largest
/// problems.
inline constexpr std::int64_t stopInterval = 8;

/// Iterates on the host until the run ends, which `state` tells, or has done limits.maxIterations. Throws SolveStopped
/// if `stop` (SolveSettings::stop) returns true.
template <class System>
void conjugateGradients(System& system, CgState& state, const CgLimits& limits, const std::function<bool()>& stop) {
  while (state.status == CgState::running && state.iteration < limits.maxIterations) {
    stopIfAsked(stop);
    CgLimits part = limits;
    part.maxIterations = std::min(limits.maxIterations, state.iteration + stopInterval);
    iterate(system, state, part);
  }
}

}  // namespace fluxtet::statics
