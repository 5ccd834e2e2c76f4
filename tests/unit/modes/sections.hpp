// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <array>
#include <functional>
#include <vector>

/// Cross-sections of guides and lines, on structured triangles, and integrals over them.
namespace fluxtet::test {

using Point = std::array<double, 2>;

/// What stands on a grid of rectangles; points are centres of cells and of edges, m.
struct GridPlan {
  std::function<bool(Point)> isHollow = [](Point) { return true; };     ///< false: inside of a conductor
  std::function<double(Point)> epsilonR = [](Point) { return 1.0; };    ///< of a hollow cell
  std::function<bool(Point)> isMagnetic = [](Point) { return false; };  ///< of an outer edge: PMC, otherwise PEC
  std::function<bool(Point)> isSheet = [](Point) { return false; };     ///< of an inner edge: PEC of no thickness
};

/// Cells between lines at `u` and `v`, two triangles each.
dgtd::CrossSection gridSection(const std::vector<double>& u, const std::vector<double>& v, const GridPlan& plan = {});

/// `cells` + 1 equidistant lines.
std::vector<double> lines(double from, double to, int cells);

/// Lines that crowd near each of the `corners` (which are lines too), ascending: the first step is `least`, the next
/// ones grow by `growth` up to the middle between two corners. For fields that are singular there.
std::vector<double> crowdedLines(const std::vector<double>& corners, double least, double growth);

/// A disc: `rings` rings of 6 k corners, all on circles.
dgtd::CrossSection discSection(double radius, int rings, Point centre = {0, 0});

/// The space between two circles: `radial` x `around` cells.
dgtd::CrossSection coaxialSection(double inner, double outer, int radial, int around);

/// All vertices turned by `angle`, rad.
dgtd::CrossSection turned(dgtd::CrossSection section, double angle);

/// int p . q over the triangles.
double overlap(const dgtd::ModeProfile& p, const dgtd::ModeProfile& q, const dgtd::CrossSection& section);

/// int (e x h) . n of the electric profile of `p` and the magnetic one of `q`.
double powerOverlap(const dgtd::PortMode& p, const dgtd::PortMode& q, const dgtd::CrossSection& section);

}  // namespace fluxtet::test
