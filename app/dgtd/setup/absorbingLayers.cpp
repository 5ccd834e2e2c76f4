// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/absorbingLayers.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "partition/meshLayers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace fluxtet::dgtd {
namespace {

/// Nodes per wavelength that a layer's own elements are taken to have where the case names no frequency.
constexpr double usualNodes = 8;

/// Calls visit(direction, side) for the six sides of the box that have a layer.
template <class Visit>
void forEachLayer(const partition::LayerBox& box, const Visit& visit) {
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t s = 0; s < 2; ++s)
      if (box.side[d][s].layers > 0) visit(d, s);
}

/// The sub-layer of a point in direction d and the side it is on: 0 within the box, 1 to N outside of it.
struct SubLayer {
  int number = 0;
  std::size_t side = 0;
};
SubLayer subLayerAt(const partition::LayerBox& box, std::size_t d, double x) {
  const std::size_t side = x > box.inner[1][d] ? 1 : 0;
  const partition::LayerSide& layer = box.side[d][side];
  const double depth = side == 1 ? x - box.inner[1][d] : box.inner[0][d] - x;
  if (depth <= 0 || layer.layers == 0) return {};
  const auto end = std::upper_bound(layer.ends.begin(), layer.ends.end(), depth);
  return {std::min(1 + static_cast<int>(end - layer.ends.begin()), layer.layers), side};
}

LayerProfile profileAt(const AbsorbingLayers& layers, const Vec3& x) {
  LayerProfile profile;
  for (std::size_t d = 0; d < 3; ++d) {
    const SubLayer at = subLayerAt(layers.box, d, x[d]);
    if (at.number == 0) continue;
    const LayerDesign& design = layers.design[d][at.side];
    profile.sigma[d] = design.sigmaOf(at.number, layers.box.side[d][at.side]);
    profile.alpha[d] = design.alphaOf(at.number, layers.box.side[d][at.side]);
  }
  return profile;
}

/// A profile as a key of a table.
std::array<std::array<double, 3>, 2> keyOf(const LayerProfile& profile) {
  return {profile.sigma, profile.alpha};
}
using ProfileTable = std::map<std::array<std::array<double, 3>, 2>, std::int32_t>;

/// Fills `profiles` with all profiles of the layers, the same on every rank: those of the middles of all combinations
/// of sub-layers. Returns their indices.
ProfileTable listProfiles(const AbsorbingLayers& layers, std::vector<LayerProfile>& profiles) {
  std::array<std::vector<double>, 3> middles;
  for (std::size_t d = 0; d < 3; ++d) middles[d] = {0.5 * (layers.box.inner[0][d] + layers.box.inner[1][d])};
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    const partition::LayerSide& side = layers.box.side[d][s];
    double begin = 0;
    for (const double end : side.ends) {
      const double depth = 0.5 * (begin + end);
      begin = end;
      middles[d].push_back(s == 1 ? layers.box.inner[1][d] + depth : layers.box.inner[0][d] - depth);
    }
  });
  ProfileTable table;
  for (const double x : middles[0])
    for (const double y : middles[1])
      for (const double z : middles[2]) {
        const LayerProfile profile = profileAt(layers, {x, y, z});
        const auto index = static_cast<std::int32_t>(profiles.size());
        if (profile != LayerProfile{} && table.try_emplace(keyOf(profile), index).second) profiles.push_back(profile);
      }
  return table;
}

std::string nameOf(std::size_t d, std::size_t s) {
  return partition::nameOf({static_cast<int>(d), static_cast<int>(s)});
}

/// A layer of one kind, and the sides that have it.
struct LayerKind {
  LayerDesign design;
  partition::LayerSide side;
  std::string sides;
};

std::string lineOf(const LayerKind& kind) {
  constexpr double degree = constants::pi / 180;
  return fmt::format(
      "absorbing layer on {}: {} {}, {:.6g} m thick; theory's reflection {:.0f} dB at 0, {:.0f} at 45 and {:.0f} at 70 "
      "degrees",
      kind.sides, kind.side.layers, kind.side.layers == 1 ? "sub-layer" : "sub-layers", kind.side.thickness,
      kind.design.reflection, kind.design.reflectionAt(45 * degree), kind.design.reflectionAt(70 * degree));
}

/// Throws InputError for a point of the case that lies in a layer, where fields are no solution.
void requireInBox(const partition::LayerBox& box, const Vec3& x, const Mark& mark, const std::string& what) {
  constexpr double rounding = 1e-9;
  for (std::size_t d = 0; d < 3; ++d) {
    const double margin = rounding * (box.inner[1][d] - box.inner[0][d]);
    require(x[d] >= box.inner[0][d] - margin && x[d] <= box.inner[1][d] + margin,
            "{}: {} at ({:.6g}, {:.6g}, {:.6g}) m lies outside of the mesh or in an absorbing layer: move it inside",
            toString(mark), what, x[0], x[1], x[2]);
  }
}

/// Calls use(x, mark, what) for the points of the case at which fields are to be solutions: dipoles and probes.
template <class Use>
void forEachPoint(const DgtdCase& theCase, const Use& use) {
  for (const SourceTraits& source : traitsOfSources(theCase))
    if (source.at) use(*source.at, source.mark, std::string("a dipole"));
  for (const ProbeOutput& probe : theCase.output.probes)
    use(probe.at, probe.mark, fmt::format("probe '{}'", probe.name));
}

/// Whether the mesh has all regions that the case takes for layers. If not, checkCaseAgainstMesh() says so.
bool hasLayerRegions(const DgtdCase& theCase, const MeshGroups& groups) {
  for (const MeshLayerAssignment& layer : theCase.meshLayers)
    for (const std::string& name : layer.regions)
      if (groupIndex(groups.regions, name) < 0) return false;
  return true;
}

/// The mesh's own layers, one for each entry of the case.
std::vector<partition::MeshLayer> findLayers(const DgtdCase& theCase, MeshPart& part, MPI_Comm comm) {
  std::vector<partition::MeshLayerRequest> requests;
  for (const MeshLayerAssignment& layer : theCase.meshLayers) {
    auto& request = requests.emplace_back();
    request.side = *partition::boxSideOf(layer.side);
    for (const std::string& name : layer.regions) request.regions.push_back(groupIndex(part.groups.regions, name));
  }
  std::vector<std::int32_t> outer;
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (rowOf(boundary.kind).role == SurfaceRole::hull && boundary.port < 0)
      outer.push_back(groupIndex(part.groups.surfaces, boundary.surface));
  return partition::findMeshLayers(part, requests, outer, comm);
}

/// Puts a layer of the mesh on its side of the box, which ends where the layer begins.
void setMeshLayer(const DgtdCase& theCase, const MeshLayerAssignment& given, const partition::MeshLayer& found,
                  AbsorbingLayers& layers) {
  const partition::BoxSide side = *partition::boxSideOf(given.side);
  const auto d = static_cast<std::size_t>(side.direction), s = static_cast<std::size_t>(side.high);
  require(layers.box.side[d][s].layers == 0,
          "{}: absorbingLayers.{}: this side of the mesh also has a boundary with pml, which would add a second layer: "
          "make the boundary absorbing, or remove the entry",
          toString(given.mark), given.side);
  layers.design[d][s] = designMeshLayer(theCase, given.layer, found.ends, found.isCrossed);
  layers.isCrossed[d][s] = found.isCrossed;
  layers.box.side[d][s] = {static_cast<int>(found.ends.size()), found.ends.back(), -1, found.ends};
  layers.box.inner[s][d] = found.begin;
}

/// alpha of a layer where the case names no frequency.
void setAlpha(const DgtdCase& theCase, const partition::LayerSide& side, LayerDesign& design) {
  if (design.alpha > 0) return;
  const double wavelength = usualNodes / theCase.dgtd.order * side.thickness / side.layers;
  design.alpha = alphaOfHighest * 2 * constants::pi / wavelength;
}

void addPortLayers(const DgtdCase& theCase, MeshPart& part, AbsorbingLayers& layers, MPI_Comm comm) {
  std::vector<partition::LayerRequest> requests;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    const std::int32_t group = groupIndex(part.groups.surfaces, boundary.surface);
    if (boundary.port < 0 || group < 0) continue;
    const LayerDesign design = designLayer(theCase, boundary.layer);
    requests.push_back({group, design.layers, design.thickness});
    layers.ports.push_back({static_cast<std::size_t>(boundary.port), {}, design});
  }
  const std::vector<partition::PortLayer> added = partition::extrudePortLayers(part, requests, comm);
  for (std::size_t i = 0; i < added.size(); ++i) {
    layers.ports[i].layer = added[i];
    setAlpha(theCase, added[i].layer, layers.ports[i].design);
  }
}

/// Throws InputError for a point of the case that lies in the layer behind a port.
void requirePointsOutside(const DgtdCase& theCase, const PortLayerOf& port) {
  forEachPoint(theCase, [&](const Vec3& x, const Mark& mark, const std::string& what) {
    bool isIn = true;
    for (std::size_t d = 0; d < 3; ++d) isIn = isIn && x[d] > port.layer.room[0][d] && x[d] < port.layer.room[1][d];
    require(!isIn,
            "{}: {} at ({:.6g}, {:.6g}, {:.6g}) m lies outside of the mesh, in the absorbing layer of port {}: "
            "move it inside",
            toString(mark), what, x[0], x[1], x[2], theCase.ports[port.port].name);
  });
}

/// The layer behind a port that an element belongs to, and its sub-layer; {-1, 0}: none.
struct PlaceInPortLayers {
  int port = -1, subLayer = 0;
};
PlaceInPortLayers placeInPortLayers(const AbsorbingLayers& layers, std::int64_t elementId) {
  for (std::size_t p = 0; p < layers.ports.size(); ++p)
    if (const int k = layers.ports[p].layer.subLayerOf(elementId); k > 0) return {static_cast<int>(p), k};
  return {};
}

AbsorbingLayers addSideLayers(const DgtdCase& theCase, MeshPart& part, MPI_Comm comm) {
  std::vector<partition::LayerRequest> requests;
  std::vector<LayerDesign> designs;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    const std::int32_t group = groupIndex(part.groups.surfaces, boundary.surface);
    if (!rowOf(boundary.kind).hasLayer || boundary.port >= 0 || group < 0) continue;
    designs.push_back(designLayer(theCase, boundary.layer));
    requests.push_back({group, designs.back().layers, designs.back().thickness});
  }
  AbsorbingLayers layers;
  const bool none = requests.empty() && theCase.meshLayers.empty();
  if (none || !hasLayerRegions(theCase, part.groups)) return layers;
  const std::vector<partition::MeshLayer> found = findLayers(theCase, part, comm);
  layers.box = partition::extrudeLayers(part, requests, comm);
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    layers.design[d][s] = designs.at(static_cast<std::size_t>(layers.box.side[d][s].request));
  });
  for (std::size_t i = 0; i < found.size(); ++i) setMeshLayer(theCase, theCase.meshLayers[i], found[i], layers);
  forEachPoint(theCase, [&](const Vec3& x, const Mark& mark, const std::string& what) {
    requireInBox(layers.box, x, mark, what);
  });
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    const partition::LayerSide& side = layers.box.side[d][s];
    setAlpha(theCase, side, layers.design[d][s]);
  });
  return layers;
}

/// Appends the profiles of the layers behind ports, and gives them to their elements.
void setPortLayers(const AbsorbingLayers& layers, const SubMesh& mesh, DgtdProblem& problem) {
  std::vector<std::int32_t> first;  // [port] index of the profile of its first sub-layer
  for (const PortLayerOf& port : layers.ports) {
    first.push_back(static_cast<std::int32_t>(problem.layers.size()));
    for (int k = 1; k <= port.layer.layer.layers; ++k) {
      LayerProfile profile;
      profile.sigma[static_cast<std::size_t>(port.layer.side.direction)] = port.design.sigmaOf(k, port.layer.layer);
      profile.alpha[static_cast<std::size_t>(port.layer.side.direction)] = port.design.alphaOf(k, port.layer.layer);
      problem.layers.push_back(profile);
    }
  }
  for (std::size_t e = 0; e < problem.layerIndex.size(); ++e)
    if (const auto [port, subLayer] = placeInPortLayers(layers, mesh.elementId[e]); port >= 0)
      problem.layerIndex[e] = first[static_cast<std::size_t>(port)] + subLayer - 1;
}

}  // namespace

bool AbsorbingLayers::none() const {
  bool any = false;
  forEachLayer(box, [&](std::size_t, std::size_t) { any = true; });
  return !any;
}

AbsorbingLayers addLayers(const DgtdCase& theCase, MeshPart& part, MPI_Comm comm) {
  AbsorbingLayers layers = addSideLayers(theCase, part, comm);
  addPortLayers(theCase, part, layers, comm);
  for (const PortLayerOf& port : layers.ports) requirePointsOutside(theCase, port);
  return layers;
}

void setLayers(const AbsorbingLayers& layers, const SubMesh& mesh, DgtdProblem& problem) {
  problem.layers.clear();
  problem.layerIndex.clear();
  problem.numOpenLayers = 0;
  if (layers.none() && layers.ports.empty()) return;
  const ProfileTable indexOf = listProfiles(layers, problem.layers);
  problem.layerIndex.assign(static_cast<std::size_t>(mesh.numElements), -1);
  for (std::size_t e = 0; e < problem.layerIndex.size(); ++e) {
    const LayerProfile profile = profileAt(layers, centroidOf(mesh, static_cast<std::int32_t>(e)));
    if (profile != LayerProfile{}) problem.layerIndex[e] = indexOf.at(keyOf(profile));
  }
  problem.numOpenLayers = static_cast<std::int32_t>(problem.layers.size());
  setPortLayers(layers, mesh, problem);
}

std::vector<bool> elementsInLayers(const AbsorbingLayers& layers, const SubMesh& mesh) {
  std::vector<bool> isIn;
  if (layers.none() && layers.ports.empty()) return isIn;
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    isIn.push_back(profileAt(layers, centroidOf(mesh, e)) != LayerProfile{} ||
                   placeInPortLayers(layers, mesh.elementId[static_cast<std::size_t>(e)]).port >= 0);
  return isIn;
}

std::vector<std::string> layerLines(const AbsorbingLayers& layers) {
  std::vector<LayerKind> kinds;
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    const LayerKind own{layers.design[d][s], layers.box.side[d][s], nameOf(d, s)};
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const LayerKind& kind) {
      return kind.design == own.design && kind.side.ends == own.side.ends;
    });
    if (same == kinds.end()) {
      kinds.push_back(own);
    } else {
      same->sides += ", " + own.sides;
    }
  });
  std::vector<std::string> lines;
  for (const LayerKind& kind : kinds) lines.push_back(lineOf(kind));
  for (const PortLayerOf& port : layers.ports)
    lines.push_back(lineOf({port.design, port.layer.layer, fmt::format("ports[{}]", port.port)}));
  return lines;
}

std::vector<std::string> warningsOfLayers(const AbsorbingLayers& layers) {
  std::vector<std::string> warnings;
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    if (layers.isCrossed[d][s])
      warnings.push_back(fmt::format(
          "absorbingLayers.{}: elements lie across the planes of the layer, which therefore absorbs the same "
          "everywhere and reflects more than one that grows with the depth: mesh it in sub-layers (in Gmsh, Extrude "
          "with Layers), or let the program add a layer (boundary pml)",
          nameOf(d, s)));
  });
  return warnings;
}

double longestStepOfLayers(const DgtdProblem& problem) {
  double most = 0;  // 1/m
  for (const LayerProfile& profile : problem.layers) most = std::max(most, std::ranges::max(profile.sigma));
  return most > 0 ? 2 / most : std::numeric_limits<double>::infinity();
}

bool layersBound(const DgtdProblem& problem, double step) {
  constexpr double alike = 0.99;  // steps are rounded down
  return step >= alike * longestStepOfLayers(problem);
}

std::string warningOfStepInLayers(const DgtdProblem& problem) {
  return fmt::format(
      "absorbing layers hold the time step at {:.3g} s, since few sub-layers absorb much each: take more or thicker "
      "ones, or a 'reflection' that is not as low",
      longestStepOfLayers(problem) / constants::c0);
}

}  // namespace fluxtet::dgtd
