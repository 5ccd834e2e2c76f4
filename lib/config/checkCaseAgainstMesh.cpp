// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "config/loadCase.hpp"

#include "config/faults.hpp"
#include "config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet {

namespace {

using config::didYouMean;
using config::Faults;
using config::listOf;
using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Names of the mesh's groups, and what they are called.
struct Groups {
  const Names& names;
  const char* kind;
};

void checkName(const std::string& name, const std::string& path, const Groups& groups, const Mark& mark,
               Faults& faults) {
  if (!contains(groups.names, name))
    faults.add(mark, fmt::format("{}: the mesh has no physical {} '{}'{}; it has {}", path, groups.kind, name,
                                 didYouMean(name, groups.names), listOf(groups.names)));
}

void checkRegions(const Case& theCase, const Groups& volumes, Faults& faults) {
  Names assigned;
  for (const RegionAssignment& region : theCase.regions) {
    assigned.push_back(region.region);
    checkName(region.region, "regions", volumes, region.mark, faults);
  }
  for (const std::string& name : volumes.names)
    if (!contains(assigned, name))
      faults.add(theCase.regionsMark,
                 fmt::format("regions: the mesh's physical volume '{}' has no material{}: add '{}: MATERIAL'", name,
                             didYouMean(name, assigned), name));
}

void checkBoundaries(const Case& theCase, const Groups& surfaces, const Names& outerSurfaces, Faults& faults) {
  Names assigned;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    assigned.push_back(boundary.surface);
    checkName(boundary.surface, "boundaries", surfaces, boundary.mark, faults);
    if (boundary.kind == BoundaryKind::absorbing && contains(surfaces.names, boundary.surface) &&
        !contains(outerSurfaces, boundary.surface))
      faults.add(boundary.mark,
                 fmt::format("boundaries.{}: absorbing belongs on the outer boundary, but this surface lies inside "
                             "the mesh: use pec or pmc, or remove it",
                             boundary.surface));
  }
  for (const std::string& name : outerSurfaces)
    if (!contains(assigned, name))
      faults.add(theCase.boundariesMark,
                 fmt::format("boundaries: the mesh's outer surface '{}' has no condition{}: add '{}: pec', pmc or "
                             "absorbing",
                             name, didYouMean(name, assigned), name));
}

void checkPlaneWave(const Case& theCase, const PlaneWaveSource& wave, const std::string& path, const Groups& surfaces,
                    Faults& faults) {
  checkName(wave.boundary, path, surfaces, wave.mark, faults);
  if (!contains(surfaces.names, wave.boundary)) return;
  const auto found = std::find_if(theCase.boundaries.begin(), theCase.boundaries.end(),
                                  [&](const BoundaryAssignment& b) { return b.surface == wave.boundary; });
  const bool absorbing = found != theCase.boundaries.end() && found->kind == BoundaryKind::absorbing;
  if (!absorbing)
    faults.add(
        wave.mark,
        fmt::format(
            "{}: a plane wave enters through an absorbing surface, but '{}' {}: set 'boundaries: {{{}: absorbing}}'",
            path, wave.boundary,
            found == theCase.boundaries.end() ? "has no condition" : fmt::format("is {}", toString(found->kind)),
            wave.boundary));
}

void checkSources(const Case& theCase, const Groups& volumes, const Groups& surfaces, Faults& faults) {
  for (std::size_t i = 0; i < theCase.sources.size(); ++i) {
    if (const auto* wave = std::get_if<PlaneWaveSource>(&theCase.sources[i]))
      checkPlaneWave(theCase, *wave, fmt::format("sources[{}].planeWave.boundary", i), surfaces, faults);
    if (const auto* current = std::get_if<CurrentSource>(&theCase.sources[i]))
      checkName(current->region, fmt::format("sources[{}].current.region", i), volumes, current->mark, faults);
  }
}

void checkSnapshots(const Case& theCase, const Groups& volumes, const Groups& surfaces, Faults& faults) {
  if (!theCase.output.snapshots) return;
  const SnapshotOutput& snapshots = *theCase.output.snapshots;
  for (const std::string& name : snapshots.regions)
    checkName(name, "output.snapshots.regions", volumes, snapshots.mark, faults);
  for (const std::string& name : snapshots.boundaries)
    checkName(name, "output.snapshots.boundaries", surfaces, snapshots.mark, faults);
}

}  // namespace

void checkCaseAgainstMesh(const Case& theCase, const Names& regionNames, const Names& surfaceNames,
                          const Names& outerSurfaces) {
  const Groups volumes{regionNames, "volume"};
  const Groups surfaces{surfaceNames, "surface"};
  Faults faults;
  checkRegions(theCase, volumes, faults);
  checkBoundaries(theCase, surfaces, outerSurfaces, faults);
  checkSources(theCase, volumes, surfaces, faults);
  checkSnapshots(theCase, volumes, surfaces, faults);
  faults.throwIfAny();
}

}  // namespace fluxtet
