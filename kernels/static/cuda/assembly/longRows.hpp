// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/primitives.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"

#include <cstdint>

namespace fluxtet::statics::cuda {

/// Rows with too many nodes or columns for one thread, such as those of floating conductors. Their entries are found by
/// sorting; many blocks sum up their values, from elements that are integrated anew.
class LongRows {
 public:
  LongRows() = default;
  /// Finds the `rows` rows whose rowCount [numDofs] is negative, and their entries; sets rowCount there. Waits for the
  /// stream. Throws RunError if their entries are too many.
  template <class Real>
  LongRows(const DeviceProblem<Real>& problem, std::int32_t rows, std::int32_t* rowCount, ScratchMeter& meter,
           cudaStream_t stream);

  bool empty() const { return rows_ == 0; }
  /// Number of their entries.
  std::int32_t entries() const { return entries_; }
  /// Writes their columns to `column` [nonzeros] of the matrix whose rows begin at `rowBegin` [numDofs + 1].
  void place(const std::int32_t* rowBegin, std::int32_t* column, cudaStream_t stream);
  /// Writes their values to `value` [nonzeros] and their right-hand sides to `rightHandSide` [numDofs].
  template <class Real>
  void assemble(const DeviceProblem<Real>& problem, Real* value, Real* rightHandSide, cudaStream_t stream);
  /// Writes their right-hand sides alone to `rightHandSide` [numDofs], to the same bits.
  template <class Real>
  void setLoads(const DeviceProblem<Real>& problem, Real* rightHandSide, cudaStream_t stream);

 private:
  void findNodes(const std::int32_t* dof, std::int64_t nodes, ScratchMeter& meter, cudaStream_t stream);
  void findEntries(int nd, const std::int32_t* dof, std::int32_t* rowCount, ScratchMeter& meter, cudaStream_t stream);

  /// Chunks of ranges of terms (SumRanges).
  struct Chunks {
    Chunks() = default;
    Chunks(const ScratchBuffer<std::uint32_t>& rangeBegin, ScratchMeter& meter, cudaStream_t stream);
    ScratchBuffer<std::int32_t> begin;
    std::int32_t count = 0;
    ScratchBuffer<double> partial;  // [count]
  };

  std::int32_t rows_ = 0, entries_ = 0;
  ScratchBuffer<std::int32_t> row_;                          // ascending
  ScratchBuffer<std::uint32_t> node_, longRow_, nodeBegin_;  // in the order of the rows
  ScratchBuffer<std::uint32_t> contribution_, entryBegin_;   // in the order of the entries
  ScratchBuffer<std::uint64_t> entryKey_;                    // until place()
  ScratchBuffer<std::int32_t> place_;                        // of the entries
  Chunks rowChunks_, entryChunks_;
};

}  // namespace fluxtet::statics::cuda
