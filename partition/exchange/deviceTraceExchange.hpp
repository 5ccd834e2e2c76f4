// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "partition/exchange/connectNeighbours.hpp"
#include "partition/exchange/traceExchange.hpp"
#include "partition/neighbourMessages.hpp"

#include <array>
#include <exception>
#include <memory>

namespace fluxtet {

/// Of an engine on a GPU. The host only enqueues work, except where MPI moves messages: it then waits, in finish(),
/// until they are packed and until they have come.
template <class Real>
class DeviceTraceExchange final : public TraceExchange<Real> {
 public:
  /// Collective; connectNeighbours() chooses from the routes. The halo's engine must outlive it.
  DeviceTraceExchange(std::unique_ptr<DeviceHalo> halo, const HaloPlan& plan, const std::vector<Route>& routes,
                      MPI_Comm comm);
  /// Collective, unless an error is on its way up: nobody may free what a neighbour still writes to.
  ~DeviceTraceExchange() override;

  RouteCounts routeCounts() const override;
  ExchangeStatistics statistics() const override;
  void resetStatistics() override;

 private:
  void prepare(Field field) override { halo_->announce(field); }
  void send(Field field) override;
  void receive(Field field) override;
  NeighbourMessages& messagesOf(Field field) {
    return messages_[static_cast<std::size_t>(field)]
                    [static_cast<std::size_t>(count_[static_cast<std::size_t>(field)] % 2)];
  }

  MPI_Comm comm_;
  Connections connections_;
  std::unique_ptr<DeviceHalo> halo_;
  std::array<std::array<NeighbourMessages, 2>, 2> messages_;  ///< [field][parity] of the neighbours that MPI serves
  bool throughMpi_ = false;                                   ///< there are some
  std::array<std::int64_t, 2> count_{};                       ///< messages finished, by field
  ExchangeStatistics statistics_;
  int exceptions_ = std::uncaught_exceptions();
};

extern template class DeviceTraceExchange<float>;
extern template class DeviceTraceExchange<double>;

}  // namespace fluxtet
