// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels over long rows. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/problem/deviceProblem.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// key[m] = index in `row` [rows] of the row of node[m], for m < nodes. `row` ascends and has it. `dof`: dof of each
/// node of the elements, as FemProblem::elementDof.
void launchLongKeys(const std::uint32_t* node, std::int64_t nodes, const std::int32_t* dof, const std::int32_t* row,
                    std::int32_t rows, std::uint32_t* key, cudaStream_t stream);

/// Key of a contribution to no column. Contribution m * nd + b is what node m adds to the column of its element's node
/// b. Its key has the index of the row in the upper half and the column in the lower, or is noColumn where the column
/// is prescribed.
inline constexpr std::uint64_t noColumn = ~0ull;
/// Contributions of the nodes of long rows.
struct ContributionArgs {
  int nd;
  std::int64_t contributions;
  const std::uint32_t* node;     ///< [contributions / nd] in the order of their rows
  const std::uint32_t* longRow;  ///< [contributions / nd] index of the row of each
  const std::int32_t* elementDof;
};
/// Writes the key and the number of each contribution: `key`, `number` [contributions].
void launchContributionKeys(const ContributionArgs& args, std::uint64_t* key, std::uint32_t* number,
                            cudaStream_t stream);

/// mark[i] [count + 1] = 1 where ascending keys begin an entry, which noColumn does not; the last is 0.
void launchEntryMarks(const std::uint64_t* key, std::int64_t count, std::int32_t* mark, cudaStream_t stream);

/// Sorted contributions and the rows that they belong to.
struct EntryArgs {
  const std::uint64_t* key;
  std::int64_t count;  ///< of contributions
  const std::int32_t* entry;
  const std::int32_t* row;
  std::int32_t rows;
};
/// Writes the key of each entry, `entryKey` [entries], and the first of its contributions, `begin` [entries + 1].
/// EntryArgs::key: [count] ascending keys; EntryArgs::entry: [count + 1] sums of the marks before each. Also counts the
/// entries of each row, rowCount[row[..]], which it sets to zero first.
void launchEntries(const EntryArgs& args, std::uint64_t* entryKey, std::uint32_t* begin, std::int32_t* rowCount,
                   cudaStream_t stream);

/// Writes `place` [entries], the index of each entry in the values of the matrix, and its column there. `entryKey`:
/// [entries]; `row`: ascending rows; `rowBegin`: [rows of the matrix + 1].
void launchPlaces(const std::uint64_t* entryKey, std::int32_t entries, const std::int32_t* row,
                  const std::int32_t* rowBegin, std::int32_t* place, std::int32_t* column, cudaStream_t stream);

/// Largest number of terms in a chunk. A range of terms that is summed up is cut into chunks, so that many blocks share
/// a long one.
inline constexpr int maxChunk = 1024;
/// Ranges of terms that are summed up.
struct SumRanges {
  const std::uint32_t* begin;      ///< [ranges + 1] of the terms
  const std::int32_t* chunkBegin;  ///< [ranges + 1]
  const std::int32_t* target;      ///< [ranges] where each sum goes
  std::int32_t ranges, chunks;
};

/// count[r] [ranges + 1]: the chunks of each range, at least one; the last is 0.
void launchChunkCounts(const std::uint32_t* begin, std::int32_t ranges, std::int32_t* count, cudaStream_t stream);

/// Nodes and contributions of long rows.
struct LongRowArgs {
  const std::uint32_t* node;          ///< in the order of their rows
  const std::uint32_t* contribution;  ///< in the order of their entries
};
/// Sums up the contributions of nodes (ContributionArgs) by entries into `value` [nonzeros], the values of the matrix.
/// Elements are integrated anew. Sums may be long: they are in double precision and in an order that is always the
/// same. `partial`: [chunks], scratch.
template <class Real>
void launchLongValues(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& entries,
                      double* partial, Real* value, cudaStream_t stream);
/// Sums up the right-hand sides of nodes by rows into `rightHandSide` [numDofs], in the same way.
template <class Real>
void launchLongLoads(const DeviceProblem<Real>& problem, const LongRowArgs& args, const SumRanges& rows,
                     double* partial, Real* rightHandSide, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
