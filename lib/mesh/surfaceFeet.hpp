// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <vector>

namespace fluxtet {

/// A surface that Gmsh's own kernel stretches between three or four curves.
bool isPatch(int surface);

/// The points of a surface that are nearest to given ones, and the unit normals there.
struct SurfaceFeet {
  std::vector<Vec3> points, normals;
};

/// Those of a surface (tag) of Gmsh's current model for each point of `from`, in the model's unit. Gmsh finds none on
/// patches: there a search starts at the nearest of points spread over the parameters. Not for the triangles of an
/// .stl.
SurfaceFeet feetOn(int surface, const std::vector<Vec3>& from);

}  // namespace fluxtet
