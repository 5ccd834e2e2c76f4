// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/static/staticBench.hpp"
#include "app/cli/caseArguments.hpp"
#include "lib/base/error.hpp"

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::cli {

/// `fluxtet bench`. What was not given is empty: each solver has its own defaults.
struct BenchArguments {
  CaseArguments theCase;  ///< no file: a generated mesh
  std::optional<SolverKind> solver;
  std::int64_t elements = 0;        ///< of the generated mesh; 0: not given
  std::vector<std::int64_t> cells;  ///< of the generated mesh, along each axis: three, or two of a plane
  std::vector<int> orders;
  std::optional<bench::PrecisionChoice> precision;
  std::optional<bench::KernelChoice> kernels;      ///< dgtd only
  std::vector<dgtd::RouteChoice> exchanges;        ///< dgtd only
  std::int64_t cavitySteps = 0;                    ///< dgtd only; 0: not given
  bool wholeStepsOnly = false;                     ///< dgtd only
  std::optional<double> penalty;                   ///< share of the jump terms, 0 to 1; dgtd only
  std::vector<statics::AssemblyMethod> methods;    ///< static only
  std::vector<statics::ReductionKind> reductions;  ///< static only
  bool solve = false;                              ///< static only
  Backend backend = Backend::automatic;
  double seconds = 1;  ///< wall time of each measurement, s
  std::string json;
};

ExitCode runBench(const BenchArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet::cli
