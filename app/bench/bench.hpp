// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/benchCase.hpp"
#include "app/device/computeDevice.hpp"

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace fluxtet::bench {

enum class KernelChoice { all, split, fused };
enum class PrecisionChoice { single, fp64, both };

struct BenchOptions {
  Backend backend = Backend::automatic;
  std::vector<int> orders{1, 2, 3, 4};
  PrecisionChoice precision = PrecisionChoice::single;
  KernelChoice kernels = KernelChoice::all;
  std::vector<RouteChoice> exchanges;  ///< between GPUs, one after the other; none: the case's, else auto
  bool wholeStepsOnly = false;         ///< neither single kernels nor samples of spectra
  std::int64_t cavitySteps = 0;        ///< > 0: so many steps of a cavity's mode instead (runCavityBench)
  std::optional<double> penalty;       ///< of the flux; nothing: the case's, 0 (centred) for a box
  double seconds = 1;                  ///< of each measurement
  std::optional<Cells> cells;          ///< of the box, a cavity's on each rank; nothing: by order
  std::optional<DgtdCase> theCase;     ///< measured on its mesh instead of a box
  std::string json;                    ///< file to write, which must not exist; empty: none
};

bool wanted(PrecisionChoice choice, bool single);
/// The ways that are measured: one on one rank.
std::vector<RouteChoice> measuredRoutes(const BenchOptions& options, MPI_Comm comm);

/// Measures the engine's kernels and steps and the machine's roofs, and prints a table (rank 0) while it goes.
/// Collective. Throws InputError for what cannot be measured, RunError where the memory is too small, on every rank.
void runBench(const BenchOptions& options, MPI_Comm comm);

}  // namespace fluxtet::bench
