// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/boundingBox.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {

std::array<Vec3, 2> boundingBox(std::span<const double> coordinates, MPI_Comm comm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<Vec3, 2> box{Vec3{infinity, infinity, infinity}, Vec3{-infinity, -infinity, -infinity}};
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    box[0][i % 3] = std::min(box[0][i % 3], coordinates[i]);
    box[1][i % 3] = std::max(box[1][i % 3], coordinates[i]);
  }
  minInPlace(comm, box[0]);
  maxInPlace(comm, box[1]);
  return box;
}

}  // namespace fluxtet
