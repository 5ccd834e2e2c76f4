// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/checkKeys.hpp"
#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Sets the conductivity of a metal that is given by its name.
void findMaterial(const DgtdCase& theCase, BoundaryAssignment& boundary, Faults& faults) {
  ConductorSettings& conductor = *boundary.conductor;
  if (!conductor.material || conductor.sigma) return;
  const auto fault = [&](const std::string& what) {
    faults.add(boundary.mark, fmt::format("boundaries.{}.conductor.material: {}", boundary.surface, what));
  };
  const auto own = std::ranges::find(theCase.materials, *conductor.material, &Material::name);
  if (own != theCase.materials.end()) {
    if (own->hasTensors() || !own->magnetic.none())
      return fault(
          fmt::format("material '{}' is anisotropic or its permeability is dispersive, which a conductor is not: "
                      "give sigma, and mu_r if it is not 1",
                      own->name));
    if (own->sigma <= 0)
      return fault(fmt::format("material '{}' does not conduct: give it a sigma, or name a metal", own->name));
    conductor.sigma = own->sigma;
    conductor.muR = own->muR;
    return;
  }
  const auto* metal = std::ranges::find_if(metals, [&](const Metal& m) { return *conductor.material == m.name; });
  if (metal != std::end(metals)) {
    conductor.sigma = metal->sigma;
    return;
  }
  std::vector<std::string> known;
  for (const Material& material : theCase.materials) known.push_back(material.name);
  for (const Metal& each : metals) known.emplace_back(each.name);
  fault(fmt::format("'{}' is no material of the case and none of the metals that are known{}: give sigma",
                    *conductor.material, didYouMean(*conductor.material, known)));
}

void checkBand(const BoundaryAssignment& boundary, Faults& faults) {
  const auto& band = boundary.conductor->band;
  if (band && (*band)[0] >= (*band)[1])
    faults.add(boundary.mark, fmt::format("boundaries.{}.conductor.band: it leads from {} Hz to {} Hz, but the first "
                                          "frequency is the lower one",
                                          boundary.surface, (*band)[0], (*band)[1]));
}

}  // namespace

void checkWalls(DgtdCase& theCase, Faults& faults) {
  for (BoundaryAssignment& boundary : theCase.boundaries) {
    if (!rowOf(boundary.kind).hasLaw) continue;
    const std::string path = fmt::format("boundaries.{}: {}", boundary.surface, toString(boundary.kind));
    if (theCase.dgtd.flux == Flux::upwind || theCase.dgtd.scheme == TimeScheme::rungeKutta)
      faults.add(boundary.mark, path + " needs scheme leapFrog: use flux penalised or centred with it");
    if (boundary.impedance && !boundary.impedance->R && !boundary.impedance->L && !boundary.impedance->C)
      faults.add(boundary.mark, path + ": it has no element: give at least one of R, L and C");
    if (!boundary.conductor) continue;
    findMaterial(theCase, boundary, faults);
    checkBand(boundary, faults);
  }
}

}  // namespace fluxtet::dgtd
