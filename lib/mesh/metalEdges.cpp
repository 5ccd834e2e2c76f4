// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/metalEdges.hpp"

#include "lib/mesh/facetTree.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numbers>
#include <unordered_map>
#include <utility>

namespace fluxtet {
namespace {

constexpr int lineType = 1, triangleType = 2;  ///< Gmsh's numbers
using NodePair = std::pair<std::size_t, std::size_t>;

NodePair pairOf(std::size_t a, std::size_t b) {
  return {std::min(a, b), std::max(a, b)};
}

std::unordered_map<std::size_t, Vec3> positions() {
  std::vector<std::size_t> tags;
  std::vector<double> x, unused;
  gmsh::model::mesh::getNodes(tags, x, unused);
  std::unordered_map<std::size_t, Vec3> result;
  for (std::size_t i = 0; i < tags.size(); ++i) result[tags[i]] = {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  return result;
}

std::vector<std::size_t> elementNodes(int type, int tag) {
  std::vector<std::size_t> unused, nodes;
  gmsh::model::mesh::getElementsByType(type, unused, nodes, tag);
  return nodes;
}

/// Tells whether points lie in the solids: a ray from them crosses the outer triangles an odd number of times.
class Inside {
 public:
  explicit Inside(const std::unordered_map<std::size_t, Vec3>& positions) : corners_(cornersOf(positions)) {
    for (const auto& corners : corners_) {
      Box<3> box = Box<3>::empty();
      for (const Vec3& corner : corners) box.include({corner, corner});
      boxes_.push_back(box);
    }
    tree_.emplace_back(boxes_);
  }

  bool contains(const Vec3& point) const {
    const Vec3 x = turned(point);
    int crossings = 0;
    tree_.front().visitAhead(x,
                             [&](std::int64_t i) { crossings += isCrossed(corners_[static_cast<std::size_t>(i)], x); });
    return crossings % 2 == 1;
  }

 private:
  using Corners = std::array<Vec3, 3>;

  /// Turned by angles of no meaning, so that the ray along the first axis meets no edge of a model along the axes.
  static Vec3 turned(const Vec3& x) {
    constexpr double c = 0.8253356149096783, s = 0.5646424733950354;  // of 0.6 rad
    const Vec3 y{c * x[0] - s * x[1], s * x[0] + c * x[1], x[2]};
    return {c * y[0] - s * y[2], y[1], s * y[0] + c * y[2]};
  }

  static std::vector<Corners> cornersOf(const std::unordered_map<std::size_t, Vec3>& positions) {
    gmsh::vectorpair volumes, hull;
    gmsh::model::getEntities(volumes, 3);
    gmsh::model::getBoundary(volumes, hull, true, false);
    std::vector<Corners> corners;
    for (const auto& [unused, surface] : hull) {
      const auto nodes = elementNodes(triangleType, std::abs(surface));
      for (std::size_t i = 0; i < nodes.size(); i += 3)
        corners.push_back(
            {turned(positions.at(nodes[i])), turned(positions.at(nodes[i + 1])), turned(positions.at(nodes[i + 2]))});
    }
    return corners;
  }

  /// Whether the ray from x along the first axis crosses the triangle.
  static bool isCrossed(const Corners& c, const Vec3& x) {
    const auto area = [](const Vec3& a, const Vec3& b, const Vec3& p) {
      return (b[1] - a[1]) * (p[2] - a[2]) - (b[2] - a[2]) * (p[1] - a[1]);
    };
    const std::array<double, 3> share{area(c[1], c[2], x), area(c[2], c[0], x), area(c[0], c[1], x)};
    const double sum = share[0] + share[1] + share[2];
    for (const double one : share)
      if (sum == 0 || one / sum < 0) return false;
    return (share[0] * c[0][0] + share[1] * c[1][0] + share[2] * c[2][0]) / sum > x[0];
  }

  std::vector<Corners> corners_;
  std::vector<Box<3>> boxes_;
  std::vector<FacetTree<3>> tree_;  ///< one, made when the boxes are there
};

/// A triangle at an edge of the mesh, seen along the edge.
struct Side {
  double angle = 0;  ///< rad
  bool isMetal = false;
};

/// Directions perpendicular to an edge.
struct Frame {
  Vec3 middle, first, second;

  Frame(const Vec3& a, const Vec3& b) : middle(0.5 * (a + b)) {
    const Vec3 along = normalised(b - a);
    const auto axis = static_cast<std::size_t>(
        std::min_element(along.begin(), along.end(), [](double x, double y) { return std::abs(x) < std::abs(y); }) -
        along.begin());
    Vec3 other{};
    other[axis] = 1;
    first = normalised(cross(along, other));
    second = cross(along, first);
  }
  double angleOf(const Vec3& x) const { return std::atan2(dot(x - middle, second), dot(x - middle, first)); }
  Vec3 at(double angle, double radius) const {
    return middle + radius * std::cos(angle) * first + radius * std::sin(angle) * second;
  }
};

/// The largest angle of field between two sides of metal that follow each other, or round the one there is.
double fieldAngle(std::vector<Side> sides, const Frame& frame, double radius, const Inside& inside) {
  constexpr double turn = 2 * std::numbers::pi;
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.angle < b.angle; });
  const auto first = std::find_if(sides.begin(), sides.end(), [](const Side& side) { return side.isMetal; });
  if (first == sides.end()) return 0;
  std::rotate(sides.begin(), first, sides.end());
  sides.push_back(sides.front());
  double largest = 0, sum = 0;
  bool isOpen = true;
  for (std::size_t i = 1; i < sides.size(); ++i) {
    double sector = sides[i].angle - sides[i - 1].angle;
    if (sector <= 0) sector += turn;
    sum += sector;
    isOpen = isOpen && inside.contains(frame.at(sides[i - 1].angle + sector / 2, radius));
    if (!sides[i].isMetal) continue;
    if (isOpen) largest = std::max(largest, sum);
    sum = 0;
    isOpen = true;
  }
  return largest;
}

double lengthOf(const std::vector<std::size_t>& lines, const std::unordered_map<std::size_t, Vec3>& positions) {
  double length = 0;
  for (std::size_t i = 0; i < lines.size(); i += 2) length += norm(positions.at(lines[i + 1]) - positions.at(lines[i]));
  return length;
}

double widthOf(int surface, const std::unordered_map<std::size_t, Vec3>& positions) {
  const auto nodes = elementNodes(triangleType, surface);
  double area = 0, boundary = 0;
  for (std::size_t i = 0; i < nodes.size(); i += 3) {
    const Vec3 &a = positions.at(nodes[i]), &b = positions.at(nodes[i + 1]), &c = positions.at(nodes[i + 2]);
    area += norm(cross(b - a, c - a)) / 2;
  }
  std::vector<int> unused, curves;
  gmsh::model::getAdjacencies(2, surface, unused, curves);
  for (const int curve : curves) boundary += lengthOf(elementNodes(lineType, std::abs(curve)), positions);
  return boundary > 0 ? 2 * area / boundary : 0;
}

/// Candidates by the edge of the mesh in the middle of their curve.
struct Candidate {
  MetalEdge edge;
  std::vector<Side> sides;
};

std::map<NodePair, Candidate> candidatesOf(const std::set<int>& metal,
                                           const std::unordered_map<std::size_t, Vec3>& positions) {
  std::map<NodePair, Candidate> candidates;
  for (const int surface : metal) {
    const double width = widthOf(surface, positions);
    std::vector<int> unused, curves;
    gmsh::model::getAdjacencies(2, surface, unused, curves);
    for (const int curve : curves) {
      const auto lines = elementNodes(lineType, std::abs(curve));
      if (lines.empty()) continue;
      const std::size_t middle = lines.size() / 4 * 2;
      MetalEdge& edge = candidates[pairOf(lines[middle], lines[middle + 1])].edge;
      if (edge.curve == 0)
        for (const std::size_t node : lines) edge.points.push_back(positions.at(node));
      if (edge.curve == 0 || width > edge.width) {
        edge.surface = surface;
        edge.width = width;
      }
      edge.curve = std::abs(curve);
    }
  }
  return candidates;
}

/// Finds the triangles of all surfaces at the candidates.
void findSides(const std::set<int>& metal, const std::unordered_map<std::size_t, Vec3>& positions,
               std::map<NodePair, Candidate>& candidates) {
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces) {
    const auto nodes = elementNodes(triangleType, surface);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t begin = i / 3 * 3, a = begin + (i + 1) % 3, b = begin + (i + 2) % 3;
      const auto found = candidates.find(pairOf(nodes[a], nodes[b]));
      if (found == candidates.end()) continue;
      const Frame frame(positions.at(found->first.first), positions.at(found->first.second));
      found->second.sides.push_back({frame.angleOf(positions.at(nodes[i])), metal.contains(surface)});
    }
  }
}

}  // namespace

std::vector<MetalEdge> metalEdges(const std::set<int>& metal) {
  constexpr double nearness = 0.01;  // of points that are tried, in lengths of the edge
  const auto places = positions();
  auto candidates = candidatesOf(metal, places);
  findSides(metal, places, candidates);
  const Inside inside(places);
  std::vector<MetalEdge> edges;
  for (auto& [nodes, candidate] : candidates) {
    const Vec3 &a = places.at(nodes.first), &b = places.at(nodes.second);
    candidate.edge.angle = fieldAngle(candidate.sides, Frame(a, b), nearness * norm(b - a), inside);
    if (candidate.edge.angle > std::numbers::pi) edges.push_back(std::move(candidate.edge));
  }
  return edges;
}

}  // namespace fluxtet
