// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "partition/exchange/haloExchange.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <array>

namespace fluxtet::dgtd {

/// TraceExchange of an engine on the CPU, through host buffers and MPI. Every message has the traces of all faces.
template <class Real>
class HostTraceExchange final : public TraceExchange<Real> {
 public:
  HostTraceExchange(FieldEngine<Real>& engine, const HaloPlan& plan, MPI_Comm comm);

  RouteCounts routeCounts() const override;
  ExchangeStatistics statistics() const override { return statistics_; }
  void resetStatistics() override { statistics_ = {}; }

 private:
  void send(Field field, int level) override;
  void receive(Field field, int level) override;

  FieldEngine<Real>& engine_;
  int neighbours_;
  std::array<HaloExchange<Real>, 2> halos_;
  ExchangeStatistics statistics_;
};

extern template class HostTraceExchange<float>;
extern template class HostTraceExchange<double>;

}  // namespace fluxtet::dgtd
