// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/outline.hpp"

#include "lib/base/disjointSets.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>

namespace fluxtet::dgtd {

namespace {

/// Twice the area of a triangle with its sign, m^2.
double twiceArea(const CrossSection& section, std::size_t triangle) {
  const auto& [a, b, c] = section.triangle[triangle];
  const auto &p = section.x[a], &q = section.x[b], &r = section.x[c];
  return (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
}

struct Box {
  double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
  double size() const { return std::hypot(high[0] - low[0], high[1] - low[1]); }
  double centre(int axis) const { return (low[axis] + high[axis]) / 2; }
};

Box boxOf(const CrossSection& section, const std::vector<std::int32_t>& vertices) {
  Box box;
  for (const std::int32_t vertex : vertices)
    for (int axis = 0; axis < 2; ++axis) {
      box.low[axis] = std::min(box.low[axis], section.x[vertex][axis]);
      box.high[axis] = std::max(box.high[axis], section.x[vertex][axis]);
    }
  return box;
}

/// Whether `a` rather than `b` is the reference; lengths that differ by rounding count as equal.
bool isReference(const Box& a, const Box& b) {
  const double tolerance = 1e-6 * std::max(a.size(), b.size());
  if (std::abs(a.size() - b.size()) > tolerance) return a.size() > b.size();
  for (const int axis : {1, 0})
    if (std::abs(a.centre(axis) - b.centre(axis)) > tolerance) return a.centre(axis) < b.centre(axis);
  return false;
}

/// Triangles on either side of a wall belong together only if there is a way round it.
void requireOnePiece(const CrossSection& section, const std::map<EdgeKey, std::vector<std::int32_t>>& edges,
                     const std::set<EdgeKey>& walls) {
  DisjointSets pieces(section.triangle.size());
  for (const auto& [edge, triangles] : edges)
    if (!walls.contains(edge))
      for (const std::int32_t triangle : triangles) pieces.unite(triangles[0], triangle);
  std::set<std::size_t> found;
  for (std::size_t i = 0; i < section.triangle.size(); ++i) found.insert(pieces.find(i));
  require(found.size() == 1,
          "the cross-section falls into {} separate pieces (walls may divide it): give each a port of its own",
          found.size());
}

}  // namespace

std::map<EdgeKey, std::vector<std::int32_t>> edgesOf(const CrossSection& section) {
  std::map<EdgeKey, std::vector<std::int32_t>> edges;
  for (std::size_t i = 0; i < section.triangle.size(); ++i)
    for (int corner = 0; corner < 3; ++corner)
      edges[edgeKey(section.triangle[i][corner], section.triangle[i][(corner + 1) % 3])].push_back(
          static_cast<std::int32_t>(i));
  return edges;
}

void checkCrossSection(const CrossSection& section) {
  require(!section.triangle.empty(), "the cross-section has no triangles");
  const auto edges = edgesOf(section);
  std::set<EdgeKey> walls;
  for (const auto* list : {&section.electricEdge, &section.magneticEdge})
    for (const auto& [a, b] : *list) walls.insert(edgeKey(a, b));
  for (const EdgeKey& edge : walls)
    require(edges.contains(edge), "the wall between vertices {} and {} is no edge of the cross-section", edge.first,
            edge.second);
  for (const auto& [edge, triangles] : edges) {
    const auto& x = section.x[edge.first];
    require(triangles.size() <= 2, "{} triangles of the cross-section meet in an edge at (u, v) = ({}, {}) m",
            triangles.size(), x[0], x[1]);
    require(
        triangles.size() == 2 || walls.contains(edge),
        "the edge of the cross-section at (u, v) = ({}, {}) m is on no wall: a port must end at pec or pmc surfaces",
        x[0], x[1]);
  }
  for (std::size_t i = 0; i < section.triangle.size(); ++i)
    require(twiceArea(section, i) != 0, "triangle {} of the cross-section has no area", i);
  requireOnePiece(section, edges, walls);
}

std::vector<std::vector<std::int32_t>> conductorsOf(const CrossSection& section) {
  DisjointSets sets(section.x.size());
  std::set<std::int32_t> onWall;
  for (const auto& [a, b] : section.electricEdge) {
    sets.unite(a, b);
    onWall.insert({a, b});
  }
  std::map<std::size_t, std::vector<std::int32_t>> bySet;
  for (const std::int32_t vertex : onWall) bySet[sets.find(vertex)].push_back(vertex);
  std::vector<std::vector<std::int32_t>> conductors;
  for (auto& [set, vertices] : bySet) conductors.push_back(std::move(vertices));
  std::stable_sort(conductors.begin(), conductors.end(),
                   [&](const auto& a, const auto& b) { return isReference(boxOf(section, a), boxOf(section, b)); });
  return conductors;
}

bool isHomogeneous(const CrossSection& section) {
  const auto alike = [](const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(),
                       [&](double value) { return std::abs(value - values[0]) <= 1e-9 * std::abs(values[0]); });
  };
  return alike(section.epsilonR) && alike(section.muR);
}

std::vector<std::array<double, 2>> cornersOf(const CrossSection& section) {
  // Outer edges in the direction of positive rotation.
  std::map<std::int32_t, std::int32_t> next;
  const auto edges = edgesOf(section);
  for (std::size_t i = 0; i < section.triangle.size(); ++i)
    for (int corner = 0; corner < 3; ++corner) {
      std::int32_t a = section.triangle[i][corner], b = section.triangle[i][(corner + 1) % 3];
      if (edges.at(edgeKey(a, b)).size() != 1) continue;
      if (twiceArea(section, i) < 0) std::swap(a, b);
      if (!next.emplace(a, b).second) return {};  // two parts of the outline touch
    }
  std::vector<std::int32_t> loop;
  for (std::int32_t vertex = next.begin()->first; loop.empty() || vertex != loop[0]; vertex = next.at(vertex))
    loop.push_back(vertex);
  if (loop.size() != next.size()) return {};
  std::vector<std::array<double, 2>> corners;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const auto& before = section.x[loop[(i + loop.size() - 1) % loop.size()]];
    const auto& here = section.x[loop[i]];
    const auto& after = section.x[loop[(i + 1) % loop.size()]];
    const double in[2] = {here[0] - before[0], here[1] - before[1]};
    const double out[2] = {after[0] - here[0], after[1] - here[1]};
    const double turn = std::atan2(in[0] * out[1] - in[1] * out[0], in[0] * out[0] + in[1] * out[1]);
    if (std::abs(turn) > 1e-6) corners.push_back(here);
  }
  return corners;
}

double areaOf(const CrossSection& section) {
  double area = 0;
  for (std::size_t i = 0; i < section.triangle.size(); ++i) area += std::abs(twiceArea(section, i)) / 2;
  return area;
}

std::array<double, 2> centreOf(const CrossSection& section) {
  std::array<double, 2> centre{};
  for (std::size_t i = 0; i < section.triangle.size(); ++i)
    for (const std::int32_t vertex : section.triangle[i])
      for (int axis = 0; axis < 2; ++axis)
        centre[axis] += std::abs(twiceArea(section, i)) / 6 * section.x[vertex][axis];
  const double area = areaOf(section);
  return {centre[0] / area, centre[1] / area};
}

}  // namespace fluxtet::dgtd
