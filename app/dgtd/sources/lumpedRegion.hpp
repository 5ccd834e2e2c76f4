// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/sources/symmetryPlanes.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A prism between two conductors, which carries a circuit element. Its voltage is -(length / volume) times the
/// integral of E . direction over the region, which is `copies` times that over the region's elements.
struct LumpedRegion {
  std::vector<std::int32_t> elements;  ///< of this rank, without those of absorbing layers
  Vec3 direction{};                    ///< unit, to the positive conductor
  /// Equal parts into which planes of symmetry cut the region, of which the mesh has one. Length, volume and ends are
  /// those of the whole region.
  int copies = 1;
  double length = 0;  ///< m, extent of the region along the direction
  double volume = 0;  ///< m^3
  /// Share of the cross section that is a perfect conductor, at the end of -direction and at that of +direction.
  std::array<double, 2> conductingEnd{};
  /// Cross section, m^2.
  double area() const { return volume / length; }
};

/// The region of this name; all but its elements is the same on every rank. `isInLayer`: [element] whether it belongs
/// to an absorbing layer, into which a region continues, but not its circuit element; may be empty. `planes`: those of
/// the case. `key`, `mark`: of the entry of the case, for messages. Collective. Throws InputError on every rank for a
/// region without elements.
LumpedRegion findLumpedRegion(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                              const std::vector<SymmetryPlane>& planes, const std::string& name, const Vec3& direction,
                              const std::string& key, const Mark& mark, MPI_Comm comm);

}  // namespace fluxtet::dgtd
