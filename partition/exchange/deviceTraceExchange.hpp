// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "partition/exchange/connectNeighbours.hpp"
#include "partition/exchange/traceExchange.hpp"
#include "partition/neighbourMessages.hpp"

#include <array>
#include <exception>
#include <memory>

namespace fluxtet::dgtd {

/// TraceExchange of an engine on a GPU. The host only enqueues work, except where MPI moves messages: finish() then
/// blocks until they are packed and until they have arrived.
template <class Real>
class DeviceTraceExchange final : public TraceExchange<Real> {
 public:
  /// Connects the neighbours by the first of `routes` that works (connectNeighbours()). Collective. The halo's engine
  /// outlives this object.
  DeviceTraceExchange(std::unique_ptr<DeviceHalo> halo, const HaloPlan& plan, const std::vector<Route>& routes,
                      MPI_Comm comm);
  /// Collective, because no rank may free memory that a neighbour still writes to. Not collective during the
  /// propagation of an exception.
  ~DeviceTraceExchange() override;

  bool replays() const override { return halo_->replays(); }
  RouteCounts routeCounts() const override;
  ExchangeStatistics statistics() const override;
  void resetStatistics() override;

 private:
  void prepare(Field field) override { halo_->announce(field); }
  void send(Field field, int level) override;
  void receive(Field field, int level) override;
  partition::NeighbourMessages& messagesOf(Field field) {
    return messages_[static_cast<std::size_t>(field)]
                    [static_cast<std::size_t>(count_[static_cast<std::size_t>(field)] % 2)];
  }

  MPI_Comm comm_;
  Connections connections_;
  std::unique_ptr<DeviceHalo> halo_;
  std::array<std::array<partition::NeighbourMessages, 2>, 2> messages_;  ///< [field][parity] of neighbours by MPI
  bool throughMpi_ = false;                                              ///< MPI moves the messages of some neighbour
  std::array<std::int64_t, 2> count_{};                                  ///< [field] messages received
  double waitedSeconds_ = 0;                                             ///< ExchangeStatistics::waitedSeconds
  std::uint32_t sentBeforeReset_ = 0;            ///< DeviceHalo::messagesSent() at the last resetStatistics()
  std::int64_t bytesBeforeReset_ = 0;            ///< DeviceHalo::bytesSent() then
  int exceptions_ = std::uncaught_exceptions();  ///< in flight when this object was made
};

extern template class DeviceTraceExchange<float>;
extern template class DeviceTraceExchange<double>;

}  // namespace fluxtet::dgtd
