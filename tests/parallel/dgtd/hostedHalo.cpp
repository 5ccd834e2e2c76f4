// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/dgtd/hostedHalo.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

std::size_t at(Field field) {
  return static_cast<std::size_t>(field);
}

std::atomic_ref<std::uint32_t> counter(std::span<std::byte> mailbox, std::int64_t begin) {
  return std::atomic_ref<std::uint32_t>(*reinterpret_cast<std::uint32_t*>(mailbox.data() + begin));
}

void fillProbe(std::uint32_t seed, std::byte* data, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(hash64(seed + i));
}

}  // namespace

template <class Real>
HostedHalo<Real>::HostedHalo(FieldEngine<Real>& engine, std::span<const std::int32_t> offset, Fault fault)
    : engine_(engine), offset_(offset.begin(), offset.end()), fault_(fault), links_(offset.size() - 1) {
  const std::size_t all = bytesBefore(links_.size());
  mailbox_ = SharedMemory::create(mailboxBytes());
  traces_.resize(all / sizeof(Real));
  for (auto& buffer : packed_) buffer.resize(all);
  for (auto& parities : arrived_)
    for (auto& buffer : parities) buffer.resize(all);
}

template <class Real>
std::size_t HostedHalo<Real>::bytesBefore(std::size_t neighbour) const {
  return static_cast<std::size_t>(offset_[neighbour] * engine_.traces().valuesPerFace()) * sizeof(Real);
}

template <class Real>
std::size_t HostedHalo<Real>::mailboxBytes() const {
  return 4 * bytesBefore(links_.size()) + (2 * links_.size() + 1) * sizeof(std::uint32_t);
}

template <class Real>
MailboxOffsets HostedHalo<Real>::offsetsOf(int neighbour) const {
  const std::size_t all = bytesBefore(links_.size());
  MailboxOffsets offsets;
  for (std::size_t f = 0; f < 2; ++f) {
    for (std::size_t parity = 0; parity < 2; ++parity)
      offsets.traces[f][parity] =
          static_cast<std::int64_t>((2 * f + parity) * all + bytesBefore(static_cast<std::size_t>(neighbour)));
    offsets.flag[f] =
        static_cast<std::int64_t>(4 * all + (2 * static_cast<std::size_t>(neighbour) + f) * sizeof(std::uint32_t));
  }
  return offsets;
}

template <class Real>
IpcHandle HostedHalo<Real>::exportMailbox() const {
  requireRun(fault_ != Fault::doesNotExport, "this rank does not export");
  IpcHandle handle;
  const std::uint64_t bytes = mailboxBytes();
  std::memcpy(handle.bytes.data(), &bytes, sizeof bytes);
  std::memcpy(handle.bytes.data() + sizeof bytes, mailbox_.name().data(), mailbox_.name().size());
  return handle;
}

template <class Real>
void HostedHalo<Real>::connectPeer(int neighbour, const IpcHandle& mailbox, const MailboxOffsets& offsets) {
  requireRun(fault_ != Fault::doesNotOpen, "this rank does not open");
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, mailbox.bytes.data(), sizeof bytes);
  auto memory = SharedMemory::open(reinterpret_cast<const char*>(mailbox.bytes.data()) + sizeof bytes, bytes);
  const auto theirs = memory.bytes();
  links_[static_cast<std::size_t>(neighbour)] = {Route::peer, std::move(memory), theirs, offsets};
}

template <class Real>
void HostedHalo<Real>::connectHostMailbox(int neighbour, std::span<std::byte> mailbox, const MailboxOffsets& offsets) {
  links_[static_cast<std::size_t>(neighbour)] = {Route::pinnedShared, {}, mailbox, offsets};
}

template <class Real>
MessageBuffers HostedHalo<Real>::connectMpi(int neighbour, bool) {
  const auto i = static_cast<std::size_t>(neighbour);
  links_[i] = {Route::pinnedMpi, {}, {}, {}};
  MessageBuffers buffers;
  for (std::size_t f = 0; f < 2; ++f) {
    buffers.send[f] = {packed_[f].data() + bytesBefore(i), bytesOf(i)};
    for (std::size_t parity = 0; parity < 2; ++parity)
      buffers.receive[f][parity] = {arrived_[f][parity].data() + bytesBefore(i), bytesOf(i)};
  }
  return buffers;
}

template <class Real>
void HostedHalo<Real>::deliver(std::size_t i, Field field, int parity, std::uint32_t count) {
  const Link& link = links_[i];
  if (link.route == Route::pinnedMpi) return;
  const bool lost = (link.route == Route::peer && fault_ == Fault::losesPeerData) ||
                    (link.route == Route::pinnedShared && fault_ == Fault::losesSharedData);
  if (!lost)
    std::memcpy(link.theirs.data() + link.offsets.traces[at(field)][static_cast<std::size_t>(parity)],
                packed_[at(field)].data() + bytesBefore(i), bytesOf(i));
  counter(link.theirs, link.offsets.flag[at(field)]).store(count, std::memory_order_release);
}

template <class Real>
std::byte* HostedHalo<Real>::collect(std::size_t i, Field field, int parity, std::uint32_t count, bool wait,
                                     std::uint32_t& found) {
  found = count;
  if (links_[i].route == Route::pinnedMpi)
    return arrived_[at(field)][static_cast<std::size_t>(parity)].data() + bytesBefore(i);
  const std::span<std::byte> mine = links_[i].route == Route::peer ? mailbox_.bytes() : hostMailbox_;
  const MailboxOffsets own = offsetsOf(static_cast<int>(i));
  const auto flag = counter(mine, own.flag[at(field)]);
  found = flag.load(std::memory_order_acquire);
  while (wait && static_cast<std::int32_t>(found - count) < 0) {
    std::this_thread::yield();
    found = flag.load(std::memory_order_acquire);
  }
  return mine.data() + own.traces[at(field)][static_cast<std::size_t>(parity)];
}

template <class Real>
void HostedHalo<Real>::sendProbe(int neighbour, std::uint32_t seed) {
  const auto i = static_cast<std::size_t>(neighbour);
  fillProbe(seed, packed_[0].data() + bytesBefore(i), bytesOf(i));
  deliver(i, Field::E, 0, seed);
}

template <class Real>
bool HostedHalo<Real>::probeArrived(int neighbour, std::uint32_t seed) {
  const auto i = static_cast<std::size_t>(neighbour);
  std::uint32_t count = 0;
  const std::byte* data = collect(i, Field::E, 0, seed, false, count);
  std::vector<std::byte> expected(bytesOf(i));
  fillProbe(seed, expected.data(), expected.size());
  const bool good = count == seed && std::equal(expected.begin(), expected.end(), data);
  if (links_[i].route != Route::pinnedMpi)
    counter(links_[i].route == Route::peer ? mailbox_.bytes() : hostMailbox_, offsetsOf(neighbour).flag[0]).store(0);
  return good;
}

template <class Real>
void HostedHalo<Real>::send(Field field, int /*level*/) {
  engine_.traces().pack(field, traces_);
  const auto bytes = std::as_bytes(std::span(traces_));
  std::copy(bytes.begin(), bytes.end(), packed_[at(field)].begin());
  const auto parity = static_cast<int>(sent_[at(field)] % 2);
  ++sent_[at(field)];
  for (std::size_t i = 0; i < links_.size(); ++i) deliver(i, field, parity, sent_[at(field)]);
}

template <class Real>
void HostedHalo<Real>::receive(Field field, int /*level*/) {
  const auto parity = static_cast<int>(received_[at(field)] % 2);
  ++received_[at(field)];
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < links_.size(); ++i)
    std::memcpy(reinterpret_cast<std::byte*>(traces_.data()) + bytesBefore(i),
                collect(i, field, parity, received_[at(field)], true, found), bytesOf(i));
  engine_.traces().set(field, traces_);
}

template class HostedHalo<float>;
template class HostedHalo<double>;

}  // namespace fluxtet::test
