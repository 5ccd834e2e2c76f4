// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/solverLaunch.hpp"

namespace fluxtet::gpu {

/// What the kernel of conjugate gradients works on. Device pointers, vectors [size].
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

/// The memory behind them.
template <class Real>
class CgWork {
 public:
  explicit CgWork(std::int64_t size)
      : p0_(static_cast<std::size_t>(size)),
        p1_(static_cast<std::size_t>(size)),
        q_(static_cast<std::size_t>(size)),
        partials_(2 * mostSolverBlocks),
        state_(1) {}

  double* partials() { return partials_.data(); }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(p0_.bytes() + p1_.bytes() + q_.bytes() + partials_.bytes() + state_.bytes());
  }
  /// Sets the vectors and the state to the beginning of a run; its residual becomes z.
  CgVectors<Real> begin(const CgRun<Real>& run, bool clearProduct, cudaStream_t stream);
  const DeviceBuffer<CgState>& state() const { return state_; }

 private:
  DeviceBuffer<Real> p0_, p1_, q_;
  DeviceBuffer<double> partials_;
  DeviceBuffer<CgState> state_;
};

}  // namespace fluxtet::gpu
