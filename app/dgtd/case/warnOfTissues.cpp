// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/medium.hpp"
#include "app/dgtd/case/checkKeys.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fluxtet::dgtd {

using namespace config;

namespace {

const Material& materialOf(const RegionAssignment& region, const DgtdCase& theCase) {
  return theCase.materials[static_cast<std::size_t>(region.material)];
}

bool isLumpedPort(const DgtdCase& theCase, const std::string& region) {
  for (const SourceTraits& source : traitsOfSources(theCase))
    for (const GroupOfSource& place : source.currentRegions)
      if (source.role == SourceRole::port && place.name == region) return true;
  return false;
}

/// Warns of conducting regions that are no tissue although they absorb; lumped ports are exempt.
void warnOfMissingDensities(const SarOutput& sar, const DgtdCase& theCase, Faults& faults) {
  std::vector<std::string> lossy;
  for (const RegionAssignment& region : theCase.regions) {
    const Material& material = materialOf(region, theCase);
    if (canAbsorb(material) && material.density == 0 && !isLumpedPort(theCase, region.region))
      lossy.push_back(region.region);
  }
  if (lossy.empty()) return;
  faults.warn(
      sar.mark,
      fmt::format("output.sar: lossy, but of a material that has no density: {}; its absorption is in no tissue, "
                  "no average: give the material its density if this is tissue",
                  listOf(lossy)));
}

/// Warns of very low densities. A density given in g/cm^3 without unit makes all absorption rates 1000 times too large.
void warnOfLowDensities(const SarOutput& sar, const DgtdCase& theCase, Faults& faults) {
  constexpr double lowest = 20;  // kg/m^3; inflated lung has about 260
  std::set<std::string> named;
  for (const RegionAssignment& region : theCase.regions) {
    const Material& material = materialOf(region, theCase);
    const bool isTissue = std::find(sar.regions.begin(), sar.regions.end(), region.region) != sar.regions.end();
    if (!isTissue || !canAbsorb(material) || !(material.density > 0) || material.density >= lowest) continue;
    if (!named.insert(material.name).second) continue;
    faults.warn(material.mark,
                fmt::format("materials.{0}.density: {1:.6g} kg/m^3 is less than any tissue has: is it in g/cm^3? "
                            "Then write '{1:.6g} g/cm^3'",
                            material.name, material.density));
  }
}

}  // namespace

void warnOfTissues(const SarOutput& sar, const DgtdCase& theCase, Faults& faults) {
  warnOfMissingDensities(sar, theCase, faults);
  warnOfLowDensities(sar, theCase, faults);
}

}  // namespace fluxtet::dgtd
