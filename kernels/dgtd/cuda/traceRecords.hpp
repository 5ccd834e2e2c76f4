// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/deviceHalo.hpp"

#include <array>
#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// The trace records of both fields in device memory, [field][parity][record][traceSize], V: outer traces of the halo
/// faces. Neighbours write the records of one parity while kernels read those of the other. Behind the records stand
/// flags [field][neighbour]: 32-bit counts of the messages that have arrived (CudaHalo). With halo faces the memory is
/// an allocation of its own, because it may be shared with other processes (ipc.hpp).
template <class Real>
class TraceRecords {
 public:
  /// Neighbours that have a flag, at most.
  static constexpr int maxNeighbours = 1024;
  /// Unit of allocations that are shared, in bytes. A smaller allocation may share a block of memory with others, and
  /// they would be shared with it.
  static constexpr std::int64_t sharedUnit = std::int64_t{2} << 20;

  TraceRecords() = default;
  /// Room for haloFaces records of traceSize values for each field and parity. Enqueues in `stream`: sets all to 0.
  TraceRecords(int traceSize, std::int32_t haloFaces, cudaStream_t stream);

  /// Device pointer to the records of a field of the present parity, which kernels read, or of a given parity.
  Real* of(Field field) { return of(field, present_[static_cast<std::size_t>(field)]); }
  Real* of(Field field, int parity);
  /// Sets the present parity: kernels that are enqueued from now on read the records of this parity.
  void turnTo(Field field, int parity) { present_[static_cast<std::size_t>(field)] = parity; }
  /// Device pointer to the flag of a neighbour.
  std::uint32_t* flag(Field field, int neighbour);

  std::int32_t haloFaces() const { return haloFaces_; }
  int traceSize() const { return traceSize_; }
  std::size_t recordBytes() const { return static_cast<std::size_t>(traceSize_) * sizeof(Real); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(memory_.bytes()); }
  /// Device pointer to the start of all, which neighbours share.
  const std::byte* memory() const { return memory_.data(); }
  /// Offsets from memory(), in bytes: of the record of halo face `firstFace`, and of the flags of `neighbour`.
  MailboxOffsets mailboxOffsets(std::int32_t firstFace, int neighbour) const;

 private:
  /// Offsets from memory(), in bytes.
  std::int64_t recordsBegin(Field field, int parity) const;
  std::int64_t flagBegin(Field field, int neighbour) const;

  int traceSize_ = 0;
  std::int32_t haloFaces_ = 0;
  std::int64_t bufferBytes_ = 0;  ///< records of one field and parity, rounded up
  std::array<int, 2> present_{};  ///< [field] present parity
  DeviceBuffer<std::byte> memory_;
};

extern template class TraceRecords<float>;
extern template class TraceRecords<double>;

}  // namespace fluxtet::dgtd::cuda
