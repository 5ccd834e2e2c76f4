// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/benchCase.hpp"
#include "lib/output/summary.hpp"

#include <cstdint>
#include <optional>

namespace fluxtet::bench {

/// Times before and after the steps, s, each on the slowest rank.
struct CavityCopies {
  double engine = 0;    ///< making the engine: its tables on the host and their copies to the device
  double upload = 0;    ///< both fields, nodal, from host memory to the engine
  double download = 0;  ///< both fields, from the engine to host memory
};

/// Times of the steps of one cavity with one kernel set and one route choice.
struct CavityRun {
  double set = 0;                                       ///< s, setting both fields to the mode
  double median = 0, fastest = 0, slowest = 0;          ///< s, of all steps of a run, without copies
  int runs = 0;                                         ///< number of runs
  double error = 0;                                     ///< after the last run, see CavityTimer::run()
  std::optional<RunSummary::ExchangeSummary> exchange;  ///< on several ranks
};

/// One line of the table: a cavity in one order and precision.
struct CavityMeasurement {
  int order = 1;
  bool singlePrecision = true;
  dgtd::KernelSet kernels = dgtd::KernelSet::fused;
  dgtd::RouteChoice route = dgtd::RouteChoice::automatic;
  double penalty = 0;  ///< of the flux; 0: centred
  Cells cells{}, blocks{};
  std::int64_t elements = 0, steps = 0;
  double dt = 0;          ///< s
  double denseFlops = 0;  ///< per element and step (WorkCount)
  CavityCopies copies;
  CavityRun run;

  double elementSteps() const {  ///< per second, without copies
    return static_cast<double>(elements) * static_cast<double>(steps) / run.median;
  }
  double flopRate() const { return denseFlops * elementSteps(); }                     ///< flop/s, without copies
  double withCopies() const { return copies.upload + run.median + copies.download; }  ///< s
};

}  // namespace fluxtet::bench
