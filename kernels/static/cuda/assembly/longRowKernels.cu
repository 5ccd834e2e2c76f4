// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/launchShape.hpp"
#include "kernels/static/cuda/assembly/longRowKernels.hpp"
#include "kernels/static/cuda/assembly/search.hpp"

namespace fluxtet::gpu {
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

}  // namespace fluxtet::gpu
