// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/connectNeighbours.hpp"

#include "lib/base/hash.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "partition/exchange/gpuAwareMpi.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

namespace fluxtet::dgtd {
namespace {

/// [neighbour] 1 for the neighbours of a set, 0 for others.
using NeighbourMask = std::vector<std::uint8_t>;

/// Tries the routes one after the other and keeps what has been connected.
class Connector {
 public:
  Connector(DeviceHalo& halo, const HaloPlan& plan, MPI_Comm comm)
      : halo_(halo), plan_(plan), comm_(comm), onHost_(neighboursOnHost()), reason_(count()) {
    connections_.route.assign(count(), Route::none);
    connections_.buffers.resize(count());
  }

  /// Connects those neighbours by `route` that have no route yet and for which it works. Collective.
  void connectBy(Route route);
  /// Throws InputError on every rank if a neighbour of any rank has no route.
  void requireAllConnected() const;
  Connections take() { return std::move(connections_); }

 private:
  void tryPeer();
  void tryGpuAware();
  void tryPinnedShared();
  void usePinnedMpi();

  std::size_t count() const { return plan_.neighbour.size(); }
  /// The neighbours on this rank's host. Collective.
  NeighbourMask neighboursOnHost() const;
  /// Those of `candidates` that have no route yet.
  NeighbourMask withoutRoute(NeighbourMask candidates) const;
  /// Sends forNeighbour[i] to neighbour i and returns the values received, [neighbour]. Collective.
  template <class T>
  std::vector<T> swapWithNeighbours(const std::vector<T>& forNeighbour) const;
  /// The neighbours i with mine[i] set on this rank and the corresponding entry set on rank i. Collective; it also acts
  /// as a barrier between neighbours.
  NeighbourMask onBothSides(NeighbourMask mine) const;
  /// Calls work(i) for each candidate i. Returns the candidates for which it did not throw; keeps the message of the
  /// exception for the others.
  NeighbourMask attemptEach(const NeighbourMask& candidates, const std::function<void(int)>& work);
  /// Connects the candidates by work(i), sends probes, and assigns `route` to the neighbours with which probes arrive
  /// in both directions. `move` moves the probes if the halo does not. Collective.
  void connect(Route route, NeighbourMask candidates, const std::function<void(int)>& work,
               const std::function<void(const NeighbourMask&)>& move = {});
  /// Moves the probes of the candidates from and to their MPI buffers.
  void moveByMpi(const NeighbourMask& candidates) const;
  /// Seed of the probe between two ranks by a route; never 0.
  std::uint32_t seed(int from, int to, Route route) const;

  DeviceHalo& halo_;
  const HaloPlan& plan_;
  MPI_Comm comm_;
  NeighbourMask onHost_;
  std::vector<std::string> reason_;  ///< [neighbour] why the last attempt failed; empty: it did not fail here
  Connections connections_;
};

NeighbourMask Connector::neighboursOnHost() const {
  MPI_Comm host = MPI_COMM_NULL;
  MPI_Group all = MPI_GROUP_NULL, ofHost = MPI_GROUP_NULL;
  mpiCheck(MPI_Comm_split_type(comm_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host));
  mpiCheck(MPI_Comm_group(comm_, &all));
  mpiCheck(MPI_Comm_group(host, &ofHost));
  std::vector<int> rankOnHost(count());
  mpiCheck(
      MPI_Group_translate_ranks(all, static_cast<int>(count()), plan_.neighbour.data(), ofHost, rankOnHost.data()));
  mpiCheck(MPI_Group_free(&ofHost));
  mpiCheck(MPI_Group_free(&all));
  mpiCheck(MPI_Comm_free(&host));
  NeighbourMask mask(count());
  for (std::size_t i = 0; i < count(); ++i) mask[i] = rankOnHost[i] != MPI_UNDEFINED;
  return mask;
}

NeighbourMask Connector::withoutRoute(NeighbourMask candidates) const {
  for (std::size_t i = 0; i < count(); ++i)
    if (connections_.route[i] != Route::none) candidates[i] = false;
  return candidates;
}

template <class T>
std::vector<T> Connector::swapWithNeighbours(const std::vector<T>& forNeighbour) const {
  std::vector<std::vector<T>> toRank(static_cast<std::size_t>(mpiSize(comm_)));
  for (std::size_t i = 0; i < count(); ++i) toRank[static_cast<std::size_t>(plan_.neighbour[i])] = {forNeighbour[i]};
  const auto fromRank = exchangeAll(comm_, toRank);
  std::vector<T> result;
  for (const int rank : plan_.neighbour) result.push_back(fromRank[static_cast<std::size_t>(rank)].front());
  return result;
}

NeighbourMask Connector::onBothSides(NeighbourMask mine) const {
  const NeighbourMask theirs = swapWithNeighbours(mine);
  for (std::size_t i = 0; i < count(); ++i) mine[i] = mine[i] != 0 && theirs[i] != 0;
  return mine;
}

NeighbourMask Connector::attemptEach(const NeighbourMask& candidates, const std::function<void(int)>& work) {
  NeighbourMask done(count());
  for (std::size_t i = 0; i < count(); ++i) {
    if (candidates[i] == 0) continue;
    try {
      work(static_cast<int>(i));
      done[i] = true;
    } catch (const std::exception& error) {
      reason_[i] = error.what();
    }
  }
  return done;
}

std::uint32_t Connector::seed(int from, int to, Route route) const {
  const std::uint64_t key = (static_cast<std::uint64_t>(from) << 32) + (static_cast<std::uint64_t>(to) << 3) +
                            static_cast<std::uint64_t>(route);
  return static_cast<std::uint32_t>(hash64(key)) | 1U;  // memory that nothing was written to may hold 0
}

void Connector::connect(Route route, NeighbourMask candidates, const std::function<void(int)>& work,
                        const std::function<void(const NeighbourMask&)>& move) {
  const int self = mpiRank(comm_);
  candidates = onBothSides(attemptEach(candidates, work));
  candidates = onBothSides(attemptEach(
      candidates, [&](int i) { halo_.sendProbe(i, seed(self, plan_.neighbour[static_cast<std::size_t>(i)], route)); }));
  if (move) move(candidates);
  candidates = onBothSides(attemptEach(candidates, [&](int i) {
    requireRun(halo_.probeArrived(i, seed(plan_.neighbour[static_cast<std::size_t>(i)], self, route)),
               "what was sent on trial did not arrive");
  }));
  for (std::size_t i = 0; i < count(); ++i)
    if (candidates[i] != 0) connections_.route[i] = route;
}

struct PeerOffer {
  bool valid = false;
  IpcHandle mailbox;
  MailboxOffsets offsets;
};

void Connector::tryPeer() {
  for (std::size_t i = 0; i < count(); ++i)
    if (onHost_[i] == 0) reason_[i] = "they are on different hosts";
  std::vector<PeerOffer> offers(count());
  attemptEach(withoutRoute(onHost_), [&](int i) {
    offers[static_cast<std::size_t>(i)] = {true, halo_.exportMailbox(), halo_.mailboxOffsets(i)};
  });
  offers = swapWithNeighbours(offers);
  connect(Route::peer, withoutRoute(onHost_), [&](int i) {
    const PeerOffer& offer = offers[static_cast<std::size_t>(i)];
    requireRun(offer.valid, "it cannot share its GPU's memory");
    halo_.connectPeer(i, offer.mailbox, offer.offsets);
  });
}

void Connector::moveByMpi(const NeighbourMask& candidates) const {
  constexpr int tag = mpiTag::routeTrial;
  std::vector<MPI_Request> requests;
  for (std::size_t i = 0; i < count(); ++i) {
    if (candidates[i] == 0) continue;
    const auto receive = connections_.buffers[i].receive[0][0];
    const auto send = connections_.buffers[i].send[0];
    const int rank = plan_.neighbour[i];
    requests.resize(requests.size() + 2);
    mpiCheck(
        MPI_Irecv(receive.data(), static_cast<int>(receive.size()), MPI_BYTE, rank, tag, comm_, &requests.end()[-2]));
    mpiCheck(MPI_Isend(send.data(), static_cast<int>(send.size()), MPI_BYTE, rank, tag, comm_, &requests.end()[-1]));
  }
  mpiCheck(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void Connector::tryGpuAware() {
  const NeighbourMask candidates = withoutRoute(NeighbourMask(count(), mpiTakesDeviceMemory()));
  if (!mpiTakesDeviceMemory())
    std::fill(reason_.begin(), reason_.end(), "this MPI library does not say that it takes device memory");
  connect(
      Route::gpuAware, candidates,
      [&](int i) { connections_.buffers[static_cast<std::size_t>(i)] = halo_.connectMpi(i, true); },
      [&](const NeighbourMask& agreed) { moveByMpi(agreed); });
}

struct SharedOffer {
  bool valid = false;
  std::array<char, 64> name{};
  std::size_t bytes = 0;
  MailboxOffsets offsets;
};

void Connector::tryPinnedShared() {
  SharedMemory own;
  std::vector<SharedOffer> offers(count());
  attemptEach(withoutRoute(onHost_), [&](int i) {
    if (own.bytes().empty()) {
      own = SharedMemory::create(halo_.hostMailboxBytes());
      halo_.useHostMailbox(own.bytes());
    }
    SharedOffer& offer = offers[static_cast<std::size_t>(i)];
    offer = {true, {}, own.bytes().size(), halo_.hostMailboxOffsets(i)};
    std::strncpy(offer.name.data(), own.name().c_str(), offer.name.size() - 1);
  });
  offers = swapWithNeighbours(offers);
  connect(Route::pinnedShared, withoutRoute(onHost_), [&](int i) {
    const SharedOffer& offer = offers[static_cast<std::size_t>(i)];
    requireRun(offer.valid, "it has no memory to share");
    connections_.shared.push_back(SharedMemory::open(offer.name.data(), offer.bytes));
    halo_.connectHostMailbox(i, connections_.shared.back().bytes(), offer.offsets);
  });
  // All neighbours have opened it or failed to.
  own.removeName();
  connections_.shared.push_back(std::move(own));
}

void Connector::usePinnedMpi() {
  agreeOnErrors(comm_, [&] {
    for (std::size_t i = 0; i < count(); ++i) {
      if (connections_.route[i] != Route::none) continue;
      connections_.buffers[i] = halo_.connectMpi(static_cast<int>(i), false);
      connections_.route[i] = Route::pinnedMpi;
    }
  });
}

void Connector::connectBy(Route route) {
  switch (route) {
    case Route::peer:
      tryPeer();
      break;
    case Route::gpuAware:
      tryGpuAware();
      break;
    case Route::pinnedShared:
      tryPinnedShared();
      break;
    case Route::pinnedMpi:
      usePinnedMpi();
      break;
    case Route::none:
      break;
  }
}

void Connector::requireAllConnected() const {
  agreeOnErrors(comm_, [&] {
    for (std::size_t i = 0; i < count(); ++i) {
      require(connections_.route[i] != Route::none,
              "dgtd.exchange: this way is not possible between ranks {} and {}: {}. Use exchange: auto, which takes "
              "what is.",
              mpiRank(comm_), plan_.neighbour[i], reason_[i].empty() ? "it failed on the other side" : reason_[i]);
    }
  });
}

}  // namespace

std::vector<Route> routesOf(RouteChoice choice) {
  switch (choice) {
    case RouteChoice::peer:
      return {Route::peer};
    case RouteChoice::gpuAware:
      return {Route::gpuAware};
    case RouteChoice::pinned:
      return {Route::pinnedShared, Route::pinnedMpi};
    case RouteChoice::staged:
      return {Route::pinnedMpi};
    case RouteChoice::automatic:
      break;
  }
  return {Route::peer, Route::gpuAware, Route::pinnedShared, Route::pinnedMpi};
}

Connections connectNeighbours(DeviceHalo& halo, const HaloPlan& plan, const std::vector<Route>& routes, MPI_Comm comm) {
  Connector connector(halo, plan, comm);
  for (const Route route : routes) connector.connectBy(route);
  connector.requireAllConnected();
  agreeOnErrors(comm, [&] { halo.ready(); });
  return connector.take();
}

}  // namespace fluxtet::dgtd
