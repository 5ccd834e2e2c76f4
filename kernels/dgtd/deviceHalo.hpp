// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the exchange of traces between GPUs that needs no MPI. This header includes no CUDA header.
#pragma once

#include "kernels/device/ipc.hpp"
#include "kernels/dgtd/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fluxtet::dgtd {

/// How the GPUs of two ranks exchange traces; the same seen from either rank.
enum class Route {
  none,          ///< not connected
  peer,          ///< kernels store into the neighbour's GPU
  gpuAware,      ///< MPI sends from and receives into device memory
  pinnedShared,  ///< through page-locked memory that ranks of one host share
  pinnedMpi      ///< through page-locked memory and MPI
};

/// Where one neighbour writes in a rank's mailbox, in bytes from the mailbox's beginning. Message k of a field goes to
/// the buffer of parity k % 2.
struct MailboxOffsets {
  std::array<std::array<std::int64_t, 2>, 2> traces{};  ///< [field][parity] trace of their first common face
  std::array<std::int64_t, 2> flag{};                   ///< [field] 32-bit count of the messages that have arrived
  /// From there to the trace of the same face in messages of a level.
  std::int64_t ofLevels = 0;
};

/// Memory from which MPI sends one neighbour's messages, and into which it receives them.
struct MessageBuffers {
  std::array<std::span<const std::byte>, 2> send;              ///< [field]
  std::array<std::array<std::span<std::byte>, 2>, 2> receive;  ///< [field][parity]
};

/// Times of a sample of the messages, measured by events on the GPU, summed over the sample.
struct ExchangeTiming {
  std::int64_t samples = 0;    ///< number of messages measured
  double transferSeconds = 0;  ///< s, from the start of packing until the traces of all neighbours have arrived
  double exposedSeconds = 0;   ///< s, part of transferSeconds in which only work that needs these traces is left
};

/// Exchanges the face traces of a GPU engine with the neighbours, which are those of HaloPlan, by their index. A
/// message is the traces of one field on all faces that two neighbours share, or, between peers, on those near elements
/// of a level of refinement in time or a higher one. Message k of a field (k = 0, 1, ...) uses the buffers of parity k
/// modulo 2. Messages of a level have buffers beside the others, which are zero where no such message has a face.
///
/// Two buffers need no acknowledgement. On each rank receive(k) of a field follows send(k), and the work that reads
/// message k is enqueued between receive(k) and send(k + 1). A neighbour overwrites message k by its message k + 2. It
/// packs that after its receive(k + 1), so after message k + 1 of this rank, which this rank sends after it has read
/// message k. Each of these steps is ordered by a stream or by a flag. Leap-frog would need one buffer only, because a
/// message of H answers each message of E. Runge-Kutta and the time step estimate send both fields at once and need
/// two.
class DeviceHalo {
 public:
  virtual ~DeviceHalo() = default;

  // Set-up: the caller connects each neighbour by one route (the last connect call counts), then calls ready(). All
  // calls throw RunError where the system refuses. The caller may then try another route.

  /// Returns the handle of this rank's mailbox in its GPU's memory.
  virtual IpcHandle exportMailbox() const = 0;
  /// Returns the offsets, in bytes, at which `neighbour` writes into that mailbox.
  virtual MailboxOffsets mailboxOffsets(int neighbour) const = 0;
  /// Connects by Route::peer: kernels store traces into the neighbour's mailbox at `offsets`.
  virtual void connectPeer(int neighbour, const IpcHandle& mailbox, const MailboxOffsets& offsets) = 0;

  /// The same three steps for Route::pinnedShared, with a mailbox in host memory that ranks share. hostMailboxBytes()
  /// is its size in bytes. `memory` has that size, is all zero, and outlives this object.
  virtual std::size_t hostMailboxBytes() const = 0;
  virtual void useHostMailbox(std::span<std::byte> memory) = 0;
  virtual MailboxOffsets hostMailboxOffsets(int neighbour) const = 0;
  virtual void connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const MailboxOffsets& offsets) = 0;

  /// Connects by MPI: Route::gpuAware with buffers in device memory if `onDevice`, else Route::pinnedMpi with buffers
  /// in page-locked host memory. Returns the buffers; the caller moves the messages.
  virtual MessageBuffers connectMpi(int neighbour, bool onDevice) = 0;

  /// sendProbe() sends a pattern derived from `seed` as if it were message 0 of E. probeArrived() tells whether the
  /// pattern of the neighbour's `seed` has arrived. Where MPI moves messages, the caller moves them between the two
  /// calls. Both calls block until the GPU is done.
  virtual void sendProbe(int neighbour, std::uint32_t seed) = 0;
  virtual bool probeArrived(int neighbour, std::uint32_t seed) = 0;

  /// Ends the set-up. Every neighbour is connected, and no probe is in flight.
  virtual void ready() = 0;

  // Messages. No call blocks until the GPU is done, except that receive() limits how far the host runs ahead of it.

  /// Asks the engine's next half step to pack the message of the send() that follows. The half step does so if it
  /// updates `field` on all elements in one call; otherwise send() packs.
  virtual void announce(Field field) = 0;
  /// Packs the present traces of `field`, unless a half step has packed them, and sends them to all neighbours but
  /// those that MPI serves. With a level above 0 those of the halo faces of a lower DgtdProblem::haloLevel may be left
  /// out; nothing has announced such a message.
  virtual void send(Field field, int level) = 0;
  /// Blocks until the last message that send() packed can be handed to MPI.
  virtual void waitUntilPacked(Field field) = 0;
  /// Makes the engine's further work on halo faces wait for the traces of `field` and use them, zeros for those left
  /// out. `level`: that of send(). Messages that MPI moves have already arrived.
  virtual void receive(Field field, int level) = 0;

  /// Tells whether announce(), send() and receive() may be called while half steps are recorded in a graph: all
  /// neighbours are peers on GPUs of their own, so that half steps pack, send and wait themselves.
  virtual bool replays() const = 0;
  /// Returns the number of messages of both fields so far, those of replayed graphs included, modulo 2^32.
  virtual std::uint32_t messagesSent() const = 0;
  /// Returns the bytes that this rank sends to all neighbours together with one message of one field that has all
  /// faces, and with all messages so far, those of replayed graphs included.
  virtual std::int64_t messageBytes() const = 0;
  virtual std::int64_t bytesSent() const = 0;
  /// Returns the times measured since the last resetTiming(), in s.
  virtual ExchangeTiming timing() const = 0;
  virtual void resetTiming() = 0;

  /// Blocks until all work is done, then unmaps the neighbours' memory. A rank may free its mailbox when every rank has
  /// called close().
  virtual void close() = 0;
  /// Ends all waits for messages that may never arrive, so that this rank can end after a failure.
  virtual void abandon() noexcept = 0;
};

}  // namespace fluxtet::dgtd
