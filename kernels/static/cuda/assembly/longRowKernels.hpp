// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels over long rows. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/problem/deviceProblem.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// key[m] = index of the row of node[m] in `row` [rows], which ascends and has it.
void launchLongKeys(const std::uint32_t* node, std::int64_t nodes, const std::int32_t* dof, const std::int32_t* row,
                    std::int32_t rows, std::uint32_t* key, cudaStream_t stream);

/// Contribution m * nd + b is what node m adds to the column of its element's node b: its key has the index of the row
/// in the upper half and the column in the lower, or is noColumn where that is prescribed.
inline constexpr std::uint64_t noColumn = ~0ull;
struct ContributionArgs {
  int nd;
  std::int64_t contributions;
  const std::uint32_t* node;     ///< [contributions / nd] in the order of their rows
  const std::uint32_t* longRow;  ///< [contributions / nd] index of the row of each
  const std::int32_t* elementDof;
};
void launchContributionKeys(const ContributionArgs& args, std::uint64_t* key, std::uint32_t* number,
                            cudaStream_t stream);

/// mark[i] [count + 1] = 1 where ascending keys begin an entry, which noColumn does not; the last is 0.
void launchEntryMarks(const std::uint64_t* key, std::int64_t count, std::int32_t* mark, cudaStream_t stream);

/// Of entry u: entryKey[u], and begin[u] [entries + 1] among the contributions. `entry` [count + 1]: sums of the marks
/// before each. Also counts the entries of each row, rowCount[row[..]], which it sets to zero first.
struct EntryArgs {
  const std::uint64_t* key;
  std::int64_t count;
  const std::int32_t* entry;
  const std::int32_t* row;
  std::int32_t rows;
};
void launchEntries(const EntryArgs& args, std::uint64_t* entryKey, std::uint32_t* begin, std::int32_t* rowCount,
                   cudaStream_t stream);

/// place[u] of each entry in the matrix, and its column there.
void launchPlaces(const std::uint64_t* entryKey, std::int32_t entries, const std::int32_t* row,
                  const std::int32_t* rowBegin, std::int32_t* place, std::int32_t* column, cudaStream_t stream);

/// Ranges of terms that are summed up, each cut into chunks of at most maxChunk terms, so that many blocks share a long
/// one.
inline constexpr int maxChunk = 1024;
struct SumRanges {
  const std::uint32_t* begin;      ///< [ranges + 1] of the terms
  const std::int32_t* chunkBegin;  ///< [ranges + 1]
  const std::int32_t* target;      ///< [ranges] where each sum goes
  std::int32_t ranges, chunks;
};

/// count[r] [ranges + 1]: the chunks of each range, at least one; the last is 0.
void launchChunkCounts(const std::uint32_t* begin, std::int32_t ranges, std::int32_t* count, cudaStream_t stream);

/// Values: contributions of nodes (ContributionArgs) summed up by entries. Right-hand sides: what nodes give, by rows.
/// Elements are integrated anew; sums are in double precision, since they may be long, and in an order that is always
/// the same. `partial` [chunks].
struct LongRowArgs {
  const std::uint32_t* node;          ///< in the order of their rows
  const std::uint32_t* contribution;  ///< in the order of their entries
};
template <class Real>
void launchLongValues(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& entries,
                      double* partial, Real* value, cudaStream_t stream);
template <class Real>
void launchLongLoads(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& rows,
                     double* partial, Real* rightHandSide, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
