// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/bench.hpp"

#include "app/bench/benchMesh.hpp"
#include "app/bench/cavityBench.hpp"
#include "app/bench/device.hpp"
#include "app/bench/engineTimer.hpp"
#include "app/bench/jsonFile.hpp"
#include "app/bench/report.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"

#include <algorithm>

namespace fluxtet::bench {
namespace {

std::vector<Workload> wholeSteps(std::vector<Workload> workloads) {
  workloads.erase(std::remove_if(workloads.begin(), workloads.end(), [](Workload w) { return !isWholeStep(w); }),
                  workloads.end());
  return workloads;
}

std::vector<Workload> workloadsOf(const BenchOptions& options) {
  const KernelChoice choice = options.kernels;
  std::vector<Workload> result;
  if (choice != KernelChoice::fused)
    result = {Workload::intVolume, Workload::intSurface, Workload::updateField, Workload::splitStep};
  if (choice != KernelChoice::split)
    result.insert(result.end(), {Workload::fusedE, Workload::fusedH, Workload::fusedStep});
  result.push_back(Workload::spectra);  // last, because its sums need memory
  return options.wholeStepsOnly ? wholeSteps(result) : result;
}

/// One call of `fluxtet bench`.
class Bench {
 public:
  Bench(const BenchOptions& options, MPI_Comm comm)
      : options_(options),
        comm_(comm),
        device_(options.backend, options.theCase ? options.theCase->dgtd.threads : 0, comm),
        mesh_(options, device_.gpu().has_value(), comm) {}

  void run() {
    mesh_.discretised(options_.orders.front());  // reports faults of a case first
    measureRoofs();
    for (const int order : options_.orders) {
      if (wanted(options_.precision, true)) measure<float>(order);
      if (wanted(options_.precision, false)) measure<double>(order);
    }
    tell(tableNotes(facts_, measurements_));
    writeJsonFile(
        options_.json, [&] { return benchJson(facts_, measurements_); }, comm_);
  }

 private:
  template <class Real>
  void measure(int order) {
    const dgtd::Discretisation& d = mesh_.discretised(order);
    device_.requireMemory(d, sizeof(Real), options_.kernels != KernelChoice::fused);
    const auto engine = device_.makeEngine<Real>(d.problem);
    if (measurements_.empty()) {
      facts_.engine = engine->name();
      tell(tableHead(facts_));
    }
    std::vector<Workload> workloads = workloadsOf(options_);
    for (const dgtd::RouteChoice route : measuredRoutes(options_, comm_)) {
      timeAll<Real>(workloads, route, *engine, d);
      workloads = wholeSteps(workloads);  // other workloads have no exchange
    }
  }

  template <class Real>
  void timeAll(const std::vector<Workload>& workloads, dgtd::RouteChoice route, dgtd::FieldEngine<Real>& engine,
               const dgtd::Discretisation& d) {
    constexpr bool single = sizeof(Real) == sizeof(float);
    EngineTimer<Real> timer(engine, d, route, comm_);
    for (const Workload workload : workloads) {
      Measurement m;
      m.workload = workload;
      m.order = d.basis.order();
      m.singlePrecision = single;
      m.elements = d.mesh.totalElements;
      m.penalty = mesh_.penalty();
      m.timing = timer.time(workload, options_.seconds);
      m.route = route;
      m.exchange = timer.exchangeReport();
      m.engineBytes = sumOverRanks(comm_, engine.bytes());
      m.work = workOf(workload, d.basis, single, d.problem);
      m.limit = limitOf(facts_.roofline(single), m.work);
      measurements_.push_back(m);
      tell(tableRow(m));
    }
  }

  /// Checks the memory before the engine is made.
  void measureRoofs() {
    facts_.machine = machineFacts();
    facts_.mesh = mesh_.text();
    facts_.ranks = mpiSize(comm_);
    facts_.threads = device_.threads();
    facts_.secondsPerMeasurement = options_.seconds;
    facts_.gpu = device_.gpu();
    facts_.bandwidth = device_.measureBandwidth();
    if (wanted(options_.precision, true)) facts_.singleFmaRate = device_.measureFmaRate(true);
    if (wanted(options_.precision, false)) facts_.doubleFmaRate = device_.measureFmaRate(false);
  }

  void tell(const std::string& text) const {
    if (mpiRank(comm_) == 0) printText(text);
  }

  const BenchOptions& options_;
  MPI_Comm comm_;
  Device device_;
  BenchMesh mesh_;
  BenchFacts facts_;
  std::vector<Measurement> measurements_;
};

}  // namespace

bool wanted(PrecisionChoice choice, bool single) {
  return choice == PrecisionChoice::both || (choice == PrecisionChoice::single) == single;
}

std::vector<dgtd::RouteChoice> measuredRoutes(const BenchOptions& options, MPI_Comm comm) {
  if (options.exchanges.empty())
    return {options.theCase ? options.theCase->dgtd.exchange : dgtd::RouteChoice::automatic};
  if (mpiSize(comm) == 1) return {options.exchanges.front()};
  return options.exchanges;
}

void runBench(const BenchOptions& options, MPI_Comm comm) {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) requireNewJsonFile(options.json);
  });
  if (options.cavitySteps > 0) {
    runCavityBench(options, comm);
  } else {
    Bench(options, comm).run();
  }
}

}  // namespace fluxtet::bench
