// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/deviceTraceExchange.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "lib/base/timer.hpp"

#include <spdlog/spdlog.h>

#include <limits>

namespace fluxtet::dgtd {

template <class Real>
DeviceTraceExchange<Real>::DeviceTraceExchange(std::unique_ptr<DeviceHalo> halo, const HaloPlan& plan,
                                               const std::vector<Route>& routes, MPI_Comm comm)
    : comm_(comm), halo_(std::move(halo)) {
  agreeOnErrors(comm, [&] {
    requireRun(halo_->messageBytes() <= std::numeric_limits<int>::max(),
               "the traces of {} halo faces are more than MPI can send at once: use more ranks", plan.numFaces());
  });
  connections_ = connectNeighbours(*halo_, plan, routes, comm);
  for (const Field field : {Field::E, Field::H})
    for (std::size_t slot = 0; slot < 2; ++slot) {
      const auto f = static_cast<std::size_t>(field);
      std::vector<partition::MessagePair> pairs;
      for (std::size_t i = 0; i < plan.neighbour.size(); ++i) {
        if (connections_.route[i] != Route::gpuAware && connections_.route[i] != Route::pinnedMpi) continue;
        const MessageBuffers& buffers = connections_.buffers[i];
        const auto receive = buffers.receive[f][slot];
        pairs.push_back({plan.neighbour[i], buffers.send[f].data(), receive.data(), static_cast<int>(receive.size())});
      }
      throughMpi_ = throughMpi_ || !pairs.empty();
      const int tag = field == Field::E ? mpiTag::tracesE : mpiTag::tracesH;
      messages_[f][slot] = partition::NeighbourMessages(pairs, MPI_BYTE, tag, comm);
    }
}

template <class Real>
DeviceTraceExchange<Real>::~DeviceTraceExchange() {
  if (std::uncaught_exceptions() > exceptions_) {
    halo_->abandon();
    return;
  }
  try {
    halo_->close();
    mpiCheck(MPI_Barrier(comm_));
  } catch (const std::exception& error) {
    spdlog::warn("ending the exchange: {}", error.what());
  }
}

template <class Real>
void DeviceTraceExchange<Real>::send(Field field) {
  // Where the message two before this one was received is free again: it has been copied or read before the one between
  // them was packed, and the host has waited for that.
  if (throughMpi_) messagesOf(field).startReceives();
  halo_->send(field);
  ++statistics_.messages;
  statistics_.bytes += halo_->messageBytes();
}

template <class Real>
void DeviceTraceExchange<Real>::receive(Field field) {
  if (throughMpi_) {
    const ScopedSeconds waiting(statistics_.waited);
    halo_->waitUntilPacked(field);
    messagesOf(field).startSends();
    messagesOf(field).finish();
  }
  halo_->receive(field);
  ++count_[static_cast<std::size_t>(field)];
}

template <class Real>
ExchangeRoutes DeviceTraceExchange<Real>::routes() const {
  ExchangeRoutes routes;
  for (const Route route : connections_.route) {
    if (route == Route::peer) ++routes.peer;
    if (route == Route::gpuAware) ++routes.gpuAware;
    if (route == Route::pinnedShared) ++routes.pinnedShared;
    if (route == Route::pinnedMpi) ++routes.pinnedMpi;
  }
  return routes;
}

template <class Real>
ExchangeStatistics DeviceTraceExchange<Real>::statistics() const {
  ExchangeStatistics result = statistics_;
  const ExchangeTiming timing = halo_->timing();
  result.timedMessages = timing.samples;
  result.way = timing.way;
  result.exposed = timing.exposed;
  return result;
}

template <class Real>
void DeviceTraceExchange<Real>::resetStatistics() {
  statistics_ = {};
  halo_->resetTiming();
}

template class DeviceTraceExchange<float>;
template class DeviceTraceExchange<double>;

}  // namespace fluxtet::dgtd
