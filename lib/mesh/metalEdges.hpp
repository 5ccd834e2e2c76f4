// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <set>
#include <vector>

namespace fluxtet {

/// A curve of Gmsh's current model at which metal ends or turns away from the field.
struct MetalEdge {
  int curve = 0;
  int surface = 0;             ///< the widest of metal that meets it
  double angle = 0;            ///< of the field round it from metal to metal, rad
  double width = 0;            ///< twice the surface's area over the length of its boundary, in the model's unit
  std::vector<Vec3> points{};  ///< nodes of the mesh of the curve, in their order along it
};

/// The edges of the surfaces `metal` (tags) round which the field has more than a half turn, in a model of solids whose
/// surfaces are meshed: angles are those between the triangles. Edges at which metal meets the outer surface of the
/// model, where it is no metal, are not among them: the condition there continues the metal. At a magnetic wall or
/// plane of symmetry this is not true of angles of more than 90 degrees, as of a sheet that lies in it: its mirror
/// image makes an edge with it.
std::vector<MetalEdge> metalEdges(const std::set<int>& metal);

}  // namespace fluxtet
