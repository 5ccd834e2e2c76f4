// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/mesh.hpp"
#include "partition/boxSide.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// An absorbing layer that is wanted outside of a surface group.
struct LayerRequest {
  std::int32_t group = -1;  ///< index into MeshPart::groups.surfaces
  int layers = 1;           ///< number of sub-layers, at least 1
  double thickness = 0;  ///< of all sub-layers together, m; 0: `layers` times the mean edge of the group's outer faces
};

/// The layer on one side of the box.
struct LayerSide {
  int layers = 0;        ///< number of sub-layers; 0: no layer
  double thickness = 0;  ///< of all sub-layers together, m
  int request = -1;      ///< index of the LayerRequest; of several groups on the side, of one of them
  /// [layers] depths at which the sub-layers end, ascending, m
  std::vector<double> ends{};
};

/// The box that the mesh filled before layers were added, and the layers outside of it.
struct LayerBox {
  std::array<Vec3, 2> inner{};                     ///< lowest and highest corner, m
  std::array<std::array<LayerSide, 2>, 3> side{};  ///< [direction x, y, z][0 low, 1 high]
};

/// Adds the layers to the mesh: outer faces of the requested groups grow outwards, also round the edges and corners
/// where two or three layers meet. `requests`: the same on every rank, each group at most once. New elements belong to
/// the rank and the region of the element that they grow from; ids, vertices and groups do not depend on the number of
/// ranks, and what was there before keeps its place and its ids. The group of a layer moves to the layer's outer end.
/// Other surfaces that meet the side of the box continue through the layer: outer ones, and inner ones that stand
/// upright on it. New elements get the MeshPart::kind of the element that they grow from and 1, 2 or 4 for the
/// direction x, y or z; without kinds before, those are 0. Without requests nothing changes, and the faces are not
/// matched.
///
/// Collective. Throws InputError on every rank where a requested group has no outer face or one that is not on a side
/// of the mesh's bounding box, covers a side only in part, or shares it with a group that requests another layer, and
/// as matchFaces(); RunError for requests out of range.
LayerBox extrudeLayers(MeshPart& part, const std::vector<LayerRequest>& requests, MPI_Comm comm);

/// The layer behind a port.
struct PortLayer {
  BoxSide side;                    ///< the direction in which it grew
  double plane = 0;                ///< coordinate of the port in that direction, m
  LayerSide layer;                 ///< its sub-layers
  std::array<Vec3, 2> room{};      ///< lowest and highest corner of the box round it, m
  std::int64_t firstElement = 0;   ///< lowest global id of its elements, which follow each other
  std::int64_t totalElements = 0;  ///< of all ranks
  /// The sub-layer of an element, 1 to N, by its global id; 0 if it is not in this layer.
  int subLayerOf(std::int64_t id) const {
    const std::int64_t at = id - firstElement;
    return at < 0 || at >= totalElements ? 0 : static_cast<int>(at % (3 * std::int64_t{layer.layers}) / 3) + 1;
  }
};

/// Adds a layer behind each port, anywhere on the outer surface: all faces of a requested group lie in one plane
/// perpendicular to an axis, and grow along it, away from the mesh. The group moves to the layer's outer end; the other
/// surfaces that meet the port continue through the layer, as in extrudeLayers(), which comes before: no port lies on
/// the layers that it adds. `requests`, ranks, ids and kinds: as there.
///
/// Collective. Throws InputError on every rank where a group has no outer face or an inner one, is not such a part of a
/// plane, lies on another layer or beside another port, or where the mesh has elements in the room of the layer.
std::vector<PortLayer> extrudePortLayers(MeshPart& part, const std::vector<LayerRequest>& requests, MPI_Comm comm);

}  // namespace fluxtet::partition
