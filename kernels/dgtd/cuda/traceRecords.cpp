// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/traceRecords.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

/// Alignment of the records of a field and parity, in bytes: that of CUDA's allocations.
constexpr std::int64_t alignment = 256;

constexpr std::int64_t roundUp(std::int64_t bytes, std::int64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

template <class Real>
TraceRecords<Real>::TraceRecords(int traceSize, std::int32_t haloFaces, bool forLevels, cudaStream_t stream)
    : traceSize_(traceSize),
      haloFaces_(haloFaces),
      bufferBytes_(roundUp(haloFaces * static_cast<std::int64_t>(recordBytes()), alignment)),
      numSets_(forLevels ? 2 : 1) {
  const std::int64_t bytes =
      haloFaces > 0 ? roundUp(flagBegin(Field::H, maxNeighbours), sharedUnit) : flagBegin(Field::E, 0);
  memory_ = DeviceBuffer<std::byte>(static_cast<std::size_t>(bytes));
  memory_.zero(stream);
}

template <class Real>
std::int64_t TraceRecords<Real>::recordsBegin(Field field, Part part) const {
  return (4 * (part.ofLevels ? 1 : 0) + 2 * static_cast<std::int64_t>(field) + part.parity) * bufferBytes_;
}

template <class Real>
std::int64_t TraceRecords<Real>::flagBegin(Field field, int neighbour) const {
  return 4 * numSets_ * bufferBytes_ + (static_cast<std::int64_t>(field) * maxNeighbours + neighbour) *
                                           static_cast<std::int64_t>(sizeof(std::uint32_t));
}

template <class Real>
Real* TraceRecords<Real>::of(Field field, Part part) {
  if (part.ofLevels && numSets_ == 1) throw std::logic_error("there are no records for messages of a level");
  return memory_.empty() ? nullptr : reinterpret_cast<Real*>(memory_.data() + recordsBegin(field, part));
}

template <class Real>
std::uint32_t* TraceRecords<Real>::flag(Field field, int neighbour) {
  return reinterpret_cast<std::uint32_t*>(memory_.data() + flagBegin(field, neighbour));
}

template <class Real>
MailboxOffsets TraceRecords<Real>::mailboxOffsets(std::int32_t firstFace, int neighbour) const {
  MailboxOffsets offsets;
  for (const Field field : {Field::E, Field::H}) {
    const auto f = static_cast<std::size_t>(field);
    for (int parity = 0; parity < 2; ++parity)
      offsets.traces[f][static_cast<std::size_t>(parity)] =
          recordsBegin(field, {parity}) + firstFace * static_cast<std::int64_t>(recordBytes());
    offsets.flag[f] = flagBegin(field, neighbour);
  }
  offsets.ofLevels = numSets_ > 1 ? recordsBegin(Field::E, {0, true}) : 0;
  return offsets;
}

template class TraceRecords<float>;
template class TraceRecords<double>;

}  // namespace fluxtet::dgtd::cuda
