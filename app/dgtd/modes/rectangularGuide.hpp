// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <array>
#include <optional>
#include <vector>

namespace fluxtet::dgtd {

/// A rectangle in the plane of a port, at any angle.
struct RectangularGuide {
  std::array<double, 2> corner{};     ///< m
  std::array<double, 2> widthAxis{};  ///< unit vector along the longer side a; of a square the side nearer to u
  double a = 0, b = 0;                ///< m, a >= b

  /// The axis of b: widthAxis turned by 90 degrees towards v.
  std::array<double, 2> heightAxis() const { return {-widthAxis[1], widthAxis[0]}; }
};

/// The rectangle if the outline is one, of PEC all round without sheets inside; nothing otherwise.
std::optional<RectangularGuide> recogniseRectangle(const CrossSection& section);

/// The `count` modes TE_mn and TM_mn of lowest cut-off, m counting half waves along a: (k_c)^2 = (m pi / a)^2 +
/// (n pi / b)^2 (Pozar, Microwave Engineering, section 3.3). Equal cut-offs: TE before TM, then larger m first.
/// With x, y from the corner and z = n: TE is e ~ grad(cos cos) x z, of opposite sign for m = 0, so that TE10 points
/// along b and TE01 along a; TM is e ~ grad(sin sin). `epsilonR`, `muR`: filling.
std::vector<PortMode> rectangularModes(const RectangularGuide& guide, double epsilonR, double muR, int count);

}  // namespace fluxtet::dgtd
