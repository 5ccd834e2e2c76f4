// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <algorithm>

namespace fluxtet {

/// Size of elements in the gap between two conductors, so that order times elements across the gap is at least 3: two
/// elements at order 2, one from order 3 on. `extent`: of the gap, from one conductor to the other; `least`: below
/// which there is one element across. All in one unit of length.
inline double gapSize(double extent, int order, double least) {
  const int across = std::max(1, (3 + order - 1) / order);
  return std::max(extent / across, std::min(least, extent));
}

/// Extent along `direction`, of length 1, of volume `tag` of Gmsh's current model, whose surfaces are meshed; in the
/// model's unit.
double extentAlong(const Vec3& direction, int tag);

}  // namespace fluxtet
