// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Periodic surfaces and planes of symmetry, and what does not go with them.
#include "app/dgtd/case/checkKeys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fluxtet::dgtd {

using namespace config;

namespace {

/// Each surface belongs to one pair, and has no other condition.
void checkPairs(const DgtdCase& theCase, Faults& faults) {
  std::map<std::string, std::string> partnerOf;
  for (const PeriodicPair& pair : theCase.periodic) {
    const std::string path = fmt::format("boundaries.{}", pair.surface);
    if (pair.surface == pair.partner) {
      faults.add(pair.mark,
                 fmt::format("{}: a surface cannot be periodic with itself: name the surface one period away", path));
      continue;
    }
    for (const auto& [surface, partner] :
         {std::pair(pair.surface, pair.partner), std::pair(pair.partner, pair.surface)}) {
      const auto [first, isNew] = partnerOf.emplace(surface, partner);
      if (!isNew)
        faults.add(pair.mark, fmt::format("{}: '{}' is periodic with '{}' already: each pair stands once, under one of "
                                          "its surfaces",
                                          path, surface, first->second));
    }
    const auto other =
        std::find_if(theCase.boundaries.begin(), theCase.boundaries.end(),
                     [&](const BoundaryAssignment& boundary) { return boundary.surface == pair.partner; });
    if (other != theCase.boundaries.end())
      faults.add(other->mark, fmt::format("boundaries.{}: the surface is periodic with '{}' and can have no condition "
                                          "besides: remove one of the two entries",
                                          pair.partner, pair.surface));
  }
}

}  // namespace

void checkCell(const DgtdCase& theCase, Faults& faults) {
  checkPairs(theCase, faults);
  if (theCase.periodic.empty()) return;
  const PeriodicPair& pair = theCase.periodic.front();
  const auto refuse = [&](const Mark& mark, const std::string& what) {
    faults.add(mark, fmt::format("{} does not go with the periodic surface '{}' (boundaries.{})", what, pair.surface,
                                 pair.surface));
  };
  if (theCase.cavityMode) refuse(theCase.cavityMode->mark, "initial.cavityMode: its box has pec walls, which");
  const char* noFarField =
      ": an endless array has no field that falls off with the distance, but plane waves: take their amplitudes from "
      "probes or output.dft; it";
  if (const auto& farField = theCase.output.farField) refuse(farField->mark, farField->key + noFarField);
  if (const auto& farField = theCase.output.transientFarField) refuse(farField->mark, farField->key + noFarField);
  for (const SourceSpec& source : theCase.sources)
    if (const auto* wave = std::get_if<PlaneWaveSource>(&source); wave && wave->focus)
      refuse(wave->mark, "planeWave.focus: a beam is not the same in all cells of an array, and");
}

}  // namespace fluxtet::dgtd
