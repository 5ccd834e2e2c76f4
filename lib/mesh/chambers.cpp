// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/chambers.hpp"

#include "lib/base/disjointSets.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/insideSolids.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace fluxtet {
namespace {

using Nodes = std::array<std::size_t, 3>;

Nodes sorted(Nodes nodes) {
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

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

/// Sides that face each other round an edge. Sides are numbered 2 t (behind triangle t) and 2 t + 1 (where its normal
/// points).
DisjointSets unitedSides(const std::vector<Nodes>& triangles, const NodePositions& positions, const std::string& file) {
  std::vector<Wing> wings = wingsOf(triangles);
  DisjointSets sides(2 * triangles.size());
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

/// Gives each shell its chamber.
void findChambers(Chambers& chambers, const NodePositions& positions) {
  const std::vector<Surface> surfaces = surfacesOf(chambers, positions);
  // Triangles that hang together by an edge have a shell in common there.
  DisjointSets pieces(surfaces.size());
  for (const auto& [behind, ahead] : chambers.shellsOf) pieces.unite(behind, ahead);
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
      if (pieces.find(o) == pieces.find(i) || (closest && surfaces[o].volume >= surfaces[*closest].volume)) continue;
      auto& solid = solids[o];
      if (!solid) solid = std::make_unique<InsideSolids>(surfaces[o].triangles);
      if (solid->contains(point)) closest = o;
    }
    if (closest) chambers.shells[i].chamber = chambers.shells[*closest].chamber;
  }
}

}  // namespace

std::optional<std::size_t> Chambers::find(const std::array<std::size_t, 3>& triangle) const {
  const auto found = numberOf.find(sorted(triangle));
  return found == numberOf.end() ? std::nullopt : std::optional(found->second);
}

Chambers chambersOf(const std::vector<std::size_t>& nodes, const NodePositions& positions, const std::string& file) {
  Chambers chambers;
  for (std::size_t t = 0; t < nodes.size(); t += 3) {
    const Nodes own{nodes[t], nodes[t + 1], nodes[t + 2]};
    if (own[0] == own[1] || own[1] == own[2] || own[2] == own[0]) continue;
    if (chambers.numberOf.emplace(sorted(own), chambers.nodes.size()).second) chambers.nodes.push_back(own);
  }
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
  std::vector<bool> isWall(chambers.nodes.size(), false);
  for (std::size_t i = 0; i < nodes.size(); i += 3)
    if (const auto found = chambers.find({nodes[i], nodes[i + 1], nodes[i + 2]})) isWall[*found] = true;
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
