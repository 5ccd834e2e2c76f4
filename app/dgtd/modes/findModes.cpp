// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/circularGuide.hpp"
#include "app/dgtd/modes/hybridModes.hpp"
#include "app/dgtd/modes/numericModes.hpp"
#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/portMode.hpp"
#include "app/dgtd/modes/rectangularGuide.hpp"
#include "app/dgtd/modes/triangleSpace.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>

namespace fluxtet::dgtd {

namespace {

/// Ascending cut-offs; of equal ones TE first. Cut-offs that differ by rounding or by the shape of triangles are equal.
void sortByCutoff(std::vector<PortMode>& modes) {
  constexpr double equal = 1e-6;
  const auto isBefore = [](const PortMode& p, const PortMode& q) { return p.cutoff < q.cutoff; };
  std::stable_sort(modes.begin(), modes.end(), isBefore);
  for (auto first = modes.begin(), last = first; first != modes.end(); first = last) {
    for (last = std::next(first);
         last != modes.end() && last->cutoff - std::prev(last)->cutoff <= equal * last->cutoff;)
      ++last;
    std::stable_sort(first, last, [](const PortMode& p, const PortMode& q) { return p.kind < q.kind; });
  }
}

/// Gives the computed modes of a round guide, ascending, the names of those of the circle as long as their cut-offs are
/// those of a polygon on it.
void nameAsCircular(std::vector<PortMode>& modes, const CircularGuide& circle) {
  constexpr double alike = 0.03;
  const auto exact = circularModes(circle, 1, 1, static_cast<int>(modes.size()) + 2);
  for (const ModeKind kind : {ModeKind::te, ModeKind::tm}) {
    auto next = exact.begin();
    for (PortMode& mode : modes) {
      if (mode.kind != kind) continue;
      next = std::find_if(next, exact.end(), [&](const PortMode& one) { return one.kind == kind; });
      if (next == exact.end() || std::abs(mode.cutoff / next->cutoff - 1) > alike) break;
      mode.name = (next++)->name;
    }
  }
}

double longestEdge(const CrossSection& section) {
  double longest = 0;
  for (const auto& triangle : section.triangle)
    for (int corner = 0; corner < 3; ++corner) {
      const auto &p = section.x[triangle[corner]], &q = section.x[triangle[(corner + 1) % 3]];
      longest = std::max(longest, std::hypot(p[0] - q[0], p[1] - q[1]));
    }
  return longest;
}

/// The triangles must resolve the modes: four nodes a wavelength.
void requireResolved(const std::vector<PortMode>& modes, int count, const CrossSection& section) {
  const double highest = constants::pi / 2 * modeOrder / longestEdge(section);
  const auto resolved =
      std::count_if(modes.begin(), modes.end(), [&](const PortMode& mode) { return mode.cutoff <= highest; });
  require(resolved >= count,
          "the triangles of the port are too coarse for {} modes: they resolve {} (four nodes a wavelength in the "
          "cross-section); ask for fewer modes, or mesh the port finer",
          count, resolved);
}

std::vector<PortMode> homogeneousModes(const CrossSection& section, int count) {
  const auto space = std::make_shared<const TriangleSpace>(section, modeOrder);
  std::vector<PortMode> modes = temModes(space);
  if (const int others = count - static_cast<int>(modes.size()); others > 0)
    for (const ModeKind kind : {ModeKind::te, ModeKind::tm}) {
      auto more = scalarModes(space, kind, others);
      modes.insert(modes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    }
  sortByCutoff(modes);
  requireResolved(modes, count, section);
  modes.resize(static_cast<std::size_t>(count));
  if (const auto circle = recogniseCircle(section)) nameAsCircular(modes, *circle);
  return modes;
}

void requireValid(const CrossSection& section) {
  checkCrossSection(section);
  require(!section.electricEdge.empty(),
          "the cross-section has no conductor: a port needs pec walls to guide its waves");
}

}  // namespace

std::vector<PortMode> findTemModes(const CrossSection& section) {
  requireValid(section);
  auto modes = temModes(std::make_shared<const TriangleSpace>(section, modeOrder));
  require(
      !modes.empty(),
      "the cross-section has one conductor: a TEM wave needs two that do not touch each other. A hollow guide has TE "
      "and TM modes");
  return modes;
}

bool needBand(const CrossSection& section, int count) {
  requireValid(section);
  return !isHomogeneous(section) && count >= static_cast<int>(conductorsOf(section).size());
}

std::vector<PortMode> findModes(const CrossSection& section, int count, const FrequencyBand& band) {
  requireValid(section);
  if (isHomogeneous(section)) return findModes(section, count);
  require(count > 0, "a port needs at least one mode, not {}", count);
  require(0 < band.lowest && band.lowest < band.highest,
          "the modes of a port with several materials need a band, not {} to {} Hz", band.lowest, band.highest);
  auto modes = hybridModes(section, count, band);
  if (conductorsOf(section).size() > 1) {
    const auto lines = findTemModes(section);
    for (std::size_t i = 0; i < std::min(modes.size(), lines.size()); ++i) modes[i].impedance0 = lines[i].impedance0;
  }
  return modes;
}

std::vector<PortMode> findModes(const CrossSection& section, int count) {
  require(count > 0, "a port needs at least one mode, not {}", count);
  requireValid(section);
  if (isHomogeneous(section)) {
    const auto rectangle = recogniseRectangle(section);
    return rectangle ? rectangularModes(*rectangle, section.epsilonR[0], section.muR[0], count)
                     : homogeneousModes(section, count);
  }
  const auto conductors = conductorsOf(section).size();
  require(
      conductors > 1,
      "a hollow guide with several materials in the port's plane has hybrid modes, which depend on the frequency: a "
      "band is needed");
  auto modes = findTemModes(section);
  require(static_cast<int>(modes.size()) >= count,
          "a line of {} conductors in several materials has {} quasi-TEM modes, not {}; its other modes depend on "
          "the frequency: a band is needed",
          conductors, modes.size(), count);
  modes.resize(static_cast<std::size_t>(count));
  return modes;
}

}  // namespace fluxtet::dgtd
