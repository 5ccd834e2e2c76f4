// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/validatePlaneMesh.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/outerSurface.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitEdges.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fluxtet {
namespace {

using Point = Place<2>;

/// Checks one mesh; knows how to name its elements and places.
class Validator {
 public:
  Validator(const SimplexMesh& mesh, const std::string& origin, std::span<const std::int64_t> elementTag)
      : mesh_(mesh), origin_(origin), tag_(elementTag) {}

  void checkArrays() const;
  void checkTriangles() const;
  void checkEdges();

 private:
  std::string name(std::size_t e) const {
    return fmt::format("element {}", tag_.empty() ? static_cast<std::int64_t>(e) : tag_[e]);
  }
  Point vertex(std::int32_t v) const {
    return {mesh_.vertices[2 * static_cast<std::size_t>(v)], mesh_.vertices[2 * static_cast<std::size_t>(v) + 1]};
  }
  Point middle(std::int32_t a, std::int32_t b) const {
    return {0.5 * (vertex(a)[0] + vertex(b)[0]), 0.5 * (vertex(a)[1] + vertex(b)[1])};
  }
  Point centre(std::size_t e) const;
  static std::string place(const Point& x) { return placeText<2>(x); }
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw InputError(origin_ + ": " + fmt::format(format, std::forward<Args>(args)...));
  }
  void checkGroups() const;
  void checkInnerEdge(std::int32_t lower, std::span<const EdgeSide> sides) const;
  [[noreturn]] void refuseUntagged() const;
  OuterFacet<2> outerFacet(std::uint32_t side) const;
  void checkOuterCurves() const;
  std::int64_t triangleAround(const Point& x, std::int64_t except) const;
  bool contains(std::size_t e, const Point& x) const;
  std::array<std::int32_t, 2> ends(std::uint32_t side) const;

  const SimplexMesh& mesh_;
  const std::string& origin_;
  std::span<const std::int64_t> tag_;
  std::vector<std::uint32_t> outer_;  ///< sides of one triangle only
  std::vector<std::uint32_t> untagged_;
};

Point Validator::centre(std::size_t e) const {
  Point sum{};
  for (int c = 0; c < 3; ++c)
    for (int a = 0; a < 2; ++a) sum[a] += vertex(mesh_.elements[3 * e + c])[a] / 3;
  return sum;
}

std::array<std::int32_t, 2> Validator::ends(std::uint32_t side) const {
  const std::uint32_t first = side - side % 3;
  return {mesh_.elements[first + (side + 1) % 3], mesh_.elements[first + (side + 2) % 3]};
}

void Validator::checkArrays() const {
  const std::size_t n = mesh_.region.size();
  if (n == 0) refuse("no triangles");
  if (mesh_.dimension != 2 || mesh_.elements.size() != 3 * n || mesh_.facets.size() != 2 * mesh_.facetGroup.size())
    refuse("{} triangles have {} vertices, {} facets have {}", n, mesh_.elements.size(), mesh_.facetGroup.size(),
           mesh_.facets.size());
  for (std::size_t i = 0; i < mesh_.vertices.size(); ++i)
    if (!std::isfinite(mesh_.vertices[i])) refuse("vertex {} has a coordinate that is not finite", i / 2);
  const auto known = [&](std::int32_t v) { return v >= 0 && v < mesh_.numVertices(); };
  for (std::size_t i = 0; i < mesh_.elements.size(); ++i)
    if (!known(mesh_.elements[i]))
      refuse("{} has vertex {} of {}", name(i / 3), mesh_.elements[i], mesh_.numVertices());
  for (const std::int32_t v : mesh_.facets)
    if (!known(v)) refuse("a facet has vertex {} of {}", v, mesh_.numVertices());
  checkGroups();
}

void Validator::checkGroups() const {
  const auto regions = std::ssize(mesh_.groups.regions), surfaces = std::ssize(mesh_.groups.surfaces);
  for (std::size_t e = 0; e < mesh_.region.size(); ++e)
    if (mesh_.region[e] < 0 || mesh_.region[e] >= regions)
      refuse("{} has region {} of {}", name(e), mesh_.region[e], regions);
  for (const std::int32_t group : mesh_.facetGroup)
    if (group < 0 || group >= surfaces) refuse("a facet has group {} of {}", group, surfaces);
}

void Validator::checkTriangles() const {
  for (std::size_t e = 0; e < mesh_.region.size(); ++e) {
    const std::int32_t* v = &mesh_.elements[3 * e];
    const double twiceArea = twiceSignedArea(mesh_, v);
    const auto length = sideLengths(mesh_, v);
    const double longest = *std::max_element(length.begin(), length.end());
    if (!(std::abs(twiceArea) > 2 * flatAreaShare * longest * longest))
      refuse("{} at {} is flat: its area is {:.3g} m^2 with a longest edge of {:.3g} m; re-mesh there", name(e),
             place(centre(e)), std::abs(twiceArea) / 2, longest);
    if (twiceArea < 0) refuse("{} at {} has its corners in clockwise order", name(e), place(centre(e)));
  }
}

void Validator::checkEdges() {
  EdgeFacets facets(mesh_);
  visitEdges(mesh_.elements, mesh_.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    const bool tagged = !facets.on(lower, sides[0].upper).empty();
    if (sides.size() > 1) return checkInnerEdge(lower, sides);
    outer_.push_back(sides[0].side);
    if (!tagged) untagged_.push_back(sides[0].side);
  });
  checkOuterCurves();
  if (!untagged_.empty()) refuseUntagged();
  const auto loose = facets.loose();
  if (loose.empty()) return;
  const std::int32_t* v = &mesh_.facets[2 * static_cast<std::size_t>(loose[0])];
  refuse("the facet at {} of group `{}` is no edge of a triangle", place(middle(v[0], v[1])),
         mesh_.groups.surfaces[mesh_.facetGroup[static_cast<std::size_t>(loose[0])]]);
}

/// Two triangles on an edge must lie on different sides of it and so, being positive, walk it in opposite directions.
void Validator::checkInnerEdge(std::int32_t lower, std::span<const EdgeSide> sides) const {
  const std::size_t e = sides[0].side / 3, o = sides[1].side / 3;
  for (std::size_t i = 0; i + 1 < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      if (mesh_.elements[sides[i].side] == mesh_.elements[sides[j].side])
        refuse(
            "{} and {} at {} have the same vertices: an element may stand in one physical surface only; take it out of "
            "the others and write the mesh again",
            name(sides[i].side / 3), name(sides[j].side / 3), place(centre(sides[i].side / 3)));
  const std::string at = place(middle(lower, sides[0].upper));
  if (sides.size() > 2)
    refuse("the edge at {} is shared by {} elements ({}, {}, {}{}): elements overlap; re-mesh there", at, sides.size(),
           name(e), name(o), name(sides[2].side / 3), sides.size() > 3 ? ", ..." : "");
  if (sides[0].forward == sides[1].forward)
    refuse("{} and {} overlap: both lie on the same side of their common edge at {}; re-mesh there", name(e), name(o),
           at);
}

OuterFacet<2> Validator::outerFacet(std::uint32_t side) const {
  auto [a, b] = ends(side);
  if (a > b) std::swap(a, b);
  return {{a, b}, {vertex(a), vertex(b)}, vertex(mesh_.elements[side]), static_cast<std::int64_t>(side / 3)};
}

void Validator::checkOuterCurves() const {
  std::vector<OuterFacet<2>> facets;
  facets.reserve(outer_.size());
  for (const std::uint32_t side : outer_) facets.push_back(outerFacet(side));
  auto fault = findSurfaceFault<2>(facets);
  if (!fault) return;
  if (fault->kind == SurfaceFaultKind::nested) fault->other = triangleAround(fault->at, fault->element);
  const auto index = [](std::int64_t e) { return static_cast<std::size_t>(e); };
  throw InputError(origin_ + ": " +
                   describe(*fault, {[&](std::int64_t e) { return name(index(e)); },
                                     [&](std::int64_t e) { return mesh_.groups.regions[mesh_.region[index(e)]]; }}));
}

/// Another triangle than `except` that contains x, or -1.
std::int64_t Validator::triangleAround(const Point& x, std::int64_t except) const {
  for (std::int64_t e = 0; e < mesh_.numElements(); ++e)
    if (e != except && contains(static_cast<std::size_t>(e), x)) return e;
  return -1;
}

bool Validator::contains(std::size_t e, const Point& x) const {
  for (std::size_t c = 0; c < 3; ++c) {
    const Point a = vertex(mesh_.elements[3 * e + c]), b = vertex(mesh_.elements[3 * e + (c + 1) % 3]);
    if ((b[0] - a[0]) * (x[1] - a[1]) < (b[1] - a[1]) * (x[0] - a[0])) return false;
  }
  return true;
}

void Validator::refuseUntagged() const {
  const auto own = ends(untagged_[0]);
  refuse(
      "untagged outer edge of {} at {} ({} in all): add its curve to a Physical Curve; if the place lies inside the "
      "area, the mesh does not conform there: re-mesh",
      name(untagged_[0] / 3), place(middle(own[0], own[1])), untagged_.size());
}

}  // namespace

void validatePlaneMesh(const SimplexMesh& mesh, const std::string& origin, std::span<const std::int64_t> elementTag) {
  Validator validator(mesh, origin, elementTag);
  validator.checkArrays();
  validator.checkTriangles();
  validator.checkEdges();
}

}  // namespace fluxtet
