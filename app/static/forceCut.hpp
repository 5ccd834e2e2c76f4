// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/vertexSets.hpp"

#include <optional>

namespace fluxtet::statics {

/// Directions of a vector of which only the part across them is known: orthonormal, at most three.
class OpenDirections {
 public:
  /// Adds the direction of a vector unless its part across the other directions is at most a small share of `scale`
  /// (unit of the vector).
  void add(const Vec3& vector, double scale);
  bool empty() const { return count_ == 0; }
  /// Part of a vector that is known, in its unit: the part across these directions.
  Vec3 known(Vec3 vector) const;
  /// True if component k = 0..2 is one of these directions, or a sum of them.
  bool contains(std::size_t k) const;

 private:
  std::array<Vec3, 3> direction_{};
  std::size_t count_ = 0;
};

/// Cut of a body by the outer boundary. The stress on the cut is not known: on a boundary without charge or poles (and
/// where A is given, or H normal) it is normal to the boundary, whatever lies behind; at a periodic boundary that the
/// body does not cross it has any direction. Charges and poles of conductors count as the body's, so that the force on
/// both is whole.
struct ForceCut {
  OpenDirections force, torque;
  std::optional<Vec3> place;  ///< the middle of a facet of the cut, m; empty: the body is whole
};
/// `inside`: the body's vertices; `about`: the point of the torque, m.
ForceCut forceCut(const StaticModel& model, const VertexSet& inside, const Vec3& about);
/// Logs a warning where the boundary cuts the region off.
void warnOfCut(const StaticModel& model, const ForceQuantity& wanted);

}  // namespace fluxtet::statics
