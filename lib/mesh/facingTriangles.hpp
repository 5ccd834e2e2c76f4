// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/facetTree.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <limits>
#include <set>
#include <vector>

namespace fluxtet {

/// Least cosine of the angle between the way across a gap and the normals of what faces each other there.
inline constexpr double leastFacing = 0.7;

/// The triangles of meshed surfaces in Gmsh's current model, of which a ray meets the first one.
class FacingTriangles {
 public:
  /// `surfaces`: tags.
  FacingTriangles(const std::set<int>& surfaces, const NodePositions& positions);
  FacingTriangles(const FacingTriangles&) = delete;
  FacingTriangles& operator=(const FacingTriangles&) = delete;

  struct Hit {
    double distance = std::numeric_limits<double>::infinity();  ///< in the model's unit; infinity: nothing is met
    int surface = 0;
  };
  /// The first triangle from x along `direction`, of length 1, that is nearer than `range`, unless it lies askew.
  Hit across(const Vec3& x, const Vec3& direction, double range) const;

 private:
  /// Appends to surfaceOf_ and returns the triangles.
  std::vector<Triangle> add(const std::set<int>& surfaces, const NodePositions& positions);
  static double distanceTo(const Triangle& corners, const Vec3& x, const Vec3& direction);

  std::vector<int> surfaceOf_;  ///< [triangle]
  std::vector<Triangle> triangles_;
  std::vector<Box<3>> boxes_;
  FacetTree<3> tree_;  ///< of boxes_
};

}  // namespace fluxtet
