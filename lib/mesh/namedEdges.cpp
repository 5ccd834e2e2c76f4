// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/namedEdges.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numbers>
#include <string_view>
#include <utility>

namespace fluxtet {
namespace {

constexpr std::string_view edgesOfName = ".edges";

/// The curves round faces, by tag, with the faces on their sides; the seam of a closed face has it twice.
using FacesOfCurves = std::map<int, std::vector<int>>;

FacesOfCurves curvesRound(const gmsh::vectorpair& faces) {
  FacesOfCurves curves;
  for (const auto& [dimension, face] : faces) {
    gmsh::vectorpair boundary;
    gmsh::model::getBoundary({{dimension, std::abs(face)}}, boundary, false, false);
    for (const auto& [unused, curve] : boundary) curves[std::abs(curve)].push_back(std::abs(face));
  }
  return curves;
}

/// The faces of a surface, or the outer ones of a region.
gmsh::vectorpair facesOf(const gmsh::vectorpair& groups) {
  gmsh::vectorpair faces, volumes;
  for (const auto& group : groups) (group.first == 3 ? volumes : faces).push_back(group);
  if (volumes.empty()) return faces;
  gmsh::vectorpair outer;
  gmsh::model::getBoundary(volumes, outer, true, false);
  faces.insert(faces.end(), outer.begin(), outer.end());
  return faces;
}

std::vector<double> evenly(int curve, std::size_t steps) {
  std::vector<double> low, high, at;
  gmsh::model::getParametrizationBounds(1, curve, low, high);
  for (std::size_t n = 0; n <= steps; ++n)
    at.push_back(low[0] + (high[0] - low[0]) * static_cast<double>(n) / static_cast<double>(steps));
  return at;
}

std::vector<Vec3> placesOf(int curve, const std::vector<double>& at) {
  std::vector<double> coordinates;
  gmsh::model::getValue(1, curve, at, coordinates);
  std::vector<Vec3> places;
  for (std::size_t n = 0; n + 2 < coordinates.size(); n += 3)
    places.push_back({coordinates[n], coordinates[n + 1], coordinates[n + 2]});
  return places;
}

std::vector<Vec3> normalsOf(int face, int curve, const std::vector<double>& at) {
  std::vector<double> onFace, components;
  gmsh::model::reparametrizeOnSurface(1, curve, at, face, onFace);
  gmsh::model::getNormal(face, onFace, components);
  std::vector<Vec3> normals;
  for (std::size_t n = 0; n + 2 < components.size(); n += 3)
    normals.push_back({components[n], components[n + 1], components[n + 2]});
  return normals;
}

/// Whether the normals of two faces differ at a curve that they share, whichever sides of the faces they are on.
bool hasKink(int curve, int first, int second) {
  constexpr double most = 10 * std::numbers::pi / 180;
  const std::vector<double> ends = evenly(curve, 4), at(ends.begin() + 1, ends.end() - 1);
  const auto a = normalsOf(first, curve, at), b = normalsOf(second, curve, at);
  for (std::size_t n = 0; n < a.size(); ++n)
    if (std::abs(dot(a[n], b[n])) < std::cos(most)) return true;
  return false;
}

bool isEdge(int curve, const std::vector<int>& faces) {
  if (faces.size() != 2) return true;
  return faces[0] != faces[1] && hasKink(curve, faces[0], faces[1]);
}

/// All curves of regions or surfaces, and those that are edges.
struct CurvesOfGroup {
  std::set<int> all{}, edges{};
};
CurvesOfGroup curvesOf(const gmsh::vectorpair& groups) {
  CurvesOfGroup found;
  if (!isSolidModel()) {
    gmsh::vectorpair round;
    gmsh::model::getBoundary(groups, round, true, false);
    for (const auto& [unused, curve] : round) found.edges.insert(std::abs(curve));
    found.all = found.edges;
    return found;
  }
  const double none = 1e-9 * norm(extentsOf(-1, -1));
  for (const auto& [curve, faces] : curvesRound(facesOf(groups))) {
    if (lengthOfCurve(curve) < none) continue;  // the pole of a sphere
    found.all.insert(curve);
    if (isEdge(curve, faces)) found.edges.insert(curve);
  }
  return found;
}

/// Curves of both that are edges of one of them.
std::set<int> commonEdges(const CurvesOfGroup& first, const CurvesOfGroup& second) {
  std::set<int> common;
  for (const int curve : first.all)
    if (second.all.contains(curve) && (first.edges.contains(curve) || second.edges.contains(curve)))
      common.insert(curve);
  return common;
}

}  // namespace

gmsh::vectorpair groupsNamed(const std::string& name, const EntityNames& names) {
  gmsh::vectorpair found;
  const int regions = isSolidModel() ? 3 : 2;
  for (const int dimension : {regions, regions - 1})
    for (const int tag : entitiesNamed(dimension, name, names)) found.emplace_back(dimension, tag);
  return found;
}

NamedEdges edgesNamed(const std::string& name, const EntityNames& names) {
  if (isSolidModel() && physicalGroupNamed(1, name) != 0) {
    const std::vector<int> curves = entitiesNamed(1, name, names);
    return {.isAsked = true, .curves = {curves.begin(), curves.end()}};
  }
  if (!name.ends_with(edgesOfName) || !groupsNamed(name, names).empty()) return {};
  const std::string whole = name.substr(0, name.size() - edgesOfName.size());
  if (const auto groups = groupsNamed(whole, names); !groups.empty())
    return {.isAsked = true, .curves = curvesOf(groups).edges};
  const std::size_t slash = whole.find('/');
  if (slash == std::string::npos) return {.isAsked = true, .missing = whole};
  const std::string first = whole.substr(0, slash), second = whole.substr(slash + 1);
  for (const std::string& part : {first, second})
    if (groupsNamed(part, names).empty()) return {.isAsked = true, .missing = part};
  return {.isAsked = true,
          .curves = commonEdges(curvesOf(groupsNamed(first, names)), curvesOf(groupsNamed(second, names)))};
}

std::vector<Vec3> pointsOfCurve(int curve, double apart) {
  constexpr std::size_t fewest = 8, most = 1U << 24U;
  for (std::size_t steps = fewest;; steps *= 2) {
    std::vector<Vec3> points = placesOf(curve, evenly(curve, steps));
    double widest = 0;
    for (std::size_t n = 1; n < points.size(); ++n) widest = std::max(widest, norm(points[n] - points[n - 1]));
    if (widest <= apart || steps >= most) return points;
  }
}

double lengthOfCurve(int curve) {
  const std::vector<Vec3> points = placesOf(curve, evenly(curve, 64));
  double length = 0;
  for (std::size_t n = 1; n < points.size(); ++n) length += norm(points[n] - points[n - 1]);
  return length;
}

}  // namespace fluxtet
