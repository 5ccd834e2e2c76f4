// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/portMode.hpp"
#include "app/dgtd/modes/rectangularGuide.hpp"
#include "lib/base/error.hpp"

namespace fluxtet::dgtd {

std::vector<PortMode> findModes(const CrossSection& section, int count) {
  require(count > 0, "a port needs at least one mode, not {}", count);
  checkCrossSection(section);
  require(!section.electricEdge.empty(),
          "the cross-section has no conductor: a port needs pec walls to guide its waves");
  if (isHomogeneous(section))
    if (const auto rectangle = recogniseRectangle(section))
      return rectangularModes(*rectangle, section.epsilonR[0], section.muR[0], count);
  throw InputError("only rectangular ports with PEC walls and one filling have modes yet");
}

}  // namespace fluxtet::dgtd
