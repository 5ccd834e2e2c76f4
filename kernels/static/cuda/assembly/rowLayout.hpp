// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/longRows.hpp"
#include "kernels/static/cuda/assembly/rowKernels.hpp"

#include <functional>

namespace fluxtet::gpu {

/// What kernels over rows know of a matrix beside its pattern.
struct RowLayout {
  ScratchBuffer<std::uint8_t> shortLength;
  std::int32_t mostInBlock = 0;
  LongRows longRows;

  RowPlaces places(const std::int32_t* rowBegin) const { return {shortLength.data(), rowBegin, mostInBlock}; }
};

/// launch(count, shortLength, totals) enqueues a count as launchCountColumns() does it.
using CountLaunch = std::function<void(std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals)>;

/// Counts the columns of all rows by `launch`, gives the matrix its rowBegin and the memory of its entries, and writes
/// the columns of long rows. Waits for the stream. Throws RunError if the entries are more than 32 bits count or than
/// there is memory for.
template <class Real>
RowLayout layOutCounted(const DeviceProblem<Real>& problem, const CountLaunch& launch, DeviceCsr<Real>& matrix,
                        ScratchMeter& meter, cudaStream_t stream);
/// The same, counting from the rows' nodes.
template <class Real, class Nodes>
RowLayout layOutRows(const DeviceProblem<Real>& problem, const Nodes& nodes, DeviceCsr<Real>& matrix,
                     ScratchMeter& meter, cudaStream_t stream) {
  const RowsView<Nodes> view{nodesPerElement(problem.form, problem.order), problem.numDofs, nodes,
                             problem.elementDof.data()};
  return layOutCounted(
      problem,
      [&](std::int32_t* count, std::uint8_t* shortLength, RowTotals* totals) {
        launchCountColumns(view, count, shortLength, totals, stream);
      },
      matrix, meter, stream);
}

}  // namespace fluxtet::gpu
