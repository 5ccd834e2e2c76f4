// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/facetTree.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <array>
#include <vector>

namespace fluxtet {

/// Tells whether points lie in solids, whose outer surfaces are triangles: a ray from them crosses these an odd number
/// of times.
class InsideSolids {
 public:
  /// The solids of Gmsh's current model, whose surfaces are meshed.
  explicit InsideSolids(const NodePositions& positions);
  /// What closed surfaces of these triangles enclose.
  explicit InsideSolids(const std::vector<Triangle>& triangles);
  InsideSolids(const InsideSolids&) = delete;
  InsideSolids& operator=(const InsideSolids&) = delete;

  /// `point`: in the unit of the triangles.
  bool contains(const Vec3& point) const;

 private:
  std::vector<Triangle> corners_;  ///< of the outer triangles, turned
  std::vector<Box<3>> boxes_;
  FacetTree<3> tree_;  ///< of boxes_
};

}  // namespace fluxtet
