// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "partition/boxSide.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// Regions of the mesh that are the absorbing layer on one of its sides. A region may be in the requests of several
/// sides, at an edge, in a corner or all round the model; the layer of a side is what lies behind its plane.
struct MeshLayerRequest {
  BoxSide side;
  std::vector<std::int32_t> regions;  ///< indices into MeshPart::groups.regions
};

/// Where such a layer lies.
struct MeshLayer {
  double begin = 0;  ///< coordinate of its plane towards the model, m
  /// Depths behind that plane at which its sub-layers end, ascending, m. One, the thickness, where not every element
  /// lies between neighbouring planes through vertices.
  std::vector<double> ends;
  bool isCrossed = false;  ///< whether there are no such planes
};

/// Finds the planes of the layers, and adds 1, 2, 4 to MeshPart::kind of the elements in layers along x, y, z.
/// `requests`: the same on every rank, each side at most once. `outer`: surface groups that lie on the outer boundary
/// only. Returns a layer for each request.
///
/// A layer begins where all regions that are in no request end. Collective. Throws InputError on every rank where a
/// layer has no element, where an element of another region lies beside it, where one of its elements crosses its plane
/// or lies behind none, or where one of the groups `outer` bounds it by a face that stands oblique to the axes.
std::vector<MeshLayer> findMeshLayers(MeshPart& part, const std::vector<MeshLayerRequest>& requests,
                                      std::span<const std::int32_t> outer, MPI_Comm comm);

}  // namespace fluxtet::partition
