// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/chambers.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/insideSolids.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

namespace fluxtet {
namespace {

using Nodes = std::array<std::size_t, 3>;

/// Triangles without edges of no length, each once.
std::vector<Nodes> distinctTriangles(const std::vector<std::size_t>& nodes) {
  std::map<Nodes, std::size_t> known;
  std::vector<Nodes> triangles;
  for (std::size_t t = 0; t < nodes.size(); t += 3) {
    const Nodes own{nodes[t], nodes[t + 1], nodes[t + 2]};
    if (own[0] == own[1] || own[1] == own[2] || own[2] == own[0]) continue;
    if (known.emplace(sortedNodes(own), triangles.size()).second) triangles.push_back(own);
  }
  return triangles;
}

/// Sets that are united.
class Union {
 public:
  explicit Union(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
  std::size_t rootOf(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t i, std::size_t j) { parent_[rootOf(i)] = rootOf(j); }
  /// Numbers of the sets, in the order of their first members, [n].
  std::vector<std::size_t> numbers() {
    std::vector<std::optional<std::size_t>> ofRoot(parent_.size());
    std::vector<std::size_t> result;
    std::size_t count = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      auto& number = ofRoot[rootOf(i)];
      if (!number) number = count++;
      result.push_back(*number);
    }
    return result;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// A triangle at an edge.
struct Wing {
  NodePair edge;
  std::size_t triangle = 0;
  std::size_t apex = 0;    ///< node opposite the edge
  bool isForward = false;  ///< the triangle has the edge from its lower to its higher node
  double angle = 0;        ///< round the edge, from the first wing on, seen along the edge anticlockwise
};

/// Of all edges, those of an edge one after the other.
std::vector<Wing> wingsOf(const std::vector<Nodes>& triangles) {
  std::vector<Wing> wings;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t v = 0; v < 3; ++v) {
      const std::size_t a = triangles[t][v], b = triangles[t][(v + 1) % 3];
      wings.push_back({pairOf(a, b), t, triangles[t][(v + 2) % 3], a < b, 0});
    }
  std::sort(wings.begin(), wings.end(), [](const Wing& one, const Wing& other) {
    return std::pair(one.edge, one.triangle) < std::pair(other.edge, other.triangle);
  });
  return wings;
}

/// Sorts the wings of an edge by angle; of two any order is one.
void turnRound(std::vector<Wing>::iterator begin, std::vector<Wing>::iterator end, const NodePositions& positions,
               const std::string& file) {
  if (end - begin == 2) return;
  const Vec3 from = positions.at(begin->edge.first), axis = normalised(positions.at(begin->edge.second) - from);
  const auto across = [&](const Wing& wing) {
    const Vec3 x = positions.at(wing.apex) - from;
    const Vec3 height = x - dot(x, axis) * axis;
    require(norm(height) > 1e-9 * norm(x), "{}: the triangle at ({:.6g}, {:.6g}, {:.6g}) has no area: take it out",
            file, from[0], from[1], from[2]);
    return height;
  };
  const Vec3 first = normalised(across(*begin)), second = cross(axis, first);
  for (auto wing = begin + 1; wing != end; ++wing) {
    const Vec3 x = across(*wing);
    wing->angle = std::atan2(dot(x, second), dot(x, first));
  }
  std::sort(begin, end, [](const Wing& one, const Wing& other) { return one.angle < other.angle; });
  constexpr double same = 1e-6;  // rad; STL has single precision
  for (auto wing = begin + 1; wing != end; ++wing)
    require(wing->angle - (wing - 1)->angle > same,
            "{}: surfaces overlap at ({:.6g}, {:.6g}, {:.6g}): where two of them touch, their triangles have to be "
            "the same ones: let the program that made them mesh them together",
            file, from[0], from[1], from[2]);
}

/// Sides that face each other round an edge. Sides are numbered 2 t (where the normal of triangle t points) and 2 t
/// + 1.
Union unitedSides(const std::vector<Nodes>& triangles, const NodePositions& positions, const std::string& file) {
  std::vector<Wing> wings = wingsOf(triangles);
  Union sides(2 * triangles.size());
  std::size_t open = 0;
  for (auto begin = wings.begin(), end = begin; begin != wings.end(); begin = end) {
    end = std::find_if(begin, wings.end(), [&](const Wing& wing) { return wing.edge != begin->edge; });
    if (end - begin == 1) {
      ++open;
      continue;
    }
    turnRound(begin, end, positions, file);
    // The normal of a wing whose triangle has the edge forwards points to larger angles.
    for (auto wing = begin; wing != end; ++wing) {
      const auto next = wing + 1 == end ? begin : wing + 1;
      sides.unite(2 * wing->triangle + (wing->isForward ? 1 : 0), 2 * next->triangle + (next->isForward ? 0 : 1));
    }
  }
  require(open == 0,
          "{}: the surface is not closed: {} of its edges belong to one triangle alone: mend it with the program that "
          "made it",
          file, open);
  return sides;
}

/// A shell with its triangles.
struct Surface {
  std::vector<Triangle> triangles;
  double volume = 0;  ///< of what is on its side: negative for a shell round what a chamber has inside
};

double signedVolume(const Triangle& c) {
  return dot(c[0], cross(c[1], c[2])) / 6;
}

std::vector<Surface> surfacesOf(const Chambers& chambers, const NodePositions& positions) {
  std::vector<Surface> surfaces(chambers.shells.size());
  std::vector<Triangle> triangles;
  for (const Nodes& own : chambers.nodes)
    triangles.push_back({positions.at(own[0]), positions.at(own[1]), positions.at(own[2])});
  const Vec3 origin = triangles.front().front();
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    Triangle shifted = triangles[t];
    for (Vec3& corner : shifted) corner = corner - origin;
    for (std::size_t side = 0; side < 2; ++side) {
      Surface& surface = surfaces[chambers.shellsOf[t][side]];
      surface.triangles.push_back(triangles[t]);
      // What is round a chamber has normals that point out of it.
      surface.volume += (side == 0 ? 1 : -1) * signedVolume(shifted);
    }
  }
  return surfaces;
}

/// Pieces of surface that hang together by edges, by triangle.
std::vector<std::size_t> piecesOf(const std::vector<Nodes>& triangles) {
  const std::vector<Wing> wings = wingsOf(triangles);
  Union pieces(triangles.size());
  for (std::size_t i = 1; i < wings.size(); ++i)
    if (wings[i].edge == wings[i - 1].edge) pieces.unite(wings[i].triangle, wings[i - 1].triangle);
  return pieces.numbers();
}

/// Gives each shell its chamber.
void findChambers(Chambers& chambers, const NodePositions& positions) {
  const std::vector<Surface> surfaces = surfacesOf(chambers, positions);
  const std::vector<std::size_t> piece = piecesOf(chambers.nodes);
  std::vector<std::size_t> pieceOf(surfaces.size());
  for (std::size_t t = 0; t < chambers.nodes.size(); ++t)
    for (const std::size_t shell : chambers.shellsOf[t]) pieceOf[shell] = piece[t];
  std::vector<std::size_t> outer;
  for (std::size_t i = 0; i < surfaces.size(); ++i)
    if (surfaces[i].volume > 0) {
      chambers.shells[i] = {chambers.count++, true};
      outer.push_back(i);
    }
  std::map<std::size_t, std::unique_ptr<InsideSolids>> solids;
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    if (chambers.shells[i].isOuter) continue;
    const Triangle& c = surfaces[i].triangles.front();
    const Vec3 point = 1.0 / 3 * (c[0] + c[1] + c[2]);
    std::optional<std::size_t> closest;
    for (const std::size_t o : outer) {
      if (pieceOf[o] == pieceOf[i] || (closest && surfaces[o].volume >= surfaces[*closest].volume)) continue;
      auto& solid = solids[o];
      if (!solid) solid = std::make_unique<InsideSolids>(surfaces[o].triangles);
      if (solid->contains(point)) closest = o;
    }
    if (closest) chambers.shells[i].chamber = chambers.shells[*closest].chamber;
  }
}

}  // namespace

std::array<std::size_t, 3> sortedNodes(std::array<std::size_t, 3> nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

Chambers chambersOf(const std::vector<std::size_t>& nodes, const NodePositions& positions, const std::string& file) {
  Chambers chambers;
  chambers.nodes = distinctTriangles(nodes);
  require(!chambers.nodes.empty(), "{} has no triangles", file);
  const std::vector<std::size_t> shell = unitedSides(chambers.nodes, positions, file).numbers();
  for (std::size_t t = 0; t < chambers.nodes.size(); ++t) {
    chambers.shellsOf.push_back({shell[2 * t], shell[2 * t + 1]});
    const Vec3& at = positions.at(chambers.nodes[t][0]);
    require(shell[2 * t] != shell[2 * t + 1],
            "{}: the triangle at ({:.6g}, {:.6g}, {:.6g}) has the same solid on both sides: it bounds nothing, take it "
            "out",
            file, at[0], at[1], at[2]);
  }
  chambers.shells.resize(*std::max_element(shell.begin(), shell.end()) + 1);
  findChambers(chambers, positions);
  return chambers;
}

std::vector<bool> chambersInside(const Chambers& chambers, const std::vector<std::size_t>& nodes) {
  std::map<Nodes, std::size_t> triangles;
  for (std::size_t t = 0; t < chambers.nodes.size(); ++t) triangles.emplace(sortedNodes(chambers.nodes[t]), t);
  std::vector<bool> isWall(chambers.nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); i += 3)
    if (const auto found = triangles.find(sortedNodes({nodes[i], nodes[i + 1], nodes[i + 2]}));
        found != triangles.end())
      isWall[found->second] = true;
  std::vector<std::optional<bool>> inside(static_cast<std::size_t>(chambers.count));
  inside[Chambers::open] = false;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (std::size_t t = 0; t < chambers.nodes.size(); ++t)
      for (std::size_t side = 0; side < 2; ++side) {
        const auto& from = inside[static_cast<std::size_t>(chambers.chamberOf(t, side))];
        auto& to = inside[static_cast<std::size_t>(chambers.chamberOf(t, 1 - side))];
        if (!from) continue;
        const bool known = *from != isWall[t];
        if (to && *to != known) return std::vector<bool>(inside.size(), false);
        isNew = isNew || !to;
        to = known;
      }
  }
  std::vector<bool> result;
  for (const auto& one : inside) result.push_back(one.value_or(false));
  return result;
}

}  // namespace fluxtet
