// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/tissues.hpp"

#include "app/case/regionMaterials.hpp"
#include "lib/base/constants.hpp"

#include <algorithm>

namespace fluxtet::sar {

Tissues tissuesOf(const dgtd::DgtdCase& theCase, const MeshGroups& groups, double frequency, double meanOverStep) {
  const std::vector<std::string>& wanted = theCase.output.sar->regions;
  const std::vector<Material> materials = materialsOfRegions(theCase, groups);
  Tissues tissues;
  for (std::size_t r = 0; r < groups.regions.size(); ++r) {
    if (std::find(wanted.begin(), wanted.end(), groups.regions[r]) == wanted.end()) {
      tissues.ofRegion.push_back(Tissues::none);
      continue;
    }
    const Material& material = materials[r];
    tissues.ofRegion.push_back(static_cast<std::int16_t>(tissues.size()));
    tissues.name.push_back(groups.regions[r]);
    tissues.density.push_back(material.density);
    tissues.losses.push_back(lossesInRun(material, frequency, meanOverStep));
  }
  return tissues;
}

Losses lossesInRun(const Material& material, double frequency, double meanOverStep) {
  return lossesOf(material, steppedFrequency(2 * constants::pi * frequency, meanOverStep));
}

}  // namespace fluxtet::sar
