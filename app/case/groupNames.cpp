// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/groupNames.hpp"

#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet {

using namespace config;

bool GroupNames::contains(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void checkGroupName(const std::string& name, const std::string& path, const GroupNames& groups, const Mark& mark,
                    Faults& faults) {
  if (!groups.contains(name))
    faults.add(mark, fmt::format("{}: the mesh has no physical {} '{}'{}; it has {}", path, groups.kind, name,
                                 didYouMean(name, groups.names), listOf(groups.names)));
}

void checkRegionNames(const CommonCase& theCase, const GroupNames& regions, Faults& faults) {
  std::vector<std::string> assigned;
  for (const RegionAssignment& region : theCase.regions) {
    assigned.push_back(region.region);
    checkGroupName(region.region, "regions", regions, region.mark, faults);
  }
  const GroupNames named{assigned, regions.kind};
  for (const std::string& name : regions.names)
    if (!named.contains(name))
      faults.add(theCase.regionsMark,
                 fmt::format("regions: the mesh's physical {} '{}' has no material{}: add '{}: MATERIAL'", regions.kind,
                             name, didYouMean(name, assigned), name));
}

}  // namespace fluxtet
