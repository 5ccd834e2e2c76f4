// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/radiatingSurface.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace fluxtet::farField {
namespace {

/// Middle and half the diagonal of the box round points of all ranks.
std::pair<Vec3, double> middleAndRadius(const std::vector<Vec3>& points, MPI_Comm comm) {
  Vec3 middle{}, diagonal{};
  for (std::size_t c = 0; c < 3; ++c) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vec3& x : points) {
      low = std::min(low, x[c]);
      high = std::max(high, x[c]);
    }
    high = maxOverRanks(comm, high);
    low = minOverRanks(comm, low);
    middle[c] = 0.5 * (low + high);
    diagonal[c] = high - low;
  }
  return {middle, 0.5 * norm(diagonal)};
}

}  // namespace

RadiatingSurface::RadiatingSurface(const SurfaceRequest& request, const dgtd::DgtdCase& theCase,
                                   const dgtd::Discretisation& d, MPI_Comm comm)
    : surface(findEnclosingSurface(request, theCase, d, comm)),
      planes(findMirrorPlanes(request, d, comm)),
      points(d.mesh, d.basis, surface.faces),
      position(points.position) {
  addImages(planes, position);
  std::tie(middle, radius) = middleAndRadius(position, comm);
}

double RadiatingSurface::relativeImpedance() const {
  return std::sqrt(surface.muR / surface.epsilonR);
}

double RadiatingSurface::speed() const {
  return constants::c0 / std::sqrt(surface.muR * surface.epsilonR);
}

const MirrorPlane* RadiatingSurface::ground() const {
  const auto found = std::find_if(planes.begin(), planes.end(), [](const MirrorPlane& p) { return !p.isSymmetry; });
  return found == planes.end() ? nullptr : &*found;
}

}  // namespace fluxtet::farField
