// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/longRowKernels.hpp"
#include "kernels/static/cuda/assembly/primitives.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/dispatch.hpp"

namespace fluxtet::statics::cuda {
namespace {

constexpr int blockSize = 256;

__device__ std::int64_t threadIndex() {
  return static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
}

__global__ void longKeyKernel(const std::uint32_t* node, std::int64_t nodes, const std::int32_t* dof,
                              const std::int32_t* row, std::int32_t rows, std::uint32_t* key) {
  const std::int64_t m = threadIndex();
  if (m < nodes) key[m] = static_cast<std::uint32_t>(lowerBound(row, rows, dof[node[m]]));
}

__global__ void contributionKernel(ContributionArgs args, std::uint64_t* key, std::uint32_t* number) {
  const std::int64_t i = threadIndex();
  if (i >= args.contributions) return;
  const std::int64_t m = i / args.nd;
  const std::int32_t column =
      args.elementDof[args.node[m] / args.nd * static_cast<std::int64_t>(args.nd) + i % args.nd];
  key[i] =
      column < 0 ? noColumn : static_cast<std::uint64_t>(args.longRow[m]) << 32 | static_cast<std::uint32_t>(column);
  number[i] = static_cast<std::uint32_t>(i);
}

__global__ void markKernel(const std::uint64_t* key, std::int64_t count, std::int32_t* mark) {
  const std::int64_t i = threadIndex();
  if (i <= count) mark[i] = i < count && key[i] != noColumn && (i == 0 || key[i] != key[i - 1]);
}

/// The last entry ends where noColumn begins, or at the end.
__global__ void entryKernel(EntryArgs args, std::uint64_t* entryKey, std::uint32_t* begin, std::int32_t* rowCount) {
  const std::int64_t i = threadIndex();
  if (i > args.count) return;
  const std::uint64_t key = i < args.count ? args.key[i] : noColumn;
  if (i > 0 && args.key[i - 1] == key) return;
  begin[args.entry[i]] = static_cast<std::uint32_t>(i);
  if (key == noColumn) return;
  entryKey[args.entry[i]] = key;
  atomicAdd(rowCount + args.row[key >> 32], 1);
}

__global__ void clearKernel(const std::int32_t* row, std::int32_t rows, std::int32_t* rowCount) {
  const std::int64_t i = threadIndex();
  if (i < rows) rowCount[row[i]] = 0;
}

__global__ void placeKernel(const std::uint64_t* entryKey, std::int32_t entries, const std::int32_t* row,
                            const std::int32_t* rowBegin, std::int32_t* place, std::int32_t* column) {
  const std::int64_t u = threadIndex();
  if (u >= entries) return;
  const std::uint64_t firstOfRow = entryKey[u] >> 32 << 32;
  const auto before = static_cast<std::int32_t>(u - lowerBound(entryKey, entries, firstOfRow));
  place[u] = rowBegin[row[entryKey[u] >> 32]] + before;
  column[place[u]] = static_cast<std::int32_t>(entryKey[u] & 0xffffffffu);
}

__global__ void chunkCountKernel(const std::uint32_t* begin, std::int32_t ranges, std::int32_t* count) {
  const std::int64_t r = threadIndex();
  if (r > ranges) return;
  const std::uint32_t terms = r < ranges ? begin[r + 1] - begin[r] : 0;
  count[r] = r < ranges ? max(1, static_cast<int>((terms + maxChunk - 1) / maxChunk)) : 0;
}

constexpr int sumBlock = 64, warpsPerBlock = 8;

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
__global__ void __launch_bounds__(sumBlock)
    chunkKernel(ProblemView<Real> problem, LongRowArgs args, SumRanges ranges, double* partial) {
  __shared__ double part[sumBlock / 32];
  const auto chunk = static_cast<std::int32_t>(blockIdx.x);
  const std::int64_t range = lowerBound(ranges.chunkBegin, ranges.ranges + 1, chunk + 1) - 1;
  const std::uint32_t first = ranges.begin[range] + (chunk - ranges.chunkBegin[range]) * maxChunk;
  const std::uint32_t end = min(first + maxChunk, ranges.begin[range + 1]);
  double sum = 0;
  for (std::uint32_t i = first + threadIdx.x; i < end; i += sumBlock) {
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
        <<<static_cast<unsigned>(ranges.chunks), sumBlock, 0, stream>>>(problem.view(), args, ranges, partial);
  });
  checkLaunch("chunkKernel");
  rangeKernel<<<blocksFor(ranges.ranges, warpsPerBlock), 32 * warpsPerBlock, 0, stream>>>(ranges, partial, out);
  checkLaunch("rangeKernel");
}

}  // namespace

void launchLongKeys(const std::uint32_t* node, std::int64_t nodes, const std::int32_t* dof, const std::int32_t* row,
                    std::int32_t rows, std::uint32_t* key, cudaStream_t stream) {
  longKeyKernel<<<blocksFor(nodes, blockSize), blockSize, 0, stream>>>(node, nodes, dof, row, rows, key);
  checkLaunch("longKeyKernel");
}

void launchContributionKeys(const ContributionArgs& args, std::uint64_t* key, std::uint32_t* number,
                            cudaStream_t stream) {
  contributionKernel<<<blocksFor(args.contributions, blockSize), blockSize, 0, stream>>>(args, key, number);
  checkLaunch("contributionKernel");
}

void launchEntryMarks(const std::uint64_t* key, std::int64_t count, std::int32_t* mark, cudaStream_t stream) {
  markKernel<<<blocksFor(count + 1, blockSize), blockSize, 0, stream>>>(key, count, mark);
  checkLaunch("markKernel");
}

void launchEntries(const EntryArgs& args, std::uint64_t* entryKey, std::uint32_t* begin, std::int32_t* rowCount,
                   cudaStream_t stream) {
  clearKernel<<<blocksFor(args.rows, blockSize), blockSize, 0, stream>>>(args.row, args.rows, rowCount);
  checkLaunch("clearKernel");
  entryKernel<<<blocksFor(args.count + 1, blockSize), blockSize, 0, stream>>>(args, entryKey, begin, rowCount);
  checkLaunch("entryKernel");
}

void launchPlaces(const std::uint64_t* entryKey, std::int32_t entries, const std::int32_t* row,
                  const std::int32_t* rowBegin, std::int32_t* place, std::int32_t* column, cudaStream_t stream) {
  placeKernel<<<blocksFor(entries, blockSize), blockSize, 0, stream>>>(entryKey, entries, row, rowBegin, place, column);
  checkLaunch("placeKernel");
}

void launchChunkCounts(const std::uint32_t* begin, std::int32_t ranges, std::int32_t* count, cudaStream_t stream) {
  chunkCountKernel<<<blocksFor(static_cast<std::int64_t>(ranges) + 1, blockSize), blockSize, 0, stream>>>(begin, ranges,
                                                                                                          count);
  checkLaunch("chunkCountKernel");
}

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

}  // namespace fluxtet::statics::cuda
