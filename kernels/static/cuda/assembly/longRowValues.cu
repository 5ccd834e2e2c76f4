// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/elementAccess.cuh"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/longRowKernels.hpp"
#include "kernels/static/cuda/assembly/search.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::gpu {
namespace {

constexpr int blockSize = 64, warpsPerBlock = 8;

/// Sum over the warp, in a fixed order; lane 0 has it.
__device__ double warpSum(double value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}

/// What one contribution adds to its entry.
template <FormKind form, int order, class Real>
__device__ Real entryTerm(const ProblemView<Real>& problem, const LongRowArgs& args, std::uint32_t i) {
  using El = Element<form, order>;
  const std::uint32_t contribution = args.contribution[i], node = args.node[contribution / El::nd];
  Real K[El::packed], f[El::nd];
  integrateElement<form, order>(problem, static_cast<std::int32_t>(node / El::nd), K, f);
  return K[packedIndex(static_cast<int>(node % El::nd), static_cast<int>(contribution % El::nd))];
}

/// What one node adds to the right-hand side of its row, prescribed values included.
template <FormKind form, int order, class Real>
__device__ Real loadTerm(const ProblemView<Real>& problem, const LongRowArgs& args, std::uint32_t i) {
  using El = Element<form, order>;
  const auto e = static_cast<std::int32_t>(args.node[i] / El::nd);
  const int a = static_cast<int>(args.node[i] % El::nd);
  Real K[El::packed], f[El::nd];
  integrateElement<form, order>(problem, e, K, f);
  Real load = f[a];
  for (int b = 0; b < El::nd; ++b) {
    const std::int32_t dof = problem.elementDof[static_cast<std::int64_t>(e) * El::nd + b];
    if (dof < 0) load -= K[packedIndex(a, b)] * problem.prescribed[-1 - dof];
  }
  return load;
}

/// One block a chunk.
template <FormKind form, int order, bool ofEntries, class Real>
__global__ void __launch_bounds__(blockSize)
    chunkKernel(ProblemView<Real> problem, LongRowArgs args, SumRanges ranges, double* partial) {
  __shared__ double part[blockSize / 32];
  const auto chunk = static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t range = lowerBound(ranges.chunkBegin, ranges.ranges + 1, chunk + 1) - 1;
  const std::uint32_t first = ranges.begin[range] + (chunk - ranges.chunkBegin[range]) * maxChunk;
  const std::uint32_t end = min(first + maxChunk, ranges.begin[range + 1]);
  double sum = 0;
  for (std::uint32_t i = first + threadIdx.x; i < end; i += blockSize) {
    if constexpr (ofEntries) {
      sum += entryTerm<form, order>(problem, args, i);
    } else {
      sum += loadTerm<form, order>(problem, args, i);
    }
  }
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) partial[chunk] = part[0] + part[1];
}

/// One warp a range.
template <class Real>
__global__ void __launch_bounds__(32 * warpsPerBlock) rangeKernel(SumRanges ranges, const double* partial, Real* out) {
  const std::int64_t range = static_cast<std::int64_t>(blockIdx.x) * warpsPerBlock + threadIdx.x / 32;
  if (range >= ranges.ranges) return;
  double sum = 0;
  for (std::int32_t c = ranges.chunkBegin[range] + threadIdx.x % 32; c < ranges.chunkBegin[range + 1]; c += 32)
    sum += partial[c];
  sum = warpSum(sum);
  if (threadIdx.x % 32 == 0) out[ranges.target[range]] = static_cast<Real>(sum);
}

template <bool ofEntries, class Real>
void launchSums(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& ranges, double* partial,
                Real* out, cudaStream_t stream) {
  withElement(problem.form, problem.order, [&]<class Kind>(Kind) {
    chunkKernel<Kind::form, Kind::order, ofEntries>
        <<<static_cast<unsigned>(ranges.chunks), blockSize, 0, stream>>>(problem.view(), args, ranges, partial);
  });
  checkLaunch("chunkKernel");
  rangeKernel<<<blocksFor(ranges.ranges, warpsPerBlock), 32 * warpsPerBlock, 0, stream>>>(ranges, partial, out);
  checkLaunch("rangeKernel");
}

}  // namespace

template <class Real>
void launchLongValues(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& entries,
                      double* partial, Real* value, cudaStream_t stream) {
  launchSums<true>(problem, args, entries, partial, value, stream);
}

template <class Real>
void launchLongLoads(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& rows,
                     double* partial, Real* rightHandSide, cudaStream_t stream) {
  launchSums<false>(problem, args, rows, partial, rightHandSide, stream);
}

template void launchLongValues(const DeviceProblem<float>&, const LongRowArgs&, const SumRanges&, double*, float*,
                               cudaStream_t);
template void launchLongValues(const DeviceProblem<double>&, const LongRowArgs&, const SumRanges&, double*, double*,
                               cudaStream_t);
template void launchLongLoads(const DeviceProblem<float>&, const LongRowArgs&, const SumRanges&, double*, float*,
                              cudaStream_t);
template void launchLongLoads(const DeviceProblem<double>&, const LongRowArgs&, const SumRanges&, double*, double*,
                              cudaStream_t);

}  // namespace fluxtet::gpu
