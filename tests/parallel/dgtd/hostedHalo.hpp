// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/deviceHalo.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "partition/exchange/sharedMemory.hpp"

#include <vector>

namespace fluxtet::test {

/// What a HostedHalo cannot do.
enum class Fault { none, doesNotExport, doesNotOpen, losesPeerData, losesSharedData };

/// A DeviceHalo without a device: the part of a GPU's memory is played by memory that processes share, that of its
/// streams by the host. So what is built on DeviceHalo can be tried on any machine.
template <class Real>
class HostedHalo final : public dgtd::DeviceHalo {
 public:
  HostedHalo(dgtd::FieldEngine<Real>& engine, std::span<const std::int32_t> offset, Fault fault);

  IpcHandle exportMailbox() const override;
  dgtd::MailboxOffsets mailboxOffsets(int neighbour) const override { return offsetsOf(neighbour); }
  void connectPeer(int neighbour, const IpcHandle& mailbox, const dgtd::MailboxOffsets& offsets) override;
  std::size_t hostMailboxBytes() const override { return mailboxBytes(); }
  void useHostMailbox(std::span<std::byte> memory) override { hostMailbox_ = memory; }
  dgtd::MailboxOffsets hostMailboxOffsets(int neighbour) const override { return offsetsOf(neighbour); }
  void connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const dgtd::MailboxOffsets& offsets) override;
  dgtd::MessageBuffers connectMpi(int neighbour, bool onDevice) override;
  void sendProbe(int neighbour, std::uint32_t seed) override;
  bool probeArrived(int neighbour, std::uint32_t seed) override;
  void ready() override {}
  void announce(dgtd::Field) override {}
  void send(dgtd::Field field, int level) override;
  void waitUntilPacked(dgtd::Field) override {}
  void receive(dgtd::Field field, int level) override;
  bool replays() const override { return false; }
  std::uint32_t messagesSent() const override { return sent_[0] + sent_[1]; }
  std::int64_t messageBytes() const override { return static_cast<std::int64_t>(bytesBefore(links_.size())); }
  std::int64_t bytesSent() const override { return messagesSent() * messageBytes(); }
  dgtd::ExchangeTiming timing() const override { return {}; }
  void resetTiming() override {}
  void close() override {}
  void abandon() noexcept override {}

 private:
  struct Link {
    dgtd::Route route = dgtd::Route::none;
    dgtd::SharedMemory peer;
    std::span<std::byte> theirs;
    dgtd::MailboxOffsets offsets;
  };

  std::size_t bytesBefore(std::size_t neighbour) const;
  std::size_t bytesOf(std::size_t neighbour) const { return bytesBefore(neighbour + 1) - bytesBefore(neighbour); }
  std::size_t mailboxBytes() const;
  dgtd::MailboxOffsets offsetsOf(int neighbour) const;
  void deliver(std::size_t neighbour, dgtd::Field field, int parity, std::uint32_t count);
  std::byte* collect(std::size_t neighbour, dgtd::Field field, int parity, std::uint32_t count, bool wait,
                     std::uint32_t& found);

  dgtd::FieldEngine<Real>& engine_;
  std::vector<std::int32_t> offset_;
  Fault fault_;
  dgtd::SharedMemory mailbox_;
  std::span<std::byte> hostMailbox_;
  std::vector<Link> links_;
  std::array<std::vector<std::byte>, 2> packed_;
  std::array<std::array<std::vector<std::byte>, 2>, 2> arrived_;
  std::vector<Real> traces_;
  std::array<std::uint32_t, 2> sent_{}, received_{};
};

extern template class HostedHalo<float>;
extern template class HostedHalo<double>;

}  // namespace fluxtet::test
