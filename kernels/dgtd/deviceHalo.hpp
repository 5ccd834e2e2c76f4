// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the exchange between GPUs that needs no MPI; needs no CUDA header.
#pragma once

#include "kernels/device/ipc.hpp"
#include "kernels/dgtd/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fluxtet {

/// How the GPUs of two ranks exchange traces; the same seen from either rank.
enum class Route {
  none,          ///< not connected
  peer,          ///< kernels store into the neighbour's GPU
  gpuAware,      ///< MPI sends from and receives into device memory
  pinnedShared,  ///< through page-locked memory that ranks of one host share
  pinnedMpi      ///< through page-locked memory and MPI
};

/// Where a neighbour writes in a rank's mailbox: bytes from its beginning. Messages of one field take turns in two
/// parities.
struct MailboxOffsets {
  std::array<std::array<std::int64_t, 2>, 2> traces{};  ///< [field][parity] of the first face they have in common
  std::array<std::int64_t, 2> flag{};                   ///< [field] counter of the messages that have arrived
};

/// One neighbour's messages where MPI moves them.
struct MessageBuffers {
  std::array<std::span<const std::byte>, 2> send;              ///< [field]
  std::array<std::array<std::span<std::byte>, 2>, 2> receive;  ///< [field][parity]
};

/// What the GPU saw of a sample of the messages.
struct ExchangeTiming {
  std::int64_t samples = 0;
  double transferSeconds = 0;  ///< s, from the start of packing until the traces of all neighbours had arrived
  double exposedSeconds = 0;   ///< s, of it with nothing left to compute but what needs these traces
};

/// A GPU engine's traces on their way to and from the neighbours (HaloPlan's, by their index). A message is all that
/// neighbours exchange of one field at a time. The k-th message of a field (k from 0) goes to parity k % 2.
///
/// That two parities suffice, without any acknowledgement: on each rank receive(k) of a field comes after send(k), and
/// what reads message k is enqueued between receive(k) and send(k + 1). A neighbour overwrites message k by its message
/// k + 2, which it packs after its receive(k + 1), that is after my message k + 1 has reached it, which I sent after I
/// had read message k. Everything in this chain is order within a stream, or a flag. One parity would suffice to
/// leap-frog, where a message of H answers each of E, but not where both fields go at once (Runge-Kutta, the time step
/// estimate).
class DeviceHalo {
 public:
  virtual ~DeviceHalo() = default;

  // Setting up: each neighbour is connected in one way (the last one asked for counts); then ready(). All throw
  // RunError where the system refuses, and may be tried again in another way.

  /// This rank's mailbox in its GPU's memory, and a neighbour's place there.
  virtual IpcHandle exportMailbox() const = 0;
  virtual MailboxOffsets mailboxOffsets(int neighbour) const = 0;
  /// Packs straight into the neighbour's mailbox.
  virtual void connectPeer(int neighbour, const IpcHandle& mailbox, const MailboxOffsets& offsets) = 0;

  /// The same in host memory that ranks share. `memory` of hostMailboxBytes(), all zero, must outlive this object.
  virtual std::size_t hostMailboxBytes() const = 0;
  virtual void useHostMailbox(std::span<std::byte> memory) = 0;
  virtual MailboxOffsets hostMailboxOffsets(int neighbour) const = 0;
  virtual void connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const MailboxOffsets& offsets) = 0;

  /// Leaves the way to the neighbour to MPI, in page-locked host memory or `onDevice` in the GPU's own.
  virtual MessageBuffers connectMpi(int neighbour, bool onDevice) = 0;

  /// Sends numbers made from `seed` in place of the first message of E, and whether a neighbour's, made from its seed,
  /// have come; where MPI moves messages, it does so in between. Both wait for the GPU.
  virtual void sendProbe(int neighbour, std::uint32_t seed) = 0;
  virtual bool probeArrived(int neighbour, std::uint32_t seed) = 0;

  /// Every neighbour is connected, and no probe is on its way any more.
  virtual void ready() = 0;

  // Messages. Nothing waits for the GPU, except that send() keeps the host from running far ahead of it.

  /// Lets the engine's next half step, if it is one of all elements that updates `field`, pack the message of the
  /// send() that follows it while it computes.
  virtual void announce(Field field) = 0;
  /// Packs the traces of `field` as they stand and sends them to all neighbours but those that MPI serves.
  virtual void send(Field field) = 0;
  /// Blocks until the traces that send() packed last may be given to MPI.
  virtual void waitUntilPacked(Field field) = 0;
  /// The engine's further work on halo faces comes after the traces have arrived, and uses them. What MPI brings must
  /// be there.
  virtual void receive(Field field) = 0;

  /// Bytes of one message to all neighbours.
  virtual std::int64_t messageBytes() const = 0;
  virtual ExchangeTiming timing() const = 0;
  virtual void resetTiming() = 0;

  /// Waits for all work and leaves the neighbours' memory: they may free it when every rank has come here.
  virtual void close() = 0;
  /// The run has failed: lets go of whatever waits for messages that may never come, so that this rank can end.
  virtual void abandon() noexcept = 0;
};

}  // namespace fluxtet
