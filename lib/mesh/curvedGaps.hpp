// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/autoSizes.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/gradedSizes.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/sizeField.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <set>
#include <string>
#include <vector>

namespace fluxtet {

/// A point of curved metal with other metal across a gap that is narrower than the radius of curvature there. All in
/// the model's unit.
struct CurvedGap {
  int surface = 0;
  Vec3 at{}, across{};    ///< the point and the one across
  double k1 = 0, k2 = 0;  ///< principal curvatures there, the larger one first
  double width() const { return norm(across - at); }
};

/// Such points of the surfaces `metal` (tags) in Gmsh's current model of solids, whose surfaces are meshed with the
/// nodes `positions`, as far as the gap lies in the solids and is narrower than `range`.
std::vector<CurvedGap> curvedGaps(const std::set<int>& metal, const NodePositions& positions,
                                  const InsideSolids& inside, double range);

/// Appends sizes at both sides of gaps so that facets lie `sizes.accuracy` of the gap off on the mean, by no size below
/// `least` and none at surfaces `exempt`, which have sizes already. Returns a line of text for each name of surfaces
/// with such gaps; `unit`: m per unit of the model.
std::vector<std::string> limitInCurvedGaps(const std::vector<CurvedGap>& gaps, const AutoSizes& sizes,
                                           const std::set<SizeField::Entity>& exempt, double least, double unit,
                                           const EntityNames& names, std::vector<GradedSizes::Source>& sources);

}  // namespace fluxtet
