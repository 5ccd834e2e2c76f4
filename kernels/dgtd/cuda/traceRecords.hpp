// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/deviceHalo.hpp"

#include <array>
#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// The outer traces of both fields, [field][parity][record][traceSize]: records of the halo faces, then of the incident
/// waves. Other ranks write halo records of one parity while kernels read those of the other. With halo faces it is an
/// allocation of its own that may be shared with other processes (ipc.hpp), and holds a counter of messages for each
/// neighbour and field.
template <class Real>
class TraceRecords {
 public:
  static constexpr int maxNeighbours = 1024;
  /// Bytes that shared allocations are rounded up to: smaller ones may share their block with others, which must not be
  /// given away with them.
  static constexpr std::int64_t sharedUnit = std::int64_t{2} << 20;

  TraceRecords() = default;
  TraceRecords(int traceSize, std::int32_t haloFaces, std::int64_t waveRecords, cudaStream_t stream);

  /// Device pointer to the records that kernels read now.
  Real* of(Field field) { return of(field, present_[static_cast<std::size_t>(field)]); }
  Real* of(Field field, int parity);
  /// Kernels that are enqueued from now on read the records of this parity.
  void turnTo(Field field, int parity) { present_[static_cast<std::size_t>(field)] = parity; }
  std::uint32_t* flag(Field field, int neighbour);

  std::int32_t haloFaces() const { return haloFaces_; }
  int traceSize() const { return traceSize_; }
  std::size_t recordBytes() const { return static_cast<std::size_t>(traceSize_) * sizeof(Real); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(memory_.bytes()); }
  const std::byte* memory() const { return memory_.data(); }
  /// Bytes from memory() to halo face `firstFace` of either parity, and to the counters of `neighbour`.
  MailboxOffsets mailboxOffsets(std::int32_t firstFace, int neighbour) const;

 private:
  std::int64_t recordsBegin(Field field, int parity) const;  ///< bytes
  std::int64_t flagBegin(Field field, int neighbour) const;

  int traceSize_ = 0;
  std::int32_t haloFaces_ = 0;
  std::int64_t bufferBytes_ = 0;  ///< of one field and parity
  std::array<int, 2> present_{};
  DeviceBuffer<std::byte> memory_;
};

extern template class TraceRecords<float>;
extern template class TraceRecords<double>;

}  // namespace fluxtet::dgtd::cuda
