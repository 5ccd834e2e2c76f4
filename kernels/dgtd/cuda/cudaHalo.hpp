// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/registeredMemory.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/cuda/exchangeClock.hpp"
#include "kernels/dgtd/cuda/outgoingTraces.hpp"
#include "kernels/dgtd/cuda/traceRecords.hpp"

#include <array>
#include <vector>

namespace fluxtet::gpu {

/// What a CudaHalo uses of its engine, which outlives it.
template <class Real>
struct HaloResources {
  int order;
  const std::array<DeviceBuffer<Real>, 2>& fields;
  OutgoingTraces<Real>& outgoing;
  TraceRecords<Real>& records;
  EngineStreams& streams;
};

/// DeviceHalo of the CUDA engine.
///
/// A message on its way: a half step that has been told of it packs it behind the border, else a packing kernel
/// does. Either stores the records of a peer straight into its mailbox and all others into a buffer here. The half step
/// also sets the peers' counters: nothing else is enqueued then. All other records are copied from the exchange stream
/// to the neighbours' host mailboxes, or to where MPI takes them, before the counters of those who wait for them are
/// set. The other side's exchange stream waits for its counters and copies what lies in its host mailbox to its
/// records.
template <class Real>
class CudaHalo final : public DeviceHalo {
 public:
  /// Halo faces of neighbour i: offset[i]..offset[i + 1] - 1.
  CudaHalo(const HaloResources<Real>& source, std::span<const std::int32_t> offset);
  ~CudaHalo() override {
    streams_.dropDeferredEvent();
    streams_.dropExpectedTraces();
  }

  IpcHandle exportMailbox() const override;
  MailboxOffsets mailboxOffsets(int neighbour) const override;
  void connectPeer(int neighbour, const IpcHandle& mailbox, const MailboxOffsets& offsets) override;
  std::size_t hostMailboxBytes() const override;
  void useHostMailbox(std::span<std::byte> memory) override;
  MailboxOffsets hostMailboxOffsets(int neighbour) const override;
  void connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const MailboxOffsets& offsets) override;
  MessageBuffers connectMpi(int neighbour, bool onDevice) override;
  void sendProbe(int neighbour, std::uint32_t seed) override;
  bool probeArrived(int neighbour, std::uint32_t seed) override;
  void ready() override;
  void announce(Field field) override;
  void send(Field field) override;
  void waitUntilPacked(Field field) override;
  void receive(Field field) override;
  std::int64_t messageBytes() const override { return numFaces() * static_cast<std::int64_t>(records_.recordBytes()); }
  ExchangeTiming timing() const override { return clock_.timing(); }
  void resetTiming() override { clock_.reset(); }
  void close() override;
  void abandon() noexcept override;

 private:
  struct Link {
    Route route = Route::none;
    ImportedMemory peer;       ///< its mailbox, on its GPU
    RegisteredMemory mailbox;  ///< its mailbox, in the host's memory
    MailboxOffsets offsets;    ///< in that
  };

  std::int32_t numFaces() const { return offset_.back(); }
  int numNeighbours() const { return static_cast<int>(links_.size()); }
  Link& link(int neighbour) { return links_.at(static_cast<std::size_t>(neighbour)); }
  /// Bytes of the messages of the neighbours before this one, and of its own.
  std::size_t segmentBegin(int neighbour) const;
  std::size_t segmentBytes(int neighbour) const;
  std::byte* packedSegment(Field field, int neighbour);
  std::byte* arrivedOnHost(Field field, int parity, int neighbour);
  std::byte* receivedSegment(Field field, int parity, int neighbour);
  std::byte* packTarget(Field field, int parity, int neighbour);
  /// Copies what stands in packed_ on to where it can be fetched, and what has arrived on the host to the records.
  void copyPackedToHost(int firstNeighbour, int endNeighbour, Field field, int parity, cudaStream_t stream);
  void copyArrivedToDevice(int firstNeighbour, int endNeighbour, Field field, int parity, cudaStream_t stream);
  /// Whether the half step that takes the message may wait for it itself, without the exchange stream.
  bool isAwaitedByHalfStep(Field field) const;
  /// Does not let the host run further ahead of the GPU than throttleEvents_ tells.
  void throttleHost(cudaStream_t stream);
  /// Whether peers are the only neighbours.
  bool onlyPeers() const { return hostMailboxFlags_[0].empty() && !throughMpi_; }
  bool isThrottleDue() const { return (received_[0] + received_[1]) % messagesPerThrottle == 0; }
  /// Device pointers; null where no counter tells of messages.
  std::uint32_t* neighbourFlag(int neighbour, Field field);
  std::uint32_t* ownFlag(int neighbour, Field field);
  void connect(int neighbour, Link link);

  HaloResources<Real> source_;
  TraceRecords<Real>& records_;
  EngineStreams& streams_;
  std::vector<std::int32_t> offset_;
  std::vector<Link> links_;
  RegisteredMemory hostMailbox_;                    ///< this rank's, where neighbours write
  std::array<DeviceBuffer<std::byte>, 2> packed_;   ///< by field; records that do not go straight to a peer
  std::array<PinnedBuffer<std::byte>, 2> staging_;  ///< by field; what MPI sends
  std::array<PinnedBuffer<std::byte>, 4> arrived_;  ///< by field and parity; what MPI receives
  std::array<DeviceBuffer<Real*>, 4> destination_;  ///< by field and parity; of each halo face
  std::array<std::vector<std::uint32_t*>, 2> neighbourFlags_, ownFlags_;  ///< by field; counters there and here
  std::array<std::vector<std::uint32_t*>, 2> hostMailboxFlags_;           ///< of neighbourFlags_, in host mailboxes
  std::array<DeviceBuffer<std::uint32_t*>, 2> peerFlags_;                 ///< the others
  std::array<std::uint32_t, 2> sent_{}, received_{};                      ///< messages by field
  std::array<DeviceBuffer<std::uint32_t*>, 2> ownFlagsOnDevice_;          ///< by field; ownFlags_
  bool sharesGpu_ = false;                                                ///< with a peer
  bool throughMpi_ = false;                                               ///< some neighbour's messages
  std::array<Event, 2> packedEvents_;                                     ///< behind what MPI sends
  /// Behind every messagesPerThrottle-th message, in turn: the host waits for the oldest.
  static constexpr std::uint32_t messagesPerThrottle = 16;
  std::array<Event, 2> throttleEvents_;
  ExchangeClock clock_;
};

extern template class CudaHalo<float>;
extern template class CudaHalo<double>;

}  // namespace fluxtet::gpu
