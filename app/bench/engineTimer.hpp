// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/timing.hpp"
#include "app/bench/workCounts.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "lib/output/summary.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace fluxtet::bench {

/// Times an engine's workloads on random fields; whole steps include the exchange between ranks.
template <class Real>
class EngineTimer {
 public:
  /// `route`: what the exchange may use. Collective. The engine and the discretisation outlive this object.
  EngineTimer(dgtd::FieldEngine<Real>& engine, const dgtd::Discretisation& discretisation, dgtd::RouteChoice route,
              MPI_Comm comm);

  /// Times one workload for about `seconds`. Overwrites the engine's fields. Collective.
  Timing time(Workload workload, double seconds);
  /// Routes and cost of the exchange in the steps timed last; none on one rank and for other workloads. Collective.
  std::optional<RunSummary::ExchangeSummary> exchangeReport() const;

 private:
  /// Sets random fields, receives the other ranks' traces of them, and computes a right-hand side to add to.
  void prepare(Workload workload);
  void call(Workload workload);
  dgtd::HalfStep half(dgtd::Field target) const { return {target, step_, 0, 0}; }
  dgtd::ElementRange all() const { return {0, discretisation_.mesh.numElements}; }

  dgtd::FieldEngine<Real>& engine_;
  const dgtd::Discretisation& discretisation_;
  MPI_Comm comm_;
  double step_;  ///< c0 dt, m
  std::unique_ptr<dgtd::TraceExchange<Real>> exchange_;
  std::unique_ptr<dgtd::TimeStepper<Real>> splitStepper_, fusedStepper_;
  std::int64_t stepsDone_ = 0, firstStep_ = 0;
};

/// Random values between -1 and 1, [element][node][xyz], that depend on the element's global id, node, component and
/// `seed` only.
template <class Real>
std::vector<Real> randomField(const dgtd::Discretisation& discretisation, std::uint64_t seed);

extern template class EngineTimer<float>;
extern template class EngineTimer<double>;

}  // namespace fluxtet::bench
