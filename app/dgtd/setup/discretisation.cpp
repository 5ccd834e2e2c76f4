// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/discretisation.hpp"

#include "app/dgtd/case/checkCaseAgainstMesh.hpp"
#include "app/dgtd/case/faceConditions.hpp"
#include "app/dgtd/levels/chooseTimeLevels.hpp"
#include "app/dgtd/levels/elementSteps.hpp"
#include "app/dgtd/levels/penaltyBound.hpp"
#include "app/dgtd/setup/elementCosts.hpp"
#include "app/dgtd/setup/lumpedLoads.hpp"
#include "app/dgtd/setup/meshSizes.hpp"
#include "app/dgtd/setup/periodicCell.hpp"
#include "app/dgtd/setup/problemSetup.hpp"
#include "app/dgtd/setup/resolution.hpp"
#include "app/dgtd/step/filteredStep.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boundingBox.hpp"
#include "lib/mesh/loadMesh.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/meshInput.hpp"
#include "partition/outerSurfaceCheck.hpp"
#include "partition/periodicSurfaces.hpp"
#include "partition/redistribute.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
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

/// Matches the faces and checks the case against the mesh.
partition::FaceMatch matchCheckedFaces(const DgtdCase& theCase, const MeshPart& part, MeshFacts& facts, MPI_Comm comm) {
  partition::FaceMatch match = partition::matchFaces(part, comm);
  facts.outerSurfaces = namesOf(partition::outerSurfaceGroups(part, match, comm), part.groups.surfaces);
  // If each rank has read a part of the mesh, no rank knows the whole.
  if (theCase.mesh.file && isMeshFile(*theCase.mesh.file))
    partition::requireSoundOuterSurface(part, match, *theCase.mesh.file, comm);
  checkCaseAgainstMesh(theCase, part.groups.regions, part.groups.surfaces, facts.outerSurfaces);
  facts.periods = partition::joinSurfaces(part, match, surfacePairs(theCase, part.groups), comm);
  return match;
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

/// Whole time steps in a period of the highest frequency, at least, with local time steps: the error of their phase
/// velocity is then at most pi^2 / (6 * 40^2) = 0.1 %, and of `auto` 0.026 %.
constexpr double leastStepsPerPeriod = 40, stepsPerPeriod = 80;
/// Of `auto`: the whole step as a length, at most this many radii of a lumped port's cross section, with which its
/// impedance is right within half a per cent (docs/data/localSteps/README.md, "Feeds at long steps").
constexpr double stepInPortRadii = 1;

/// Limits a step to those at which lumped ports are right. Strips and their neighbours take whole steps.
void limitByPorts(const std::vector<LumpedPort>& ports, LongestStep& longest) {
  for (const LumpedPort& port : ports)
    if (!port.isStrip)
      longest.limit(stepInPortRadii * std::sqrt(port.across() / constants::pi),
                    fmt::format("port {}: light may cross a radius of its cross section in a step", port.name));
}

/// The longest step, c0 dt, m, at which the inductance that the filter puts in series with a circuit element is a small
/// share of its impedance, ohm, at `omega`: about a fifth of mu0 length (c0 dt)^2 / area
/// (docs/data/localSteps/README.md, "Power, peak and impedance").
double longestStepOfElement(const LumpedRegion& at, double impedance, double omega) {
  constexpr double share = 0.004, ofInductance = 0.2;
  return std::sqrt(share * impedance * at.across() / (ofInductance * omega * constants::mu0 * at.length));
}

/// Limits a step to those at which what results do not leave out of the filter's inductance is small: that of loads,
/// and of ports which are no more than matched ends (warnings.cpp).
void limitByLoads(const DgtdCase& theCase, const Discretisation& d, LongestStep& longest) {
  const auto highest = highestFrequencyOf(theCase);
  if (!highest) return;
  const double omega = 2 * constants::pi * *highest;
  const auto limit = [&](const LumpedRegion& at, double impedance, const std::string& name) {
    if (!at.isStrip)
      longest.limit(longestStepOfElement(at, impedance, omega),
                    fmt::format("{}: the inductance of a step in series with it stays small", name));
  };
  for (std::size_t i = 0; i < d.loads.size(); ++i)
    limit(d.loads[i], std::abs(impedanceOf(theCase.loads[i], omega)), fmt::format("loads[{}]", i));
  for (const LumpedPort* port : matchedEnds(theCase, d.lumpedPorts))
    limit(*port, port->resistance, fmt::format("port {}", port->name));
}

/// What the elements of layers cost besides an element step for each of all ranks.
double extraCostOfLayers(const DgtdProblem& problem, MPI_Comm comm) {
  std::int64_t elements = 0;
  for (std::int32_t e = 0; e < problem.numElements; ++e) elements += problem.isInLayer(e) ? 1 : 0;
  const auto ofAllRanks = static_cast<double>(sumOverRanks(comm, elements));
  return ofAllRanks * (workInLayer - plainWork) / plainWork;
}

/// The penalty of a face of refined elements where the half step of E is a matrix, so that it cannot be damped
/// (DampedPenalty). It acts over the whole step, so it is less where elements are small: `ownStep` is the step that the
/// smaller one could take by itself, in units of the whole one. Between a half and 0.7 the filter leaves least room for
/// it (docs/theory.md, section 3.13, "What bounds a level").
double undampedPenalty(double penalty, double ownStep) {
  constexpr double most = 0.2, ofLeastRoom = 0.7;
  const double share = 0.25 * std::min(penalty, most);
  return std::min(penalty, share * (ownStep < 0.5 ? 2 * ownStep : std::max(1.0, ownStep / ofLeastRoom)));
}

/// Tells the problem the levels of its elements and those near other ranks, and the penalty at their faces. `cfl`: what
/// the step is at most, over the one that the levels are chosen for.
void setLevels(Discretisation& d, double cfl, MPI_Comm comm) {
  if (d.timeLevels.count == 0) return;
  d.problem.level = d.mesh.level;
  d.problem.haloLevel = levelsNearHalo(d.mesh, d.mesh.level, comm);
  const double penalty = d.problem.jumpShare(Field::E);
  if (penalty == 0) return;
  std::vector<bool> isDamped;  // where the damped part applies, which knows no matrices of media
  for (std::int32_t e = 0; e < d.mesh.numElements; ++e) {
    const TensorMedium* const tensors = d.problem.tensorsOf(static_cast<std::size_t>(e));
    isDamped.push_back(tensors == nullptr || !tensors->actsOn(Field::E));
  }
  std::vector<double> step, across;
  if (maxOverRanks(comm, static_cast<std::int64_t>(std::ranges::count(isDamped, false))) > 0) {
    step = elementSteps(d.mesh, d.problem, comm);
    across = acrossFaces(d.mesh, step, comm);
  }
  const std::vector<FaceLevels> levels = levelsOfFaces(d.mesh, d.mesh.level, isDamped, comm);
  for (std::size_t f = 0; f < levels.size(); ++f) {
    const FaceLevels& face = levels[f];
    const bool damped = face.allMarked && face.lower >= 1, isSmaller = !face.allMarked && face.higher >= 1;
    const double share =
        isSmaller ? undampedPenalty(penalty, std::min(step[f / 4], across[f]) / d.timeLevels.step) : penalty;
    d.problem.penaltyOfFace.push_back(damped ? 0 : share / penalty);
    d.problem.dampedPenaltyOfFace.push_back(damped ? 1 : 0);
  }
  const double longest = cfl * d.timeLevels.step;
  fitPenaltyOfLevel1(d.mesh, d.basis, longest, penaltyOfLevels(d.problem, d.basis, longest, comm), d.problem, comm);
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
  setLevels(d, theCase.dgtd.cfl, comm);
}

/// Finds the planes of symmetry and sets up the problem on the elements of d.mesh.
void setUpProblem(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm) {
  d.boundingBox = boundingBox(d.mesh.vertices, comm);
  d.symmetryPlanes = findSymmetryPlanes(theCase, d.mesh, norm(d.boundingBox[1] - d.boundingBox[0]), comm);
  makeProblemOf(theCase, onGpu, d, comm);
}

/// The longest step that is taken.
LongestStep longestStepOf(const DgtdCase& theCase, bool isAutomatic, const Discretisation& d) {
  LongestStep longest;
  if (isAutomatic) {
    limitByPorts(d.lumpedPorts, longest);
    limitByLoads(theCase, d, longest);
  }
  if (theCase.time.maxStep) longest.limit(constants::c0 * *theCase.time.maxStep, "time.maxStep");
  longest.limit(theCase.dgtd.cfl * longestStepOfLayers(d.problem), "the absorbing layers");
  if (const auto highest = highestFrequencyOf(theCase)) {
    const double steps = isAutomatic ? stepsPerPeriod : leastStepsPerPeriod;
    longest.limit(constants::c0 / (*highest * steps),
                  fmt::format("accuracy: {} steps in a period of {}", steps, frequencyText(*highest)));
  }
  return longest;
}

/// Chooses the levels of local time steps on the elements of d.mesh.
TimeLevels levelsOf(const DgtdCase& theCase, TimeLevelChoice choice, const std::optional<EarlierLevels>& earlier,
                    bool onGpu, const Discretisation& d, MPI_Comm comm) {
  if (earlier && earlier->count == 0) return {};
  const bool isAutomatic = choice == TimeLevelChoice::automatic;
  TimeLevelSettings settings;
  if (!isAutomatic) settings.levels = static_cast<int>(choice);
  if (earlier) settings.step = earlier->step;
  settings.penalty = d.problem.jumpShare(Field::E);
  settings.costs = levelCosts(theCase.dgtd.order, onGpu, extraCostOfLayers(d.problem, comm), settings.penalty > 0);
  settings.cfl = theCase.dgtd.cfl;
  if (theCase.time.end) settings.duration = constants::c0 * *theCase.time.end;
  settings.longest = longestStepOf(theCase, isAutomatic, d);
  settings.longest.step /= settings.cfl;
  if (isAutomatic && !earlier && !levelsMayPay(d.problem, settings, comm)) return {};
  return chooseTimeLevels(d.mesh, d.problem, elementSteps(d.mesh, d.problem, comm), settings, comm);
}

/// Gives the elements of the part the levels of d, by their ids. `part` may lack elements of d.
void setLevelsOfPart(const Discretisation& d, MeshPart& part, MPI_Comm comm) {
  std::vector<std::pair<std::int64_t, std::size_t>> places;  // [n] id, index in d.mesh
  for (std::size_t e = 0; e < d.mesh.elementId.size(); ++e) places.emplace_back(d.mesh.elementId[e], e);
  std::sort(places.begin(), places.end());
  const std::vector<std::uint8_t> beside = elementsBesideFiner(d.mesh, d.timeLevels.level, comm);
  part.level.clear();
  part.besideFiner.clear();
  for (const std::int64_t id : part.elementId) {
    const std::size_t e =
        std::ranges::lower_bound(places, id, {}, &std::pair<std::int64_t, std::size_t>::first)->second;
    part.level.push_back(d.timeLevels.level[e]);
    part.besideFiner.push_back(beside[e]);
  }
}

/// The part of the mesh of this rank with its layers, and what follows from it.
struct MatchedPart {
  MeshPart part;
  AbsorbingLayers layers;
  MeshFacts facts;
  partition::FaceMatch match;
  std::vector<SurfaceRole> roles;
};

MatchedPart matchPart(const DgtdCase& theCase, MeshPart part, MPI_Comm comm) {
  MatchedPart result;
  // Before the layers, which keep the order of the vertices.
  partition::alignVertices(part, surfacePairs(theCase, part.groups), comm);
  result.layers = addLayers(theCase, part, comm);
  // Elements of layers take whole steps.
  if (!part.level.empty()) {
    part.level.resize(part.region.size(), 0);
    part.besideFiner.resize(part.region.size(), 0);
  }
  result.match = matchCheckedFaces(theCase, part, result.facts, comm);
  result.roles = rolesOf(theCase, part.groups, result.facts.outerSurfaces);
  result.part = std::move(part);
  return result;
}

/// Distributes the elements anew so that the work of their levels is balanced. `part`: as it was read.
MatchedPart matchPartOfLevels(const DgtdCase& theCase, bool onGpu, const Discretisation& d, MeshPart part,
                              PhaseTimer& phases, MPI_Comm comm) {
  setLevelsOfPart(d, part, comm);
  part = partition::redistributeByLevels(std::move(part), theCase.partition, workToBalance(theCase, !onGpu), comm);
  phases.end("distribute");
  MatchedPart result = matchPart(theCase, std::move(part), comm);
  phases.end("faces");
  return result;
}

}  // namespace

Discretisation discretise(const DgtdCase& theCase, bool onGpu, const std::optional<EarlierLevels>& earlier,
                          PhaseTimer& phases, MPI_Comm comm) {
  if (mpiRank(comm) == 0) spdlog::info("mesh: {}", theCase.mesh.file ? *theCase.mesh.file : std::string("box"));
  const bool mayHaveLevels = theCase.dgtd.localTimeStepping.levels != TimeLevelChoice::none;
  const MeshSource source = settledMesh(theCase);
  const bool mayMove = mayHaveLevels && partition::isDistributedByMetis(source, theCase.partition, comm);
  MeshPart part = partition::loadMeshPart(source, theCase.partition, workToBalance(theCase, !onGpu), phases, comm);
  MeshPart asRead = mayMove ? part : MeshPart{};
  MatchedPart matched = matchPart(theCase, std::move(part), comm);
  phases.end("faces");
  SubMesh mesh = partition::buildSubMesh(matched.part, matched.match, matched.roles, comm);
  phases.end("order");
  if (!mayHaveLevels) matched.part = MeshPart{};

  Discretisation result{ReferenceElement(theCase.dgtd.order), std::move(mesh)};
  result.layers = std::move(matched.layers);
  result.outerSurfaces = std::move(matched.facts.outerSurfaces);
  result.periods = std::move(matched.facts.periods);
  setUpProblem(theCase, onGpu, result, comm);
  phases.end("problem");
  if (!mayHaveLevels) return result;

  // The levels follow from materials and boundaries, and from the levels the ranks and the order of the elements.
  result.timeLevels = levelsOf(theCase, theCase.dgtd.localTimeStepping.levels, earlier, onGpu, result, comm);
  phases.end("levels");
  if (result.timeLevels.count == 0) return result;
  if (mayMove) {
    matched = matchPartOfLevels(theCase, onGpu, result, std::move(asRead), phases, comm);
    result.layers = std::move(matched.layers);
  } else {
    setLevelsOfPart(result, matched.part, comm);
  }
  result.mesh = partition::buildSubMesh(matched.part, matched.match, matched.roles, comm);
  matched = {};
  result.timeLevels.level = {};
  phases.end("order");
  result.problem = DgtdProblem{};
  result.wavePorts = {};  // their faces are those of the order before
  setUpProblem(theCase, onGpu, result, comm);
  phases.end("problem");
  return result;
}

Discretisation discretiseWithin(const std::function<bool(const Discretisation&)>& fits, const DgtdCase& theCase,
                                bool onGpu, const std::optional<EarlierLevels>& earlier, PhaseTimer& phases,
                                MPI_Comm comm) {
  std::optional<Discretisation> d = discretise(theCase, onGpu, earlier, phases, comm);
  const bool isFree = theCase.dgtd.localTimeStepping.levels == TimeLevelChoice::automatic && !earlier;
  if (d->timeLevels.count == 0 || !isFree || fits(*d)) return std::move(*d);
  if (mpiRank(comm) == 0)
    spdlog::info("local time steps would need more memory than there is: all elements take the same step");
  d.reset();
  return discretise(theCase, onGpu, EarlierLevels{}, phases, comm);
}

void setSources(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm) {
  checkCaseAgainstMesh(theCase, d.mesh.groups.regions, d.mesh.groups.surfaces, d.outerSurfaces);
  d.problem = DgtdProblem{};  // frees the old problem before the new one is made
  makeProblemOf(theCase, onGpu, d, comm);
}

TimeLevels levelsThatPay(const DgtdCase& theCase, bool onGpu, const Discretisation& d, MPI_Comm comm) {
  return levelsOf(theCase, TimeLevelChoice::automatic, {}, onGpu, d, comm);
}

Discretisation discretise(const DgtdCase& theCase, MPI_Comm comm) {
  PhaseTimer phases;
  return discretise(theCase, false, {}, phases, comm);
}

}  // namespace fluxtet::dgtd
