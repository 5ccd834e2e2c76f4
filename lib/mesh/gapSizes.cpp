// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/gapSizes.hpp"

#include <gmsh.h>

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <vector>

namespace fluxtet {

double extentAlong(const Vec3& direction, int tag) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  std::vector<int> unused, surfaces;
  gmsh::model::getAdjacencies(3, tag, unused, surfaces);
  for (const int surface : surfaces) {
    std::vector<std::size_t> tags;
    std::vector<double> x, parameters;
    gmsh::model::mesh::getNodes(tags, x, parameters, 2, std::abs(surface), true, false);
    for (std::size_t i = 0; i < x.size(); i += 3) {
      const double along = dot(direction, {x[i], x[i + 1], x[i + 2]});
      low = std::min(low, along);
      high = std::max(high, along);
    }
  }
  return std::max(0.0, high - low);
}

}  // namespace fluxtet
