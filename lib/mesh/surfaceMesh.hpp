// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/facetTree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fluxtet {

/// Places of the nodes of the mesh of Gmsh's current model, in its unit, by tag.
using NodePositions = std::unordered_map<std::size_t, Vec3>;
NodePositions nodePositions();

/// Tags of the nodes of the lines of a curve, [n][2], and of the triangles of a surface, [n][3]; -1: of
/// all.
std::vector<std::size_t> lineNodes(int curve);
std::vector<std::size_t> triangleNodes(int surface);

/// The corners of a triangle.
using Triangle = std::array<Vec3, 3>;
/// Those of nodes [n][3], and of a surface, in the order of triangleNodes().
std::vector<Triangle> trianglesOf(const std::vector<std::size_t>& nodes, const NodePositions& positions);
inline std::vector<Triangle> trianglesOf(int surface, const NodePositions& positions) {
  return trianglesOf(triangleNodes(surface), positions);
}
/// The boxes round triangles.
std::vector<Box<3>> boxesOf(const std::vector<Triangle>& triangles);

/// An edge of the mesh, the lower tag first.
using NodePair = std::pair<std::size_t, std::size_t>;
inline NodePair pairOf(std::size_t a, std::size_t b) {
  return {std::min(a, b), std::max(a, b)};
}

/// Twice the area of a meshed surface over the length of its boundary, in the model's unit: of a long strip its width,
/// of a square half its side. 0 where it has no boundary.
double widthOf(int surface, const NodePositions& positions);

}  // namespace fluxtet
