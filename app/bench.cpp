// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include <algorithm>

namespace fluxtet {
namespace {

/// The size of the box, if it is not left to the program.
std::optional<bench::Cells> cellsOf(const BenchArguments& arguments) {
  if (arguments.elements > 0) return bench::cellsFor(arguments.elements);
  if (arguments.cells.empty()) return std::nullopt;
  return bench::Cells{arguments.cells.at(0), arguments.cells.at(1), arguments.cells.at(2)};
}

void requireNoBoxSize(const BenchArguments& arguments) {
  require(arguments.elements == 0 && arguments.cells.empty(),
          "--elements and --cells size the box that is measured without a case: leave them or {} out",
          arguments.theCase.file);
}

void requireNoCaseOptions(const CaseArguments& theCase) {
  require(theCase.overrides.empty() && theCase.mesh.empty(), "--set and --mesh change a case: name one");
}

}  // namespace

ExitCode runBench(const BenchArguments& arguments, MPI_Comm comm) {
  bench::BenchOptions options = arguments.options;
  std::sort(options.orders.begin(), options.orders.end());
  options.orders.erase(std::unique(options.orders.begin(), options.orders.end()), options.orders.end());
  if (arguments.theCase.file.empty()) {
    requireNoCaseOptions(arguments.theCase);
    options.cells = cellsOf(arguments);
  } else {
    requireNoBoxSize(arguments);
    options.theCase = loadCaseOnAll(arguments.theCase, comm);
  }
  bench::runBench(options, comm);
  return ExitCode::done;
}

}  // namespace fluxtet
