// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/facetTree.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <array>
#include <vector>

namespace fluxtet {

/// Tells whether points lie in the solids of Gmsh's current model, whose surfaces are meshed: a ray from them crosses
/// the outer triangles an odd number of times.
class InsideSolids {
 public:
  explicit InsideSolids(const NodePositions& positions);
  InsideSolids(const InsideSolids&) = delete;
  InsideSolids& operator=(const InsideSolids&) = delete;

  /// `point`: in the model's unit.
  bool contains(const Vec3& point) const;

 private:
  using Corners = std::array<Vec3, 3>;

  std::vector<Corners> corners_;  ///< of the outer triangles, turned
  std::vector<Box<3>> boxes_;
  FacetTree<3> tree_;  ///< of boxes_
};

}  // namespace fluxtet
