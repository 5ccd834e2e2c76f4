// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeGaps.hpp"

#include "lib/mesh/edgeSingularity.hpp"
#include "lib/mesh/facetTree.hpp"
#include "lib/mesh/facingTriangles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>

namespace fluxtet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A line at which a sheet ends, and the direction in its plane in which it ends, of length 1.
struct Rim {
  Vec3 begin, end, outward;
};

std::vector<Box<3>> boxesOf(const std::vector<Rim>& rims) {
  std::vector<Box<3>> boxes;
  for (const Rim& rim : rims) {
    boxes.push_back(Box<3>::empty());
    for (const Vec3& end : {rim.begin, rim.end}) boxes.back().include({end, end});
  }
  return boxes;
}

class FacingRims {
 public:
  explicit FacingRims(std::vector<Rim> rims) : rims_(std::move(rims)), boxes_(boxesOf(rims_)), tree_(boxes_) {}

  /// The point nearest to x, within `range`, of a rim that faces one at x; x itself if there is none.
  Vec3 across(const Vec3& x, const Vec3& outward, double range) const {
    Vec3 nearest = x;
    double least = range;
    const Vec3 reach{range, range, range};
    tree_.visitMeeting({x - reach, x + reach}, [&](std::int64_t i) {
      const Rim& rim = rims_[static_cast<std::size_t>(i)];
      const Vec3 whole = rim.end - rim.begin;
      const double share = std::clamp(dot(x - rim.begin, whole) / dot(whole, whole), 0.0, 1.0);
      const Vec3 point = rim.begin + share * whole, way = point - x;
      const double distance = norm(way);
      if (distance <= 1e-6 * range || distance >= least) return;
      if (dot(way, outward) < leastFacing * distance || dot(way, rim.outward) > -leastFacing * distance) return;
      least = distance;
      nearest = point;
    });
    return nearest;
  }

 private:
  std::vector<Rim> rims_;
  std::vector<Box<3>> boxes_;
  FacetTree<3> tree_;
};

/// A triangle of metal at a line of an edge.
struct MetalSide {
  Vec3 corner{};  ///< its third one
  double width = 0;
};
using MetalSides = std::map<NodePair, std::vector<MetalSide>>;

/// From a line into a triangle at it, perpendicular to the line, of length 1.
Vec3 inwardOf(const Vec3& begin, const Vec3& end, const MetalSide& side) {
  const Vec3 along = normalised(end - begin), apart = side.corner - begin;
  return normalised(apart - dot(apart, along) * along);
}

class Gaps {
 public:
  Gaps(const std::set<int>& metal, const NodePositions& positions, const InsideSolids& inside, double range,
       const std::vector<MetalEdge>& edges)
      : positions_(positions),
        inside_(inside),
        range_(range),
        sides_(sidesOf(metal, edges)),
        triangles_(metal, positions),
        rims_(rimsOf(edges)) {}

  void findPieces(MetalEdge& edge) const {
    constexpr double stepsPerRange = 4, most = 16;
    const double range = std::min(range_, edge.width);
    for (const NodePair& line : edge.lines) {
      const Vec3 begin = positions_.at(line.first), whole = positions_.at(line.second) - begin;
      const int count = static_cast<int>(std::clamp(std::ceil(stepsPerRange * norm(whole) / range), 1.0, most));
      for (int i = 0; i < count; ++i)
        edge.pieces.push_back(pieceOf(edge, line, range, begin + static_cast<double>(i) / count * whole,
                                      begin + static_cast<double>(i + 1) / count * whole));
    }
  }

 private:
  MetalSides sidesOf(const std::set<int>& metal, const std::vector<MetalEdge>& edges) const {
    MetalSides sides;
    for (const MetalEdge& edge : edges)
      for (const NodePair& line : edge.lines) sides[pairOf(line.first, line.second)];
    for (const int surface : metal) {
      const double width = widthOf(surface, positions_);
      const auto nodes = triangleNodes(surface);
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const std::size_t first = i / 3 * 3;
        const auto found = sides.find(pairOf(nodes[first + (i + 1) % 3], nodes[first + (i + 2) % 3]));
        if (found != sides.end()) found->second.push_back({positions_.at(nodes[i]), width});
      }
    }
    return sides;
  }

  const std::vector<MetalSide>& sidesAt(const NodePair& line) const {
    return sides_.at(pairOf(line.first, line.second));
  }

  std::vector<Rim> rimsOf(const std::vector<MetalEdge>& edges) const {
    std::vector<Rim> rims;
    for (const MetalEdge& edge : edges)
      for (const NodePair& line : edge.lines) {
        const auto& sides = sidesAt(line);
        const Vec3 &begin = positions_.at(line.first), &end = positions_.at(line.second);
        if (sides.size() == 1) rims.push_back({begin, end, -1.0 * inwardOf(begin, end, sides.front())});
      }
    return rims;
  }

  EdgePiece pieceOf(const MetalEdge& edge, const NodePair& line, double range, const Vec3& begin,
                    const Vec3& end) const {
    EdgePiece piece{begin, end, edge.width};
    const auto& sides = sidesAt(line);
    const auto take = [&](double gap, double width) {
      const double length = gap < range ? gapWidth(edge.angle, gap, width) : infinity;
      if (length >= piece.width) return;
      piece.width = length;
      piece.gap = gap;
    };
    for (const MetalSide& side : sides) take(acrossFace(begin, end, side, range), side.width);
    if (sides.size() == 1) take(acrossRim(begin, end, sides.front(), range), 0);
    return piece;
  }

  /// From a face of metal beside the edge, on either side of it where there is field.
  double acrossFace(const Vec3& begin, const Vec3& end, const MetalSide& side, double range) const {
    constexpr double inset = 0.02;  // beside the edge, in heights of the triangle
    const Vec3 inward = inwardOf(begin, end, side), normal = cross(normalised(end - begin), inward);
    const Vec3 x = 0.5 * (begin + end) + inset * dot(side.corner - begin, inward) * inward;
    double nearest = infinity;
    for (const double sign : {1.0, -1.0}) {
      const double gap = triangles_.across(x, sign * normal, range).distance;
      if (gap < nearest && inside_.contains(x + 0.5 * gap * sign * normal)) nearest = gap;
    }
    return nearest;
  }

  /// From the edge of a sheet in its plane.
  double acrossRim(const Vec3& begin, const Vec3& end, const MetalSide& side, double range) const {
    const Vec3 x = 0.5 * (begin + end), outward = -1.0 * inwardOf(begin, end, side);
    const double toFace = triangles_.across(x, outward, range).distance;
    const Vec3 rim = rims_.across(x, outward, range);
    const double toRim = norm(rim - x);
    double nearest = infinity;
    if (toRim > 0 && inside_.contains(0.5 * (x + rim))) nearest = toRim;
    if (toFace < nearest && inside_.contains(x + 0.5 * toFace * outward)) nearest = toFace;
    return nearest;
  }

  const NodePositions& positions_;
  const InsideSolids& inside_;
  double range_;
  MetalSides sides_;
  FacingTriangles triangles_;
  FacingRims rims_;
};

}  // namespace

void findPieces(const std::set<int>& metal, const NodePositions& positions, const InsideSolids& inside, double range,
                std::vector<MetalEdge>& edges) {
  const Gaps gaps(metal, positions, inside, range, edges);
  for (MetalEdge& edge : edges) gaps.findPieces(edge);
}

}  // namespace fluxtet
