// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/rows.hpp"

#include <cstdint>

/// What the kernels share that give each row a thread and build the rows of a block side by side in shared memory.
namespace fluxtet::statics::cuda {

/// Sum of the values of the threads before this one, and of all. Called by the whole block.
template <int block>
__device__ int exclusiveSum(int value, int& total) {
  __shared__ int warpSum[block / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int sum = value;
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += before;
  }
  if (lane == 31) warpSum[warp] = sum;
  __syncthreads();
  int start = 0;
  total = 0;
  for (int w = 0; w < block / 32; ++w) {
    if (w < warp) start += warpSum[w];
    total += warpSum[w];
  }
  return start + sum - value;
}

/// The row of this thread and its place among the block's rows that are not long.
struct BlockRow {
  std::int32_t row;  ///< may be beyond the last
  int length;        ///< its columns; 0 for a long row and beyond the last
  int offset;        ///< of its first column in shared memory
  int total;         ///< columns of all rows of the block
};
template <int block>
__device__ BlockRow blockRow(const std::uint8_t* shortLength, std::int32_t rows) {
  BlockRow result;
  result.row = blockIdx.x * block + threadIdx.x;
  result.length = result.row < rows ? shortLength[result.row] : 0;
  result.offset = exclusiveSum<block>(result.length, result.total);
  return result;
}

/// Writes the block's rows from shared memory: as one piece where no long row lies between them, else each thread its
/// own. Called by the whole block, after a barrier.
template <int block, class T>
__device__ void writeRows(const BlockRow& mine, const std::int32_t* rowBegin, std::int32_t rows, const T* from, T* to) {
  const std::int32_t first = blockIdx.x * block;
  const std::int32_t begin = rowBegin[first], end = rowBegin[min(first + block, rows)];
  if (end - begin == mine.total) {
    for (int i = threadIdx.x; i < mine.total; i += block) to[begin + i] = from[i];
  } else if (mine.length > 0) {
    const std::int32_t own = rowBegin[mine.row];
    for (int i = 0; i < mine.length; ++i) to[own + i] = from[mine.offset + i];
  }
}

/// Adds what counting found in the rows of a block; -1: a long row. Called by the whole block.
template <int block>
__device__ void addToTotals(int columns, RowTotals* totals) {
  const int longRows = __syncthreads_count(columns < 0);
  int total;
  exclusiveSum<block>(max(columns, 0), total);
  if (threadIdx.x > 0) return;
  atomicAdd(&totals->nonzeros, static_cast<unsigned long long>(total));
  atomicMax(&totals->mostInBlock, total);
  if (longRows > 0) atomicAdd(&totals->longRows, longRows);
}

/// Writes what counting found in the rows of a block, -1 for a long row. Called by the whole block.
template <int block>
__device__ void writeCount(std::int32_t row, std::int32_t rows, int columns, const RowCounts& counts) {
  if (row < rows) {
    counts.count[row] = columns;
    counts.shortLength[row] = static_cast<std::uint8_t>(max(columns, 0));
  }
  addToTotals<block>(columns, counts.totals);
}

/// Whether the row has entries that this thread does not own.
__device__ inline bool isLong(const BlockRow& mine, const std::int32_t* rowBegin) {
  return mine.length == 0 && rowBegin[mine.row + 1] > rowBegin[mine.row];
}

/// Ascending columns of one row in shared memory, `stride` apart.
template <int stride>
struct ColumnList {
  std::int32_t* column;
  int length = 0;

  /// Where the column stands, or will stand; `found` tells which.
  __device__ int find(std::int32_t wanted, bool& found) const {
    int low = 0, high = length;
    while (low < high) {
      const int at = (low + high) / 2;
      const std::int32_t here = column[at * stride];
      if (here == wanted) {
        found = true;
        return at;
      }
      if (here < wanted) {
        low = at + 1;
      } else {
        high = at;
      }
    }
    found = false;
    return low;
  }
  /// Makes room at `at` and puts the column there.
  __device__ void insert(int at, std::int32_t inserted) {
    for (int i = length; i > at; --i) column[i * stride] = column[(i - 1) * stride];
    column[at * stride] = inserted;
    ++length;
  }
  __device__ void add(std::int32_t added) {
    bool found;
    const int at = find(added, found);
    if (!found) insert(at, added);
  }
};

/// Adds the value to its column in the list, which is new or not; `value` stands beside the columns.
template <class Real>
__device__ void addEntry(ColumnList<1>& list, Real* value, std::int32_t column, Real added) {
  bool found;
  const int at = list.find(column, found);
  if (found) {
    value[at] += added;
    return;
  }
  for (int i = list.length; i > at; --i) value[i] = value[i - 1];
  value[at] = added;
  list.insert(at, column);
}

}  // namespace fluxtet::statics::cuda
