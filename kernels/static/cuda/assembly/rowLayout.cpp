// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/rowLayout.hpp"

#include "kernels/device/check.hpp"
#include "lib/base/error.hpp"

#include <limits>

namespace fluxtet::statics::cuda {
namespace {

/// Keeps a buffer that has the size already.
template <class T>
void resize(DeviceBuffer<T>& buffer, std::size_t size) {
  if (buffer.size() == size) return;
  buffer = {};
  buffer = DeviceBuffer<T>(size);
}

RowTotals read(const ScratchBuffer<RowTotals>& totals, cudaStream_t stream) {
  RowTotals result{};
  totals.toHost({&result, 1}, stream);
  cudaCheck(cudaStreamSynchronize(stream), "counting the columns of rows");
  return result;
}

}  // namespace

template <class Real>
RowLayout layOutCounted(const DeviceProblem<Real>& problem, const CountLaunch& launch, DeviceCsr<Real>& matrix,
                        ScratchMeter& meter, cudaStream_t stream) {
  const std::int32_t rows = problem.numDofs;
  resize(matrix.rowBegin, static_cast<std::size_t>(rows) + 1);
  RowLayout layout{{static_cast<std::size_t>(rows), meter}, 0, {}};
  ScratchBuffer<RowTotals> deviceTotals(1, meter);
  deviceTotals.zero(stream);
  std::int32_t* count = matrix.rowBegin.data();
  zeroBytes(count + rows, sizeof *count, stream);
  launch({count, layout.shortLength.data(), deviceTotals.data()});
  const RowTotals totals = read(deviceTotals, stream);
  layout.mostInBlock = totals.mostInBlock;
  if (totals.longRows > 0) layout.longRows = LongRows(problem, totals.longRows, count, meter, stream);

  const auto nonzeros = static_cast<std::int64_t>(totals.nonzeros) + layout.longRows.entries();
  requireRun(
      nonzeros < std::numeric_limits<std::int32_t>::max(),
      "the matrix has {} nonzeros, more than 32 bits count: use several ranks or a method that assembles no matrix "
      "(static.assembly: ebe)",
      nonzeros);
  ScratchBuffer<std::byte> work;
  launchExclusiveSum(count, static_cast<std::int64_t>(rows) + 1, work, meter, stream);
  matrix.rows = rows;
  matrix.nonzeros = nonzeros;
  resize(matrix.column, nonzeros);
  resize(matrix.value, nonzeros);
  layout.longRows.place(matrix.rowBegin.data(), matrix.column.data(), stream);
  return layout;
}

template RowLayout layOutCounted(const DeviceProblem<float>&, const CountLaunch&, DeviceCsr<float>&, ScratchMeter&,
                                 cudaStream_t);
template RowLayout layOutCounted(const DeviceProblem<double>&, const CountLaunch&, DeviceCsr<double>&, ScratchMeter&,
                                 cudaStream_t);

}  // namespace fluxtet::statics::cuda
