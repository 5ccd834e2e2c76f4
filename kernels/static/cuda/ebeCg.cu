// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cgRun.hpp"
#include "kernels/static/cuda/ebePhases.cuh"
#include "kernels/static/cuda/problem/launch.hpp"

#include <numeric>
#include <vector>

namespace fluxtet::statics::cuda {
namespace {

/// Calls function(integral_constant<int, nd>, integral_constant<ReductionKind, reduction>).
template <class Function>
decltype(auto) withEbe(int nd, ReductionKind reduction, Function&& function) {
  return withNodes(nd, [&](auto nodes) {
    switch (reduction) {
      case ReductionKind::adjacent:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::adjacent>{});
      case ReductionKind::remapped:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::remapped>{});
      case ReductionKind::shuffle:
        return function(nodes, std::integral_constant<ReductionKind, ReductionKind::shuffle>{});
    }
    throw std::logic_error("unknown reduction");
  });
}

/// Kernel 1 waits for memory in short loops: more threads hide that; an element of order 2 needs the registers.
constexpr int blocksPerProcessor(int nd) {
  return nd <= 4 ? 2 : 1;
}

/// The problem for conjugate gradients (iterate()) by all threads of the grid, in the paper's kernels; three barriers
/// of the grid an iteration.
template <int nd, ReductionKind kind, class Real>
class EbeGridSystem {
 public:
  __device__ EbeGridSystem(const EbeVectors<Real>& vectors, double* partials) : v_(vectors), grid_(partials) {}

  __device__ void setDirection(double beta) { beta_ = static_cast<Real>(beta); }
  __device__ double applyOperator() { return grid_.sumOfBlocks(ebeDirection<nd, kind>(v_, beta_)); }
  __device__ void advance(double alpha) {
    ebeAdvance<nd>(v_, static_cast<Real>(alpha));
    grid_.sync();
  }
  __device__ double applyPreconditioner() { return grid_.sumOfBlocks(ebeResidual<nd, kind>(v_)); }
  __device__ void sync() const { grid_.sync(); }

 private:
  const EbeVectors<Real>& v_;
  WholeGrid grid_;
  Real beta_ = 0;
};

/// The whole iteration in one cooperative kernel.
template <int nd, ReductionKind kind, class Real>
__global__ void __launch_bounds__(solverThreads, blocksPerProcessor(nd))
    ebeKernel(EbeVectors<Real> v, CgState* deviceState, double* partials, CgLimits limits) {
  EbeGridSystem<nd, kind, Real> system(v, partials);
  CgState state = *deviceState;
  if (state.iteration == 0) {
    system.advance(0);
    state.gamma = state.best = system.applyPreconditioner();
  }
  iterate(system, state, limits);
  system.sync();
  if (gridThread() == 0) *deviceState = state;
}

template <int nd, ReductionKind kind, class Real>
__global__ void __launch_bounds__(solverThreads, blocksPerProcessor(nd))
    directionKernel(EbeVectors<Real> v, Real beta, double* partials) {
  const double part = ebeDirection<nd, kind>(v, beta);
  if (threadIdx.x == 0) partials[blockIdx.x] = part;
}
template <int nd, class Real>
__global__ void __launch_bounds__(solverThreads, blocksPerProcessor(nd)) advanceKernel(EbeVectors<Real> v, Real alpha) {
  ebeAdvance<nd>(v, alpha);
}
template <int nd, ReductionKind kind, class Real>
__global__ void __launch_bounds__(solverThreads, blocksPerProcessor(nd))
    residualKernel(EbeVectors<Real> v, double* partials) {
  const double part = ebeResidual<nd, kind>(v);
  if (threadIdx.x == 0) partials[blockIdx.x] = part;
}

/// The problem of one of several ranks for conjugate gradients (iterate()), in kernels that the host launches.
template <int nd, ReductionKind kind, class Real>
class EbeSystem {
 public:
  EbeSystem(const EbeVectors<Real>& v, RankSums<Real>& ranks, cudaStream_t stream)
      : v_(v),
        ranks_(ranks),
        stream_(stream),
        blocks_(std::min(blocksOf(v.numElements), mostSolverBlocks)),
        partials_(static_cast<std::size_t>(blocks_)) {}

  void setDirection(double beta) { beta_ = static_cast<Real>(beta); }
  double applyOperator() {
    directionKernel<nd, kind><<<grid(), solverThreads, 0, stream_>>>(v_, beta_, partials_.data());
    checkLaunch("the directions of elements");
    return sum();
  }
  void advance(double alpha) {
    advanceKernel<nd><<<grid(), solverThreads, 0, stream_>>>(v_, static_cast<Real>(alpha));
    checkLaunch("the step of elements");
    ranks_.sumTable(v_.table, stream_);
  }
  double applyPreconditioner() {
    residualKernel<nd, kind><<<grid(), solverThreads, 0, stream_>>>(v_, partials_.data());
    checkLaunch("the residuals of elements");
    return sum();
  }

 private:
  unsigned grid() const { return static_cast<unsigned>(blocks_); }
  double sum() const {
    std::vector<double> parts(partials_.size());
    partials_.toHost(parts, stream_);
    return ranks_.sum(std::accumulate(parts.begin(), parts.end(), 0.0));
  }

  EbeVectors<Real> v_;
  RankSums<Real>& ranks_;
  cudaStream_t stream_;
  int blocks_;
  DeviceBuffer<double> partials_;
  Real beta_ = 0;
};

}  // namespace

template <class Real>
CgState ebeCg(const EbeVectors<Real>& v, int nodesPerElement, ReductionKind reduction, const CgRun<Real>& run,
              cudaStream_t stream) {
  DeviceBuffer<double> partials(2 * mostSolverBlocks);
  DeviceBuffer<CgState> deviceState(1);
  const CgState start;
  deviceState.fromHost({&start, 1}, stream);
  return withEbe(nodesPerElement, reduction, [&](auto nd, auto kind) {
    const auto kernel = ebeKernel<nd, kind, Real>;
    const int blocks = residentBlocks(kernel, v.numElements);
    const std::int64_t items = std::int64_t{v.numElements} * nodesPerElement;
    return runLaunches(run, items, deviceState, stream, [&](const CgLimits& limits) {
      launchCooperative("conjugate gradients element by element", kernel, blocks, stream, v, deviceState.data(),
                        partials.data(), limits);
    });
  });
}

template <class Real>
CgState coupledEbeCg(const EbeVectors<Real>& v, int nodesPerElement, ReductionKind reduction, const CgRun<Real>& run,
                     RankSums<Real>& ranks, cudaStream_t stream) {
  return withEbe(nodesPerElement, reduction, [&](auto nd, auto kind) {
    EbeSystem<nd, kind, Real> system(v, ranks, stream);
    system.advance(0);
    CgState state = startState(system.applyPreconditioner(), run.limits);
    conjugateGradients(system, state, run.limits, run.stop);
    return state;
  });
}

template CgState ebeCg(const EbeVectors<float>&, int, ReductionKind, const CgRun<float>&, cudaStream_t);
template CgState ebeCg(const EbeVectors<double>&, int, ReductionKind, const CgRun<double>&, cudaStream_t);
template CgState coupledEbeCg(const EbeVectors<float>&, int, ReductionKind, const CgRun<float>&, RankSums<float>&,
                              cudaStream_t);
template CgState coupledEbeCg(const EbeVectors<double>&, int, ReductionKind, const CgRun<double>&, RankSums<double>&,
                              cudaStream_t);

}  // namespace fluxtet::statics::cuda
