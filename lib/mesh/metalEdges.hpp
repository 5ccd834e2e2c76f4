// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <limits>
#include <set>
#include <vector>

namespace fluxtet {

/// A piece of an edge along which the field has one length, in the model's unit.
struct EdgePiece {
  Vec3 begin{}, end{};
  double width = 0;                                      ///< what edgeSize() takes for the width of the metal
  double gap = std::numeric_limits<double>::infinity();  ///< to the metal across, where that sets `width`
};

/// A curve of Gmsh's current model at which metal ends or turns away from the field.
struct MetalEdge {
  int curve = 0;
  int surface = 0;                ///< the widest of metal that meets it
  double angle = 0;               ///< of the field round it from metal to metal, rad
  double width = 0;               ///< of that surface (widthOf()), in the model's unit
  std::vector<NodePair> lines{};  ///< of the mesh, in their order along the curve
  std::vector<EdgePiece> pieces{};
};

/// The edges of the surfaces `metal` (tags) round which the field has more than a half turn, in a model of solids whose
/// surfaces are meshed: angles are those between the triangles. Edges at which metal meets the outer surface of the
/// model, where it is no metal, are not among them: the condition there continues the metal. At a surface of `magnetic`
/// (tags), a magnetic wall or plane of symmetry, metal and field are mirrored: the angle is twice that from the metal
/// to that surface, a whole turn for a sheet that lies in it. Gaps to other metal are looked for up to `range`, in the
/// model's unit. `positions`: of the mesh's nodes.
std::vector<MetalEdge> metalEdges(const std::set<int>& metal, const std::set<int>& magnetic, double range,
                                  const NodePositions& positions, const InsideSolids& inside);

}  // namespace fluxtet
