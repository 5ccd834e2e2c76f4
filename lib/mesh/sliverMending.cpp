// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/sliverMending.hpp"

#include "lib/base/lengthText.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/elementThickness.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

using Vertex = std::int64_t;
using Element = std::size_t;

constexpr int mostPasses = 8;
constexpr std::size_t mostAround = 9;      ///< elements round an edge that is removed
constexpr double leastGain = 1.02;         ///< by which the thinnest element has to become thicker
constexpr double insertedBelow = 0.5;      ///< thickness below which a vertex is inserted if nothing else helps
constexpr double surelyThick = 1e-4;       ///< the sign of a smaller thickness may be that of rounding
constexpr double shareOfSmallest = 0.001;  ///< of the elements: these are to become larger

constexpr Vertex inserted = -1;  ///< stands for the vertex that a replacement brings with it

/// An element that is to be made: its vertices, positively oriented, and the groups of the faces opposite them.
struct NewElement {
  std::array<Vertex, 4> vertex{};
  std::array<std::int32_t, 4> group{-1, -1, -1, -1};
};

/// Elements that may take the place of others, which fill the same space.
struct Replacement {
  std::vector<Element> old;
  std::vector<NewElement> made;
  double thickness = 0;          ///< of the thinnest one that is made
  std::optional<Vec3> vertex{};  ///< one inside of them that is made, too
};

std::array<double, 12> positions(const Mesh& mesh, Element e) {
  return elementVertices(mesh, static_cast<std::int64_t>(e));
}

std::vector<double> inSphereRadii(const Mesh& mesh) {
  std::vector<double> radius(mesh.region.size());
  for (Element e = 0; e < radius.size(); ++e) radius[e] = inSphereRadius(positions(mesh, e).data());
  return radius;
}

/// How many elements have a lower quality.
std::int64_t countBelow(const Mesh& mesh, double quality) {
  std::int64_t count = 0;
  for (Element e = 0; e < mesh.region.size(); ++e)
    if (elementQuality(positions(mesh, e).data()) < quality) ++count;
  return count;
}

class Mender {
 public:
  Mender(Mesh& mesh, const ThicknessGoal& goal) : mesh_(mesh), goal_(goal) {}

  void run() {
    std::vector<Element> bad;
    for (Element e = 0; e < mesh_.region.size(); ++e)
      if (isBad(e)) bad.push_back(e);
    if (bad.empty()) return;
    isAlive_.assign(mesh_.region.size(), true);
    isTouched_.assign(mesh_.region.size(), false);
    track(bad);
    for (int pass = 0; pass < mostPasses && !bad.empty(); ++pass) {
      thinnestFirst(bad);
      for (const Element e : bad)
        if (isAlive_[e] && isBad(e)) mend(e);
      bad = std::exchange(touched_, {});
      for (const Element e : bad) isTouched_[e] = false;
      std::erase_if(bad, [&](Element e) { return !isAlive_[e] || !isBad(e); });
    }
    removeDead();
  }

 private:
  Vec3 at(Vertex v) const {
    const double* x = &mesh_.vertices[3 * static_cast<std::size_t>(v)];
    return {x[0], x[1], x[2]};
  }
  const Vertex* verticesOf(Element e) const { return &mesh_.elements[4 * e]; }
  double thicknessOf(const std::array<Vertex, 4>& v) const {
    return thickness(at(v[0]), at(v[1]), at(v[2]), at(v[3]), goal_);
  }
  double newThicknessOf(const std::array<Vertex, 4>& v) const {
    return newThickness(at(v[0]), at(v[1]), at(v[2]), at(v[3]), goal_);
  }
  /// Of the vertices in their stored order: negative where that order is.
  double storedThickness(Element e) const {
    const Vertex* v = verticesOf(e);
    return thicknessOf({v[0], v[1], v[2], v[3]});
  }
  bool isBad(Element e) const { return std::abs(storedThickness(e)) < 1; }
  void thinnestFirst(std::vector<Element>& elements) const {
    std::vector<std::pair<double, Element>> order;
    for (const Element e : elements) order.emplace_back(std::abs(storedThickness(e)), e);
    std::sort(order.begin(), order.end());
    std::transform(order.begin(), order.end(), elements.begin(), [](const auto& at) { return at.second; });
  }

  /// Lists the elements of all vertices of elements that have a vertex in common with a bad one.
  void track(const std::vector<Element>& bad) {
    std::vector<bool> near(static_cast<std::size_t>(mesh_.numVertices()), false), further(near);
    for (const Element e : bad)
      for (int k = 0; k < 4; ++k) near[static_cast<std::size_t>(verticesOf(e)[k])] = true;
    for (Element e = 0; e < mesh_.region.size(); ++e) {
      const Vertex* v = verticesOf(e);
      if (std::any_of(v, v + 4, [&](Vertex w) { return near[static_cast<std::size_t>(w)]; }))
        for (int k = 0; k < 4; ++k) further[static_cast<std::size_t>(v[k])] = true;
    }
    place_.assign(near.size(), -1);
    for (std::size_t v = 0; v < near.size(); ++v)
      if (further[v]) {
        place_[v] = static_cast<std::int64_t>(elementsAt_.size());
        elementsAt_.emplace_back();
      }
    isFree_.assign(elementsAt_.size(), std::nullopt);
    for (Element e = 0; e < mesh_.region.size(); ++e)
      for (int k = 0; k < 4; ++k)
        if (isTracked(verticesOf(e)[k])) elementsAt(verticesOf(e)[k]).push_back(e);
  }
  bool isTracked(Vertex v) const { return place_[static_cast<std::size_t>(v)] >= 0; }
  std::size_t placeOf(Vertex v) const { return static_cast<std::size_t>(place_[static_cast<std::size_t>(v)]); }
  const std::vector<Element>& elementsAt(Vertex v) const { return elementsAt_[placeOf(v)]; }
  std::vector<Element>& elementsAt(Vertex v) { return elementsAt_[placeOf(v)]; }
  bool has(Element e, Vertex v) const { return std::find(verticesOf(e), verticesOf(e) + 4, v) != verticesOf(e) + 4; }
  int placeIn(Element e, Vertex v) const {
    return static_cast<int>(std::find(verticesOf(e), verticesOf(e) + 4, v) - verticesOf(e));
  }

  /// The element across the face opposite vertex `f` of `e`, one of whose vertices is tracked.
  std::optional<Element> across(Element e, int f) const {
    const Vertex* v = verticesOf(e);
    std::array<Vertex, 3> face{};
    for (int k = 0, i = 0; k < 4; ++k)
      if (k != f) face[static_cast<std::size_t>(i++)] = v[k];
    if (!isTracked(face[0])) std::swap(face[0], isTracked(face[1]) ? face[1] : face[2]);
    if (!isTracked(face[0])) return std::nullopt;
    for (const Element other : elementsAt(face[0]))
      if (other != e && has(other, face[1]) && has(other, face[2])) return other;
    return std::nullopt;
  }
  /// True if nothing but the two elements depends on a face.
  bool isFreeFace(Element e, int f) const {
    if (mesh_.faceGroup[4 * e + static_cast<std::size_t>(f)] >= 0) return false;
    const auto other = across(e, f);
    return other && mesh_.region[*other] == mesh_.region[e];
  }
  bool isFree(Vertex v) {
    auto& known = isFree_[placeOf(v)];
    if (!known) {
      known = true;
      for (const Element e : elementsAt(v))
        for (int f = 0; f < 4; ++f)
          if (verticesOf(e)[f] != v && !isFreeFace(e, f)) known = false;
    }
    return *known;
  }

  /// True if the vertices of an element, in their order, are positively oriented. The volume of a flat one does not
  /// tell: then a thick neighbour does, on whose other side of the common face it lies.
  bool isPositive(Element e) const {
    const double own = storedThickness(e);
    if (std::abs(own) > surelyThick) return own > 0;
    double best = surelyThick;
    bool positive = own > 0;
    for (int f = 0; f < 4; ++f) {
      const auto other = across(e, f);
      if (!other || std::abs(storedThickness(*other)) <= best) continue;
      best = std::abs(storedThickness(*other));
      // With the neighbour's apex in the place of vertex f the orientation is the opposite one.
      std::array<Vertex, 4> v{};
      std::copy_n(verticesOf(e), 4, v.begin());
      v[static_cast<std::size_t>(f)] = apexOf(*other, e, f);
      positive = thicknessOf(v) < 0;
    }
    return positive;
  }
  double thicknessOf(Element e) const {
    const double own = storedThickness(e);
    return std::abs(own) > surelyThick || isPositive(e) == (own > 0) ? std::abs(own) : -std::abs(own);
  }
  Vertex apexOf(Element other, Element e, int f) const {
    const Vertex* v = verticesOf(other);
    for (int k = 0; k < 4; ++k)
      if (!has(e, v[k]) || v[k] == verticesOf(e)[f]) return v[k];
    return v[0];
  }

  void mend(Element e) {
    std::optional<Replacement> best;
    const auto consider = [&](std::optional<Replacement> other) {
      if (other && (!best || other->thickness > best->thickness)) best = std::move(other);
    };
    std::array<Vertex, 4> v{};
    std::copy_n(verticesOf(e), 4, v.begin());
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b) consider(withoutEdge(v[a], v[b]));
    for (int f = 0; f < 4; ++f) consider(withoutFace(e, f));
    if (best) {
      replace(*best);
      return;
    }
    bool moved = false;
    for (const Vertex w : v) moved = smooth(w) || moved;
    if (moved || thicknessOf(e) >= insertedBelow) return;
    consider(withVertex(v[0], v[1], v[2], v[3]));
    consider(withVertex(v[0], v[2], v[1], v[3]));
    consider(withVertex(v[0], v[3], v[1], v[2]));
    if (best) replace(*best);
  }

  /// The elements round an edge, if these and no surface have it.
  std::optional<std::vector<Element>> elementsRound(Vertex a, Vertex b) const {
    if (!isTracked(a)) std::swap(a, b);
    if (!isTracked(a)) return std::nullopt;
    std::vector<Element> around;
    for (const Element e : elementsAt(a)) {
      if (!has(e, b)) continue;
      for (int f = 0; f < 4; ++f)
        if (verticesOf(e)[f] != a && verticesOf(e)[f] != b && !isFreeFace(e, f)) return std::nullopt;
      around.push_back(e);
    }
    return around;
  }

  /// The elements round two opposite edges of a flat element as those of a vertex between them: where all vertices lie
  /// on surfaces, as in a thin layer, nothing else may help.
  std::optional<Replacement> withVertex(Vertex a, Vertex b, Vertex c, Vertex d) const {
    auto round = elementsRound(a, b), roundOther = elementsRound(c, d);
    if (!round || !roundOther) return std::nullopt;
    std::sort(round->begin(), round->end());
    std::sort(roundOther->begin(), roundOther->end());
    Replacement result;
    std::set_union(round->begin(), round->end(), roundOther->begin(), roundOther->end(),
                   std::back_inserter(result.old));
    double before = std::numeric_limits<double>::infinity();
    std::vector<OppositeFace> faces;
    for (const Element e : result.old) {
      before = std::min(before, thicknessOf(e));
      for (int f = 0; f < 4; ++f) {
        const auto other = across(e, f);
        if (other && std::binary_search(result.old.begin(), result.old.end(), *other)) continue;
        std::array<Vertex, 4> order = withFirst(e, f);
        order[0] = inserted;
        faces.push_back({at(order[1]), at(order[2]), at(order[3])});
        result.made.push_back({order, {mesh_.faceGroup[4 * e + static_cast<std::size_t>(f)], -1, -1, -1}});
      }
    }
    Vec3 x = 0.25 * (at(a) + at(b) + at(c) + at(d));
    result.thickness = makeThickest(x, faces, goal_);
    if (!gains(result.thickness, before)) return std::nullopt;
    result.vertex = x;
    return result;
  }

  /// The vertices round an edge, which elements of one region alone have, and the element of the side from each one on.
  struct Polygon {
    std::vector<Vertex> corner;
    std::vector<Element> ofSide;
  };

  /// The polygon in whose order (a, b, p_i, p_i+1) is positive. `around`: elementsRound().
  Polygon polygonRound(Vertex a, Vertex b, const std::vector<Element>& around) const {
    std::vector<std::array<Vertex, 2>> sides;
    for (const Element e : around) {
      std::array<Vertex, 4> order = withFirst(e, placeIn(e, a));
      while (order[1] != b) std::rotate(order.begin() + 1, order.begin() + 2, order.end());
      sides.push_back({order[2], order[3]});
    }
    Polygon polygon{{sides[0][0]}, {}};
    while (polygon.ofSide.size() < sides.size()) {
      const auto next =
          std::find_if(sides.begin(), sides.end(), [&](const auto& side) { return side[0] == polygon.corner.back(); });
      if (next == sides.end()) return {};
      polygon.ofSide.push_back(around[static_cast<std::size_t>(next - sides.begin())]);
      polygon.corner.push_back((*next)[1]);
      if (polygon.corner.back() == polygon.corner.front()) break;
    }
    polygon.corner.pop_back();
    return polygon;
  }

  /// The elements round the edge a-b as a fan from an optimal triangulation of the polygon of their other vertices.
  std::optional<Replacement> withoutEdge(Vertex a, Vertex b) const {
    const auto around = elementsRound(a, b);
    if (!around || around->size() < 3 || around->size() > mostAround) return std::nullopt;
    const std::size_t n = around->size();
    const auto [polygon, ofSide] = polygonRound(a, b, *around);
    if (polygon.size() != n) return std::nullopt;  // elements that the edge belongs to do not surround it
    Replacement result{*around, {}, 0};
    double before = std::numeric_limits<double>::infinity();
    for (const Element e : *around) before = std::min(before, thicknessOf(e));
    // Klincsek's triangulation: the best of the vertices from i to j.
    std::array<std::array<double, mostAround>, mostAround> best{};
    std::array<std::array<std::size_t, mostAround>, mostAround> middle{};
    const double least = std::max(0.0, leastGain * before);
    for (std::size_t i = 0; i + 1 < n; ++i) best[i][i + 1] = std::numeric_limits<double>::infinity();
    for (std::size_t width = 2; width < n; ++width)
      for (std::size_t i = 0; i + width < n; ++i) {
        const std::size_t j = i + width;
        best[i][j] = least;
        for (std::size_t k = i + 1; k < j; ++k) {
          double value = std::min(best[i][k], best[k][j]);
          if (value <= best[i][j]) continue;
          value = std::min(value, newThicknessOf({a, polygon[i], polygon[k], polygon[j]}));
          if (value <= best[i][j]) continue;
          value = std::min(value, newThicknessOf({b, polygon[j], polygon[k], polygon[i]}));
          if (value <= best[i][j]) continue;
          best[i][j] = value;
          middle[i][j] = k;
        }
      }
    result.thickness = best[0][n - 1];
    if (result.thickness <= least) return std::nullopt;
    const auto groupAt = [&](std::size_t i, std::size_t j, Vertex opposite) -> std::int32_t {
      std::size_t side = n;
      if (j == i + 1) side = i;
      if (i == 0 && j == n - 1) side = n - 1;
      if (side == n) return -1;
      return mesh_.faceGroup[4 * ofSide[side] + static_cast<std::size_t>(placeIn(ofSide[side], opposite))];
    };
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, n - 1}};
    while (!open.empty()) {
      const auto [i, j] = open.back();
      open.pop_back();
      if (j < i + 2) continue;
      const std::size_t k = middle[i][j];
      // Faces with a lie opposite b in the old elements, and the other way round.
      result.made.push_back(
          {{a, polygon[i], polygon[k], polygon[j]}, {-1, groupAt(k, j, b), groupAt(i, j, b), groupAt(i, k, b)}});
      result.made.push_back(
          {{b, polygon[j], polygon[k], polygon[i]}, {-1, groupAt(i, k, a), groupAt(i, j, a), groupAt(k, j, a)}});
      open.emplace_back(i, k);
      open.emplace_back(k, j);
    }
    return result;
  }

  /// The two elements at a face as three round the edge between their apexes.
  std::optional<Replacement> withoutFace(Element e, int f) {
    if (!isFreeFace(e, f)) return std::nullopt;
    const Element other = *across(e, f);
    const Vertex bottom = apexOf(other, e, f);
    const std::array<Vertex, 4> order = withFirst(e, f);
    Replacement result{{e, other}, {}, std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < 3; ++i) {
      const Vertex p = order[1 + i], q = order[1 + (i + 1) % 3], third = order[1 + (i + 2) % 3];
      const NewElement made{{order[0], bottom, p, q},
                            {mesh_.faceGroup[4 * other + static_cast<std::size_t>(placeIn(other, third))],
                             mesh_.faceGroup[4 * e + static_cast<std::size_t>(placeIn(e, third))], -1, -1}};
      result.thickness = std::min(result.thickness, newThicknessOf(made.vertex));
      result.made.push_back(made);
    }
    if (!gains(result.thickness, std::min(thicknessOf(e), thicknessOf(other)))) return std::nullopt;
    return result;
  }

  static bool gains(double after, double before) { return after > 0 && after > leastGain * before; }

  void replace(const Replacement& by) {
    const std::int32_t region = mesh_.region[by.old.front()];
    const Vertex newest = mesh_.numVertices();
    if (by.vertex) {
      mesh_.vertices.insert(mesh_.vertices.end(), by.vertex->begin(), by.vertex->end());
      place_.push_back(static_cast<std::int64_t>(elementsAt_.size()));
      elementsAt_.emplace_back();
      isFree_.emplace_back(true);
    }
    for (const Element e : by.old) {
      isAlive_[e] = false;
      for (int k = 0; k < 4; ++k) {
        const Vertex v = verticesOf(e)[k];
        if (isTracked(v)) std::erase(elementsAt(v), e);
      }
    }
    for (std::size_t i = 0; i < by.made.size(); ++i) {
      Element e = mesh_.region.size();
      if (i < by.old.size()) {
        e = by.old[i];
      } else {
        mesh_.elements.resize(mesh_.elements.size() + 4);
        mesh_.faceGroup.resize(mesh_.faceGroup.size() + 4);
        mesh_.region.push_back(region);
        isAlive_.push_back(false);
        isTouched_.push_back(false);
      }
      isAlive_[e] = true;
      std::array<std::pair<Vertex, std::int32_t>, 4> corners;
      for (std::size_t k = 0; k < 4; ++k) {
        const Vertex v = by.made[i].vertex[k];
        corners[k] = {v == inserted ? newest : v, by.made[i].group[k]};
      }
      std::sort(corners.begin(), corners.end());
      for (std::size_t k = 0; k < 4; ++k) {
        std::tie(mesh_.elements[4 * e + k], mesh_.faceGroup[4 * e + k]) = corners[k];
        if (isTracked(corners[k].first)) elementsAt(corners[k].first).push_back(e);
      }
      for (const auto& corner : corners) touch(corner.first);
    }
  }
  void touch(Vertex v) {
    if (!isTracked(v)) return;
    for (const Element e : elementsAt(v)) {
      if (!isTouched_[e]) touched_.push_back(e);
      isTouched_[e] = true;
    }
  }

  /// The vertices of an element, positively oriented, the one of this place first.
  std::array<Vertex, 4> withFirst(Element e, int place) const {
    std::array<Vertex, 4> order{};
    std::copy_n(verticesOf(e), 4, order.begin());
    std::rotate(order.begin(), order.begin() + place, order.begin() + place + 1);
    if ((place % 2 == 0) != isPositive(e)) std::swap(order[2], order[3]);
    return order;
  }

  /// Moves a vertex to where the thinnest element round it is thickest. True if it moved.
  bool smooth(Vertex v) {
    if (!isTracked(v) || !isFree(v)) return false;
    std::vector<OppositeFace> faces;
    for (const Element e : elementsAt(v)) {
      const std::array<Vertex, 4> order = withFirst(e, placeIn(e, v));
      faces.push_back({at(order[1]), at(order[2]), at(order[3])});
    }
    Vec3 x = at(v);
    const double before = thinnest(x, faces, goal_);
    if (!gains(makeThickest(x, faces, goal_), before)) return false;
    std::copy_n(x.begin(), 3, &mesh_.vertices[3 * static_cast<std::size_t>(v)]);
    for (const Element e : elementsAt(v))
      for (int k = 0; k < 4; ++k) touch(verticesOf(e)[k]);
    return true;
  }

  void removeDead() {
    Element kept = 0;
    for (Element e = 0; e < mesh_.region.size(); ++e) {
      if (!isAlive_[e]) continue;
      std::copy_n(&mesh_.elements[4 * e], 4, &mesh_.elements[4 * kept]);
      std::copy_n(&mesh_.faceGroup[4 * e], 4, &mesh_.faceGroup[4 * kept]);
      mesh_.region[kept++] = mesh_.region[e];
    }
    mesh_.elements.resize(4 * kept);
    mesh_.faceGroup.resize(4 * kept);
    mesh_.region.resize(kept);
  }

  Mesh& mesh_;
  ThicknessGoal goal_;
  std::vector<std::int64_t> place_;  ///< [numVertices] of its list, or -1
  std::vector<std::vector<Element>> elementsAt_;
  std::vector<std::optional<bool>> isFree_;  ///< by place: whether a vertex may move, once it is known
  std::vector<bool> isAlive_;
  std::vector<Element> touched_;  ///< that are others, or near such
  std::vector<bool> isTouched_;
};

}  // namespace

SliverReport mendSlivers(Mesh& mesh, double quality) {
  SliverReport report{quality, countBelow(mesh, quality), 0, 0, 0};
  std::vector<double> radius = inSphereRadii(mesh);
  const auto largestOfSmallest =
      radius.begin() + static_cast<std::ptrdiff_t>(shareOfSmallest * static_cast<double>(radius.size()));
  std::nth_element(radius.begin(), largestOfSmallest, radius.end());
  report.radiusBefore = *std::min_element(radius.begin(), largestOfSmallest + 1);
  constexpr double rounding = 1e-9;
  Mender(mesh, {quality / regularQuality, *largestOfSmallest, (1 - rounding) * report.radiusBefore}).run();
  radius = inSphereRadii(mesh);
  report.radiusAfter = *std::min_element(radius.begin(), radius.end());
  report.left = countBelow(mesh, quality);
  return report;
}

std::optional<SliverReport> mendWhereNeeded(Mesh& mesh, std::optional<double> quality) {
  constexpr double sliver = 0.1;
  if (mesh.region.empty() || quality == 0 || (!quality && countBelow(mesh, sliver) == 0)) return std::nullopt;
  return mendSlivers(mesh, quality.value_or(soundQuality));
}

std::string sliverLine(const SliverReport& report) {
  return fmt::format(
      "mended: {} elements were flatter than a quality of {:g}, {} are; smallest radius of an inscribed sphere {}, was "
      "{}",
      report.found, report.quality, report.left, lengthText(report.radiusAfter), lengthText(report.radiusBefore));
}

}  // namespace fluxtet
