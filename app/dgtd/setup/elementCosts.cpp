// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/elementCosts.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace fluxtet {

namespace {

/// What things cost at P1 to P4, in tenths of a plain element (measured: docs/design.md, "Load balance").
struct Costs {
  std::int32_t dissipatingFace, waveThroughFace, current;
};
constexpr std::array<Costs, 4> costsOfOrder{{{17, 155, 6}, {10, 134, 5}, {7, 90, 3}, {4, 66, 2}}};

/// Adds to the entry of the group of that name, if the mesh has it.
void addTo(const std::string& name, std::int32_t cost, const std::vector<std::string>& names,
           std::vector<std::int32_t>& costs) {
  const std::int32_t group = groupIndex(names, name);
  if (group >= 0) costs[static_cast<std::size_t>(group)] += cost;
}

bool allZero(const std::vector<std::int32_t>& costs) {
  return std::all_of(costs.begin(), costs.end(), [](std::int32_t cost) { return cost == 0; });
}

}  // namespace

ElementWork cpuElementWork(const DgtdCase& theCase, const MeshGroups& groups) {
  const Costs& costs = costsOfOrder.at(static_cast<std::size_t>(theCase.dgtd.order - 1));
  ElementWork work{std::vector<std::int32_t>(groups.surfaces.size(), 0),
                   std::vector<std::int32_t>(groups.regions.size(), 0)};
  for (const auto& boundary : theCase.boundaries)
    if (rowOf(boundary.kind).condition.dissipates())
      addTo(boundary.surface, costs.dissipatingFace, groups.surfaces, work.ofSurface);
  for (const auto& source : theCase.sources) {
    if (const auto* wave = std::get_if<PlaneWaveSource>(&source))
      for (const auto& boundary : wave->boundaries)
        addTo(boundary, costs.waveThroughFace, groups.surfaces, work.ofSurface);
    if (const auto* current = std::get_if<CurrentSource>(&source))
      addTo(current->region, costs.current, groups.regions, work.ofRegion);
    if (const auto* gap = std::get_if<GapSource>(&source))
      addTo(gap->region, costs.current, groups.regions, work.ofRegion);
  }
  return allZero(work.ofSurface) && allZero(work.ofRegion) ? ElementWork{} : work;
}

WorkOfGroups workToBalance(const DgtdCase& theCase, bool onCpu) {
  const PartitionWeights weights = theCase.partition.weights;
  if (weights == PartitionWeights::none || (weights == PartitionWeights::automatic && !onCpu)) return uniformWork;
  return [theCase](const MeshGroups& groups) { return cpuElementWork(theCase, groups); };
}

}  // namespace fluxtet
