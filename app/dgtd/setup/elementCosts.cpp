// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/elementCosts.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "app/dgtd/setup/layerDesign.hpp"
#include "app/dgtd/setup/media.hpp"
#include "lib/basis/orders.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace fluxtet::dgtd {

namespace {

/// Extra work at P1 to P4, in tenths of a plain element's (measured: docs/design.md, "Load balance").
struct Costs {
  std::int32_t dissipatingFace, waveThroughFace, current;
};
constexpr std::array costsOfOrder{Costs{17, 105, 6}, Costs{10, 36, 5}, Costs{7, 19, 3}, Costs{4, 17, 2}};
static_assert(costsOfOrder.size() == numOrders);
/// Extra work of a state of a pole, in tenths of a plain element's, at any order.
constexpr std::int32_t workOfState = 1;

/// Adds `cost` to the entry of the group of that name, if the mesh has one.
void addTo(const std::string& name, std::int32_t cost, const std::vector<std::string>& names,
           std::vector<std::int32_t>& costs) {
  const std::int32_t group = groupIndex(names, name);
  if (group >= 0) costs[static_cast<std::size_t>(group)] += cost;
}

bool allZero(const std::vector<std::int32_t>& costs) {
  return std::all_of(costs.begin(), costs.end(), [](std::int32_t cost) { return cost == 0; });
}

}  // namespace

partition::ElementWork cpuElementWork(const DgtdCase& theCase, const MeshGroups& groups) {
  const Costs& costs = costsOfOrder.at(static_cast<std::size_t>(theCase.dgtd.order - minOrder));
  partition::ElementWork work{std::vector<std::int32_t>(groups.surfaces.size(), 0),
                              std::vector<std::int32_t>(groups.regions.size(), 0)};
  for (const auto& boundary : theCase.boundaries)
    if (rowOf(boundary.kind).condition.dissipates())
      addTo(boundary.surface, costs.dissipatingFace, groups.surfaces, work.ofSurface);
  for (const SourceTraits& source : traitsOfSources(theCase)) {
    // Of a surface that the program makes, the partition does not know where it is.
    for (const auto* surfaces : {&source.openSurfaces, &source.innerSurfaces})
      for (const GroupOfSource& surface : *surfaces)
        addTo(surface.name, costs.waveThroughFace, groups.surfaces, work.ofSurface);
    for (const GroupOfSource& region : source.currentRegions)
      addTo(region.name, costs.current, groups.regions, work.ofRegion);
  }
  for (const auto& region : theCase.regions) {
    const Material& material = theCase.materials[static_cast<std::size_t>(region.material)];
    int states = material.magnetisedPlasma ? 1 : 0;
    for (const Dispersion* dispersion : {&material.dispersion, &material.magnetic})
      for (const Pole& pole : polesOf(*dispersion)) states += pole.size;
    if (states > 0) addTo(region.region, workOfState * states, groups.regions, work.ofRegion);
  }
  return allZero(work.ofSurface) && allZero(work.ofRegion) ? partition::ElementWork{} : work;
}

namespace {

/// Adds the work of the layers: of those that grow from the elements at a surface, and of the mesh's own.
partition::ElementWork withLayers(partition::ElementWork work, const DgtdCase& theCase, const MeshGroups& groups) {
  for (const auto& boundary : theCase.boundaries) {
    if (!rowOf(boundary.kind).hasLayer) continue;
    work.ofSurface.resize(groups.surfaces.size(), 0);
    work.ofRegion.resize(groups.regions.size(), 0);
    const int elements = 3 * designLayer(theCase, boundary.layer).layers;
    addTo(boundary.surface, workInLayer * elements, groups.surfaces, work.ofSurface);
  }
  for (const auto& layer : theCase.meshLayers) {
    work.ofSurface.resize(groups.surfaces.size(), 0);
    work.ofRegion.resize(groups.regions.size(), 0);
    for (const std::string& region : layer.regions)
      addTo(region, workInLayer - plainWork, groups.regions, work.ofRegion);
  }
  return work;
}

}  // namespace

partition::WorkOfGroups workToBalance(const DgtdCase& theCase, bool onCpu) {
  const partition::PartitionWeights weights = theCase.partition.weights;
  if (weights == partition::PartitionWeights::none) return partition::uniformWork;
  if (weights == partition::PartitionWeights::automatic && !onCpu)
    return [theCase](const MeshGroups& groups) { return withLayers({}, theCase, groups); };
  return [theCase](const MeshGroups& groups) { return withLayers(cpuElementWork(theCase, groups), theCase, groups); };
}

}  // namespace fluxtet::dgtd
