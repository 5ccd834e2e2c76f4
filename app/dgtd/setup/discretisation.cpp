// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/discretisation.hpp"

#include "app/dgtd/case/checkCaseAgainstMesh.hpp"
#include "app/dgtd/case/faceConditions.hpp"
#include "app/dgtd/setup/elementCosts.hpp"
#include "app/dgtd/setup/periodicCell.hpp"
#include "app/dgtd/setup/problemSetup.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boundingBox.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/meshInput.hpp"
#include "partition/outerSurfaceCheck.hpp"
#include "partition/periodicSurfaces.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstddef>
#include <variant>

namespace fluxtet::dgtd {
namespace {

std::vector<std::string> namesOf(const std::vector<std::int32_t>& groups, const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const auto g : groups) result.push_back(names[static_cast<std::size_t>(g)]);
  return result;
}

/// Of the mesh as a whole.
struct MeshFacts {
  std::vector<std::string> outerSurfaces;
  std::vector<Vec3> periods;
};

/// The roles of the surfaces, where a strip at the end of the mesh is part of its hull.
std::vector<SurfaceRole> rolesOf(const DgtdCase& theCase, const MeshGroups& groups,
                                 const std::vector<std::string>& outerSurfaces) {
  std::vector<SurfaceRole> roles = surfaceRoles(theCase, groups);
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (!boundary.strip.empty() && std::ranges::find(outerSurfaces, boundary.surface) != outerSurfaces.end())
      roles[static_cast<std::size_t>(groupIndex(groups.surfaces, boundary.surface))] = SurfaceRole::hull;
  return roles;
}

/// Matches the faces, checks the case against the mesh and orders the elements.
SubMesh makeSubMesh(const DgtdCase& theCase, const MeshPart& part, MeshFacts& facts, PhaseTimer& phases,
                    MPI_Comm comm) {
  partition::FaceMatch match = partition::matchFaces(part, comm);
  facts.outerSurfaces = namesOf(partition::outerSurfaceGroups(part, match, comm), part.groups.surfaces);
  // If each rank has read a part of the mesh, no rank knows the whole.
  if (theCase.mesh.file && isMeshFile(*theCase.mesh.file))
    partition::requireSoundOuterSurface(part, match, *theCase.mesh.file, comm);
  checkCaseAgainstMesh(theCase, part.groups.regions, part.groups.surfaces, facts.outerSurfaces);
  facts.periods = partition::joinSurfaces(part, match, surfacePairs(theCase, part.groups), comm);
  phases.end("faces");
  SubMesh mesh = partition::buildSubMesh(part, match, rolesOf(theCase, part.groups, facts.outerSurfaces), comm);
  phases.end("order");
  return mesh;
}

/// The circuits of ports and loads on strips, for each square of them.
std::vector<StripCircuit> stripsOf(const DgtdCase& theCase, const std::vector<LumpedPort>& ports,
                                   const std::vector<LumpedRegion>& loads) {
  std::vector<StripCircuit> strips;
  const auto add = [&](const LumpedRegion& at, const std::string& surface, ImpedanceSettings square, bool isPort) {
    const double squares = at.length / at.across();  // in series
    if (square.R) *square.R /= squares;
    if (square.L) *square.L /= squares;
    if (square.C) *square.C *= squares;
    strips.push_back({surface, square, at.share == 1, isPort});
  };
  for (const LumpedPort& port : ports)
    if (port.isStrip && port.resistance > 0)
      add(port, std::get<LumpedPortSource>(theCase.sources[port.source]).surface, {.R = port.resistance}, true);
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const LoadSettings& load = theCase.loads[i];
    const auto connection =
        load.connection == LoadConnection::series ? CircuitConnection::series : CircuitConnection::parallel;
    if (loads[i].isStrip)
      add(loads[i], load.surface, {load.resistance, load.inductance, load.capacitance, connection}, false);
  }
  return strips;
}

void makeProblemOf(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm) {
  d.lumpedPorts = findLumpedPorts(theCase, d.mesh, elementsInLayers(d.layers, d.mesh), d.symmetryPlanes, comm);
  ProblemSetup setup = makeProblem(theCase, d.mesh, d.layers, d.symmetryPlanes, d.basis, d.lumpedPorts,
                                   std::move(d.wavePorts.ports), comm);
  d.problem = std::move(setup.problem);
  requirePeriodicWaves(theCase, d);
  requirePortsWithoutImages(theCase, d);
  d.dipoles = std::move(setup.dipoles);
  d.totalField = std::move(setup.totalField);
  d.beams = std::move(setup.beams);
  d.loads = std::move(setup.loads);
  d.laws = FaceLawSet(theCase, d.outerSurfaces, stripsOf(theCase, d.lumpedPorts, d.loads));
  setFaceLaws(d.laws, theCase, d.mesh, d.problem, comm);
  d.wavePorts = std::move(setup.wavePorts);
  if (!onGpu) d.work = cpuElementWork(theCase, d.mesh.groups);
}

}  // namespace

Discretisation discretise(const DgtdCase& theCase, bool onGpu, PhaseTimer& phases, MPI_Comm comm) {
  if (mpiRank(comm) == 0) spdlog::info("mesh: {}", theCase.mesh.file ? *theCase.mesh.file : std::string("box"));
  MeshPart part =
      partition::loadMeshPart(theCase.mesh, theCase.partition, workToBalance(theCase, !onGpu), phases, comm);
  // Before the layers, which keep the order of the vertices.
  partition::alignVertices(part, surfacePairs(theCase, part.groups), comm);
  AbsorbingLayers layers = addLayers(theCase, part, comm);
  MeshFacts facts;
  SubMesh mesh = makeSubMesh(theCase, part, facts, phases, comm);
  part = MeshPart{};

  Discretisation result{ReferenceElement(theCase.dgtd.order), std::move(mesh)};
  result.layers = std::move(layers);
  result.outerSurfaces = std::move(facts.outerSurfaces);
  result.periods = std::move(facts.periods);
  result.boundingBox = boundingBox(result.mesh.vertices, comm);
  result.symmetryPlanes =
      findSymmetryPlanes(theCase, result.mesh, norm(result.boundingBox[1] - result.boundingBox[0]), comm);
  makeProblemOf(theCase, onGpu, result, comm);
  phases.end("problem");
  return result;
}

void setSources(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm) {
  checkCaseAgainstMesh(theCase, d.mesh.groups.regions, d.mesh.groups.surfaces, d.outerSurfaces);
  d.problem = DgtdProblem{};  // frees the old problem before the new one is made
  makeProblemOf(theCase, onGpu, d, comm);
}

Discretisation discretise(const DgtdCase& theCase, MPI_Comm comm) {
  PhaseTimer phases;
  return discretise(theCase, false, phases, comm);
}

}  // namespace fluxtet::dgtd
