// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/regionMaterials.hpp"

namespace fluxtet {

std::vector<Material> materialsOfRegions(const CommonCase& theCase, const MeshGroups& groups) {
  std::vector<Material> materials(groups.regions.size());
  for (const RegionAssignment& assignment : theCase.regions)
    materials[static_cast<std::size_t>(groupIndex(groups.regions, assignment.region))] =
        theCase.materials[static_cast<std::size_t>(assignment.material)];
  return materials;
}

}  // namespace fluxtet
