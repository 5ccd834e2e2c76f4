// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/longRows.hpp"

#include "kernels/device/check.hpp"
#include "kernels/static/cuda/assembly/longRowKernels.hpp"
#include "kernels/static/cuda/assembly/rows.hpp"
#include "lib/base/error.hpp"

#include <bit>
#include <limits>

namespace fluxtet::statics::cuda {
namespace {

/// The value in device memory, when the stream has come by.
template <class T>
T valueAt(const T* data, cudaStream_t stream) {
  T value{};
  copyBytes(&value, data, sizeof value, sizeof value, stream);
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
  return value;
}

int bitsFor(std::int32_t rows) {
  return std::bit_width(static_cast<std::uint32_t>(rows));
}

}  // namespace

template <class Real>
LongRows::LongRows(const DeviceProblem<Real>& problem, std::int32_t rows, std::int32_t* rowCount, ScratchMeter& meter,
                   cudaStream_t stream)
    : rows_(rows), row_(rows, meter) {
  const int nd = nodesPerElement(problem.form, problem.order);
  ScratchBuffer<std::byte> work;
  launchSelectNegative(rowCount, problem.numDofs, row_.data(), work, meter, stream);
  findNodes(problem.elementDof.data(), static_cast<std::int64_t>(problem.numElements) * nd, meter, stream);
  findEntries(nd, problem.elementDof.data(), rowCount, meter, stream);
  rowChunks_ = Chunks(nodeBegin_, meter, stream);
  entryChunks_ = Chunks(entryBegin_, meter, stream);
}

LongRows::Chunks::Chunks(const ScratchBuffer<std::uint32_t>& rangeBegin, ScratchMeter& meter, cudaStream_t stream)
    : begin(rangeBegin.size(), meter) {
  const auto ranges = static_cast<std::int32_t>(rangeBegin.size() - 1);
  ScratchBuffer<std::byte> work;
  launchChunkCounts(rangeBegin.data(), ranges, begin.data(), stream);
  launchExclusiveSum(begin.data(), static_cast<std::int64_t>(ranges) + 1, work, meter, stream);
  count = valueAt(begin.data() + ranges, stream);
  partial = ScratchBuffer<double>(static_cast<std::size_t>(count), meter);
}

void LongRows::findNodes(const std::int32_t* dof, std::int64_t nodes, ScratchMeter& meter, cudaStream_t stream) {
  const NodesOfRows wanted{dof, row_.data(), rows_};
  ScratchBuffer<unsigned long long> found(1, meter);
  ScratchBuffer<std::byte> work;
  launchCountNodes(wanted, nodes, found.data(), stream);
  const auto count = static_cast<std::int64_t>(valueAt(found.data(), stream));
  PairSort<std::uint32_t> sort(count, bitsFor(rows_), meter);
  launchSelectNodes(wanted, nodes, sort.value(), work, meter, stream);
  launchLongKeys(sort.value(), count, dof, row_.data(), rows_, sort.key(), stream);
  sort.run(stream);
  nodeBegin_ = ScratchBuffer<std::uint32_t>(static_cast<std::size_t>(rows_) + 1, meter);
  launchRowBegins(sort.key(), count, rows_, nodeBegin_.data(), stream);
  node_ = sort.takeValues();
  longRow_ = sort.takeKeys();
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
}

void LongRows::findEntries(int nd, const std::int32_t* dof, std::int32_t* rowCount, ScratchMeter& meter,
                           cudaStream_t stream) {
  const std::int64_t count = static_cast<std::int64_t>(node_.size()) * nd;
  requireRun(count < std::numeric_limits<std::int32_t>::max(),
             "rows that many elements share (floating conductors) get {} contributions, more than 32 bits count: use "
             "several ranks or a method that assembles no matrix (static.assembly: ebe)",
             count);
  // One value of the row's bits is free, so that noColumn stays behind all others.
  PairSort<std::uint64_t> sort(count, 32 + bitsFor(rows_), meter);
  launchContributionKeys({nd, count, node_.data(), longRow_.data(), dof}, sort.key(), sort.value(), stream);
  sort.run(stream);
  ScratchBuffer<std::int32_t> entry(static_cast<std::size_t>(count) + 1, meter);
  ScratchBuffer<std::byte> work;
  launchEntryMarks(sort.key(), count, entry.data(), stream);
  launchExclusiveSum(entry.data(), count + 1, work, meter, stream);
  entries_ = valueAt(entry.data() + count, stream);
  entryBegin_ = ScratchBuffer<std::uint32_t>(static_cast<std::size_t>(entries_) + 1, meter);
  entryKey_ = ScratchBuffer<std::uint64_t>(entries_, meter);
  place_ = ScratchBuffer<std::int32_t>(entries_, meter);
  launchEntries({sort.key(), count, entry.data(), row_.data(), rows_}, entryKey_.data(), entryBegin_.data(), rowCount,
                stream);
  contribution_ = sort.takeValues();
  longRow_ = {};
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
}

void LongRows::place(const std::int32_t* rowBegin, std::int32_t* column, cudaStream_t stream) {
  if (empty()) return;
  launchPlaces(entryKey_.data(), entries_, row_.data(), rowBegin, place_.data(), column, stream);
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
  entryKey_ = {};
}

template <class Real>
void LongRows::assemble(const DeviceProblem<Real>& problem, Real* value, Real* rightHandSide, cudaStream_t stream) {
  if (empty()) return;
  const LongRowArgs args{node_.data(), contribution_.data()};
  const SumRanges entries{entryBegin_.data(), entryChunks_.begin.data(), place_.data(), entries_, entryChunks_.count};
  launchLongValues(problem, args, entries, entryChunks_.partial.data(), value, stream);
  setLoads(problem, rightHandSide, stream);
}

template <class Real>
void LongRows::setLoads(const DeviceProblem<Real>& problem, Real* rightHandSide, cudaStream_t stream) {
  if (empty()) return;
  const SumRanges rows{nodeBegin_.data(), rowChunks_.begin.data(), row_.data(), rows_, rowChunks_.count};
  launchLongLoads(problem, {node_.data(), contribution_.data()}, rows, rowChunks_.partial.data(), rightHandSide,
                  stream);
}

template LongRows::LongRows(const DeviceProblem<float>&, std::int32_t, std::int32_t*, ScratchMeter&, cudaStream_t);
template LongRows::LongRows(const DeviceProblem<double>&, std::int32_t, std::int32_t*, ScratchMeter&, cudaStream_t);
template void LongRows::assemble(const DeviceProblem<float>&, float*, float*, cudaStream_t);
template void LongRows::assemble(const DeviceProblem<double>&, double*, double*, cudaStream_t);
template void LongRows::setLoads(const DeviceProblem<float>&, float*, cudaStream_t);
template void LongRows::setLoads(const DeviceProblem<double>&, double*, cudaStream_t);

}  // namespace fluxtet::statics::cuda
