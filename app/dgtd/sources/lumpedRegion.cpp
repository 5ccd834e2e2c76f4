// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/lumpedRegion.hpp"

#include "app/dgtd/case/faceConditions.hpp"
#include "lib/base/gatherLists.hpp"
#include "lib/base/mpi.hpp"
#include "lib/basis/faceMass.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// Sets length and measure of the region from the elements of all ranks. Collective.
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
  region.measure = sumOverRanks(comm, volume);
  region.length = maxOverRanks(comm, high) - minOverRanks(comm, low);
}

/// How planes of symmetry cut a region.
struct Cut {
  bool isAcross = false;  ///< one of them cuts the current
  bool isHigh = false;    ///< at the end of +direction
};

/// Whether a plane of symmetry cuts the elements of a region. Collective.
bool cutsElements(const SymmetryPlane& plane, const LumpedRegion& region, const SubMesh& mesh, MPI_Comm comm) {
  double touches = 0;
  for (const std::int32_t e : region.elements)
    for (std::int32_t face = 4 * e; face < 4 * e + 4; ++face) {
      const auto f = static_cast<std::size_t>(face);
      const bool isIn = std::find(plane.groups.begin(), plane.groups.end(), mesh.faceGroup[f]) != plane.groups.end();
      if (isIn && mesh.faceKind[f] == FaceKind::boundary) touches = 1;
    }
  return maxOverRanks(comm, touches) > 0;
}

/// Sets copies, and makes length and measure those of the whole region. `isCut`: whether a plane cuts it. Collective.
template <class IsCut>
Cut completeBySymmetry(LumpedRegion& region, const SubMesh& mesh, const std::vector<SymmetryPlane>& planes,
                       const std::string& where, const IsCut& isCut) {
  constexpr double rounding = 1e-6;
  Cut cut;
  for (const SymmetryPlane& plane : planes) {
    if (!isCut(plane)) continue;
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
    region.measure *= 2;
    if (isAcross) {
      region.length *= 2;
      cut.isAcross = true;
      cut.isHigh = across > 0;
    }
  }
  return cut;
}

/// Makes shares of the cross section of what the mesh has of the conducting ends.
void completeEnds(LumpedRegion& region, const Cut& cut) {
  const int parts = cut.isAcross ? region.copies / 2 : region.copies;  // of the cross section
  for (double& end : region.conductingEnd) end *= parts / region.across();
  // The end behind the plane is the image of the one before it.
  if (cut.isAcross) region.conductingEnd[cut.isHigh ? 1 : 0] = region.conductingEnd[cut.isHigh ? 0 : 1];
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
  completeEnds(region, cut);
}

/// Mean products of the basis functions over a face, [Np][Np].
Eigen::MatrixXd embeddedFaceMass(const ReferenceElement& basis, int face) {
  const Eigen::MatrixXd ofNodes = faceMass(basis, face);
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(basis.np(), basis.np());
  for (int m = 0; m < basis.nf(); ++m)
    for (int n = 0; n < basis.nf(); ++n) mass(basis.faceNode(face, m), basis.faceNode(face, n)) = ofNodes(m, n);
  return mass;
}

/// Sizes of a strip along its direction, across it and off its plane: from, to, m. The same on all ranks.
struct StripExtents {
  Vec3 across{}, normal{};
  std::array<double, 3> low{}, high{};
  double size(std::size_t axis) const { return high[axis] - low[axis]; }
};

/// Finds the plane of a strip that has faces somewhere, and its extents in it. Collective.
StripExtents extentsOf(const LumpedRegion& strip, const SubMesh& mesh, MPI_Comm comm) {
  // The normals of the faces make a tensor; the largest of its eigenvalues belongs to that of the plane.
  std::array<double, 9> tensor{};
  for (const std::int32_t face : strip.faces) {
    const Vec3 area = outwardAreaOf(mesh, face);
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) tensor[3 * a + b] += area[a] * area[b] / norm(area);
  }
  sumInPlace(comm, tensor);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(Eigen::Map<const Eigen::Matrix3d>(tensor.data()));
  const Eigen::Vector3d largest = solver.eigenvectors().col(2);
  StripExtents extents;
  extents.normal = {largest[0], largest[1], largest[2]};
  extents.across = cross(extents.normal, strip.direction);
  extents.low.fill(std::numeric_limits<double>::infinity());
  extents.high.fill(-std::numeric_limits<double>::infinity());
  const std::array<Vec3, 3> axes{strip.direction, extents.across, extents.normal};
  for (const std::int32_t face : strip.faces)
    for (const Vec3& x : cornersOf(mesh, face))
      for (std::size_t a = 0; a < 3; ++a) {
        extents.low[a] = std::min(extents.low[a], dot(axes[a], x));
        extents.high[a] = std::max(extents.high[a], dot(axes[a], x));
      }
  for (std::size_t a = 0; a < 3; ++a) {
    extents.low[a] = minOverRanks(comm, extents.low[a]);
    extents.high[a] = maxOverRanks(comm, extents.high[a]);
  }
  return extents;
}

/// Sets faces, elements, share and measure of a strip, as far as the mesh has it. Collective.
void gatherFaces(LumpedRegion& strip, const SubMesh& mesh, const std::vector<bool>& isInLayer, std::int32_t group,
                 const std::string& where, const std::string& name, MPI_Comm comm) {
  std::array<double, 2> area{};  // between elements, at the end of the mesh
  for (std::size_t face = 0; face < mesh.faceGroup.size(); ++face) {
    if (group < 0 || mesh.faceGroup[face] != group || (!isInLayer.empty() && isInLayer[face / 4])) continue;
    strip.faces.push_back(static_cast<std::int32_t>(face));
    strip.elements.push_back(static_cast<std::int32_t>(face / 4));
    area[mesh.faceKind[face] == FaceKind::boundary ? 1 : 0] +=
        norm(outwardAreaOf(mesh, static_cast<std::int32_t>(face)));
  }
  sumInPlace(comm, area);
  require(area[0] + area[1] > 0, "{}: no face of the mesh lies in '{}': check the geometry and its physical surfaces",
          where, name);
  require(area[0] == 0 || area[1] == 0,
          "{}: '{}' has faces inside of the mesh and others at its end: take one part of it", where, name);
  strip.share = area[0] > 0 ? 0.5 : 1;
  strip.measure = strip.share * (area[0] + area[1]);
}

void requireRectangle(const LumpedRegion& strip, const StripExtents& extents, const std::string& where,
                      const std::string& name) {
  constexpr double rounding = 1e-6;
  require(extents.size(2) <= rounding * std::sqrt(strip.measure), "{}: '{}' is not flat: take a flat part of it", where,
          name);
  require(std::abs(dot(extents.normal, strip.direction)) <= rounding,
          "{}: the direction leads out of the plane of '{}', whose normal is ({:.4g}, {:.4g}, {:.4g}): let it lie in "
          "the plane, from one conductor to the other",
          where, name, extents.normal[0], extents.normal[1], extents.normal[2]);
  require(std::abs(strip.measure / (extents.size(0) * extents.size(1)) - 1) <= rounding,
          "{}: '{}' fills {:.4g} % of a rectangle of {:.6g} m along the direction and {:.6g} m across it: take a "
          "rectangle between the conductors, with two sides along the direction",
          where, name, 100 * strip.measure / (extents.size(0) * extents.size(1)), extents.size(0), extents.size(1));
}

/// An edge at an end of a strip.
struct EndEdge {
  std::array<Vec3, 2> x;
  std::int32_t isHigh;
  auto operator<=>(const EndEdge&) const = default;
};
/// The edges of a face of which both vertices lie at an end.
template <class Use>
void visitEndEdges(const SubMesh& mesh, std::int32_t face, const LumpedRegion& strip, const StripExtents& extents,
                   const Use& use) {
  const double near = 1e-6 * extents.size(0);
  const auto corners = cornersOf(mesh, face);
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<Vec3, 2> x{corners[i], corners[(i + 1) % 3]};
    if (x[1] < x[0]) std::swap(x[0], x[1]);
    const double from = dot(strip.direction, x[0]), to = dot(strip.direction, x[1]);
    for (const std::int32_t isHigh : {0, 1}) {
      const double end = isHigh == 1 ? extents.high[0] : extents.low[0];
      if (std::abs(from - end) < near && std::abs(to - end) < near) use(EndEdge{x, isHigh});
    }
  }
}

/// Sets conductingEnd of a strip: the length of its ends that are edges of perfect conductors, over its width.
/// Collective.
void measureStripEnds(LumpedRegion& strip, const StripExtents& extents, const SubMesh& mesh, const DgtdCase& theCase,
                      const Cut& cut, MPI_Comm comm) {
  std::vector<EndEdge> edges;
  for (const std::int32_t face : strip.faces)
    visitEndEdges(mesh, face, strip, extents, [&](const EndEdge& edge) { edges.push_back(edge); });
  edges = gatherLists(edges, comm);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<double> conducts(edges.size(), 0);
  const std::vector<FaceCondition> conditions = faceConditions(theCase, mesh);
  for (const std::int32_t face : mesh.boundaryFace) {
    const auto link = static_cast<std::size_t>(mesh.faceLink[static_cast<std::size_t>(face)]);
    if (conditions[link] != electricWall) continue;
    visitEndEdges(mesh, face, strip, extents, [&](const EndEdge& edge) {
      const auto at = std::lower_bound(edges.begin(), edges.end(), edge);
      if (at != edges.end() && *at == edge) conducts[static_cast<std::size_t>(at - edges.begin())] = 1;
    });
  }
  maxInPlace(comm, conducts);
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (conducts[i] > 0)
      strip.conductingEnd[static_cast<std::size_t>(edges[i].isHigh)] += norm(edges[i].x[1] - edges[i].x[0]);
  completeEnds(strip, cut);
}

}  // namespace

PartIntegrals::PartIntegrals(const ReferenceElement& basis) : ofElement_(basis.mass()) {
  for (int f = 0; f < 4; ++f) ofFace_[static_cast<std::size_t>(f)] = embeddedFaceMass(basis, f);
}

Eigen::MatrixXd PartIntegrals::products(const LumpedRegion& region, std::size_t part, const SubMesh& mesh) const {
  if (!region.isStrip) {
    const auto element = static_cast<std::size_t>(region.elements[part]);
    return elementGeometry(&mesh.vertices[12 * element]).volume * ofElement_;
  }
  const std::int32_t face = region.faces[part];
  return region.share * norm(outwardAreaOf(mesh, face)) * ofFace_[static_cast<std::size_t>(face % 4)];
}

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
  require(region.measure > 0,
          "{}: {}.region: no element of the mesh lies in '{}': check the geometry and its physical volumes",
          toString(mark), key, name);
  const Cut cut =
      completeBySymmetry(region, mesh, planes, fmt::format("{}: {}.region", toString(mark), key),
                         [&](const SymmetryPlane& plane) { return cutsElements(plane, region, mesh, comm); });
  measureEnds(region, mesh, theCase, cut, comm);
  return region;
}

LumpedRegion findLumpedStrip(const DgtdCase& theCase, const SubMesh& mesh, const std::vector<bool>& isInLayer,
                             const std::vector<SymmetryPlane>& planes, const std::string& name, const Vec3& direction,
                             const std::string& key, const Mark& mark, MPI_Comm comm) {
  const std::string where = fmt::format("{}: {}.surface", toString(mark), key);
  LumpedRegion strip;
  strip.isStrip = true;
  strip.direction = direction;
  gatherFaces(strip, mesh, isInLayer, groupIndex(mesh.groups.surfaces, name), where, name, comm);
  const StripExtents extents = extentsOf(strip, mesh, comm);
  requireRectangle(strip, extents, where, name);
  strip.length = extents.size(0);
  const Cut cut = completeBySymmetry(strip, mesh, planes, where, [&](const SymmetryPlane& plane) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const std::int32_t face : strip.faces)
      for (const Vec3& x : cornersOf(mesh, face)) nearest = std::min(nearest, plane.offset - dot(plane.normal, x));
    return minOverRanks(comm, nearest) < 1e-6 * std::sqrt(strip.measure);
  });
  measureStripEnds(strip, extents, mesh, theCase, cut, comm);
  return strip;
}

}  // namespace fluxtet::dgtd
