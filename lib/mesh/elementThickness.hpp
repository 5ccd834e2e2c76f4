// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <algorithm>
#include <vector>

namespace fluxtet {

/// How thick elements are to be.
struct ThicknessGoal {
  double shape = 0;   ///< radius of the inscribed sphere over the longest edge
  double radius = 0;  ///< of the inscribed sphere, m
  double least = 0;   ///< radius of the inscribed sphere, m, that a new element has at least; no more than `radius`
  /// Radius of the inscribed sphere that an element with this longest edge is to have, m.
  double radiusFor(double longest) const { return std::max(shape * longest, radius); }
};

/// Thickness of an element: the radius of its inscribed sphere over the one that is asked for, negative if its vertices
/// run the other way round.
double thickness(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const ThicknessGoal& goal);

/// thickness() of an element that is to be made, less 1, and so negative, where it would be below the least one.
double newThickness(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const ThicknessGoal& goal);

/// The face of an element opposite a vertex x that may move; (x, a, b, c) is positively oriented.
struct OppositeFace {
  Vec3 a, b, c;
};

/// newThickness() of the thinnest of the elements (x, face).
double thinnest(const Vec3& x, const std::vector<OppositeFace>& faces, const ThicknessGoal& goal);

/// Moves x to where the thinnest of the elements (x, face) is thickest, or until it is as thick as asked for: steps
/// along the direction in which all of the thinnest ones grow, the vector of the convex hull of their gradients that is
/// nearest to the origin (Freitag, Jones, Plassmann 1995). Returns thinnest() there.
double makeThickest(Vec3& x, const std::vector<OppositeFace>& faces, const ThicknessGoal& goal);

}  // namespace fluxtet
