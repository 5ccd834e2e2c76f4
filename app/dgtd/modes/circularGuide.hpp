// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <array>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// A circle in the plane of a port.
struct CircularGuide {
  std::array<double, 2> centre{};  ///< m
  double radius = 0;               ///< m
};

/// The circle on which all vertices of the outline lie (to 1e-6 of its radius), if it is one polygon of at least nine
/// corners, of PEC all round without sheets inside; nothing otherwise.
std::optional<CircularGuide> recogniseCircle(const CrossSection& section);

/// The n-th positive zero, n = 1, 2, ..., of J_m or, if `derivative`, of its derivative.
double besselZero(int m, int n, bool derivative);

/// The `count` modes TE_mn and TM_mn of lowest cut-off of a round guide (Pozar, Microwave Engineering, section 3.4). Of
/// each pair with m > 0, first the one named "a", with psi ~ sin(m phi) for TE, cos(m phi) for TM, then "b" with the
/// other, for TE with a minus sign: TE11a points along u in the centre, TE11b along v. `epsilonR`, `muR`: filling.
///
/// The reference for modes that are computed on the triangles of a port. Ports do not use it: on a polygon it violates
/// the wall's condition.
std::vector<PortMode> circularModes(const CircularGuide& guide, double epsilonR, double muR, int count);

}  // namespace fluxtet::dgtd
