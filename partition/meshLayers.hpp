// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// Regions of the mesh that are the absorbing layer on one of its sides.
struct MeshLayerRequest {
  int direction = 0;                  ///< 0 x, 1 y, 2 z
  int high = 0;                       ///< 0: the side of low coordinates; 1: of high ones
  std::vector<std::int32_t> regions;  ///< indices into MeshPart::groups.regions
};

/// Where such a layer lies.
struct MeshLayer {
  double begin = 0;  ///< coordinate of its plane towards the model, m
  /// Depths behind that plane at which its sub-layers end, ascending, m. One, the thickness, where not every element
  /// lies between two planes that no element crosses.
  std::vector<double> ends;
  bool isCrossed = false;  ///< whether elements cross every plane between the first and the last
};

/// Finds the planes of the layers, and adds 1, 2, 4 to MeshPart::kind of the elements in layers along x, y, z.
/// `requests`: the same on every rank, each side at most once. `outer`: surface groups that lie on the outer boundary
/// only. Returns a layer for each request.
///
/// Collective. Throws InputError on every rank where a layer has no element, where an element of another region lies
/// beside it, or where one of the groups `outer` bounds it by a face that stands oblique to the axes.
std::vector<MeshLayer> findMeshLayers(MeshPart& part, const std::vector<MeshLayerRequest>& requests,
                                      std::span<const std::int32_t> outer, MPI_Comm comm);

}  // namespace fluxtet::partition
