// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/bench.hpp"
#include "app/static/case/staticCase.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::bench {

struct StaticBenchOptions {
  Backend backend = Backend::automatic;
  std::vector<int> orders;                         ///< 1 or 2; empty: the case's, without a case 1
  std::optional<PrecisionChoice> precision;        ///< nothing: the case's, without a case double
  std::vector<statics::AssemblyMethod> methods;    ///< empty: all
  std::vector<statics::ReductionKind> reductions;  ///< of `ebe`; empty: all
  bool solve = false;                              ///< to the tolerance too
  double seconds = 1;                              ///< of each measurement
  std::vector<std::int64_t> cells;  ///< [2] of a square of triangles or [3] of a box of tetrahedra; empty: the default
  std::optional<statics::StaticCase> theCase;  ///< a static case, measured on its mesh instead
  std::string json;                            ///< file to write, which must not exist; empty: none
};

/// Cells of the square whose number of triangles is nearest to `elements`. Throws InputError for less than one cell.
std::vector<std::int64_t> squareCellsFor(std::int64_t elements);

/// Measures the assembly and one iteration of conjugate gradients by each method, beside the machine's bandwidth, and
/// prints a table while it goes. One rank only. Throws InputError for what cannot be measured, RunError where the
/// memory is too small.
void runStaticBench(const StaticBenchOptions& options, MPI_Comm comm);

}  // namespace fluxtet::bench
