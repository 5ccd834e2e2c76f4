// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/faceKind.hpp"
#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet {

/// Which face traces go to and come from which rank. Immutable. Send and receive are symmetric: halo face k is this
/// rank's face sendFace[k] seen from the other side; both ranks list their common faces in the same order.
struct HaloPlan {
  std::vector<int> neighbour;          ///< [numNeighbours] ranks, ascending
  std::vector<std::int32_t> offset;    ///< [numNeighbours + 1] halo faces of neighbour i: offset[i]..offset[i+1]-1
  std::vector<std::int32_t> sendFace;  ///< [numHaloFaces] 4 * element + face
  std::int32_t numFaces() const { return static_cast<std::int32_t>(sendFace.size()); }
};

/// The elements of one rank with their faces matched, in computing order: clusters of elementsPerCluster
/// (clusterOrder.hpp) along a space-filling curve, those that touch another rank last. [0, numInterior) are the
/// clusters without a halo face, the interior; [numInterior, numElements) those with one, the border.
struct SubMesh {
  std::int32_t numElements = 0;
  std::int32_t numInterior = 0;
  std::vector<std::int64_t> elementId;      ///< [n] global
  std::vector<std::int64_t> elementVertex;  ///< [n][4] global vertex ids, ascending; copies a period apart have one
  std::vector<double> vertices;             ///< [n][4][3] coordinates, m, in that order
  std::vector<std::int32_t> region;         ///< [n] index into groups.regions
  std::vector<std::uint8_t> level;          ///< [n] level of refinement in time; empty: 0 everywhere
  std::vector<std::int32_t> faceGroup;      ///< [n][4] index into groups.surfaces, or -1
  std::vector<FaceKind> faceKind;           ///< [n][4]
  std::vector<std::int32_t> faceLink;       ///< [n][4], see FaceKind
  std::vector<std::int32_t> boundaryFace;   ///< [numBoundary] 4 * element + face, ascending
  HaloPlan halo;
  MeshGroups groups;
  std::int64_t totalElements = 0;
  std::int64_t totalVertices = 0;
};

}  // namespace fluxtet
