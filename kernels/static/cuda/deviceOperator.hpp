// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"

#include <cstdint>
#include <functional>

namespace fluxtet::gpu {

/// Where conjugate gradients stand, in device memory while they run.
struct CgState {
  enum Status : std::int32_t { running, converged, notPositive, stagnated };
  double gamma = 0;      ///< (r, M^-1 r)
  double best = 0;       ///< its minimum so far
  double beta = 0;       ///< of the next direction
  double curvature = 0;  ///< p.Ap of the last direction
  std::int64_t iteration = 0;
  std::int64_t bestAt = 0;  ///< iteration of the minimum
  std::int32_t status = running;
};

/// When conjugate gradients end.
struct CgLimits {
  double gammaStop;  ///< converged at (r, M^-1 r) <= gammaStop
  std::int64_t maxIterations;
  std::int64_t window;  ///< iterations without a new minimum of (r, M^-1 r) that are stagnation
};

/// One run of preconditioned conjugate gradients for A e = r, from e = 0.
template <class Real>
struct CgRun {
  Real* residual;        ///< [numDofs] r on entry; scratch afterwards
  Real* solution;        ///< [numDofs] e is added to it
  const Real* diagonal;  ///< [numDofs] M; null: no preconditioner
  double gamma;          ///< (r, M^-1 r)
  CgLimits limits;
  std::function<bool()> stop;  ///< SolveSettings::stop
};

/// The matrix of this rank's elements on the GPU, assembled or not, and conjugate gradients with it.
template <class Real>
class DeviceOperator {
 public:
  virtual ~DeviceOperator() = default;
  /// y = A x. Device pointers, [numDofs].
  virtual void apply(const Real* x, Real* y, cudaStream_t stream) = 0;
  /// Returns when it has converged, failed, or used up its iterations, which is told in the state. Throws SolveStopped
  /// if CgRun::stop says so.
  virtual CgState solve(const CgRun<Real>& run, cudaStream_t stream) = 0;
  /// Of the operator's data and its work vectors.
  virtual std::int64_t bytes() const = 0;
};

}  // namespace fluxtet::gpu
