// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/roofline.hpp"
#include "app/bench/timing.hpp"
#include "app/bench/workCounts.hpp"
#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/output/summary.hpp"

#include <cstdint>
#include <optional>

namespace fluxtet::bench {

/// One line of the table: a workload on one mesh in one order and precision, all ranks together.
struct Measurement {
  Workload workload = Workload::fusedStep;
  int order = 1;
  bool singlePrecision = true;
  double penalty = 0;  ///< of the flux; 0: centred
  std::int64_t elements = 0;
  std::int64_t engineBytes = 0;  ///< memory of the engines of all ranks
  Timing timing;
  // For whole steps on several ranks: the exchange of traces.
  dgtd::RouteChoice route = dgtd::RouteChoice::automatic;
  std::optional<RunSummary::ExchangeSummary> exchange;
  WorkCount work;
  Limit limit;

  double elementSteps() const {  ///< per second
    return static_cast<double>(elements) * stepsPerCall(workload) / timing.median;
  }
  double dofSteps() const { return 6 * nodesPerElement(order) * elementSteps(); }  ///< per second
  double bandwidth() const { return work.bytes * elementSteps(); }                 ///< bytes/s, by WorkCount
  double flopRate() const { return work.flops * elementSteps(); }  ///< flop/s, zeros of operators skipped
  double share() const { return elementSteps() / limit.rate; }     ///< share of the roofline's limit
};

}  // namespace fluxtet::bench
