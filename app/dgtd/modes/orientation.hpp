// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <array>
#include <cstddef>

namespace fluxtet::dgtd {

/// w = Re sum z^(2 m), m = 1 to 8, with z = u + j v from the centre of area in units of the square root of the area. Of
/// every degenerate pair cos(m phi), sin(m phi) of a round guide one term tells the two apart; so it is with the pairs
/// of a square.
class SplittingWeight {
 public:
  explicit SplittingWeight(const CrossSection& section);
  /// The weight at a point (u, v), m; dimensionless.
  double at(const std::array<double, 2>& x) const;
  /// Centroid (u, v) of a triangle of the cross-section, m.
  std::array<double, 2> centreOfTriangle(std::size_t triangle) const;

 private:
  const CrossSection& section_;
  std::array<double, 2> centre_;
  double length_;
};

/// Sign, 1 or -1, with which a profile is to be taken: of its moments int x^p y^q e_u, int x^p y^q e_v about the centre
/// of area, in ascending order p + q, then q, u before v, the first that is not small is to be positive. So a mode with
/// a mean direction points to positive u, or v; a radial field outwards.
double signOf(const ModeProfile& electric, const CrossSection& section);

}  // namespace fluxtet::dgtd
