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
    for (std::size_t parity = 0; parity < 2; ++parity) {
      const auto f = static_cast<std::size_t>(field);
      std::vector<partition::MessagePair> pairs;
      for (std::size_t i = 0; i < plan.neighbour.size(); ++i) {
        if (connections_.route[i] != Route::gpuAware && connections_.route[i] != Route::pinnedMpi) continue;
        const MessageBuffers& buffers = connections_.buffers[i];
        const auto receive = buffers.receive[f][parity];
        pairs.push_back({plan.neighbour[i], buffers.send[f].data(), receive.data(), static_cast<int>(receive.size())});
      }
      throughMpi_ = throughMpi_ || !pairs.empty();
      const int tag = field == Field::E ? mpiTag::tracesE : mpiTag::tracesH;
      messages_[f][parity] = partition::NeighbourMessages(pairs, MPI_BYTE, tag, comm);
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
void DeviceTraceExchange<Real>::send(Field field, int level) {
  // The receive buffer of this parity is free: its last message was copied or read before the message between the two
  // was packed, and the host has waited for that packing.
  if (throughMpi_) messagesOf(field).startReceives();
  halo_->send(field, level);
}

template <class Real>
void DeviceTraceExchange<Real>::receive(Field field, int level) {
  if (throughMpi_) {
    const ScopedSeconds waiting(waitedSeconds_);
    halo_->waitUntilPacked(field);
    messagesOf(field).startSends();
    messagesOf(field).finish();
  }
  halo_->receive(field, level);
  ++count_[static_cast<std::size_t>(field)];
}

template <class Real>
RouteCounts DeviceTraceExchange<Real>::routeCounts() const {
  RouteCounts counts;
  for (const Route route : connections_.route) {
    if (route == Route::peer) ++counts.peer;
    if (route == Route::gpuAware) ++counts.gpuAware;
    if (route == Route::pinnedShared) ++counts.pinnedShared;
    if (route == Route::pinnedMpi) ++counts.pinnedMpi;
  }
  return counts;
}

template <class Real>
ExchangeStatistics DeviceTraceExchange<Real>::statistics() const {
  ExchangeStatistics result;
  result.messages = halo_->messagesSent() - sentBeforeReset_;
  result.bytes = halo_->bytesSent() - bytesBeforeReset_;
  result.waitedSeconds = waitedSeconds_;
  const ExchangeTiming timing = halo_->timing();
  result.timedMessages = timing.samples;
  result.transferSeconds = timing.transferSeconds;
  result.exposedSeconds = timing.exposedSeconds;
  return result;
}

template <class Real>
void DeviceTraceExchange<Real>::resetStatistics() {
  waitedSeconds_ = 0;
  sentBeforeReset_ = halo_->messagesSent();
  bytesBeforeReset_ = halo_->bytesSent();
  halo_->resetTiming();
}

template class DeviceTraceExchange<float>;
template class DeviceTraceExchange<double>;

}  // namespace fluxtet::dgtd
