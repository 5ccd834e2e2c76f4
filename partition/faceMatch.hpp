// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fluxtet::partition {

/// Neighbours across the faces of a rank's elements. The side of a face is 4 * element + face, with the local element.
struct FaceMatch {
  std::vector<std::int32_t> rank;    ///< [n][4] rank of the element across, or noRank for an outer face
  std::vector<std::int32_t> side;    ///< [n][4] its side, where it is on this rank; else -1
  std::vector<std::int64_t> vertex;  ///< [n][4] the elements' vertices as places in MeshPart::vertexId

  // Of periodic surfaces, filled by joinSurfaces():
  std::map<std::int32_t, std::array<std::int64_t, 3>> seamKey;  ///< by side: the vertices of the face, as of its copy
  std::map<std::int64_t, std::int64_t> vertexClass;  ///< by vertex id: the lowest id of those that are one vertex

  static constexpr std::int32_t noRank = -1;
  /// True if no element lies across the side `s`.
  bool isOuter(std::int32_t s) const { return rank[s] == noRank; }
  /// The id by which a vertex is known on all sides of periodic surfaces.
  std::int64_t classOf(std::int64_t id) const {
    const auto found = vertexClass.find(id);
    return found == vertexClass.end() ? id : found->second;
  }
};

/// Matches the faces of all parts over all ranks by their global vertex ids. Collective. Throws InputError on every
/// rank for a face of three elements or with different surface groups on its two sides, and for too many elements on
/// one rank.
FaceMatch matchFaces(const MeshPart& part, MPI_Comm comm);

/// Global vertex ids of a side, ascending: the same on every rank.
std::array<std::int64_t, 3> faceKey(const MeshPart& part, std::int32_t side);

/// "face 2 of element 77 on surface `x-`, with vertices (0, 0, 0), (1, 0, 0), (0, 1, 0) m,", for messages.
std::string describeFace(const MeshPart& part, std::int32_t side);

}  // namespace fluxtet::partition
