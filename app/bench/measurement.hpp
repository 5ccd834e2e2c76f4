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
  std::int64_t engineBytes = 0;  ///< what the engines of all ranks hold
  Timing timing;
  // Whole steps on several ranks: how and how well hidden traces were exchanged.
  RouteChoice route = RouteChoice::automatic;
  std::optional<RunSummary::ExchangeSummary> exchange;
  WorkCount work;
  Limit limit;

  double elementSteps() const {  ///< per second
    return static_cast<double>(elements) * stepsPerCall(workload) / timing.median;
  }
  double dofSteps() const { return 6 * nodesPerElement(order) * elementSteps(); }  ///< per second
  double bandwidth() const { return work.bytes * elementSteps(); }                 ///< bytes/s by the count
  double flopRate() const { return work.flops * elementSteps(); }                  ///< flop/s, zeros skipped
  double share() const { return elementSteps() / limit.rate; }                     ///< of the limit
};

}  // namespace fluxtet::bench
