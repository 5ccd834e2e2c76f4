// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels over rows. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/assembly/rowNodes.hpp"

#include <cuda_runtime.h>

#include <cstdint>

namespace fluxtet::gpu {

/// What counting finds over all rows.
struct RowTotals {
  unsigned long long nonzeros;  ///< of rows that are not long
  std::int32_t longRows;
  std::int32_t mostInBlock;  ///< columns of the rows of a block, long ones left out
};

/// The rows of a matrix and what they read.
template <class Nodes>
struct RowsView {
  int nd;  ///< nodes of an element
  std::int32_t rows;
  Nodes nodes;
  const std::int32_t* elementDof;  ///< [elements][nd]
};

/// count[rows] = the row's columns and shortLength the same, or -1 and 0 for a long row; adds to *totals, which is
/// zero.
template <class Nodes>
void launchCountColumns(const RowsView<Nodes>& view, std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals,
                        cudaStream_t stream);

/// The rows as counted and summed up.
struct RowPlaces {
  const std::uint8_t* shortLength;
  const std::int32_t* rowBegin;  ///< [rows + 1]
  std::int32_t mostInBlock;
};

/// Ascending columns of all rows that are not long. With `slots` (else null) also where in its row each entry goes, for
/// each node as it stands in `nodes`: slotWords(nd) words of four slots, in the order of the turned element.
void launchColumns(const RowsView<SortedNodes>& view, const RowPlaces& places, std::int32_t* column,
                   std::uint32_t* slots, cudaStream_t stream);

/// Columns, values and right-hand side of all rows that are not long, from the nodes' records (launchIntegrate). What
/// falls on prescribed values goes to the right-hand side.
template <class Real, class Nodes>
struct MergeArgs {
  RowsView<Nodes> view;
  RowPlaces places;
  const Real* record;
  const Real* prescribed;
  std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};
template <class Real, class Nodes>
void launchMerge(const MergeArgs<Real, Nodes>& args, cudaStream_t stream);

}  // namespace fluxtet::gpu
