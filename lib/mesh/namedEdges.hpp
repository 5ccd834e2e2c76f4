// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/gmshModel.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

/// Entities of Gmsh's current model, dimension and tag: regions and surfaces of a name.
std::vector<std::pair<int, int>> groupsNamed(const std::string& name, const EntityNames& names);

/// What a name asks of edges.
struct NamedEdges {
  bool isAsked = false;    ///< whether the name is one of edges
  std::string missing{};   ///< the region or surface in it that the model does not have
  std::set<int> curves{};  ///< tags
};

/// The edges of Gmsh's current model that a name means: those of a physical curve of a model of solids, of `NAME.edges`
/// the edges of a region or surface, and of `FIRST/SECOND.edges` those that two of them have in common. An edge of a
/// surface is a curve at which it ends, or at which its normal turns by more than ten degrees; of a region, of its
/// outer surface.
NamedEdges edgesNamed(const std::string& name, const EntityNames& names);

/// Points of a curve, no further apart than `apart`, in the model's unit.
std::vector<Vec3> pointsOfCurve(int curve, double apart);

/// In the model's unit; a polygon of 64 sides.
double lengthOfCurve(int curve);

}  // namespace fluxtet
