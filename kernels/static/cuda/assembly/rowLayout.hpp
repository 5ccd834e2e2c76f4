// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/longRows.hpp"
#include "kernels/static/cuda/assembly/rows.hpp"

#include <functional>

namespace fluxtet::statics::cuda {

/// Data of a matrix that a method keeps beside its pattern.
struct RowLayout {
  ScratchBuffer<std::uint8_t> shortLength;
  std::int32_t mostInBlock = 0;
  LongRows longRows;

  /// Places of the rows in a matrix whose rows begin at `rowBegin` [rows + 1]. Device pointers.
  RowPlaces places(const std::int32_t* rowBegin) const { return {shortLength.data(), rowBegin, mostInBlock}; }
};

/// Enqueues a count of the columns of all rows.
using CountLaunch = std::function<void(const RowCounts& counts)>;

/// Counts the columns of all rows by `launch`, gives the matrix its rowBegin and the memory of its entries, and writes
/// the columns of long rows. Waits for the stream. Throws RunError if the entries are more than 32 bits count or than
/// there is memory for.
template <class Real>
RowLayout layOutCounted(const DeviceProblem<Real>& problem, const CountLaunch& launch, DeviceCsr<Real>& matrix,
                        ScratchMeter& meter, cudaStream_t stream);
/// The same, counted from the rows' nodes.
template <class Real, class Nodes>
RowLayout layOutRows(const DeviceProblem<Real>& problem, const Nodes& nodes, DeviceCsr<Real>& matrix,
                     ScratchMeter& meter, cudaStream_t stream) {
  const RowsView<Nodes> view{nodesPerElement(problem.form, problem.order), problem.numDofs, nodes,
                             problem.elementDof.data()};
  return layOutCounted(
      problem, [&](const RowCounts& counts) { launchCountColumns(view, counts, stream); }, matrix, meter, stream);
}

}  // namespace fluxtet::statics::cuda
