// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/benchCase.hpp"
#include "app/device/computeDevice.hpp"
#include "lib/basis/orders.hpp"

#include <mpi.h>

#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::bench {

enum class KernelChoice { all, split, fused };
enum class PrecisionChoice { single, fp64, both };

struct BenchOptions {
  Backend backend = Backend::automatic;
  std::vector<int> orders{std::begin(allOrders), std::end(allOrders)};
  PrecisionChoice precision = PrecisionChoice::single;
  KernelChoice kernels = KernelChoice::all;
  std::vector<dgtd::RouteChoice> exchanges;  ///< routes to measure, one after the other; empty: the case's, else auto
  bool wholeStepsOnly = false;               ///< no single kernels, no samples of spectra
  std::int64_t cavitySteps = 0;              ///< if > 0: number of steps of runCavityBench(), which runs instead
  std::optional<double> penalty;             ///< penalty of the flux; none: the case's, 0 (centred) for a box
  double seconds = 1;                        ///< s, duration of each measurement
  std::optional<Cells> cells;                ///< of the box; for a cavity, on each rank; none: default of the order
  std::optional<dgtd::DgtdCase> theCase;     ///< measure on its mesh instead of a box
  std::string json;                          ///< file to write; must not exist; empty: none
};

bool wanted(PrecisionChoice choice, bool single);
/// The route choices to measure: options.exchanges, or the case's; a single one on one rank.
std::vector<dgtd::RouteChoice> measuredRoutes(const BenchOptions& options, MPI_Comm comm);

/// Measures the engine's kernels and time steps and the machine's roofline; rank 0 prints a table line by line.
/// Collective. Throws on every rank: InputError for options that cannot be measured, RunError if memory is too small.
void runBench(const BenchOptions& options, MPI_Comm comm);

}  // namespace fluxtet::bench
