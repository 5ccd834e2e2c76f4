// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "sar/tissues.hpp"

#include <algorithm>

namespace fluxtet {

const Material& materialOf(const Case& theCase, const MeshGroups& groups, std::int32_t region) {
  const std::string& name = groups.regions[static_cast<std::size_t>(region)];
  const auto assignment = std::find_if(theCase.regions.begin(), theCase.regions.end(),
                                       [&](const RegionAssignment& a) { return a.region == name; });
  return theCase.materials[static_cast<std::size_t>(assignment->material)];
}

Tissues tissuesOf(const Case& theCase, const MeshGroups& groups) {
  const std::vector<std::string>& wanted = theCase.output.sar->regions;
  Tissues tissues;
  for (std::size_t r = 0; r < groups.regions.size(); ++r) {
    if (std::find(wanted.begin(), wanted.end(), groups.regions[r]) == wanted.end()) {
      tissues.ofRegion.push_back(Tissues::none);
      continue;
    }
    const Material& material = materialOf(theCase, groups, static_cast<std::int32_t>(r));
    tissues.ofRegion.push_back(static_cast<std::int16_t>(tissues.size()));
    tissues.name.push_back(groups.regions[r]);
    tissues.density.push_back(material.density);
    tissues.sigma.push_back(material.sigma);
  }
  return tissues;
}

}  // namespace fluxtet
