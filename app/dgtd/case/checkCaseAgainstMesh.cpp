// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkCaseAgainstMesh.hpp"

#include "app/case/groupNames.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet::dgtd {

namespace {

using config::didYouMean;
using config::Faults;
using Names = std::vector<std::string>;

void checkBoundaries(const DgtdCase& theCase, const GroupNames& surfaces, const Names& outerSurfaces, Faults& faults) {
  const GroupNames outer{outerSurfaces, "surface"};
  Names assigned;
  for (const BoundaryAssignment& boundary : theCase.boundaries) {
    assigned.push_back(boundary.surface);
    if (boundary.port >= 0) {
      checkGroupName(boundary.surface, fmt::format("ports[{}].surface", boundary.port), surfaces, boundary.mark,
                     faults);
      continue;
    }
    if (!boundary.strip.empty()) {
      checkGroupName(boundary.surface, boundary.strip + ".surface", surfaces, boundary.mark, faults);
      continue;
    }
    checkGroupName(boundary.surface, "boundaries", surfaces, boundary.mark, faults);
    if (rowOf(boundary.kind).role == SurfaceRole::hull && surfaces.contains(boundary.surface) &&
        !outer.contains(boundary.surface))
      faults.add(boundary.mark,
                 fmt::format("boundaries.{}: {} belongs on the outer boundary, but this surface lies inside the "
                             "mesh: use pec or pmc, or remove it",
                             boundary.surface, toString(boundary.kind)));
    if (boundary.kind == BoundaryKind::sheet && outer.contains(boundary.surface))
      faults.add(boundary.mark, fmt::format("boundaries.{}: a sheet lies between two elements, but this surface has "
                                            "faces on the outer boundary: use impedance there",
                                            boundary.surface));
  }
  for (const PeriodicPair& pair : theCase.periodic)
    for (const std::string& surface : {pair.surface, pair.partner}) {
      assigned.push_back(surface);
      checkGroupName(surface, "boundaries", surfaces, pair.mark, faults);
      if (surfaces.contains(surface) && !outer.contains(surface))
        faults.add(pair.mark, fmt::format("boundaries.{}: '{}' lies inside the mesh, but only outer surfaces can be "
                                          "periodic: name two sides of the cell",
                                          pair.surface, surface));
    }
  const GroupNames named{assigned, "surface"};
  for (const std::string& name : outerSurfaces)
    if (!named.contains(name))
      faults.add(theCase.boundariesMark,
                 fmt::format("boundaries: the mesh's outer surface '{}' has no condition{}: add '{}: pec', pmc, "
                             "absorbing or pml",
                             name, didYouMean(name, assigned), name));
}

/// Checks a boundary through which a plane wave enters; `path`: its key in the case.
void checkWaveBoundary(const DgtdCase& theCase, const std::string& surface, const std::string& path, const Mark& mark,
                       const GroupNames& surfaces, Faults& faults) {
  checkGroupName(surface, path, surfaces, mark, faults);
  if (!surfaces.contains(surface)) return;
  const auto found = std::find_if(theCase.boundaries.begin(), theCase.boundaries.end(),
                                  [&](const BoundaryAssignment& b) { return b.surface == surface; });
  const bool letsIn =
      found != theCase.boundaries.end() && rowOf(found->kind).condition.letsWavesIn() && !rowOf(found->kind).hasLayer;
  if (!letsIn)
    faults.add(
        mark,
        fmt::format(
            "{}: a plane wave enters through an absorbing surface, but '{}' {}: set 'boundaries: {{{}: absorbing}}', "
            "or let it enter inside of the mesh by 'surface: auto'",
            path, surface,
            found == theCase.boundaries.end() ? "has no condition" : fmt::format("is {}", toString(found->kind)),
            surface));
}

void checkSources(const DgtdCase& theCase, const GroupNames& volumes, const GroupNames& surfaces, Faults& faults) {
  for (const SourceTraits& source : traitsOfSources(theCase)) {
    for (const GroupOfSource& surface : source.openSurfaces)
      checkWaveBoundary(theCase, surface.name, surface.key, source.mark, surfaces, faults);
    for (const GroupOfSource& surface : source.innerSurfaces)
      checkGroupName(surface.name, surface.key, surfaces, source.mark, faults);
    for (const auto* regions : {&source.innerRegions, &source.currentRegions})
      for (const GroupOfSource& region : *regions)
        checkGroupName(region.name, region.key, volumes, source.mark, faults);
  }
  for (std::size_t i = 0; i < theCase.loads.size(); ++i)
    if (theCase.loads[i].surface.empty())
      checkGroupName(theCase.loads[i].region, fmt::format("loads[{}].region", i), volumes, theCase.loads[i].mark,
                     faults);
}

/// Checks the regions and surfaces of an output; `path`: its key in the case.
template <class Output>
void checkSelection(const std::optional<Output>& output, const std::string& path, const GroupNames& volumes,
                    const GroupNames& surfaces, Faults& faults) {
  if (!output) return;
  for (const std::string& name : output->regions)
    checkGroupName(name, path + ".regions", volumes, output->mark, faults);
  for (const std::string& name : output->boundaries)
    checkGroupName(name, path + ".boundaries", surfaces, output->mark, faults);
}

/// The surfaces that a far field names.
template <class Output>
void checkFarFieldSurface(const std::optional<Output>& output, const GroupNames& surfaces, Faults& faults) {
  if (!output) return;
  if (output->surface != "auto")
    checkGroupName(output->surface, output->key + ".surface", surfaces, output->mark, faults);
  for (const std::string& name : output->symmetry)
    checkGroupName(name, output->key + ".symmetry", surfaces, output->mark, faults);
  if (output->ground) checkGroupName(*output->ground, output->key + ".ground", surfaces, output->mark, faults);
}

}  // namespace

void checkCaseAgainstMesh(const DgtdCase& theCase, const Names& regionNames, const Names& surfaceNames,
                          const Names& outerSurfaces) {
  const GroupNames volumes{regionNames, "volume"};
  const GroupNames surfaces{surfaceNames, "surface"};
  Faults faults;
  checkRegionNames(theCase, volumes, faults);
  checkBoundaries(theCase, surfaces, outerSurfaces, faults);
  for (const MeshLayerAssignment& layer : theCase.meshLayers)
    for (const std::string& name : layer.regions)
      checkGroupName(name, fmt::format("absorbingLayers.{}.regions", layer.side), volumes, layer.mark, faults);
  checkSources(theCase, volumes, surfaces, faults);
  checkSelection(theCase.output.snapshots, "output.snapshots", volumes, surfaces, faults);
  checkSelection(theCase.output.dft, "output.dft", volumes, surfaces, faults);
  checkFarFieldSurface(theCase.output.farField, surfaces, faults);
  checkFarFieldSurface(theCase.output.transientFarField, surfaces, faults);
  faults.throwIfAny();
}

}  // namespace fluxtet::dgtd
