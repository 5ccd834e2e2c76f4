// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/pinnedBuffer.hpp"
#include "kernels/device/registeredMemory.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/cuda/exchangeClock.hpp"
#include "kernels/dgtd/cuda/outgoingTraces.hpp"
#include "kernels/dgtd/cuda/traceRecords.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// The parts of an engine that a CudaHalo uses. The engine outlives the CudaHalo.
template <class Real>
struct HaloResources {
  int order;
  const std::array<DeviceBuffer<Real>, 2>& fields;
  OutgoingTraces<Real>& outgoing;
  TraceRecords<Real>& records;
  EngineStreams& streams;
  const std::vector<std::int32_t>& slotFace;  ///< [halo face] OutgoingTraces::slotFace() on the host
  const std::vector<std::uint8_t>& level;     ///< [halo face] DgtdProblem::haloLevel
};

/// DeviceHalo of the CUDA engine.
///
/// How a message travels:
/// 1. Packing. A half step packs the traces behind its border if announce() has asked it to; otherwise a packing kernel
///    does, of a message of a level only what peers need: other neighbours get the traces of all faces. Traces for a
///    neighbour of Route::peer go into its mailbox, all others into packed_. A half step that packs also sets the flags
///    of its peers; with peers only, nothing else is enqueued.
/// 2. Copies. The exchange stream copies packed_ into the host mailboxes of neighbours of Route::pinnedShared, and into
///    staging_ for Route::pinnedMpi, and then sets the neighbours' flags.
/// 3. Arrival. The receiver's exchange stream waits for its own flags and copies what lies in host memory to the outer
///    traces of its engine. With peers only, the next half step may wait for the flags instead.
///
/// A flag is a 32-bit count of the messages of one field from one neighbour. It wraps round.
template <class Real>
class CudaHalo final : public DeviceHalo {
 public:
  /// offset [neighbour + 1]: halo faces of neighbour i are offset[i] to offset[i + 1] - 1. Throws std::logic_error
  /// unless they are all halo faces of the engine.
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
  void send(Field field, int level) override;
  void waitUntilPacked(Field field) override;
  void receive(Field field, int level) override;
  bool replays() const override { return numFaces() == 0 || (onlyPeers() && !sharesGpu_); }
  std::uint32_t messagesSent() const override { return counts_.of(Count::sentE) + counts_.of(Count::sentH); }
  std::int64_t messageBytes() const override { return numFaces() * static_cast<std::int64_t>(records_.recordBytes()); }
  std::int64_t bytesSent() const override { return counts_.bytesSent() - bytesBefore_; }
  ExchangeTiming timing() const override { return clock_.timing(); }
  void resetTiming() override { clock_.reset(); }
  void close() override;
  void abandon() noexcept override;

 private:
  using Part = typename TraceRecords<Real>::Part;
  struct Link {
    Route route = Route::none;
    ImportedMemory peer;       ///< the neighbour's mailbox on its GPU, for Route::peer
    RegisteredMemory mailbox;  ///< the neighbour's mailbox in host memory, for Route::pinnedShared
    MailboxOffsets offsets;    ///< of this rank's messages in either mailbox
  };

  /// The faces of a message.
  struct Faces {
    std::int32_t count = 0;
    const std::int32_t* slotFace = nullptr;          ///< device pointer [count] as in OutgoingTraces
    DeviceBuffer<std::int32_t> listed;               ///< slotFace of messages of a level
    std::array<DeviceBuffer<Real*>, 4> destination;  ///< [field, parity][count] where the trace is packed
  };

  std::int32_t numFaces() const { return offset_.back(); }
  /// Whether messages of a level have faces and records of their own.
  bool hasLevels() const { return !source_.level.empty(); }
  Part partOf(int parity, int level) const { return {parity, hasLevels() && level > 0}; }
  const Faces& facesOf(int level) const { return faces_[std::min(static_cast<std::size_t>(level), faces_.size() - 1)]; }
  /// Lists the faces of a message and where their traces are packed.
  Faces makeFaces(int level, cudaStream_t stream);
  int numNeighbours() const { return static_cast<int>(links_.size()); }
  Link& link(int neighbour) { return links_.at(static_cast<std::size_t>(neighbour)); }
  /// Bytes of one message of all neighbours before this one, and of this one.
  std::size_t segmentBegin(int neighbour) const;
  std::size_t segmentBytes(int neighbour) const;
  /// Device pointer to the neighbour's part of packed_.
  std::byte* packedSegment(Field field, int neighbour);
  /// Host pointer to the neighbour's message where MPI or the neighbour has put it.
  std::byte* arrivedOnHost(Field field, int parity, int neighbour);
  /// Device pointer to the engine's outer traces of the faces shared with the neighbour.
  std::byte* receivedSegment(Field field, Part part, int neighbour);
  /// Device pointer to where the message to the neighbour is packed.
  std::byte* packTarget(Field field, Part part, int neighbour);
  /// Enqueue copies for neighbours firstNeighbour to endNeighbour - 1: from packed_ to host mailboxes and staging_; and
  /// from host memory to the engine's outer traces, where MPI has not put them there.
  void copyPackedToHost(int firstNeighbour, int endNeighbour, Field field, int parity, cudaStream_t stream);
  void copyArrivedToDevice(int firstNeighbour, int endNeighbour, Field field, Part part, cudaStream_t stream);
  /// Whether the half step that needs the message waits for its flags itself, instead of the exchange stream.
  bool isAwaitedByHalfStep(Field field) const;
  /// Enqueues kernels that pack the present traces of `field` and set the neighbours' flags, for a recording.
  void packInGraph(Field field, int parity, const Faces& faces);
  /// Blocks the host where it is more than two throttle events ahead of the GPU.
  void throttleHost(cudaStream_t stream);
  /// Whether all neighbours are connected by Route::peer.
  bool onlyPeers() const { return hostMailboxFlags_[0].empty() && !throughMpi_; }
  std::uint32_t messagesReceived() const { return counts_.of(Count::receivedE) + counts_.of(Count::receivedH); }
  bool isThrottleDue() const { return messagesReceived() % messagesPerThrottle == 0; }
  /// Device pointers to the neighbour's flag of messages of this rank, and to this rank's flag of messages of the
  /// neighbour; null where MPI moves messages.
  std::uint32_t* neighbourFlag(int neighbour, Field field);
  std::uint32_t* ownFlag(int neighbour, Field field);
  void connect(int neighbour, Link link);

  HaloResources<Real> source_;
  TraceRecords<Real>& records_;
  EngineStreams& streams_;
  RunCounts& counts_;
  std::vector<std::int32_t> offset_;
  std::vector<Link> links_;
  RegisteredMemory hostMailbox_;                    ///< this rank's mailbox in host memory, where neighbours write
  std::array<DeviceBuffer<std::byte>, 2> packed_;   ///< [field] traces that do not go straight to a peer
  std::array<PinnedBuffer<std::byte>, 2> staging_;  ///< [field] what MPI sends
  std::array<PinnedBuffer<std::byte>, 4> arrived_;  ///< [field, parity] what MPI receives
  std::vector<Faces> faces_;  ///< [level] of messages, from all faces on; the last one also of higher levels
  std::array<std::vector<std::uint32_t*>, 2> neighbourFlags_, ownFlags_;  ///< [field] at the neighbours, here
  std::array<std::vector<std::uint32_t*>, 2> hostMailboxFlags_;   ///< those of neighbourFlags_ in host mailboxes
  std::array<DeviceBuffer<std::uint32_t*>, 2> peerFlags_;         ///< those of neighbourFlags_ on peers
  std::array<DeviceBuffer<std::uint32_t*>, 2> ownFlagsOnDevice_;  ///< [field] ownFlags_ in device memory
  bool sharesGpu_ = false;                                        ///< with a rank that is a peer
  std::int64_t bytesBefore_ = 0;                                  ///< RunCounts::bytesSent() when this was made
  bool throughMpi_ = false;                                       ///< MPI moves the messages of some neighbour
  std::array<Event, 2> packedEvents_;                             ///< [field] behind the packing of what MPI sends
  /// One event is recorded behind every messagesPerThrottle-th message received, alternately; the host then blocks
  /// until the GPU has reached the older one.
  static constexpr std::uint32_t messagesPerThrottle = 16;
  std::array<Event, 2> throttleEvents_;
  ExchangeClock clock_;
};

extern template class CudaHalo<float>;
extern template class CudaHalo<double>;

}  // namespace fluxtet::dgtd::cuda
