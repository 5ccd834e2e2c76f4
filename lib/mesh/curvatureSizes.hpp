// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/sizeField.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

/// Limits the sizes at curved surfaces, and at curves that bound flat ones, in Gmsh's current model of solids so that
/// their facets lie `share` of the radius of curvature off on the mean, but by no size below `least`, in the model's
/// unit. `surfaces`: tags of those whose shape counts; `exempt`: entities that have sizes already. Returns a line of
/// text for each name of surfaces that it limits; `unit`: m per unit of the model. Surfaces without a parametrisation
/// (.stl) are left as they are.
std::vector<std::string> limitByCurvature(const std::set<int>& surfaces, const std::set<SizeField::Entity>& exempt,
                                          double share, double least, double unit, const EntityNames& names,
                                          SizeField& field);

/// The curvature of a surface of Gmsh's current model, sampled at some points.
class SurfaceCurvature {
 public:
  /// `surface`: its tag.
  explicit SurfaceCurvature(int surface);
  /// Also of a surface without a parametrisation (.stl).
  bool isFlat() const { return points_.empty(); }
  /// Sizes of the principal curvatures, the larger one first, at the sample nearest to x, in the model's unit. Not for
  /// a flat surface.
  std::pair<double, double> at(const Vec3& x) const;

 private:
  std::vector<Vec3> points_;
  std::vector<std::pair<double, double>> curvatures_;
};

/// Those of all surfaces of Gmsh's current model, by tag.
using SurfaceCurvatures = std::map<int, SurfaceCurvature>;
SurfaceCurvatures surfaceCurvatures();

/// What facets of an edge `size`, in the model's unit, miss of the curved surfaces of Gmsh's current model.
struct CurvedSurfaces {
  std::vector<std::string> names;
  double depth = 0;  ///< the largest mean distance of facets from a surface as a share of its radius; at most 1
};
CurvedSurfaces curvedSurfaces(double size, const EntityNames& names);

}  // namespace fluxtet
