// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::cli {
namespace {

/// The size of the box, if it is not left to the program.
std::optional<bench::Cells> cellsOf(const BenchArguments& arguments) {
  if (arguments.elements > 0) return bench::cellsFor(arguments.elements);
  if (arguments.cells.empty()) return std::nullopt;
  require(arguments.cells.size() == 3, "--cells takes three numbers for a box; two make a plane of --solver static");
  return bench::Cells{arguments.cells.at(0), arguments.cells.at(1), arguments.cells.at(2)};
}

void requireNoMeshSize(const BenchArguments& arguments) {
  require(arguments.elements == 0 && arguments.cells.empty(),
          "--elements and --cells size the mesh that is measured without a case: leave them or {} out",
          arguments.theCase.file);
}

void requireNoCaseOptions(const CaseArguments& theCase) {
  require(theCase.overrides.empty() && theCase.mesh.empty(), "--set and --mesh change a case: name one");
}

std::optional<Case> caseOf(const BenchArguments& arguments, MPI_Comm comm) {
  if (arguments.theCase.file.empty()) {
    requireNoCaseOptions(arguments.theCase);
    return std::nullopt;
  }
  requireNoMeshSize(arguments);
  Case theCase = loadCaseOnAll(arguments.theCase, comm);
  const SolverKind solver = solverOf(theCase);
  require(!arguments.solver || *arguments.solver == solver, "--solver {}: {} is a case of solver {}",
          toString(arguments.solver.value_or(solver)), arguments.theCase.file, toString(solver));
  return theCase;
}

/// The case of the solver that is measured.
template <class SolverCase>
std::optional<SolverCase> of(std::optional<Case> theCase) {
  return theCase ? std::optional(std::get<SolverCase>(std::move(*theCase))) : std::nullopt;
}

std::vector<int> ordersOf(const BenchArguments& arguments) {
  std::vector<int> orders = arguments.orders;
  std::sort(orders.begin(), orders.end());
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  return orders;
}

void benchDgtd(const BenchArguments& arguments, std::optional<dgtd::DgtdCase> theCase, MPI_Comm comm) {
  require(arguments.methods.empty() && arguments.reductions.empty() && !arguments.solve,
          "--assembly, --reduction and --solve are for the static solver: add --solver static, or leave them out");
  bench::BenchOptions options;
  options.backend = arguments.backend;
  if (!arguments.orders.empty()) options.orders = ordersOf(arguments);
  options.precision = arguments.precision.value_or(options.precision);
  options.kernels = arguments.kernels.value_or(options.kernels);
  options.exchanges = arguments.exchanges;
  options.wholeStepsOnly = arguments.wholeStepsOnly;
  options.cavitySteps = arguments.cavitySteps;
  require(options.cavitySteps == 0 || !theCase, "--cavity has its own mesh and fields: leave it or {} out",
          arguments.theCase.file);
  options.penalty = arguments.penalty;
  options.seconds = arguments.seconds;
  options.cells = cellsOf(arguments);
  options.theCase = std::move(theCase);
  options.json = arguments.json;
  bench::runBench(options, comm);
}

void benchStatic(const BenchArguments& arguments, std::optional<statics::StaticCase> theCase, MPI_Comm comm) {
  require(!arguments.kernels && arguments.exchanges.empty() && !arguments.penalty && arguments.cavitySteps == 0 &&
              !arguments.wholeStepsOnly,
          "--kernels, --exchange, --penalty, --cavity and --whole-steps are for the time-domain solver: leave them out "
          "of --solver static");
  bench::StaticBenchOptions options;
  options.backend = arguments.backend;
  options.orders = ordersOf(arguments);
  require(options.orders.empty() || options.orders.back() <= 2, "--order {}: the static solver has orders 1 and 2",
          options.orders.empty() ? 0 : options.orders.back());
  options.precision = arguments.precision;
  options.methods = arguments.methods;
  options.reductions = arguments.reductions;
  options.solve = arguments.solve;
  options.seconds = arguments.seconds;
  options.cells = arguments.elements > 0 ? bench::squareCellsFor(arguments.elements) : arguments.cells;
  options.theCase = std::move(theCase);
  options.json = arguments.json;
  bench::runStaticBench(options, comm);
}

}  // namespace

ExitCode runBench(const BenchArguments& arguments, MPI_Comm comm) {
  std::optional<Case> theCase = caseOf(arguments, comm);
  const SolverKind solver = theCase ? solverOf(*theCase) : arguments.solver.value_or(SolverKind::dgtd);
  if (solver == SolverKind::statics) {
    benchStatic(arguments, of<statics::StaticCase>(std::move(theCase)), comm);
  } else {
    benchDgtd(arguments, of<dgtd::DgtdCase>(std::move(theCase)), comm);
  }
  return ExitCode::done;
}

}  // namespace fluxtet::cli
