// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/problemSetup.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/faceConditions.hpp"
#include "app/dgtd/setup/incidentWaves.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/dgtd/setup/media.hpp"
#include "app/dgtd/setup/tensorsInLayers.hpp"
#include "app/dgtd/sources/impressedCurrents.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fluxtet::dgtd {
namespace {

void setGeometry(const SubMesh& mesh, DgtdProblem& problem) {
  problem.gradient.reserve(9 * static_cast<std::size_t>(mesh.numElements));
  problem.volume.reserve(static_cast<std::size_t>(mesh.numElements));
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    const ElementGeometry geometry = elementGeometry(&mesh.vertices[12 * static_cast<std::size_t>(e)]);
    for (const Vec3& g : geometry.gradient) problem.gradient.insert(problem.gradient.end(), g.begin(), g.end());
    problem.volume.push_back(geometry.volume);
  }
}

void setMaterials(const DgtdCase& theCase, const SubMesh& mesh, DgtdProblem& problem) {
  const auto materials = materialsOfRegions(theCase, mesh.groups);
  for (const auto region : mesh.region) {
    const Material& material = materials[static_cast<std::size_t>(region)];
    problem.epsilonR.push_back(material.epsilonR);
    problem.muR.push_back(material.muR);
    problem.sigma.push_back(material.sigma * constants::z0);
  }
  setMedia(theCase, mesh, problem);
}

/// Jump terms need the impedance across each halo face.
void exchangeHaloMaterials(const SubMesh& mesh, DgtdProblem& problem, MPI_Comm comm) {
  HaloExchange<double> exchange(mesh.halo, 2, mpiTag::haloMaterials, comm);
  auto send = exchange.sendBuffer();
  for (std::size_t k = 0; k < mesh.halo.sendFace.size(); ++k) {
    const auto element = static_cast<std::size_t>(mesh.halo.sendFace[k] / 4);
    send[2 * k] = problem.epsilonR[element];
    send[2 * k + 1] = problem.muR[element];
  }
  exchange.start();
  exchange.finish();
  const auto received = exchange.receiveBuffer();
  for (std::size_t k = 0; k < mesh.halo.sendFace.size(); ++k) {
    problem.haloEpsilonR.push_back(received[2 * k]);
    problem.haloMuR.push_back(received[2 * k + 1]);
  }
}

/// Waveform i belongs to source i.
void addWaveforms(const DgtdCase& theCase, DgtdProblem& problem) {
  for (const SourceSpec& source : theCase.sources)
    std::visit([&](const auto& kind) { problem.waveforms.add(kind.waveform); }, source);
}

/// The model at a port that is fed has total fields, the layer behind it what comes back.
void injectAtPorts(const WavePorts& ports, DgtdProblem& problem) {
  std::vector<std::pair<std::int32_t, std::int32_t>> faces;  // face, sign
  for (std::size_t i = 0; i < problem.injectedFace.size(); ++i)
    faces.emplace_back(problem.injectedFace[i], problem.injectedSign[i]);
  for (const PortWave& wave : ports.waves) {
    for (const std::int32_t face : ports.ports[wave.port].modelFace) faces.emplace_back(face, 1);
    for (const std::int32_t face : ports.ports[wave.port].layerFace) faces.emplace_back(face, -1);
  }
  std::sort(faces.begin(), faces.end());
  problem.injectedFace.clear();
  problem.injectedSign.clear();
  for (const auto& [face, sign] : faces) {
    problem.injectedFace.push_back(face);
    problem.injectedSign.push_back(sign);
  }
}

void setCorners(const SubMesh& mesh, DgtdProblem& problem) {
  problem.corner.reserve(3 * static_cast<std::size_t>(mesh.numElements));
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    for (const double x : vertexOf(mesh, e, 0)) problem.corner.push_back(x);
}

}  // namespace

ProblemSetup makeProblem(const DgtdCase& theCase, const SubMesh& mesh, const AbsorbingLayers& layers,
                         const std::vector<SymmetryPlane>& planes, const ReferenceElement& basis,
                         const std::vector<LumpedPort>& ports, std::vector<WavePort> knownPorts, MPI_Comm comm) {
  ProblemSetup setup;
  DgtdProblem& problem = setup.problem;
  problem.order = basis.order();
  problem.upwind = theCase.dgtd.flux == Flux::upwind;
  problem.penalty = {theCase.dgtd.penalty, 0};
  problem.numElements = mesh.numElements;
  problem.numInterior = mesh.numInterior;
  problem.numHaloFaces = mesh.halo.numFaces();
  problem.faceKind = mesh.faceKind;
  problem.faceLink = mesh.faceLink;
  problem.sendFace = mesh.halo.sendFace;
  problem.boundaryFace = mesh.boundaryFace;
  problem.faceCondition = faceConditions(theCase, mesh);
  setGeometry(mesh, problem);
  if (theCase.cavityMode) setCorners(mesh, problem);
  setMaterials(theCase, mesh, problem);
  setLayers(layers, mesh, problem);
  setImpedancesAtOpenSurfaces(theCase, mesh, problem, comm);
  setup.loads = addLoads(theCase, mesh, elementsInLayers(layers, mesh), planes, problem, comm);
  requireTensorsFitLayers(theCase, mesh, problem, comm);
  exchangeHaloMaterials(mesh, problem, comm);
  addWaveforms(theCase, problem);
  setup.totalField = findTotalField(theCase, mesh, problem, comm);
  problem.injectedFace = std::move(setup.totalField.injectedFace);
  problem.injectedSign = std::move(setup.totalField.injectedSign);
  setup.wavePorts.ports = findWavePorts(theCase, mesh, layers, basis, problem, std::move(knownPorts), comm);
  setup.wavePorts.waves = wavesOfPorts(theCase, setup.wavePorts.ports, problem.waveforms);
  injectAtPorts(setup.wavePorts, problem);
  setup.beams = addIncidentWaves(theCase, mesh, basis, problem, setup.wavePorts, comm);
  for (const LumpedPort& port : ports) {
    addGenerator(port, mesh, basis, problem);
    // The resistance of a strip is a law of its faces (FaceLawSet).
    if (!port.isStrip) addBesideMedium(port.elements, 0, port.conductivity() * constants::z0, problem, comm);
  }
  setup.dipoles = addCurrents(theCase, mesh, basis, problem, comm);
  return setup;
}

}  // namespace fluxtet::dgtd
