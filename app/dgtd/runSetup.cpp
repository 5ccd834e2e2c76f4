// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/runSetup.hpp"

#include "app/device/hostMemory.hpp"
#include "app/device/threads.hpp"
#include "app/dgtd/memoryNeed.hpp"
#include "app/dgtd/setup/filteredStability.hpp"
#include "app/dgtd/setup/makeEngine.hpp"
#include "app/dgtd/setup/meshSizes.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/meshCache.hpp"

#include <spdlog/spdlog.h>

#include <utility>
#include <vector>

namespace fluxtet::dgtd {
namespace {

Discretisation discretiseOn(const ComputeDevice& device, const DgtdCase& theCase,
                            const std::optional<EarlierLevels>& earlier, std::size_t bytesPerReal, PhaseTimer& phases,
                            MPI_Comm comm) {
  phases.end("device");
  const bool onGpu = device.gpu().has_value();
  const auto fits = [&](const Discretisation& d) {
    const RankMemory need = memoryNeed(theCase, d, onGpu, bytesPerReal, comm);
    return fitsHostMemory(need.engine + need.estimate, comm) && (!onGpu || device.fitsGpuMemory(need.gpu));
  };
  return discretiseWithin(fits, theCase, onGpu, earlier, phases, comm);
}

}  // namespace

template <class Real>
RunSetup<Real>::RunSetup(const DgtdCase& theCase, Backend backend, const std::optional<EarlierLevels>& earlier,
                         MPI_Comm communicator)
    : comm(communicator),
      device(backend, chooseThreads(theCase.dgtd.threads, comm), comm),
      discretisation(discretiseOn(device, theCase, earlier, sizeof(Real), phases, comm)),
      engine(makeEngineOf(theCase)),
      exchange(makeTraceExchange<Real>(*engine, discretisation.mesh.halo, theCase.dgtd.exchange, comm)),
      fileOrder(discretisation.mesh.elementId, discretisation.mesh.totalElements, comm),
      meshFile(mpiRank(comm) == 0 ? fileOfMesh(settledMesh(theCase), false).value_or("").string() : std::string()) {}

template <class Real>
void RunSetup<Real>::excite(const DgtdCase& theCase) {
  wall = Timer();
  phases = PhaseTimer();
  exchange.reset();
  engine.reset();
  const std::vector<double> sigma = std::move(discretisation.problem.sigma);
  setSources(theCase, device.gpu().has_value(), discretisation, comm);
  phases.end("problem");
  // The conductivity does not enter the stability operator of leap-frog.
  const bool changed = theCase.dgtd.scheme == TimeScheme::rungeKutta && sigma != discretisation.problem.sigma;
  if (maxOverRanks(comm, static_cast<std::int64_t>(changed)) > 0) stability.reset();
  engine = makeEngineOf(theCase);
  exchange = makeTraceExchange<Real>(*engine, discretisation.mesh.halo, theCase.dgtd.exchange, comm);
}

template <class Real>
std::unique_ptr<FieldEngine<Real>> RunSetup<Real>::makeEngineOf(const DgtdCase& theCase) {
  const RankMemory need = memoryNeed(theCase, discretisation, device.gpu().has_value(), sizeof(Real), comm);
  requireHostMemory(need.engine + need.estimate, comm);
  if (device.gpu()) device.requireGpuMemory(need.gpu);
  auto result = makeEngine<Real>(device, discretisation.problem);
  phases.end("engine");
  return result;
}

template <class Real>
const StabilityEstimate& stabilityOf(RunSetup<Real>& setup, const DgtdCase& theCase) {
  const auto dtOf = [&](double maxStep) { return makeTimeAxis(theCase, maxStep).dt; };
  if (setup.discretisation.timeLevels.count > 0) {
    // The conditions are those of one step, and the step depends on how long the run is.
    if (setup.stability && dtOf(setup.stability->maxStep) == setup.stability->testedStep) return *setup.stability;
    if (mpiRank(setup.comm) == 0)
      spdlog::info("testing the time step of {} levels", setup.discretisation.timeLevels.count);
    setup.stability = estimateWithLevels(*setup.engine, *setup.exchange, setup.discretisation, dtOf, setup.comm);
    return *setup.stability;
  }
  if (!setup.stability) {
    if (mpiRank(setup.comm) == 0) spdlog::info("estimating the time step");
    setup.stability =
        estimateWithLaws(*setup.engine, *setup.exchange, setup.discretisation, theCase.dgtd.scheme, setup.comm);
  }
  return *setup.stability;
}

template struct RunSetup<float>;
template struct RunSetup<double>;
template const StabilityEstimate& stabilityOf(RunSetup<float>&, const DgtdCase&);
template const StabilityEstimate& stabilityOf(RunSetup<double>&, const DgtdCase&);

}  // namespace fluxtet::dgtd
