// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients in kernels that run on the whole GPU: their vectors, and launches between which the host may
// stop.
#pragma once

#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/solverLaunch.hpp"
#include "kernels/static/cuda/vectorKernels.hpp"
#include "lib/base/timer.hpp"

#include <algorithm>

namespace fluxtet::statics::cuda {

/// Vectors [size] and state of the kernel of conjugate gradients. Device pointers.
template <class Real>
struct CgVectors {
  Real* x;
  Real* z;               ///< M^-1 r
  Real *p0, *p1;         ///< directions of this and the last iteration, in turn
  Real* q;               ///< A p
  const Real* diagonal;  ///< M; null: no preconditioner
  std::int64_t size;
  CgState* state;
};

/// Memory of p0, p1, q [size] and of the state of CgVectors, and of partial sums; x and z are those of a CgRun. Throws
/// RunError if there is not enough memory.
template <class Real>
class CgWork {
 public:
  explicit CgWork(std::int64_t size)
      : p0_(static_cast<std::size_t>(size)),
        p1_(static_cast<std::size_t>(size)),
        q_(static_cast<std::size_t>(size)),
        partials_(2 * mostSolverBlocks),
        state_(1) {}

  /// Room for partial sums of two inner products, [2 mostSolverBlocks]. Device pointer.
  double* partials() { return partials_.data(); }
  const DeviceBuffer<CgState>& state() const { return state_; }
  /// Size of the memory, bytes.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(p0_.bytes() + p1_.bytes() + q_.bytes() + partials_.bytes() + state_.bytes());
  }
  /// Sets vectors [size] and state to the beginning of a run; its residual becomes z. `clearProduct`: q is set to zero.
  CgVectors<Real> begin(const CgRun<Real>& run, bool clearProduct, cudaStream_t stream) {
    const auto size = static_cast<std::int64_t>(q_.size());
    divide(run.residual, run.diagonal, size, stream);
    p0_.zero(stream);  // the direction before the first
    if (clearProduct) q_.zero(stream);
    const CgState start = startState(run.gamma, run.limits);
    state_.fromHost({&start, 1}, stream);
    return {run.solution, run.residual, p0_.data(), p1_.data(), q_.data(), run.diagonal, size, state_.data()};
  }

 private:
  DeviceBuffer<Real> p0_, p1_, q_;
  DeviceBuffer<double> partials_;
  DeviceBuffer<CgState> state_;
};

/// State in device memory; waits for the stream.
inline CgState download(const DeviceBuffer<CgState>& deviceState, cudaStream_t stream) {
  CgState state;
  deviceState.toHost({&state, 1}, stream);
  return state;
}

/// Number of iterations in one launch, between which the host may stop the run: a thousand, which hides the launch in
/// small problems, or as many as take a quarter of a second.
class LaunchLength {
 public:
  /// `items`: number of entries of a vector. An entry takes less than 10 ns an iteration, whatever the operator, so
  /// that the first launch, before anything is measured, takes half a second at most.
  explicit LaunchLength(std::int64_t items)
      : length_(within(5e7 / static_cast<double>(std::max<std::int64_t>(items, 1)))) {}

  std::int64_t iterations() const { return length_; }
  /// Takes in that a launch of `iterations` has taken `seconds`, s.
  void took(double seconds, std::int64_t iterations) {
    if (seconds > 0 && iterations > 0) length_ = within(0.25 * static_cast<double>(iterations) / seconds);
  }

 private:
  static std::int64_t within(double length) { return static_cast<std::int64_t>(std::clamp(length, 1.0, 1000.0)); }
  std::int64_t length_;
};

/// Calls launch(limits) until the run ends, which the state in device memory tells, and returns the state. `items`:
/// number of entries of a vector (LaunchLength). Throws SolveStopped if CgRun::stop returns true.
template <class Real, class Launch>
CgState runLaunches(const CgRun<Real>& run, std::int64_t items, const DeviceBuffer<CgState>& deviceState,
                    cudaStream_t stream, const Launch& launch) {
  LaunchLength length(items);
  CgState state = download(deviceState, stream);
  while (state.status == CgState::running && state.iteration < run.limits.maxIterations) {
    stopIfAsked(run.stop);
    const Timer timer;
    const std::int64_t before = state.iteration;
    CgLimits limits = run.limits;
    limits.maxIterations = std::min(limits.maxIterations, before + length.iterations());
    launch(limits);
    state = download(deviceState, stream);
    length.took(timer.seconds(), state.iteration - before);
  }
  return state;
}

}  // namespace fluxtet::statics::cuda
