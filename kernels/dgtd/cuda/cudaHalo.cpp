// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaHalo.hpp"

#include "kernels/device/check.hpp"
#include "kernels/device/streamFlags.hpp"
#include "kernels/dgtd/cuda/haloKernels.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/timer.hpp"

#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace fluxtet::dgtd::cuda {
namespace {

/// Distance of two flags in host memory, bytes: each has a cache line of its own.
constexpr std::size_t hostFlagSpacing = 64;

std::size_t at(Field field) {
  return static_cast<std::size_t>(field);
}
std::size_t at(Field field, int parity) {
  return 2 * static_cast<std::size_t>(field) + static_cast<std::size_t>(parity);
}

void copyAsync(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  copyBytes(to, from, bytes, bytes, stream);
}

/// A pattern of `bytes` bytes that differs for each seed and at each position.
std::vector<std::uint32_t> probePattern(std::uint32_t seed, std::size_t bytes) {
  std::vector<std::uint32_t> pattern(bytes / sizeof(std::uint32_t));
  for (std::size_t i = 0; i < pattern.size(); ++i)
    pattern[i] = static_cast<std::uint32_t>(hash64((std::uint64_t{seed} << 32) + i));
  return pattern;
}

}  // namespace

template <class Real>
CudaHalo<Real>::CudaHalo(const HaloResources<Real>& source, std::span<const std::int32_t> offset)
    : source_(source),
      records_(source.records),
      streams_(source.streams),
      counts_(source.streams.counts()),
      offset_(offset.begin(), offset.end()),
      links_(offset.size() - 1),
      bytesBefore_(source.streams.counts().bytesSent()) {
  if (numFaces() != records_.haloFaces()) throw std::logic_error("the neighbours' faces are not all halo faces");
  const std::size_t bytes = segmentBegin(numNeighbours());
  for (auto& buffer : packed_) buffer = DeviceBuffer<std::byte>(bytes);
  cudaStream_t stream = streams_.orderExchangeAfterBorder();
  // Counts and flags may be those of an earlier exchange of this engine.
  for (const Field field : {Field::E, Field::H}) {
    counts_.reset(sentOf(field));
    counts_.reset(receivedOf(field));
  }
  if (numFaces() > 0)
    for (const Field field : {Field::E, Field::H})
      zeroBytes(records_.flag(field, 0), TraceRecords<Real>::maxNeighbours * sizeof(std::uint32_t), stream);
  cudaCheck(cudaStreamSynchronize(stream), "preparing the exchange");
}

template <class Real>
std::size_t CudaHalo<Real>::segmentBegin(int neighbour) const {
  return static_cast<std::size_t>(offset_[static_cast<std::size_t>(neighbour)]) * records_.recordBytes();
}

template <class Real>
std::size_t CudaHalo<Real>::segmentBytes(int neighbour) const {
  return segmentBegin(neighbour + 1) - segmentBegin(neighbour);
}

template <class Real>
std::byte* CudaHalo<Real>::packedSegment(Field field, int neighbour) {
  return packed_[at(field)].data() + segmentBegin(neighbour);
}

template <class Real>
std::byte* CudaHalo<Real>::arrivedOnHost(Field field, int parity, int neighbour) {
  if (link(neighbour).route == Route::pinnedMpi) return arrived_[at(field, parity)].data() + segmentBegin(neighbour);
  return hostMailbox_.host() + hostMailboxOffsets(neighbour).traces[at(field)][static_cast<std::size_t>(parity)];
}

template <class Real>
std::byte* CudaHalo<Real>::receivedSegment(Field field, Part part, int neighbour) {
  return reinterpret_cast<std::byte*>(records_.of(field, part)) + segmentBegin(neighbour);
}

template <class Real>
std::byte* CudaHalo<Real>::packTarget(Field field, Part part, int neighbour) {
  const Link& to = link(neighbour);
  if (to.route != Route::peer) return packedSegment(field, neighbour);
  return to.peer.data() + to.offsets.traces[at(field)][static_cast<std::size_t>(part.parity)] +
         (part.ofLevels ? to.offsets.ofLevels : 0);
}

template <class Real>
std::uint32_t* CudaHalo<Real>::neighbourFlag(int neighbour, Field field) {
  const Link& to = link(neighbour);
  std::byte* const mailbox = to.route == Route::peer ? to.peer.data() : to.mailbox.device();
  return mailbox == nullptr ? nullptr : reinterpret_cast<std::uint32_t*>(mailbox + to.offsets.flag[at(field)]);
}

template <class Real>
std::uint32_t* CudaHalo<Real>::ownFlag(int neighbour, Field field) {
  switch (link(neighbour).route) {
    case Route::peer:
      return records_.flag(field, neighbour);
    case Route::pinnedShared:
      return reinterpret_cast<std::uint32_t*>(hostMailbox_.device() + hostMailboxOffsets(neighbour).flag[at(field)]);
    default:
      return nullptr;
  }
}

template <class Real>
IpcHandle CudaHalo<Real>::exportMailbox() const {
  requireRun(numNeighbours() <= TraceRecords<Real>::maxNeighbours,
             "{} neighbours are more than share memory ({} at most)", numNeighbours(),
             TraceRecords<Real>::maxNeighbours);
  return exportMemory(records_.memory());
}

template <class Real>
MailboxOffsets CudaHalo<Real>::mailboxOffsets(int neighbour) const {
  return records_.mailboxOffsets(offset_[static_cast<std::size_t>(neighbour)], neighbour);
}

template <class Real>
void CudaHalo<Real>::connect(int neighbour, Link newLink) {
  link(neighbour) = std::move(newLink);
}

template <class Real>
void CudaHalo<Real>::connectPeer(int neighbour, const IpcHandle& mailbox, const MailboxOffsets& offsets) {
  connect(neighbour, {Route::peer, ImportedMemory(mailbox), {}, offsets});
}

template <class Real>
std::size_t CudaHalo<Real>::hostMailboxBytes() const {
  const auto counters = static_cast<std::size_t>(2 * numNeighbours());
  return 4 * segmentBegin(numNeighbours()) + (counters + 1) * hostFlagSpacing;
}

template <class Real>
MailboxOffsets CudaHalo<Real>::hostMailboxOffsets(int neighbour) const {
  // Layout: traces [field][parity][halo face], then flags [field][neighbour].
  const std::size_t all = segmentBegin(numNeighbours());
  const std::size_t counters = (4 * all + hostFlagSpacing - 1) / hostFlagSpacing * hostFlagSpacing;
  MailboxOffsets offsets;
  for (const Field field : {Field::E, Field::H}) {
    for (int parity = 0; parity < 2; ++parity)
      offsets.traces[at(field)][static_cast<std::size_t>(parity)] =
          static_cast<std::int64_t>(at(field, parity) * all + segmentBegin(neighbour));
    const std::size_t counter = at(field) * links_.size() + static_cast<std::size_t>(neighbour);
    offsets.flag[at(field)] = static_cast<std::int64_t>(counters + counter * hostFlagSpacing);
  }
  return offsets;
}

template <class Real>
void CudaHalo<Real>::useHostMailbox(std::span<std::byte> memory) {
  hostMailbox_ = RegisteredMemory(memory);
}

template <class Real>
void CudaHalo<Real>::connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const MailboxOffsets& offsets) {
  connect(neighbour, {Route::pinnedShared, {}, RegisteredMemory(mailbox), offsets});
}

template <class Real>
MessageBuffers CudaHalo<Real>::connectMpi(int neighbour, bool onDevice) {
  connect(neighbour, {onDevice ? Route::gpuAware : Route::pinnedMpi, {}, {}, {}});
  const std::size_t all = segmentBegin(numNeighbours()), bytes = segmentBytes(neighbour);
  MessageBuffers buffers;
  for (const Field field : {Field::E, Field::H}) {
    auto& staging = staging_[at(field)];
    if (!onDevice && staging.empty()) staging = PinnedBuffer<std::byte>(all);
    buffers.send[at(field)] = {onDevice ? packedSegment(field, neighbour) : staging.data() + segmentBegin(neighbour),
                               bytes};
    for (int parity = 0; parity < 2; ++parity) {
      auto& arrived = arrived_[at(field, parity)];
      if (!onDevice && arrived.empty()) arrived = PinnedBuffer<std::byte>(all);
      buffers.receive[at(field)][static_cast<std::size_t>(parity)] = {
          onDevice ? receivedSegment(field, {parity}, neighbour) : arrivedOnHost(field, parity, neighbour), bytes};
    }
  }
  return buffers;
}

template <class Real>
void CudaHalo<Real>::copyPackedToHost(int firstNeighbour, int endNeighbour, Field field, int parity,
                                      cudaStream_t stream) {
  for (int i = firstNeighbour; i < endNeighbour; ++i) {
    const Link& to = link(i);
    if (to.route == Route::pinnedShared)
      copyAsync(to.mailbox.host() + to.offsets.traces[at(field)][static_cast<std::size_t>(parity)],
                packedSegment(field, i), segmentBytes(i), stream);
    if (to.route == Route::pinnedMpi)
      copyAsync(staging_[at(field)].data() + segmentBegin(i), packedSegment(field, i), segmentBytes(i), stream);
  }
}

template <class Real>
void CudaHalo<Real>::copyArrivedToDevice(int firstNeighbour, int endNeighbour, Field field, Part part,
                                         cudaStream_t stream) {
  for (int i = firstNeighbour; i < endNeighbour;) {
    // Consecutive neighbours of one route are contiguous in both memories and need one copy only.
    int end = i + 1;
    while (end < endNeighbour && link(end).route == link(i).route) ++end;
    const std::size_t bytes = segmentBegin(end) - segmentBegin(i);
    const Route route = link(i).route;
    if (route == Route::pinnedShared || route == Route::pinnedMpi)
      copyAsync(receivedSegment(field, part, i), arrivedOnHost(field, part.parity, i), bytes, stream);
    if (route == Route::gpuAware && part.ofLevels)
      copyAsync(receivedSegment(field, part, i), receivedSegment(field, {part.parity}, i), bytes, stream);
    i = end;
  }
}

template <class Real>
void CudaHalo<Real>::sendProbe(int neighbour, std::uint32_t seed) {
  const std::vector<std::uint32_t> pattern = probePattern(seed, segmentBytes(neighbour));
  cudaStream_t stream = streams_.orderExchangeAfterBorder();
  std::byte* const packed = packedSegment(Field::E, neighbour);
  copyAsync(packed, pattern.data(), segmentBytes(neighbour), stream);
  if (link(neighbour).route == Route::peer)
    copyAsync(packTarget(Field::E, {}, neighbour), packed, segmentBytes(neighbour), stream);
  copyPackedToHost(neighbour, neighbour + 1, Field::E, 0, stream);
  if (std::uint32_t* const flag = neighbourFlag(neighbour, Field::E)) signalFlags({&flag, 1}, seed, stream);
  cudaCheck(cudaStreamSynchronize(stream), "trying a way between GPUs");
}

template <class Real>
bool CudaHalo<Real>::probeArrived(int neighbour, std::uint32_t seed) {
  const std::vector<std::uint32_t> expected = probePattern(seed, segmentBytes(neighbour));
  std::vector<std::uint32_t> found(expected.size());
  cudaStream_t stream = streams_.orderExchangeAfterBorder();
  copyArrivedToDevice(neighbour, neighbour + 1, Field::E, {}, stream);
  copyAsync(found.data(), receivedSegment(Field::E, {}, neighbour), segmentBytes(neighbour), stream);
  std::uint32_t count = seed;
  if (std::uint32_t* const flag = ownFlag(neighbour, Field::E)) {
    copyAsync(&count, flag, sizeof count, stream);
    zeroBytes(flag, sizeof count, stream);
  }
  // A curl on clusters of a level may read traces that no message has brought yet, and multiplies them by zero.
  zeroBytes(receivedSegment(Field::E, {}, neighbour), segmentBytes(neighbour), stream);
  cudaCheck(cudaStreamSynchronize(stream), "trying a way between GPUs");
  return found == expected && count == seed;
}

template <class Real>
void CudaHalo<Real>::ready() {
  if (numFaces() == 0) return;
  cudaStream_t stream = streams_.orderExchangeAfterBorder();
  const int highest = hasLevels() ? *std::max_element(source_.level.begin(), source_.level.end()) : -1;
  for (int level = 0; level <= highest + 1; ++level) faces_.push_back(makeFaces(level, stream));
  for (const Field field : {Field::E, Field::H}) {
    std::vector<std::uint32_t*> peerFlags;
    for (int i = 0; i < numNeighbours(); ++i) {
      if (std::uint32_t* const flag = neighbourFlag(i, field)) {
        neighbourFlags_[at(field)].push_back(flag);
        (link(i).route == Route::peer ? peerFlags : hostMailboxFlags_[at(field)]).push_back(flag);
      }
      if (std::uint32_t* const flag = ownFlag(i, field)) ownFlags_[at(field)].push_back(flag);
    }
    peerFlags_[at(field)] = toDevice(peerFlags, stream);
    ownFlagsOnDevice_[at(field)] = toDevice(ownFlags_[at(field)], stream);
  }
  for (const Link& each : links_) {
    throughMpi_ = throughMpi_ || each.route == Route::pinnedMpi || each.route == Route::gpuAware;
    sharesGpu_ = sharesGpu_ || each.peer.isOnSameGpu();
  }
  cudaCheck(cudaStreamSynchronize(stream), "preparing the exchange");
}

template <class Real>
auto CudaHalo<Real>::makeFaces(int level, cudaStream_t stream) -> Faces {
  Faces faces;
  std::vector<std::int32_t> slotFace;
  std::array<std::vector<Real*>, 4> destination;
  for (int i = 0; i < numNeighbours(); ++i) {
    if (link(i).route == Route::none) throw std::logic_error("a neighbour is not connected");
    const auto first = static_cast<std::size_t>(offset_[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(offset_[static_cast<std::size_t>(i) + 1]);
    for (std::size_t k = first; k < end; ++k) {
      if (level > 0 && link(i).route == Route::peer && source_.level[k] < level) continue;
      slotFace.push_back(source_.slotFace[k]);
      for (const Field field : {Field::E, Field::H})
        for (int parity = 0; parity < 2; ++parity)
          destination[at(field, parity)].push_back(reinterpret_cast<Real*>(packTarget(field, partOf(parity, level), i) +
                                                                           (k - first) * records_.recordBytes()));
    }
  }
  faces.count = static_cast<std::int32_t>(slotFace.size());
  if (level > 0) faces.listed = toDevice(slotFace, stream);
  faces.slotFace = level > 0 ? faces.listed.data() : source_.outgoing.slotFace();
  for (std::size_t i = 0; i < destination.size(); ++i) faces.destination[i] = toDevice(destination[i], stream);
  cudaCheck(cudaStreamSynchronize(stream), "listing the faces of messages");
  return faces;
}

template <class Real>
void CudaHalo<Real>::announce(Field field) {
  if (numFaces() == 0) return;
  const auto parity = static_cast<int>(counts_.of(sentOf(field)) % 2);
  const DeviceBuffer<std::uint32_t*>& flags = peerFlags_[at(field)];
  KernelCount message = counts_.argument(sentOf(field));
  ++message.ahead;
  source_.outgoing.announce({field, facesOf(0).destination[at(field, parity)].data(), flags.data(),
                             static_cast<std::int32_t>(flags.size()), message});
}

template <class Real>
void CudaHalo<Real>::send(Field field, int level) {
  if (numFaces() == 0) return;
  const bool packed = source_.outgoing.endAnnouncement();
  if (packed && level > 0) throw std::logic_error("a half step packs the traces of all faces");
  // A rank that has no elements in a stage received a message for it that no kernel has waited for: see DeviceHalo. In
  // a graph a wait that is left to the next one would have a number of this one.
  streams_.awaitExpectedTraces();
  const auto parity = static_cast<int>(counts_.of(sentOf(field)) % 2);
  const std::uint32_t count = counts_.add(sentOf(field), 1);
  const Faces& faces = facesOf(level);
  counts_.addBytesSent(faces.count * static_cast<std::int64_t>(records_.recordBytes()));
  if (counts_.isRecording()) {
    if (!replays()) throw std::logic_error("a graph would hold the number of one message");
    if (!packed) packInGraph(field, parity, faces);
    return;
  }
  if (clock_.startSample(field, messagesSent())) clock_.recordBegin(streams_.orderExchangeAfterBorder());
  if (packed && onlyPeers()) return;
  cudaStream_t stream = packed ? streams_.exchangeBesideCompute() : streams_.orderExchangeAfterBorder();
  if (packed) {
    const std::array counters{source_.outgoing.packedCounter()};
    awaitFlags(counters, counts_.of(Count::packed), stream);
  } else {
    launchPack(source_.order, source_.fields[at(field)].data(), faces.slotFace, faces.count,
               faces.destination[at(field, parity)].data(), stream);
  }
  copyPackedToHost(0, numNeighbours(), field, parity, stream);
  signalFlags((packed ? hostMailboxFlags_ : neighbourFlags_)[at(field)], count, stream);
  if (throughMpi_) packedEvents_[at(field)].record(stream);
}

template <class Real>
void CudaHalo<Real>::packInGraph(Field field, int parity, const Faces& faces) {
  const DeviceBuffer<std::uint32_t*>& flags = peerFlags_[at(field)];
  BorderArgs<Real> args{};
  args.numTraces = faces.count;
  args.numPackers = packAndSignalBlocks<Real>(source_.order, faces.count);
  args.slotFace = faces.slotFace;
  args.destination = faces.destination[at(field, parity)].data();
  args.packed = source_.outgoing.packedCounter();
  counts_.add(Count::packed, static_cast<std::uint32_t>(args.numPackers));
  args.packedAtEnd = counts_.argument(Count::packed);
  args.flag = flags.data();
  args.numFlags = static_cast<std::int32_t>(flags.size());
  args.flagValue = counts_.argument(sentOf(field));
  launchPackAndSignal(source_.order, source_.fields[at(field)].data(), args, streams_.computeBesideExchange());
}

template <class Real>
void CudaHalo<Real>::throttleHost(cudaStream_t stream) {
  if (!isThrottleDue()) return;
  Event& oldest = throttleEvents_[messagesReceived() / messagesPerThrottle % throttleEvents_.size()];
  oldest.synchronize();
  oldest.record(stream);
}

template <class Real>
void CudaHalo<Real>::waitUntilPacked(Field field) {
  packedEvents_[at(field)].synchronize();
}

template <class Real>
void CudaHalo<Real>::receive(Field field, int level) {
  if (numFaces() == 0) return;
  const auto parity = static_cast<int>(counts_.of(receivedOf(field)) % 2);
  const std::uint32_t count = counts_.add(receivedOf(field), 1);
  const Part part = partOf(parity, level);
  records_.turnTo(field, part);
  if (isAwaitedByHalfStep(field)) {
    streams_.expectTraces(
        {ownFlags_[at(field)], ownFlagsOnDevice_[at(field)].data(), count, counts_.argument(receivedOf(field))});
    return;
  }
  cudaStream_t stream = streams_.exchangeBesideCompute();
  awaitFlags(ownFlags_[at(field)], count, stream);
  copyArrivedToDevice(0, numNeighbours(), field, part, stream);
  if (clock_.isSampling(field)) clock_.recordArrival(stream, streams_);
  throttleHost(stream);
}

template <class Real>
bool CudaHalo<Real>::isAwaitedByHalfStep(Field field) const {
  // On a shared GPU, blocks that wait would keep the neighbour from computing what they wait for.
  if (!onlyPeers() || sharesGpu_) return false;
  return counts_.isRecording() || !(clock_.isSampling(field) || isThrottleDue());
}

template <class Real>
void CudaHalo<Real>::close() {
  streams_.synchronize();
  for (Link& each : links_) each = {};
}

template <class Real>
void CudaHalo<Real>::abandon() noexcept {
  // Another rank may overwrite a flag with an older count, so the flags are set again until no stream waits.
  constexpr double patience = 2;  // s
  try {
    const Stream rescue(Stream::Priority::high);
    const Timer timer;
    while (!streams_.idle() && timer.seconds() < patience) {
      for (const Field field : {Field::E, Field::H}) {
        const std::uint32_t count = counts_.of(receivedOf(field));
        for (std::uint32_t* const flag : ownFlags_[at(field)]) copyAsync(flag, &count, sizeof count, rescue);
        rescue.synchronize();
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  } catch (...) {
    // The GPU itself has failed, so that no stream waits any more.
  }
}

template class CudaHalo<float>;
template class CudaHalo<double>;

}  // namespace fluxtet::dgtd::cuda
