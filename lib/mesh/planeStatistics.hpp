// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/groupPlaces.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// Statistics of a plane mesh that `fluxtet mesh` prints.
struct PlaneStatistics {
  std::int64_t elements = 0, vertices = 0, edges = 0;
  double shortestEdge = 0, longestEdge = 0, meanEdge = 0;   ///< L_min, L_max, L_avg over all edges, m
  double worstQuality = 0, meanQuality = 0;                 ///< of triangleQuality()
  std::vector<std::int64_t> regionElements;                 ///< [regions]
  std::vector<double> regionArea;                           ///< [regions] m^2
  std::vector<std::int64_t> surfaceEdges;                   ///< [surfaces]
  std::vector<double> surfaceLength;                        ///< [surfaces] m
  std::vector<GroupPlace> regionPlace;                      ///< [regions]
  std::vector<std::vector<std::int32_t>> regionNeighbours;  ///< [regions] as Neighbours::lists() has them
  std::vector<SurfacePlace> surfacePlace;                   ///< [surfaces]
  double extent = 0;                                        ///< diagonal of the rectangle round the mesh, m
};

/// Twice the ratio of the radii of a triangle's inscribed and circumscribed circle: 1 for an equilateral triangle, 0
/// for a flat one. `corners`: [3] indices of its vertices.
double triangleQuality(const SimplexMesh& mesh, const std::int32_t* corners);

PlaneStatistics planeStatistics(const SimplexMesh& mesh);

/// Several lines for a reader, ending in a newline.
std::string describe(const PlaneStatistics& statistics, const MeshGroups& groups);

}  // namespace fluxtet
