// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/groupPlaces.hpp"
#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// Statistics of a mesh that `fluxtet mesh` prints.
struct MeshStatistics {
  std::int64_t elements = 0, vertices = 0, edges = 0;
  double shortestEdge = 0, longestEdge = 0, meanEdge = 0;   ///< L_min, L_max, L_avg over all edges, m
  double smallestInRadius = 0;                              ///< of an element's inscribed sphere, m
  double lowestQuality = 1;                                 ///< elementQuality() of the flattest element
  std::int64_t flatElements = 0;                            ///< of a lower quality than soundQuality
  std::vector<std::int64_t> regionElements;                 ///< [regions]
  std::vector<double> regionVolume;                         ///< [regions] m^3
  std::vector<std::int64_t> surfaceFaces;                   ///< [surfaces] distinct faces
  std::vector<double> surfaceArea;                          ///< [surfaces] m^2, inner faces once
  std::vector<GroupPlace> regionPlace;                      ///< [regions]
  std::vector<std::vector<std::int32_t>> regionNeighbours;  ///< [regions] as Neighbours::lists() has them
  std::vector<SurfacePlace> surfacePlace;                   ///< [surfaces]
  double extent = 0;                                        ///< diagonal of the box round the mesh, m
};

MeshStatistics meshStatistics(const Mesh& mesh);

/// Several lines for a reader, ending in a newline.
std::string describe(const MeshStatistics& statistics, const MeshGroups& groups);

}  // namespace fluxtet
