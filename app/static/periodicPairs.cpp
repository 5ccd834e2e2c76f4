// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/periodicPairs.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/pointTree.hpp"

#include <algorithm>

namespace fluxtet::statics {
namespace {

/// Two nodes match if they are nearer than this share of the boundary's size: far above rounding in mesh files, far
/// below the size of elements.
constexpr double toleranceShare = 1e-6;

std::vector<Vec3> placesOf(const StaticModel& model, const std::vector<std::int32_t>& nodes) {
  std::vector<Vec3> places;
  for (const std::int32_t node : nodes) places.push_back(nodePlace(model.mesh, model.nodes, node));
  return places;
}

Bounds boundsOf(const std::vector<Vec3>& places) {
  Bounds box{places.front(), places.front()};
  for (const Vec3& x : places)
    for (std::size_t k = 0; k < 3; ++k) {
      box.low[k] = std::min(box.low[k], x[k]);
      box.high[k] = std::max(box.high[k], x[k]);
    }
  return box;
}

bool liesOnAxis(const StaticModel& model, std::int32_t facet) {
  if (model.form != FormKind::axisymmetricA) return false;
  const auto nodes = model.nodes.ofFacet(facet);
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](std::int32_t node) { return nodePlace(model.mesh, model.nodes, node)[0] == 0; });
}

}  // namespace

std::vector<std::int32_t> boundaryNodes(const StaticModel& model, const std::string& surface) {
  const int group = model.surface(surface);
  std::vector<std::int32_t> result;
  for (std::int32_t f = 0; f < model.mesh.numFacets(); ++f) {
    if (model.mesh.facetGroup[static_cast<std::size_t>(f)] != group || liesOnAxis(model, f)) continue;
    const auto nodes = model.nodes.ofFacet(f);
    result.insert(result.end(), nodes.begin(), nodes.end());
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<std::pair<std::int32_t, std::int32_t>> periodicPairs(const StaticModel& model,
                                                                 const StaticBoundary& boundary) {
  const std::vector<std::int32_t> own = boundaryNodes(model, boundary.surface);
  const std::vector<std::int32_t> other = boundaryNodes(model, boundary.partner);
  require(own.size() == other.size() && !own.empty(),
          "{}: boundaries.{}: it has {} nodes, its partner '{}' {}: periodic boundaries need the same mesh (in Gmsh: "
          "`Periodic Curve` or `Periodic Surface`)",
          toString(boundary.mark), boundary.surface, own.size(), boundary.partner, other.size());
  const std::vector<Vec3> from = placesOf(model, own), to = placesOf(model, other);
  const Bounds box = boundsOf(from), otherBox = boundsOf(to);
  const Vec3 translation = 0.5 * (otherBox.low + otherBox.high - box.low - box.high);
  const double tolerance = toleranceShare * norm(box.high - box.low);
  const Vec3 margin{tolerance, tolerance, tolerance};
  const PointTree tree(to);
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  std::vector<std::int32_t> found;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vec3 image = from[i] + translation;
    found.clear();
    tree.find({image - margin, image + margin}, found);
    require(found.size() == 1,
            "{}: boundaries.{}: its node at {} has {} counterpart on '{}' at {}: periodic boundaries are a translation "
            "of each "
            "other with the same mesh (in Gmsh: `Periodic Curve` or `Periodic Surface`)",
            toString(boundary.mark), boundary.surface, placeText(model, from[i]),
            found.empty() ? "no" : "more than one", boundary.partner, placeText(model, image));
    pairs.emplace_back(own[i], other[static_cast<std::size_t>(found.front())]);
  }
  return pairs;
}

}  // namespace fluxtet::statics
