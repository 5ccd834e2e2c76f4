// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.hpp"
#include "bench/bench.hpp"
#include "caseArguments.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet {

/// `fluxtet bench`.
struct BenchArguments {
  CaseArguments theCase;            ///< no file: a box
  std::int64_t elements = 0;        ///< of the box; 0: not given
  std::vector<std::int64_t> cells;  ///< of the box; empty: not given
  bench::BenchOptions options;
};

ExitCode runBench(const BenchArguments& arguments, MPI_Comm comm);

}  // namespace fluxtet
