// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/assembly/longRows.hpp"
#include "kernels/static/cuda/assembly/rowKernels.hpp"

namespace fluxtet::gpu {

/// What kernels over rows know of a matrix beside its pattern.
struct RowLayout {
  ScratchBuffer<std::uint8_t> shortLength;
  std::int32_t mostInBlock = 0;
  LongRows longRows;

  RowPlaces places(const std::int32_t* rowBegin) const { return {shortLength.data(), rowBegin, mostInBlock}; }
};

/// Counts the columns of all rows from their nodes, gives the matrix its rowBegin and the memory of its entries, and
/// writes the columns of long rows. Waits for the stream. Throws RunError if the entries are more than 32 bits count or
/// than there is memory for.
template <class Real, class Nodes>
RowLayout layOutRows(const DeviceProblem<Real>& problem, const Nodes& nodes, DeviceCsr<Real>& matrix,
                     ScratchMeter& meter, cudaStream_t stream);

}  // namespace fluxtet::gpu
