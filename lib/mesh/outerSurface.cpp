// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/outerSurface.hpp"

#include "lib/base/vec3.hpp"
#include "lib/mesh/facetTree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <vector>

namespace fluxtet {
namespace {

template <int D>
using Corners = std::array<Place<D>, D>;

template <int D>
double along(const Place<D>& axis, const Place<D>& x, const Place<D>& origin) {
  double sum = 0;
  for (int a = 0; a < D; ++a) sum += axis[a] * (x[a] - origin[a]);
  return sum;
}

template <int D>
double distance(const Place<D>& x, const Place<D>& y) {
  double sum = 0;
  for (int a = 0; a < D; ++a) sum += (x[a] - y[a]) * (x[a] - y[a]);
  return std::sqrt(sum);
}

template <int D>
double sizeOf(const Corners<D>& x) {
  double longest = 0;
  for (int i = 0; i < D; ++i)
    for (int j = i + 1; j < D; ++j) longest = std::max(longest, distance<D>(x[i], x[j]));
  return longest;
}

template <int D>
Place<D> centreOf(const Corners<D>& x) {
  Place<D> sum{};
  for (const auto& corner : x)
    for (int a = 0; a < D; ++a) sum[a] += corner[a] / D;
  return sum;
}

/// Of length 1; zero stays zero.
template <int D>
Place<D> unit(Place<D> v) {
  const double length = distance<D>(v, {});
  if (length > 0)
    for (double& component : v) component /= length;
  return v;
}

Vec3 normalOf(const Corners<3>& x) {
  return unit<3>(cross(x[1] - x[0], x[2] - x[0]));
}

Place<2> normalOf(const Corners<2>& x) {
  return unit<2>({x[0][1] - x[1][1], x[1][0] - x[0][0]});
}

/// Two facets that are to be compared.
template <int D>
struct FacetPair {
  const Corners<D>&a, &b;
  double tolerance;

  /// Along the axis (of length 1, or zero: then it tells nothing) they overlap by no more than the tolerance.
  bool isApartAlong(const Place<D>& axis) const {
    if (axis == Place<D>{}) return false;
    std::array<double, 2> low, high;
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    for (int i = 0; i < D; ++i) {
      const std::array<double, 2> t{along<D>(axis, a[i], a[0]), along<D>(axis, b[i], a[0])};
      for (int side = 0; side < 2; ++side) {
        low[side] = std::min(low[side], t[side]);
        high[side] = std::max(high[side], t[side]);
      }
    }
    return std::min(high[0] - low[1], high[1] - low[0]) <= tolerance;
  }
  /// `other` lies in the plane (line) of `facet`.
  bool liesIn(const Corners<D>& other, const Corners<D>& facet, const Place<D>& normal) const {
    return std::all_of(other.begin(), other.end(),
                       [&](const Place<D>& x) { return std::abs(along<D>(normal, x, facet[0])) <= tolerance; });
  }
  bool overlapInPlane(const Place<D>& normal) const;
  bool isApart() const;
};

Vec3 edge(const Corners<3>& x, int i) {
  return x[(i + 1) % 3] - x[i];
}

/// Convex bodies are apart along the normal of one of their sides or not at all; those of triangles in a plane are
/// their edges.
template <>
bool FacetPair<3>::overlapInPlane(const Vec3& normal) const {
  for (int i = 0; i < 3; ++i)
    if (isApartAlong(unit<3>(cross(normal, edge(a, i)))) || isApartAlong(unit<3>(cross(normal, edge(b, i)))))
      return false;
  return true;
}

template <>
bool FacetPair<2>::overlapInPlane(const Place<2>& normal) const {
  return !isApartAlong({normal[1], -normal[0]});
}

/// In space they are apart along the normal of one, or along a normal to an edge of each.
template <>
bool FacetPair<3>::isApart() const {
  if (isApartAlong(normalOf(a)) || isApartAlong(normalOf(b))) return true;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (isApartAlong(unit<3>(cross(edge(a, i), edge(b, j))))) return true;
  return false;
}

template <>
bool FacetPair<2>::isApart() const {
  return isApartAlong(normalOf(a)) || isApartAlong(normalOf(b));
}

template <int D>
std::optional<SurfaceFaultKind> contactOf(const FacetPair<D>& pair) {
  const Place<D> normalA = normalOf(pair.a), normalB = normalOf(pair.b);
  const bool inPlaneOfA = pair.liesIn(pair.b, pair.a, normalA);
  if (inPlaneOfA || pair.liesIn(pair.a, pair.b, normalB)) {
    if (!pair.overlapInPlane(inPlaneOfA ? normalA : normalB)) return std::nullopt;
    return SurfaceFaultKind::coincident;
  }
  if (pair.isApart()) return std::nullopt;
  return SurfaceFaultKind::crossing;
}

/// Twice the area of the triangle u, v, x in the plane across the first axis, the same for all facets at the edge.
double side(const Vec3& u, const Vec3& v, const Vec3& x) {
  return (u[1] - x[1]) * (v[2] - x[2]) - (u[2] - x[2]) * (v[1] - x[1]);
}

/// How far ahead of x, along the first axis, a facet is met, if it is.
std::optional<double> distanceAhead(const OuterFacet<3>& facet, const Vec3& x) {
  const auto& [p, q, r] = facet.x;
  const double overR = side(p, q, x), overP = side(q, r, x), overQ = -side(p, r, x);
  if ((overR > 0) != (overP > 0) || (overR > 0) != (overQ > 0)) return std::nullopt;
  return (overP * p[0] + overQ * q[0] + overR * r[0]) / (overP + overQ + overR) - x[0];
}

std::optional<double> distanceAhead(const OuterFacet<2>& facet, const Place<2>& x) {
  const auto& [p, q] = facet.x;
  if ((p[1] > x[1]) == (q[1] > x[1])) return std::nullopt;
  return p[0] + (x[1] - p[1]) / (q[1] - p[1]) * (q[0] - p[0]) - x[0];
}

/// A ray in the direction of the first axis leaves the element through the facet: then the outward normal points along
/// the axis.
template <int D>
bool leavesThrough(const OuterFacet<D>& facet) {
  const Place<D> normal = normalOf(facet.x);
  return (normal[0] > 0) != (along<D>(normal, facet.opposite, facet.x[0]) > 0);
}

/// A point of the facet's element. The weights make no simple fractions, so that its ray meets no edge.
template <int D>
Place<D> pointInside(const OuterFacet<D>& facet, double first, double last) {
  std::array<double, D + 1> weight;
  for (int i = 0; i <= D; ++i) weight[i] = first + (last - first) * i / D;
  double sum = 0;
  for (const double w : weight) sum += w;
  Place<D> x{};
  for (int a = 0; a < D; ++a) {
    for (int i = 0; i < D; ++i) x[a] += weight[i] / sum * facet.x[i][a];
    x[a] += weight[D] / sum * facet.opposite[a];
  }
  return x;
}

/// The facets that form closed surfaces, told apart by where they hang together.
template <int D>
class ClosedSurfaces {
 public:
  explicit ClosedSurfaces(std::span<const OuterFacet<D>> facets) : parent_(facets.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    struct Side {
      std::array<std::int64_t, D - 1> vertices;
      std::size_t facet;
    };
    std::vector<Side> sides;
    sides.reserve(D * facets.size());
    for (std::size_t f = 0; f < facets.size(); ++f)
      for (int left = 0; left < D; ++left) {
        Side side{{}, f};
        for (int v = 0, i = 0; v < D; ++v)
          if (v != left) side.vertices[i++] = facets[f].vertex[v];
        sides.push_back(side);
      }
    std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.vertices < b.vertices; });
    for (std::size_t i = 0, j = 0; i < sides.size(); i = j) {
      for (j = i + 1; j < sides.size() && sides[j].vertices == sides[i].vertices;) ++j;
      if (j == i + 2) join(sides[i].facet, sides[i + 1].facet);  // where more meet, several surfaces touch
    }
  }

  /// One facet of each surface, ascending.
  std::vector<std::size_t> samples() {
    std::vector<std::size_t> result;
    for (std::size_t f = 0; f < parent_.size(); ++f)
      if (root(f) == f) result.push_back(f);
    return result;
  }

 private:
  std::size_t root(std::size_t f) {
    while (parent_[f] != f) f = parent_[f] = parent_[parent_[f]];
    return f;
  }
  /// The lowest facet is the root.
  void join(std::size_t f, std::size_t g) {
    f = root(f);
    g = root(g);
    parent_[std::max(f, g)] = std::min(f, g);
  }

  std::vector<std::size_t> parent_;
};

/// Looks at the facets of one mesh.
template <int D>
class SurfaceCheck {
 public:
  explicit SurfaceCheck(std::span<const OuterFacet<D>> facets)
      : facets_(facets), boxes_(surroundingBoxes(facets)), tree_(boxes_) {}

  std::optional<SurfaceFault<D>> contact() const {
    std::optional<SurfaceFault<D>> fault;
    tree_.visitPairs([&](std::int64_t i, std::int64_t j) {
      if (facets_[i].element == facets_[j].element) return;
      const auto kind = contactOf(FacetPair<D>{facets_[i].x, facets_[j].x, std::min(near_[i], near_[j])});
      if (kind) addFault(*kind, std::min(i, j), std::max(i, j), fault);
    });
    return fault;
  }

  std::optional<SurfaceFault<D>> nesting() const {
    std::optional<SurfaceFault<D>> fault;
    for (const std::size_t f : ClosedSurfaces<D>(facets_).samples()) {
      if (!isNested(facets_[f])) continue;
      if (fault) {
        ++fault->count;
      } else {
        fault = {SurfaceFaultKind::nested, 1, facets_[f].element, -1, pointInside(facets_[f], firstWeight, lastWeight)};
      }
    }
    return fault;
  }

 private:
  static constexpr double firstWeight = 0.23717, lastWeight = 0.26331;

  std::vector<Box<D>> surroundingBoxes(std::span<const OuterFacet<D>> facets) {
    std::vector<Box<D>> boxes(facets.size());
    Box<D> all = Box<D>::empty();
    for (std::size_t f = 0; f < facets.size(); ++f) {
      boxes[f] = Box<D>::empty();
      for (const auto& x : facets[f].x) boxes[f].include({x, x});
      all.include(boxes[f]);
    }
    near_.resize(facets.size());
    for (std::size_t f = 0; f < facets.size(); ++f) {
      near_[f] = nearFacets(sizeOf<D>(facets[f].x), distance<D>(all.low, all.high));
      for (int a = 0; a < D; ++a) {
        boxes[f].low[a] -= near_[f];
        boxes[f].high[a] += near_[f];
      }
    }
    return boxes;
  }

  /// Keeps the first pair, by the caller's order of facets.
  void addFault(SurfaceFaultKind kind, std::int64_t i, std::int64_t j, std::optional<SurfaceFault<D>>& fault) const {
    const auto& smaller = near_[i] <= near_[j] ? facets_[i] : facets_[j];
    const SurfaceFault<D> found{kind, fault ? fault->count + 1 : 1, facets_[i].element, facets_[j].element,
                                centreOf<D>(smaller.x)};
    if (!fault || std::tie(found.element, found.other) < std::tie(fault->element, fault->other)) {
      fault = found;
    } else {
      fault->count = found.count;
    }
  }

  std::int64_t windingNumber(const Place<D>& x) const {
    std::int64_t winding = 0;
    tree_.visitAhead(x, [&](std::int64_t f) {
      const auto ahead = distanceAhead(facets_[f], x);
      if (ahead && *ahead > 0) winding += leavesThrough(facets_[f]) ? 1 : -1;
    });
    return winding;
  }

  /// Asked twice, in case that a ray meets an edge after all.
  bool isNested(const OuterFacet<D>& facet) const {
    return windingNumber(pointInside(facet, firstWeight, lastWeight)) != 1 &&
           windingNumber(pointInside(facet, lastWeight, firstWeight)) != 1;
  }

  std::span<const OuterFacet<D>> facets_;
  std::vector<double> near_;  ///< by facet; before boxes_, which it is made with
  std::vector<Box<D>> boxes_;
  FacetTree<D> tree_;
};

struct Words {
  const char *facets, *bodies, *surface;
};

template <int D>
constexpr Words words = D == 3 ? Words{"faces", "volumes", "surface"} : Words{"edges", "surfaces", "curve"};

std::string regionsText(const ElementNames& names, std::int64_t a, std::int64_t b) {
  const std::string first = names.region(a), second = names.region(b);
  return first == second ? fmt::format("in region `{}`", first)
                         : fmt::format("in regions `{}` and `{}`", first, second);
}

}  // namespace

double nearFacets(double facet, double mesh) {
  return std::min(1e-3 * facet, std::max(1e-6 * facet, 1e-7 * mesh));
}

template <int D>
std::optional<SurfaceFault<D>> findSurfaceFault(std::span<const OuterFacet<D>> facets) {
  const SurfaceCheck<D> check(facets);
  const auto contact = check.contact();
  return contact ? contact : check.nesting();
}

template <>
std::string placeText<2>(const Place<2>& x) {
  return fmt::format("({:.6g}, {:.6g}) m", x[0], x[1]);
}

template <>
std::string placeText<3>(const Place<3>& x) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", x[0], x[1], x[2]);
}

template <int D>
std::string describe(const SurfaceFault<D>& fault, const ElementNames& names) {
  const Words& w = words<D>;
  const std::string at = placeText<D>(fault.at);
  switch (fault.kind) {
    case SurfaceFaultKind::coincident:
      return fmt::format(
          "the mesh does not conform: the {} of {} and {} at {}, {}, lie on each other but have different vertices "
          "(the "
          "{} do not share their common {}; {} such pairs): merge coincident vertices (of a mesh file: mesh.merge), or "
          "make the geometry conform "
          "(in "
          "Gmsh: Coherence, or BooleanFragments); where a thin sheet is meant, the {} must share it too, and it gets "
          "its condition by its name",
          w.facets, names.element(fault.element), names.element(fault.other), at,
          regionsText(names, fault.element, fault.other), w.bodies, w.surface, fault.count, w.bodies);
    case SurfaceFaultKind::crossing:
      return fmt::format(
          "elements overlap: the outer {} of {} and {} at {}, {}, cut each other ({} such pairs): cut the {} at what "
          "they have in common (in Gmsh: BooleanFragments), or use smaller elements where a thin curved gap is meshed "
          "too coarsely",
          w.facets, names.element(fault.element), names.element(fault.other), at,
          regionsText(names, fault.element, fault.other), fault.count, w.bodies);
    case SurfaceFaultKind::nested:
      break;
  }
  const auto named = [&](std::int64_t e) { return fmt::format("{} (region `{}`)", names.element(e), names.region(e)); };
  return fmt::format(
      "{} overlap: {} lies at {} within {}, though their {}s do not touch ({} closed {}s lie so): cut the inner one "
      "out "
      "of the outer one, so that they share its {} (in Gmsh: BooleanFragments)",
      w.bodies, named(fault.element), at, fault.other < 0 ? std::string("other elements") : named(fault.other),
      w.surface, fault.count, w.surface, w.surface);
}

template std::optional<SurfaceFault<2>> findSurfaceFault(std::span<const OuterFacet<2>>);
template std::optional<SurfaceFault<3>> findSurfaceFault(std::span<const OuterFacet<3>>);
template std::string describe(const SurfaceFault<2>&, const ElementNames&);
template std::string describe(const SurfaceFault<3>&, const ElementNames&);

}  // namespace fluxtet
