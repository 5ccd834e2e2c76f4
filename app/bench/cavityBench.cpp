// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/cavityBench.hpp"

#include "app/bench/altitudeStep.hpp"
#include "app/bench/benchMesh.hpp"
#include "app/bench/cavityReport.hpp"
#include "app/bench/cavityTimer.hpp"
#include "app/bench/device.hpp"
#include "app/bench/jsonFile.hpp"
#include "app/device/hostMemory.hpp"
#include "app/dgtd/setup/exactFields.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/print.hpp"
#include "lib/base/timer.hpp"

namespace fluxtet::bench {
namespace {

/// c0 dt over altitudeStep(): 40 % of the stability limit at P1, 9 % at P4, less with the penalised flux.
constexpr double stepShare = 0.1;

std::vector<dgtd::KernelSet> kernelsOf(KernelChoice choice) {
  if (choice == KernelChoice::fused) return {dgtd::KernelSet::fused};
  if (choice == KernelChoice::split) return {dgtd::KernelSet::split};
  return {dgtd::KernelSet::split, dgtd::KernelSet::fused};
}

class CavityBench {
 public:
  CavityBench(const BenchOptions& options, MPI_Comm comm)
      : options_(options),
        comm_(comm),
        device_(options.backend, 0, comm),
        mesh_(options, device_.gpu().has_value(), comm) {}

  void run() {
    facts_.machine = machineFacts();
    facts_.ranks = mpiSize(comm_);
    facts_.threads = device_.threads();
    facts_.gpu = device_.gpu();
    facts_.secondsPerMeasurement = options_.seconds;
    for (const int order : options_.orders) {
      if (wanted(options_.precision, true)) measure<float>(order);
      if (wanted(options_.precision, false)) measure<double>(order);
    }
    tell(cavityNotes());
    writeJsonFile(
        options_.json, [&] { return cavityJson(facts_, measurements_); }, comm_);
  }

 private:
  template <class Real>
  void measure(int order) {
    const dgtd::Discretisation& d = mesh_.discretised(order);
    device_.requireMemory(d, sizeof(Real), options_.kernels != KernelChoice::fused);
    requireHostMemory(static_cast<std::int64_t>(2 * d.valuesPerField() * sizeof(Real)), comm_);
    mpiCheck(MPI_Barrier(comm_));
    const Timer timer;
    const auto engine = device_.makeEngine<Real>(d.problem);
    engine->synchronize();
    const double engineSeconds = maxOverRanks(comm_, timer.seconds());
    if (measurements_.empty()) {
      facts_.engine = engine->name();
      facts_.mesh = mesh_.text();
      tell(cavityHead(facts_));
    }
    CavityMeasurement m = planned(d, sizeof(Real) == sizeof(float));
    const auto exact = dgtd::exactSolutionOf(mesh_.theCase(), d);
    CavityTimer<Real> cavity(*engine, d, *exact, m.dt, comm_);
    m.copies = cavity.timeCopies();
    m.copies.engine = engineSeconds;
    for (const dgtd::KernelSet kernels : kernelsOf(options_.kernels))
      for (const dgtd::RouteChoice route : measuredRoutes(options_, comm_)) {
        m.kernels = kernels;
        m.route = route;
        m.run = cavity.run(kernels, route, m.steps, options_.seconds);
        measurements_.push_back(m);
        tell(cavityRow(m));
      }
  }

  CavityMeasurement planned(const dgtd::Discretisation& d, bool single) const {
    CavityMeasurement m;
    m.order = d.basis.order();
    m.singlePrecision = single;
    m.penalty = mesh_.penalty();
    m.cells = mesh_.theCase().mesh.box->cells;
    m.blocks = blocksOf(mpiSize(comm_));
    m.elements = d.mesh.totalElements;
    m.steps = options_.cavitySteps;
    m.dt = stepShare * altitudeStep(d, comm_) / constants::c0;
    m.denseFlops = workOf(Workload::fusedStep, d.basis, single, d.problem).denseFlops;
    return m;
  }

  void tell(const std::string& text) const {
    if (mpiRank(comm_) == 0) printText(text);
  }

  const BenchOptions& options_;
  MPI_Comm comm_;
  Device device_;
  BenchMesh mesh_;
  BenchFacts facts_;
  std::vector<CavityMeasurement> measurements_;
};

}  // namespace

void runCavityBench(const BenchOptions& options, MPI_Comm comm) {
  CavityBench(options, comm).run();
}

}  // namespace fluxtet::bench
