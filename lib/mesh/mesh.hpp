// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// Names of the physical groups; elements and faces refer to them by index.
struct MeshGroups {
  std::vector<std::string> regions;   ///< physical volumes
  std::vector<std::string> surfaces;  ///< physical surfaces
};

/// Index of the group of that name in regions or surfaces; -1: there is none.
inline std::int32_t groupIndex(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<std::int32_t>(found - names.begin());
}

/// What there is to tell of the making of a mesh, a line of text each.
struct MeshNotes {
  std::vector<std::string> sizes;     ///< which rule sets the sizes of elements where, and what was mended
  std::vector<std::string> warnings;  ///< what makes the mesh poorer than was probably meant
};

/// A whole tetrahedral mesh, held by one process (rank 0 while it reads and partitions).
/// Face f of an element lies opposite its vertex f.
struct Mesh {
  std::vector<double> vertices;        ///< [numVertices][3], m
  std::vector<std::int64_t> elements;  ///< [numElements][4] vertex ids, ascending within each element
  std::vector<std::int32_t> region;    ///< [numElements] index into groups.regions
  std::vector<std::int32_t>
      faceGroup;  ///< [numElements][4] index into groups.surfaces, or -1; both sides of an inner face carry it
  MeshGroups groups;
  MeshNotes notes{};

  std::int64_t numElements() const { return static_cast<std::int64_t>(region.size()); }
  std::int64_t numVertices() const { return static_cast<std::int64_t>(vertices.size() / 3); }
};

/// The elements of one rank, before faces are matched. Ids are global and 64-bit; the same global mesh gives the same
/// ids on any number of ranks. Elements carry their vertices sorted by global id (DESIGN: shared faces then match node
/// by node).
struct MeshPart {
  std::vector<std::int64_t> elementId;      ///< [n] in 0..totalElements-1, each on one rank only
  std::vector<std::int64_t> elementVertex;  ///< [n][4] global vertex ids, ascending
  std::vector<std::int64_t> vertexId;       ///< [nv] ascending: the vertices that these elements use
  std::vector<double> vertices;             ///< [nv][3] their coordinates, m
  std::vector<std::int32_t> region;         ///< [n]
  std::vector<std::int32_t> faceGroup;      ///< [n][4] or -1
  /// [n] or empty: what a step costs more or less in an element. Elements of one kind are computed together.
  std::vector<std::uint8_t> kind;
  /// [n] or empty: level of refinement in time, and 1 where a neighbour is of a higher one. Elements of higher levels
  /// come first, of each level those beside a higher one.
  std::vector<std::uint8_t> level, besideFiner;
  MeshGroups groups;  ///< the same on every rank
  std::int64_t totalElements = 0;
  std::int64_t totalVertices = 0;

  std::int32_t numElements() const { return static_cast<std::int32_t>(region.size()); }
  /// Coordinates of a vertex that these elements use, by its global id, m.
  Vec3 positionOf(std::int64_t id) const {
    const double* x = &vertices[3 * (std::lower_bound(vertexId.begin(), vertexId.end(), id) - vertexId.begin())];
    return {x[0], x[1], x[2]};
  }
};

}  // namespace fluxtet
