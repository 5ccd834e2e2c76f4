// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/memoryNeed.hpp"

#include "app/dgtd/observers/spectraObserver.hpp"
#include "app/dgtd/setup/stability.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/base/mpi.hpp"

namespace fluxtet::dgtd {
namespace {

template <class T>
std::int64_t bytesOf(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size() * sizeof(T));
}

/// Bytes of a sub-mesh and its problem description.
std::int64_t meshBytes(const Discretisation& d) {
  const SubMesh& m = d.mesh;
  const DgtdProblem& p = d.problem;
  return bytesOf(m.elementId) + bytesOf(m.elementVertex) + bytesOf(m.vertices) + bytesOf(m.region) +
         bytesOf(m.faceGroup) + bytesOf(m.faceKind) + bytesOf(m.faceLink) + bytesOf(m.boundaryFace) +
         bytesOf(m.halo.sendFace) + bytesOf(p.gradient) + bytesOf(p.volume) + bytesOf(p.epsilonR) + bytesOf(p.muR) +
         bytesOf(p.sigma) + bytesOf(p.polesIndex) + bytesOf(p.magneticPolesIndex) + bytesOf(p.tensorIndex) +
         bytesOf(p.faceKind) + bytesOf(p.faceLink) + bytesOf(p.sendFace) + bytesOf(p.boundaryFace) +
         bytesOf(p.lawFace) + bytesOf(p.lawOfFace) + bytesOf(p.faceCondition) + bytesOf(p.waveNode) +
         bytesOf(p.waveProfile) + bytesOf(p.sourceCoefficient) + bytesOf(p.corner) + bytesOf(p.layerIndex) +
         bytesOf(p.level) + bytesOf(p.haloLevel) + bytesOf(p.penaltyOfFace) + bytesOf(p.dampedPenaltyOfFace) +
         bytesOf(p.haloEpsilonR) + bytesOf(p.haloMuR) + bytesOf(p.waveFace) + bytesOf(p.injectedFace) +
         bytesOf(m.level);
}

}  // namespace

RankMemory memoryNeed(const DgtdCase& theCase, const Discretisation& d, bool onGpu, std::size_t bytesPerReal,
                      MPI_Comm comm) {
  const int sums = numSpectralSums(theCase.output);
  const auto summed = sums == 0 ? 0 : static_cast<std::int64_t>(elementsOfDft(theCase.output, d, comm).size());
  const bool onAll = summed == d.mesh.numElements;
  const EngineSize size{
      .order = d.basis.order(),
      .elements = d.mesh.numElements,
      .haloFaces = d.mesh.halo.numFaces(),
      .bytesPerReal = bytesPerReal,
      .rungeKutta = theCase.dgtd.scheme == TimeScheme::rungeKutta,
      .upwind = d.problem.upwind,
      .fieldsWithJumps = d.problem.numFieldsWithJumps(),
      .poleElements = elementsWithPoleStates(d.problem),
      .poleStates = polePositions(d.problem).numStates(),
      .magneticPoleElements = elementsWithPoleStates(d.problem, Field::H),
      .magneticPoleStates = polePositions(d.problem, Field::H).numStates(),
      .tensors = tensorSize(d.problem),
      .layers = layerSize(d.problem),
      .waves = waveSize(d.problem),
      .laws = lawSize(d.problem),
      // The damped penalty has a field of zeros besides on a CPU.
      .workArrays = numFilterArrays(d.timeLevels.count) + (onGpu || d.problem.dampedPenaltyOfFace.empty() ? 0 : 1),
      .workArraysOfEstimate = numEstimateArrays(d.timeLevels.count),
      .spectra = onAll ? sums : 0,
      .splitKernels = theCase.dgtd.kernels == KernelSet::split,
      .corners = !d.problem.corner.empty()};
  const std::int64_t bytesOfSums =
      onAll ? 0 : sums * summed * d.basis.np() * 3 * static_cast<std::int64_t>(bytesPerReal);
  RankMemory need;
  need.mesh = meshBytes(d);
  if (onGpu) {
    need.gpu = cudaEngineBytes(size) + bytesOfSums;
  } else {
    need.engine = cpuEngineBytes(size) + bytesOfSums;
    need.estimate = stabilityBytes(d, bytesPerReal);
  }
  return need;
}

std::vector<RankMemory> gatherMemory(const RankMemory& own, MPI_Comm comm) {
  const auto mesh = gatherOverRanks(comm, own.mesh), engine = gatherOverRanks(comm, own.engine);
  const auto estimate = gatherOverRanks(comm, own.estimate), gpu = gatherOverRanks(comm, own.gpu);
  const auto outputs = gatherOverRanks(comm, own.outputs);
  std::vector<RankMemory> all;
  for (std::size_t r = 0; r < mesh.size(); ++r) all.push_back({mesh[r], engine[r], estimate[r], gpu[r], outputs[r]});
  return all;
}

}  // namespace fluxtet::dgtd
