// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace fluxtet::dgtd {

/// A set of elements of a mesh that is distributed over ranks. Each rank knows which of its own elements are in the
/// set, and after exchange() those beyond its halo faces too. The mesh outlives the set.
class ElementSet {
 public:
  /// The empty set.
  ElementSet(const SubMesh& mesh, MPI_Comm comm);

  bool has(std::int32_t element) const { return has_[static_cast<std::size_t>(element)] != 0; }
  void insert(std::int32_t element) { has_[static_cast<std::size_t>(element)] = 1; }
  /// Adds the elements that are reached from those of the set through faces that are neither boundary faces nor of the
  /// surface group `surface`. Collective; ends with exchange().
  void growUpTo(std::int32_t surface);
  /// Makes the set that of all other elements. Collective; ends with exchange().
  void complement();
  /// Tells each rank which elements beyond its halo faces are in the set. Collective.
  void exchange();

  /// Whether the neighbour across a face of this rank, 4 * element + face, is in the set; not for a boundary face.
  /// After exchange().
  bool hasAcross(std::int32_t face) const;
  /// The faces between an element of the set and one outside, as 4 * element + face of this rank's elements on either
  /// side, ascending. After exchange().
  std::vector<std::int32_t> sides() const;
  /// Those of elements inside, and those of elements outside.
  std::vector<std::int32_t> facesInside() const { return sidesOf(true); }
  std::vector<std::int32_t> facesOutside() const { return sidesOf(false); }

 private:
  std::vector<std::int32_t> sidesOf(bool inside) const;

  const SubMesh* mesh_;
  MPI_Comm comm_;
  std::vector<char> has_;           ///< [element]
  std::vector<double> acrossHalo_;  ///< [halo face] 1: the element beyond is in the set
};

/// Numbers of edges.
struct EdgeRange {
  int least = 0, most = std::numeric_limits<int>::max();
};
/// Returns the elements all of whose vertices are so many edges away from the nearest of the marked ones; `isMarked`
/// [4 * element + vertex]. Collective. The result does not depend on how the mesh is distributed.
ElementSet elementsAtDistance(const SubMesh& mesh, const std::vector<bool>& isMarked, const EdgeRange& edges,
                              MPI_Comm comm);

}  // namespace fluxtet::dgtd
