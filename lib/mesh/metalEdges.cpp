// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/metalEdges.hpp"

#include "lib/mesh/edgeGaps.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numbers>
#include <utility>

namespace fluxtet {
namespace {

/// What the field sees of a triangle: nothing, metal, or a mirror that keeps the electric field's sense along it.
enum class SideKind { none, metal, magnetic };

/// A triangle at an edge of the mesh, seen along the edge.
struct Side {
  double angle = 0;  ///< rad
  SideKind kind = SideKind::none;
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

/// The largest angle of field between two sides of metal that follow each other, or round the one there is; between
/// metal and a magnetic side twice the angle, which is that to the mirror image of the metal.
double fieldAngle(std::vector<Side> sides, const Frame& frame, double radius, const InsideSolids& inside) {
  constexpr double turn = 2 * std::numbers::pi;
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.angle < b.angle; });
  const auto first =
      std::find_if(sides.begin(), sides.end(), [](const Side& side) { return side.kind == SideKind::metal; });
  if (first == sides.end()) return 0;
  std::rotate(sides.begin(), first, sides.end());
  sides.push_back(sides.front());
  double largest = 0, sum = 0;
  bool isOpen = true;
  SideKind begin = SideKind::metal;  // of the sum
  for (std::size_t i = 1; i < sides.size(); ++i) {
    double sector = sides[i].angle - sides[i - 1].angle;
    if (sector <= 0) sector += turn;
    sum += sector;
    isOpen = isOpen && inside.contains(frame.at(sides[i - 1].angle + sector / 2, radius));
    if (sides[i].kind == SideKind::none) continue;
    const bool isMirrored = (begin == SideKind::metal) != (sides[i].kind == SideKind::metal);
    if (isOpen) largest = std::max(largest, isMirrored ? 2 * sum : sum);
    begin = sides[i].kind;
    sum = 0;
    isOpen = true;
  }
  return largest;
}

/// Candidates by the edge of the mesh in the middle of their curve.
struct Candidate {
  MetalEdge edge;
  std::vector<Side> sides;
};

std::map<NodePair, Candidate> candidatesOf(const std::set<int>& metal, const NodePositions& positions) {
  std::map<NodePair, Candidate> candidates;
  for (const int surface : metal) {
    const double width = widthOf(surface, positions);
    std::vector<int> unused, curves;
    gmsh::model::getAdjacencies(2, surface, unused, curves);
    for (const int curve : curves) {
      const auto lines = lineNodes(std::abs(curve));
      if (lines.empty()) continue;
      const std::size_t middle = lines.size() / 4 * 2;
      MetalEdge& edge = candidates[pairOf(lines[middle], lines[middle + 1])].edge;
      if (edge.curve == 0)
        for (std::size_t i = 0; i < lines.size(); i += 2) edge.lines.push_back({lines[i], lines[i + 1]});
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
void findSides(const std::set<int>& metal, const std::set<int>& magnetic, const NodePositions& positions,
               std::map<NodePair, Candidate>& candidates) {
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces) {
    const auto nodes = triangleNodes(surface);
    const SideKind kind = metal.contains(surface)      ? SideKind::metal
                          : magnetic.contains(surface) ? SideKind::magnetic
                                                       : SideKind::none;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t begin = i / 3 * 3, a = begin + (i + 1) % 3, b = begin + (i + 2) % 3;
      const auto found = candidates.find(pairOf(nodes[a], nodes[b]));
      if (found == candidates.end()) continue;
      const Frame frame(positions.at(found->first.first), positions.at(found->first.second));
      found->second.sides.push_back({frame.angleOf(positions.at(nodes[i])), kind});
    }
  }
}

}  // namespace

std::vector<MetalEdge> metalEdges(const std::set<int>& metal, const std::set<int>& magnetic, double range,
                                  const NodePositions& positions, const InsideSolids& inside) {
  constexpr double nearness = 0.01;  // of points that are tried, in lengths of the edge
  auto candidates = candidatesOf(metal, positions);
  findSides(metal, magnetic, positions, candidates);
  std::vector<MetalEdge> edges;
  for (auto& [nodes, candidate] : candidates) {
    const Vec3 &a = positions.at(nodes.first), &b = positions.at(nodes.second);
    candidate.edge.angle = fieldAngle(candidate.sides, Frame(a, b), nearness * norm(b - a), inside);
    if (candidate.edge.angle > std::numbers::pi) edges.push_back(std::move(candidate.edge));
  }
  findPieces(metal, positions, inside, range, edges);
  return edges;
}

}  // namespace fluxtet
