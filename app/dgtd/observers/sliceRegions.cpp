// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/sliceRegions.hpp"

#include "lib/base/mpi.hpp"
#include "lib/mesh/pointLocator.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd {
namespace {

/// A step off the plane of a slice, m: far less than an element, far more than the rounding of coordinates.
Vec3 stepOff(const SliceGrid& slice) {
  constexpr double share = 1e-7;
  const Vec3 normal = cross(slice.u, slice.v);
  const double area = norm(normal);
  return area > 0 ? (share * (norm(slice.u) + norm(slice.v)) / area) * normal : Vec3{};
}

/// Locates points beside the plane of a slice, and those that this takes out of the mesh in the plane itself.
std::vector<LocatedPoint> locateBeside(const SubMesh& mesh, const std::vector<Vec3>& inPlane, const Vec3& step,
                                       MPI_Comm comm) {
  std::vector<Vec3> beside = inPlane;
  for (Vec3& point : beside) point = point + step;
  std::vector<LocatedPoint> located = locatePoints(mesh, beside, comm);
  std::vector<std::size_t> left;
  std::vector<Vec3> again;
  for (std::size_t i = 0; i < located.size(); ++i) {
    if (located[i].elementId >= 0) continue;
    left.push_back(i);
    again.push_back(inPlane[i]);
  }
  const auto found = locatePoints(mesh, again, comm);
  for (std::size_t i = 0; i < left.size(); ++i) located[left[i]] = found[i];
  return located;
}

}  // namespace

SliceRegions regionsOfSlice(const Discretisation& discretisation, const SliceGrid& slice, MPI_Comm comm) {
  constexpr std::int64_t atOnce = 1 << 18;  // points, so that ranks other than the first need little memory
  const SubMesh& mesh = discretisation.mesh;
  const Vec3 step = stepOff(slice);
  const std::int64_t count = slicePointCount(slice);
  SliceRegions regions;
  if (mpiRank(comm) == 0) regions.names = mesh.groups.regions;
  for (std::int64_t begin = 0; begin < count; begin += atOnce) {
    const auto located = locateBeside(mesh, slicePoints(slice, begin, std::min(begin + atOnce, count)), step, comm);
    std::vector<std::int32_t> region;
    for (const LocatedPoint& point : located)
      region.push_back(point.element < 0 ? -1 : mesh.region[static_cast<std::size_t>(point.element)]);
    const bool isRoot = mpiRank(comm) == 0;
    mpiCheck(MPI_Reduce(isRoot ? MPI_IN_PLACE : region.data(), isRoot ? region.data() : nullptr,
                        static_cast<int>(region.size()), MPI_INT32_T, MPI_MAX, 0, comm));
    if (isRoot) regions.at.insert(regions.at.end(), region.begin(), region.end());
  }
  return regions;
}

}  // namespace fluxtet::dgtd
