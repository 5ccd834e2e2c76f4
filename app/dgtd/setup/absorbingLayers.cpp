// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/absorbingLayers.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
  const int number = 1 + static_cast<int>(depth / layer.thickness * layer.layers);
  return {std::clamp(number, 1, layer.layers), side};
}

LayerProfile profileAt(const AbsorbingLayers& layers, const Vec3& x) {
  LayerProfile profile;
  for (std::size_t d = 0; d < 3; ++d) {
    const SubLayer at = subLayerAt(layers.box, d, x[d]);
    if (at.number == 0) continue;
    const LayerDesign& design = layers.design[d][at.side];
    profile.sigma[d] = design.sigmaOf(at.number, layers.box.side[d][at.side].thickness);
    profile.alpha[d] = design.alphaOf(at.number, layers.box.side[d][at.side].thickness);
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
    for (int k = 0; k < side.layers; ++k) {
      const double depth = (k + 0.5) * side.thickness / side.layers;
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

/// A layer of one kind, and the sides that have it.
struct LayerKind {
  LayerDesign design;
  partition::LayerSide side;
  std::string sides;
};

std::string lineOf(const LayerKind& kind) {
  constexpr double degree = constants::pi / 180;
  return fmt::format(
      "absorbing layer on {}: {} sub-layers, {:.6g} m thick; theory's reflection {:.0f} dB at 0, {:.0f} at 45 and "
      "{:.0f} "
      "at 70 degrees",
      kind.sides, kind.side.layers, kind.side.thickness, kind.design.reflection, kind.design.reflectionAt(45 * degree),
      kind.design.reflectionAt(70 * degree));
}

/// Throws InputError for a point of the case that lies in a layer, where fields are no solution.
void requireInBox(const partition::LayerBox& box, const Vec3& x, const Mark& mark, const std::string& what) {
  constexpr double rounding = 1e-9;
  for (std::size_t d = 0; d < 3; ++d) {
    const double margin = rounding * (box.inner[1][d] - box.inner[0][d]);
    require(
        x[d] >= box.inner[0][d] - margin && x[d] <= box.inner[1][d] + margin,
        "{}: {} at ({:.6g}, {:.6g}, {:.6g}) m lies outside of the mesh, in an absorbing layer (pml): move it inside",
        toString(mark), what, x[0], x[1], x[2]);
  }
}

void requirePointsInBox(const DgtdCase& theCase, const partition::LayerBox& box) {
  for (const SourceSpec& source : theCase.sources)
    if (const auto* dipole = std::get_if<DipoleSource>(&source))
      requireInBox(box, dipole->at, dipole->mark, "a dipole");
  for (const ProbeOutput& probe : theCase.output.probes)
    requireInBox(box, probe.at, probe.mark, fmt::format("probe '{}'", probe.name));
}

}  // namespace

bool AbsorbingLayers::none() const {
  bool any = false;
  forEachLayer(box, [&](std::size_t, std::size_t) { any = true; });
  return !any;
}

AbsorbingLayers addLayers(const DgtdCase& theCase, MeshPart& part, MPI_Comm comm) {
  std::vector<partition::LayerRequest> requests;
  std::vector<LayerDesign> designs;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    const std::int32_t group = groupIndex(part.groups.surfaces, boundary.surface);
    if (!rowOf(boundary.kind).hasLayer || group < 0) continue;
    designs.push_back(designLayer(theCase, boundary.layer));
    requests.push_back({group, designs.back().layers, designs.back().thickness});
  }
  AbsorbingLayers layers;
  if (requests.empty()) return layers;
  layers.box = partition::extrudeLayers(part, requests, comm);
  requirePointsInBox(theCase, layers.box);
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    const partition::LayerSide& side = layers.box.side[d][s];
    LayerDesign& design = layers.design[d][s] = designs.at(static_cast<std::size_t>(side.request));
    if (design.alpha > 0) return;
    const double wavelength = usualNodes / theCase.dgtd.order * side.thickness / side.layers;
    design.alpha = alphaOfHighest * 2 * constants::pi / wavelength;
  });
  return layers;
}

void setLayers(const AbsorbingLayers& layers, const SubMesh& mesh, DgtdProblem& problem) {
  problem.layers.clear();
  problem.layerIndex.clear();
  if (layers.none()) return;
  const ProfileTable indexOf = listProfiles(layers, problem.layers);
  problem.layerIndex.assign(static_cast<std::size_t>(mesh.numElements), -1);
  for (std::size_t e = 0; e < problem.layerIndex.size(); ++e) {
    const LayerProfile profile = profileAt(layers, centroidOf(mesh, static_cast<std::int32_t>(e)));
    if (profile != LayerProfile{}) problem.layerIndex[e] = indexOf.at(keyOf(profile));
  }
}

std::vector<bool> elementsInLayers(const AbsorbingLayers& layers, const SubMesh& mesh) {
  std::vector<bool> isIn;
  for (std::int32_t e = 0; !layers.none() && e < mesh.numElements; ++e)
    isIn.push_back(profileAt(layers, centroidOf(mesh, e)) != LayerProfile{});
  return isIn;
}

std::vector<std::string> layerLines(const AbsorbingLayers& layers) {
  std::vector<LayerKind> kinds;
  forEachLayer(layers.box, [&](std::size_t d, std::size_t s) {
    const LayerKind own{layers.design[d][s], layers.box.side[d][s], fmt::format("{}{}", "xyz"[d], "-+"[s])};
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const LayerKind& kind) {
      return kind.design == own.design && kind.side.thickness == own.side.thickness;
    });
    if (same == kinds.end()) {
      kinds.push_back(own);
    } else {
      same->sides += ", " + own.sides;
    }
  });
  std::vector<std::string> lines;
  for (const LayerKind& kind : kinds) lines.push_back(lineOf(kind));
  return lines;
}

}  // namespace fluxtet::dgtd
