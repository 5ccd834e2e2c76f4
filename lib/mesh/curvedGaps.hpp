// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/curvatureSizes.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/gradedSizes.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/sizeField.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <set>
#include <string>
#include <vector>

namespace fluxtet {

/// A point of a curved surface with another surface across from it that is nearer than the radius of curvature there.
/// All in the model's unit.
struct CurvedGap {
  int surface = 0, surfaceAcross = 0;
  Vec3 at{}, across{};    ///< the point and the one across, on the surfaces
  double k1 = 0, k2 = 0;  ///< principal curvatures there, the larger one first
  double width() const { return norm(across - at); }
};

/// Such points of the surfaces (tags) in Gmsh's current model of solids, which have these `curvatures`, and are meshed
/// with the nodes `positions`, as far as the gap between lies in the solids and is narrower than `range`. Surfaces that
/// meet at a curve, where a gap ends as a wedge, have none between them.
std::vector<CurvedGap> curvedGaps(const std::set<int>& surfaces, const SurfaceCurvatures& curvatures,
                                  const NodePositions& positions, const InsideSolids& inside, double range);

/// How sizes follow from gaps: facets lie on the mean the lesser of these two off.
struct GapRule {
  double share = 0;     ///< of the gap's width
  double accuracy = 0;  ///< share of the radius; where that is the lesser, the gap sets no size
  std::string kind;     ///< "a gap"
};

/// Appends sizes at both sides of gaps, none below `least` and none at surfaces `exempt`, which have sizes already.
/// Returns a line of text for each name of surfaces with such gaps; `unit`: m per unit of the model.
std::vector<std::string> limitInCurvedGaps(const std::vector<CurvedGap>& gaps, const GapRule& rule,
                                           const std::set<SizeField::Entity>& exempt, double least, double unit,
                                           const EntityNames& names, std::vector<GradedSizes::Source>& sources);

}  // namespace fluxtet
