// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "dgtd/warnings.hpp"

#include "config/units.hpp"
#include "dgtd/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fluxtet {
namespace {

/// Per wavelength (docs/userGuide.md). The elements of a mesh that is meant for 8 scatter about their size.
constexpr double wantedNodes = 8, fewestNodes = 6;
constexpr double enoughOfAnEnd = 0.5;  ///< of a gap's cross section

void warnOfGaps(const Case& theCase, const Discretisation& d, std::vector<std::string>& warnings) {
  for (const Gap& gap : d.gaps) {
    if (std::min(gap.conductingEnd[0], gap.conductingEnd[1]) >= enoughOfAnEnd) continue;
    const Mark& mark = std::get<GapSource>(theCase.sources[gap.source]).mark;
    warnings.push_back(
        fmt::format("{}: sources[{}].gap: a gap lies between two conductors, but of the ends of '{}' {:.0f} % (where "
                    "direction comes from) and {:.0f} % (where it leads to) are pec: make the surfaces there pec, or "
                    "correct the direction; metal that is a region with a conductivity is not counted",
                    toString(mark), gap.source, gap.name, 100 * gap.conductingEnd[0], 100 * gap.conductingEnd[1]));
  }
}

/// ", or dgtd.order: 3": the lowest order that would do, if there is one.
std::string orderHint(const Resolution& region, int order) {
  constexpr int highest = 4;
  for (int other = order + 1; other <= highest; ++other)
    if (other * region.wavelength / region.elementSize >= wantedNodes) return fmt::format(", or dgtd.order: {}", other);
  return {};
}

std::string lengthText(double length) {
  return length < 1 ? fmt::format("{:.3g} mm", 1e3 * length) : fmt::format("{:.3g} m", length);
}

void warnOfResolution(const Case& theCase, const Discretisation& d, const std::array<double, 2>& edgeRange,
                      MPI_Comm comm, std::vector<std::string>& warnings) {
  const auto frequency = highestFrequencyOf(theCase);
  if (!frequency) return;
  for (const Resolution& region : resolutionOf(theCase, d, *frequency, edgeRange, comm))
    if (region.nodes < fewestNodes)
      warnings.push_back(fmt::format(
          "{}: mesh: region '{}' has {:.2g} nodes per wavelength at {} ({} there, elements of {}), {} or more are "
          "wanted: mesh it with elements of {}{}",
          toString(theCase.mesh.mark), region.region, region.nodes, config::frequencyText(*frequency, 4),
          lengthText(region.wavelength), lengthText(region.elementSize), wantedNodes,
          lengthText(theCase.dgtd.order * region.wavelength / wantedNodes), orderHint(region, theCase.dgtd.order)));
}

}  // namespace

std::vector<std::string> warningsOf(const Case& theCase, const Discretisation& d,
                                    const std::array<double, 2>& edgeRange, MPI_Comm comm) {
  std::vector<std::string> warnings = theCase.warnings;
  warnOfGaps(theCase, d, warnings);
  warnOfResolution(theCase, d, edgeRange, comm, warnings);
  return warnings;
}

}  // namespace fluxtet
