// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lumpedRegion.hpp"

#include "app/dgtd/case/faceConditions.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fluxtet::dgtd {
namespace {

/// Sets length and volume of the region from the elements of all ranks. Collective.
void measure(LumpedRegion& region, const SubMesh& mesh, MPI_Comm comm) {
  double low = std::numeric_limits<double>::infinity(), high = -low, volume = 0;
  for (const std::int32_t e : region.elements) {
    volume += elementGeometry(&mesh.vertices[12 * static_cast<std::size_t>(e)]).volume;
    for (int v = 0; v < 4; ++v) {
      const double projection = dot(region.direction, vertexOf(mesh, e, v));
      low = std::min(low, projection);
      high = std::max(high, projection);
    }
  }
  region.volume = sumOverRanks(comm, volume);
  region.length = maxOverRanks(comm, high) - minOverRanks(comm, low);
}

/// How planes of symmetry cut a region.
struct Cut {
  bool isAcross = false;  ///< one of them cuts the current
  bool isHigh = false;    ///< at the end of +direction
};

/// Sets copies, and makes length and volume those of the whole region. Collective.
Cut completeBySymmetry(LumpedRegion& region, const SubMesh& mesh, const std::vector<SymmetryPlane>& planes,
                       const std::string& where, MPI_Comm comm) {
  constexpr double rounding = 1e-6;
  Cut cut;
  for (const SymmetryPlane& plane : planes) {
    double touches = 0;
    for (const std::int32_t e : region.elements)
      for (std::int32_t face = 4 * e; face < 4 * e + 4; ++face) {
        const auto f = static_cast<std::size_t>(face);
        const bool isIn = std::find(plane.groups.begin(), plane.groups.end(), mesh.faceGroup[f]) != plane.groups.end();
        if (isIn && mesh.faceKind[f] == FaceKind::boundary) touches = 1;
      }
    if (maxOverRanks(comm, touches) == 0) continue;
    const double across = dot(plane.normal, region.direction);
    const bool isAcross = std::abs(across) > 1 - rounding, isAlong = std::abs(across) < rounding;
    require(
        (isAcross && plane.isElectric) || (isAlong && !plane.isElectric),
        "{}: the plane of symmetry '{}' cuts the region, {} to its direction, and is {}: a plane along the direction "
        "must be magnetic, and one across it electric, or there is no field along the direction in it",
        where, mesh.groups.surfaces[static_cast<std::size_t>(plane.groups.front())],
        isAcross  ? "at right angles"
        : isAlong ? "parallel"
                  : "oblique",
        plane.isElectric ? "electric" : "magnetic");
    region.copies *= 2;
    region.volume *= 2;
    if (isAcross) {
      region.length *= 2;
      cut.isAcross = true;
      cut.isHigh = across > 0;
    }
  }
  return cut;
}

/// Sets conductingEnd: the area of conducting faces of the region, projected along the direction, over the cross
/// section. Faces parallel to the direction do not count. Collective.
void measureEnds(LumpedRegion& region, const SubMesh& mesh, const DgtdCase& theCase, const Cut& cut, MPI_Comm comm) {
  const std::vector<FaceCondition> conditions = faceConditions(theCase, mesh);
  for (const std::int32_t e : region.elements) {
    const auto at = static_cast<std::size_t>(e);
    const ElementGeometry geometry = elementGeometry(&mesh.vertices[12 * at]);
    const auto& [g1, g2, g3] = geometry.gradient;
    const std::array<Vec3, 4> gradient{-1.0 * (g1 + g2 + g3), g1, g2, g3};
    for (std::size_t f = 0; f < 4; ++f) {
      const auto link = static_cast<std::size_t>(mesh.faceLink[4 * at + f]);
      if (mesh.faceKind[4 * at + f] != FaceKind::boundary || conditions[link] != electricWall) continue;
      // -3 V grad(lambda_f) is the area times the outward normal of the face opposite vertex f.
      const double area = -3 * geometry.volume * dot(gradient[f], region.direction);
      region.conductingEnd[area > 0 ? 1 : 0] += std::abs(area);
    }
  }
  sumInPlace(comm, region.conductingEnd);
  const int parts = cut.isAcross ? region.copies / 2 : region.copies;  // of the cross section
  for (double& end : region.conductingEnd) end *= parts / region.area();
  // The end behind the plane is the image of the one before it.
  if (cut.isAcross) region.conductingEnd[cut.isHigh ? 1 : 0] = region.conductingEnd[cut.isHigh ? 0 : 1];
}

}  // namespace

LumpedRegion findLumpedRegion(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                              const std::vector<SymmetryPlane>& planes, const std::string& name, const Vec3& direction,
                              const std::string& key, const Mark& mark, MPI_Comm comm) {
  LumpedRegion region;
  const std::int32_t index = groupIndex(mesh.groups.regions, name);
  for (std::size_t e = 0; e < mesh.region.size(); ++e)
    if (mesh.region[e] == index && (isInLayer.empty() || !isInLayer[e]))
      region.elements.push_back(static_cast<std::int32_t>(e));
  region.direction = direction;
  measure(region, mesh, comm);
  require(region.volume > 0,
          "{}: {}.region: no element of the mesh lies in '{}': check the geometry and its physical volumes",
          toString(mark), key, name);
  const Cut cut = completeBySymmetry(region, mesh, planes, fmt::format("{}: {}.region", toString(mark), key), comm);
  measureEnds(region, mesh, theCase, cut, comm);
  return region;
}

}  // namespace fluxtet::dgtd
