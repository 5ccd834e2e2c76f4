// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients in one cooperative kernel, for any operator that is applied by the whole grid:
//   accumulates         apply() adds to y, which is zero on entry
//   blocksPerProcessor  1 or 2: 128 or 64 registers are left to a thread
//   apply(x, y, grid)   y = A x, x.keep() once for each entry; returns the thread's part of (x, A x)
#pragma once

#include "kernels/static/cuda/cgRun.hpp"
#include "kernels/static/cuda/gridSum.cuh"

namespace fluxtet::statics::cuda {

/// The vector that an operator is applied to: entries of memory.
template <class Real>
struct StoredVector {
  const Real* x;
  __device__ Real at(std::int64_t i) const { return x[i]; }
  __device__ void keep(std::int64_t, Real) const {}
};

/// The direction p = z + beta pOld, made where it is read, so that no barrier is spent on it. Who owns entry i keeps it
/// for the next iteration.
template <class Real>
struct Direction {
  const Real *z, *old;
  Real* next;
  Real beta;
  __device__ Real at(std::int64_t i) const { return z[i] + beta * old[i]; }
  __device__ void keep(std::int64_t i, Real value) const { next[i] = value; }
};

/// x += alpha p, z -= alpha M^-1 q; returns the thread's part of (r, M^-1 r) = (z, M z). Two entries are under way at
/// once. An operator that accumulates into q finds it zero again.
template <bool clear, class Real>
__device__ double updateSolution(const CgVectors<Real>& v, const Real* p, Real alpha) {
  constexpr int batch = 2;
  const std::int64_t stride = gridThreads();
  double gamma = 0;
  for (std::int64_t first = gridThread(); first < v.size; first += batch * stride) {
    Real x[batch], z[batch], q[batch], direction[batch], m[batch];
#pragma unroll
    for (int k = 0; k < batch; ++k) {
      const std::int64_t i = first + k * stride;
      if (i < v.size) {
        x[k] = v.x[i];
        z[k] = v.z[i];
        q[k] = v.q[i];
        direction[k] = p[i];
        m[k] = v.diagonal ? v.diagonal[i] : Real(1);
      }
    }
#pragma unroll
    for (int k = 0; k < batch; ++k) {
      const std::int64_t i = first + k * stride;
      if (i < v.size) {
        const Real updated = z[k] - alpha * q[k] / m[k];
        v.x[i] = x[k] + alpha * direction[k];
        v.z[i] = updated;
        if constexpr (clear) v.q[i] = 0;
        gamma += static_cast<double>(updated) * updated * m[k];
      }
    }
  }
  return gamma;
}

/// y = A x by the whole grid; y is zero on entry if the operator accumulates.
template <class Operator, class Real>
__global__ void __launch_bounds__(solverThreads, Operator::blocksPerProcessor)
    applyKernel(Operator A, const Real* x, Real* y, double* partials) {
  WholeGrid grid(partials);
  A.apply(StoredVector<Real>{x}, y, grid);
}

/// A x = b for conjugate gradients (iterate()) by all threads of the grid, with Jacobi's preconditioner and on z = M^-1
/// r, which stands for r. Directions are made where the product reads them, steps where (r, z) is summed, so that there
/// are two barriers of the grid an iteration besides those of the product: at (p, A p) and at (r, z). Bytes an
/// iteration beside the matrix: 11 reals an unknown.
template <class Operator, class Real>
class GridSystem {
 public:
  __device__ GridSystem(const Operator& A, const CgVectors<Real>& vectors, double* partials, std::int64_t iteration)
      : A_(A), v_(vectors), grid_(partials), iteration_(iteration) {}

  __device__ void setDirection(double beta) {
    const bool odd = iteration_++ & 1;
    direction_ = {v_.z, odd ? v_.p1 : v_.p0, odd ? v_.p0 : v_.p1, static_cast<Real>(beta)};
  }
  __device__ double applyOperator() { return grid_.sum(A_.apply(direction_, v_.q, grid_)); }
  __device__ void advance(double alpha) { alpha_ = static_cast<Real>(alpha); }
  __device__ double applyPreconditioner() {
    return grid_.sum(updateSolution<Operator::accumulates>(v_, direction_.next, alpha_));
  }
  __device__ void sync() const { grid_.sync(); }

 private:
  const Operator& A_;
  const CgVectors<Real>& v_;
  WholeGrid grid_;
  Direction<Real> direction_{};
  Real alpha_ = 0;
  std::int64_t
      iteration_;  ///< by its parity p0 or p1 is the new direction; a flag made the kernel 6 % slower on an H200
};

/// Iterates in one cooperative kernel.
template <class Operator, class Real>
__global__ void __launch_bounds__(solverThreads, Operator::blocksPerProcessor)
    cgKernel(Operator A, CgVectors<Real> v, double* partials, CgLimits limits) {
  CgState state = *v.state;
  GridSystem<Operator, Real> system(A, v, partials, state.iteration);
  iterate(system, state, limits);
  system.sync();
  if (gridThread() == 0) *v.state = state;
}

/// Launches applyKernel. `items`: of the operator's longest loop.
template <class Operator, class Real>
void launchApply(const Operator& A, std::int64_t items, const Real* x, Real* y, double* partials, cudaStream_t stream) {
  const auto kernel = applyKernel<Operator, Real>;
  launchCooperative("the product of a matrix and a vector", kernel, residentBlocks(kernel, items), stream, A, x, y,
                    partials);
}

/// Runs cgKernel until it ends.
template <class Operator, class Real>
CgState runCg(const Operator& A, std::int64_t items, CgWork<Real>& work, const CgRun<Real>& run, cudaStream_t stream) {
  const auto kernel = cgKernel<Operator, Real>;
  const int blocks = residentBlocks(kernel, items);
  const CgVectors<Real> vectors = work.begin(run, Operator::accumulates, stream);
  return runLaunches(run, vectors.size, work.state(), stream, [&](const CgLimits& limits) {
    launchCooperative("conjugate gradients", kernel, blocks, stream, A, vectors, work.partials(), limits);
  });
}

}  // namespace fluxtet::statics::cuda
