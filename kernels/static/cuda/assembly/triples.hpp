// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The published sort-reduce: host functions that enqueue its kernels. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/assembly/scratch.hpp"
#include "kernels/static/cuda/deviceProblem.hpp"

namespace fluxtet::gpu {

/// Column and value of an entry in coordinate format. The right-hand side is the column `rows`; the column of
/// prescribed value k is -1 - k.
template <class Real>
struct ColumnValue {
  std::int32_t column;
  Real value;
};

/// The entries (row, column, value) of all elements, [elements][node a][nd + 1]: sorted by row where that is asked for,
/// entries of one row in their old order. Rows of prescribed values are the row `rows`, the last.
template <class Real>
class Triples {
 public:
  /// Throws RunError if the memory does not suffice.
  Triples(std::int64_t count, std::int32_t rows, ScratchMeter& meter);
  std::int64_t count() const { return count_; }
  std::uint32_t* row() { return row_[current_].data(); }
  ColumnValue<Real>* entry() { return entry_[current_].data(); }
  /// By radix sort of as many bits as the rows need, which moves the entries themselves.
  void sortByRow(cudaStream_t stream);

 private:
  std::int64_t count_;
  int bits_, current_ = 0;
  ScratchBuffer<std::uint32_t> row_[2];
  ScratchBuffer<ColumnValue<Real>> entry_[2];
  ScratchBuffer<std::byte> work_;
};

/// One thread an element, which integrates it; entries go out coalesced by way of shared memory.
template <class Real>
void launchTriples(const DeviceProblem<Real>& problem, std::uint32_t* row, ColumnValue<Real>* entry,
                   cudaStream_t stream);

/// Sorted entries by row. `begin`: [rows + 1].
template <class Real>
struct TripleRows {
  int nd;
  std::int32_t rows;
  const std::uint32_t* begin;
  const ColumnValue<Real>* entry;
};
/// As launchCountColumns().
template <class Real>
void launchCountTriples(const TripleRows<Real>& rows, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals,
                        cudaStream_t stream);

/// One thread a row sums the entries of equal columns, in shared memory; those of prescribed values go to the
/// right-hand side. Rows that are not long.
template <class Real>
struct ReduceArgs {
  TripleRows<Real> rows;
  RowPlaces places;
  const Real* prescribed;
  std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};
template <class Real>
void launchReduce(const ReduceArgs<Real>& args, cudaStream_t stream);

}  // namespace fluxtet::gpu
