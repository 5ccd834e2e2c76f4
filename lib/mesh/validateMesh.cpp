// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/validateMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/outerSurface.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// Checks one mesh; knows how to name its elements and places.
class Validator {
 public:
  Validator(const Mesh& mesh, const std::string& origin, std::span<const std::int64_t> elementTag)
      : mesh_(mesh), origin_(origin), tag_(elementTag) {}

  void checkArrays() const;
  void checkElements();
  void checkFaces();

 private:
  std::string name(std::int64_t e) const {
    return fmt::format("element {}", tag_.empty() ? e : tag_[static_cast<std::size_t>(e)]);
  }
  Vec3 vertex(std::int64_t e, int v) const {
    const double* x = &mesh_.vertices[3 * mesh_.elements[4 * e + v]];
    return {x[0], x[1], x[2]};
  }
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(origin_ + ": " + fmt::format(format, std::forward<Args>(args)...));
  }
  [[noreturn]] void refuseDuplicate(std::int64_t e, std::int64_t o) const {
    refuse(
        "{} and {} at {} have the same vertices: an element may stand in one physical volume only; take it out of the "
        "others and write the mesh again",
        name(e), name(o), place(elementCentre(e)));
  }
  static std::string place(const Vec3& x) { return placeText<3>(x); }
  Vec3 elementCentre(std::int64_t e) const {
    return 0.25 * (vertex(e, 0) + vertex(e, 1) + (vertex(e, 2) + vertex(e, 3)));
  }
  Vec3 faceCentre(std::int64_t side) const {
    Vec3 sum{};
    for (int v = 0; v < 4; ++v)
      if (v != side % 4) sum = sum + vertex(side / 4, v);
    return 1.0 / 3 * sum;
  }
  void checkInnerFace(std::int64_t a, std::int64_t b) const;
  [[noreturn]] void refuseSharedFace(std::span<const FaceSide> sides) const;
  OuterFacet<3> outerFacet(std::int64_t side) const;
  void checkOuterSurface(const std::vector<std::int64_t>& outer) const;
  std::int64_t elementAround(const Vec3& x, std::int64_t except) const;
  bool contains(std::int64_t e, const Vec3& x) const;

  const Mesh& mesh_;
  const std::string& origin_;
  std::span<const std::int64_t> tag_;
  std::vector<std::int8_t> positive_;  ///< [n] 1: vertices are right-handed
};

void Validator::checkArrays() const {
  const std::int64_t n = mesh_.numElements();
  if (n == 0) refuse("no tetrahedra");
  if (std::ssize(mesh_.elements) != 4 * n || std::ssize(mesh_.faceGroup) != 4 * n)
    refuse("{} elements have {} vertices and {} face groups", n, mesh_.elements.size(), mesh_.faceGroup.size());
  for (std::size_t i = 0; i < mesh_.vertices.size(); ++i)
    if (!std::isfinite(mesh_.vertices[i])) refuse("vertex {} has a coordinate that is not finite", i / 3);
  const auto regions = std::ssize(mesh_.groups.regions), surfaces = std::ssize(mesh_.groups.surfaces);
  for (std::int64_t e = 0; e < n; ++e)
    if (mesh_.region[e] < 0 || mesh_.region[e] >= regions)
      refuse("{} has region {} of {}", name(e), mesh_.region[e], regions);
  for (std::int64_t s = 0; s < 4 * n; ++s) {
    if (mesh_.faceGroup[s] < -1 || mesh_.faceGroup[s] >= surfaces)
      refuse("{} has surface group {} of {}", name(s / 4), mesh_.faceGroup[s], surfaces);
    if (mesh_.elements[s] < 0 || mesh_.elements[s] >= mesh_.numVertices())
      refuse("{} has vertex {} of {}", name(s / 4), mesh_.elements[s], mesh_.numVertices());
  }
}

void Validator::checkElements() {
  const std::int64_t n = mesh_.numElements();
  positive_.resize(static_cast<std::size_t>(n));
  for (std::int64_t e = 0; e < n; ++e) {
    const auto x = elementVertices(mesh_, e);
    for (int v = 0; v < 3; ++v)
      if (mesh_.elements[4 * e + v] >= mesh_.elements[4 * e + v + 1])
        refuse("{} at {} has a vertex twice: it has no volume; remove it or re-mesh", name(e), place(elementCentre(e)));
    const double sixVolumes = sixSignedVolumes(x.data());
    const auto length = edgeLengths(x.data());
    const double longest = *std::max_element(length.begin(), length.end());
    if (!(std::abs(sixVolumes) > 6 * flatVolumeShare * longest * longest * longest))
      refuse("{} at {} is flat: its volume is {:.3g} m^3 with a longest edge of {:.3g} m; re-mesh there", name(e),
             place(elementCentre(e)), std::abs(sixVolumes) / 6, longest);
    positive_[static_cast<std::size_t>(e)] = sixVolumes > 0;
  }
}

void Validator::checkFaces() {
  std::vector<std::int64_t> outer;
  std::int64_t untagged = 0, firstUntagged = -1;
  visitFaces(mesh_.elements, mesh_.numVertices(), [&](std::span<const FaceSide> sides) {
    if (sides.size() > 2) refuseSharedFace(sides);
    if (sides.size() == 2) return checkInnerFace(sides[0].side, sides[1].side);
    const std::int64_t side = sides[0].side;
    outer.push_back(side);
    if (mesh_.faceGroup[side] >= 0) return;
    if (firstUntagged < 0 || side < firstUntagged) firstUntagged = side;
    ++untagged;
  });
  checkOuterSurface(outer);
  if (untagged > 0)
    refuse(
        "untagged outer face of {} at {} ({} in all): add its surface to a Physical Surface; if the place lies inside "
        "the volume, the mesh does not conform there: re-mesh",
        name(firstUntagged / 4), place(faceCentre(firstUntagged)), untagged);
}

/// Two elements on a face must lie on different sides of it. With vertex f moved to the front, an element's orientation
/// changes sign for odd f; the two then must be opposite.
void Validator::checkInnerFace(std::int64_t a, std::int64_t b) const {
  const std::int64_t e = a / 4, o = b / 4;
  if (mesh_.elements[a] == mesh_.elements[b]) refuseDuplicate(e, o);
  const bool positiveA = (positive_[e] != 0) != (a % 2 != 0);
  const bool positiveB = (positive_[o] != 0) != (b % 2 != 0);
  if (positiveA == positiveB)
    refuse("{} and {} overlap: both lie on the same side of their common face at {}; re-mesh there", name(e), name(o),
           place(faceCentre(a)));
  if (mesh_.faceGroup[a] != mesh_.faceGroup[b])
    refuse("the face between {} and {} at {} belongs to two surface groups: give it one", name(e), name(o),
           place(faceCentre(a)));
}

void Validator::refuseSharedFace(std::span<const FaceSide> sides) const {
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      if (mesh_.elements[sides[i].side] == mesh_.elements[sides[j].side])
        refuseDuplicate(sides[i].side / 4, sides[j].side / 4);
  refuse("the face at {} is shared by {} elements ({}, {}, {}{}): elements overlap; re-mesh there",
         place(faceCentre(sides[0].side)), sides.size(), name(sides[0].side / 4), name(sides[1].side / 4),
         name(sides[2].side / 4), sides.size() > 3 ? ", ..." : "");
}

OuterFacet<3> Validator::outerFacet(std::int64_t side) const {
  const std::int64_t e = side / 4;
  const int f = static_cast<int>(side % 4);
  OuterFacet<3> facet{faceVertices(&mesh_.elements[4 * e], f), {}, vertex(e, f), e};
  for (int i = 0; i < 3; ++i) facet.x[i] = vertex(e, i < f ? i : i + 1);
  return facet;
}

void Validator::checkOuterSurface(const std::vector<std::int64_t>& outer) const {
  std::vector<OuterFacet<3>> facets;
  facets.reserve(outer.size());
  for (const std::int64_t side : outer) facets.push_back(outerFacet(side));
  auto fault = findSurfaceFault<3>(facets);
  if (!fault) return;
  if (fault->kind == SurfaceFaultKind::nested) fault->other = elementAround(fault->at, fault->element);
  throw InputError(origin_ + ": " +
                   describe(*fault, {[this](std::int64_t e) { return name(e); },
                                     [this](std::int64_t e) { return mesh_.groups.regions[mesh_.region[e]]; }}));
}

/// Another element than `except` that contains x, or -1.
std::int64_t Validator::elementAround(const Vec3& x, std::int64_t except) const {
  for (std::int64_t e = 0; e < mesh_.numElements(); ++e)
    if (e != except && contains(e, x)) return e;
  return -1;
}

/// In a tetrahedron that contains x, putting x for a vertex never changes the orientation.
bool Validator::contains(std::int64_t e, const Vec3& x) const {
  std::array<Vec3, 4> corner{vertex(e, 0), vertex(e, 1), vertex(e, 2), vertex(e, 3)};
  for (int v = 0; v < 4; ++v) {
    std::array<Vec3, 4> moved = corner;
    moved[v] = x;
    if ((sixSignedVolumes(moved[0].data()) > 0) != (positive_[static_cast<std::size_t>(e)] != 0)) return false;
  }
  return true;
}

}  // namespace

void validateMesh(const Mesh& mesh, const std::string& origin, std::span<const std::int64_t> elementTag) {
  Validator validator(mesh, origin, elementTag);
  validator.checkArrays();
  validator.checkElements();
  validator.checkFaces();
}

}  // namespace fluxtet
