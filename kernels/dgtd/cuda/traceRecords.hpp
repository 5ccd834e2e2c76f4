// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/deviceHalo.hpp"

#include <array>
#include <cstdint>

namespace fluxtet::dgtd::cuda {

/// The trace records of both fields in device memory, [set][field][parity][record][traceSize], V: outer traces of the
/// halo faces. Neighbours write the records of one parity while kernels read those of the other. Messages of a level
/// (DeviceHalo) have a set of their own, which is zero where none of them has a face. Behind the records stand flags
/// [field][neighbour]: 32-bit counts of the messages that have arrived (CudaHalo). With halo faces the memory is an
/// allocation of its own, because it may be shared with other processes (ipc.hpp).
template <class Real>
class TraceRecords {
 public:
  /// Neighbours that have a flag, at most.
  static constexpr int maxNeighbours = 1024;
  /// Unit of allocations that are shared, in bytes. A smaller allocation may share a block of memory with others, and
  /// they would be shared with it.
  static constexpr std::int64_t sharedUnit = std::int64_t{2} << 20;

  TraceRecords() = default;
  /// Room for haloFaces records of traceSize values for each field and parity, with or without the set for messages of
  /// a level. Enqueues in `stream`: sets all to 0.
  TraceRecords(int traceSize, std::int32_t haloFaces, bool forLevels, cudaStream_t stream);

  /// One of the sets of records of a field.
  struct Part {
    int parity = 0;
    bool ofLevels = false;  ///< those of messages of a level
  };
  /// Device pointer to the present records of a field, which kernels read, or to given ones.
  Real* of(Field field) { return of(field, present_[static_cast<std::size_t>(field)]); }
  Real* of(Field field, Part part);
  /// Sets the present records: those that kernels read which are enqueued from now on.
  void turnTo(Field field, Part part) { present_[static_cast<std::size_t>(field)] = part; }
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
  std::int64_t recordsBegin(Field field, Part part) const;
  std::int64_t flagBegin(Field field, int neighbour) const;

  int traceSize_ = 0;
  std::int32_t haloFaces_ = 0;
  std::int64_t bufferBytes_ = 0;   ///< records of one field and parity, rounded up
  int numSets_ = 1;                ///< 2: with those of messages of a level
  std::array<Part, 2> present_{};  ///< [field]
  DeviceBuffer<std::byte> memory_;
};

extern template class TraceRecords<float>;
extern template class TraceRecords<double>;

}  // namespace fluxtet::dgtd::cuda
