// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/curvedGaps.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/facetSizes.hpp"
#include "lib/mesh/facingTriangles.hpp"
#include "lib/mesh/surfaceFeet.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <map>
#include <utility>

namespace fluxtet {
namespace {

/// Calls function(point) for points of a triangle, which are no further apart than a share of the radius of curvature,
/// since a gap between two bodies may be narrow over less than one triangle of the first mesh.
template <class Function>
void forEachPoint(const Vec3& a, const Vec3& b, const Vec3& c, double curvature, const Function& function) {
  constexpr double third = 1.0 / 3, share = 0.08, most = 8;
  const double longest = std::max({norm(b - a), norm(c - b), norm(a - c)});
  const auto lines = static_cast<int>(std::clamp(std::ceil(longest * curvature / share), 1.0, most));
  for (int i = 0; i < lines; ++i)
    for (int j = 0; i + j < lines; ++j) {
      const double u = (i + third) / lines, v = (j + third) / lines;
      function((1 - u - v) * a + u * b + v * c);
    }
}

/// The other surfaces that have a curve in common with this one.
std::set<int> surfacesBeside(int surface) {
  std::set<int> beside;
  std::vector<int> above, curves, surfaces, unused;
  gmsh::model::getAdjacencies(2, surface, above, curves);
  for (const int curve : curves) {
    gmsh::model::getAdjacencies(1, std::abs(curve), surfaces, unused);
    beside.insert(surfaces.begin(), surfaces.end());
  }
  beside.erase(surface);
  return beside;
}

bool isAlong(const Vec3& way, const Vec3& normal) {
  return std::abs(dot(way, normal)) >= leastFacing * norm(way);
}

/// Moves gaps of one surface to another one, or to itself, from between facets to between the surfaces, from which
/// facets may be further away than a gap is wide. Leaves out those that are none: that are no narrower than the radius,
/// or whose ends do not face each other, as between coarse facets of one and the same body.
std::vector<CurvedGap> betweenSurfaces(std::vector<CurvedGap> gaps) {
  const int surface = gaps.front().surface, surfaceAcross = gaps.front().surfaceAcross;
  std::vector<Vec3> at, across;
  for (const CurvedGap& gap : gaps) at.push_back(gap.at);
  const SurfaceFeet here = feetOn(surface, at);
  for (std::size_t i = 0; i < gaps.size(); ++i)
    across.push_back(surface == surfaceAcross ? gaps[i].across : here.points[i]);
  const SurfaceFeet there = feetOn(surfaceAcross, across);
  std::vector<CurvedGap> found;
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    CurvedGap& gap = gaps[i];
    gap.at = here.points[i];
    gap.across = there.points[i];
    const Vec3 way = gap.across - gap.at;
    if (gap.width() * gap.k1 < 1 && isAlong(way, here.normals[i]) && isAlong(way, there.normals[i]))
      found.push_back(gap);
  }
  return found;
}

/// What was found of the surfaces of one name, in the model's unit.
struct Finding {
  double size = std::numeric_limits<double>::infinity();  ///< the smallest one
  double gap = 0;                                         ///< there
  bool isLimited = false;
};

}  // namespace

std::vector<CurvedGap> curvedGaps(const std::set<int>& surfaces, const SurfaceCurvatures& curvatures,
                                  const NodePositions& positions, const InsideSolids& inside, double range) {
  const FacingTriangles facing(surfaces, positions);
  std::map<std::pair<int, int>, std::vector<CurvedGap>> betweenFacets;  // by the two surfaces
  for (const int surface : surfaces) {
    const SurfaceCurvature& curvature = curvatures.at(surface);
    if (curvature.isFlat()) continue;
    const std::set<int> beside = surfacesBeside(surface);
    const auto nodes = triangleNodes(surface);
    for (std::size_t i = 0; i < nodes.size(); i += 3) {
      const Vec3 &a = positions.at(nodes[i]), &b = positions.at(nodes[i + 1]), &c = positions.at(nodes[i + 2]);
      const Vec3 normal = normalised(cross(b - a, c - a));
      const auto [k1, k2] = curvature.at(1.0 / 3 * (a + b + c));
      if (k1 <= 0) continue;
      forEachPoint(a, b, c, k1, [&, k1 = k1, k2 = k2](const Vec3& x) {
        const double most = std::min(range, 1 / k1);
        for (const double sign : {1.0, -1.0}) {
          const auto [gap, across] = facing.across(x, sign * normal, most);
          if (gap < most && !beside.contains(across) && inside.contains(x + 0.5 * gap * sign * normal))
            betweenFacets[{surface, across}].push_back({surface, across, x, x + gap * sign * normal, k1, k2});
        }
      });
    }
  }
  std::vector<CurvedGap> gaps;
  for (auto& [unused, listed] : betweenFacets) {
    const auto found = betweenSurfaces(std::move(listed));
    gaps.insert(gaps.end(), found.begin(), found.end());
  }
  return gaps;
}

std::vector<std::string> limitInCurvedGaps(const std::vector<CurvedGap>& gaps, const GapRule& rule,
                                           const std::set<SizeField::Entity>& exempt, double least, double unit,
                                           const EntityNames& names, std::vector<GradedSizes::Source>& sources) {
  std::map<std::string, Finding> findings;
  for (const CurvedGap& gap : gaps) {
    const double share = rule.share * gap.width() * gap.k1;
    if (exempt.contains({2, gap.surface}) || share >= rule.accuracy) continue;
    const double wanted = facetEdge(gap.k1, gap.k2, share);
    const double size = std::max(wanted, least);
    for (const Vec3& side : {gap.at, gap.across}) sources.push_back({side, size});
    Finding& finding = findings[nameOfEntity(2, gap.surface, names)];
    if (size < finding.size) finding = {size, gap.width(), wanted < least};
  }
  std::vector<std::string> text;
  for (const auto& [name, finding] : findings)
    text.push_back(fmt::format("{}: {} by curvature at {} of {}{}", name, lengthText(finding.size * unit), rule.kind,
                               lengthText(finding.gap * unit),
                               finding.isLimited ? ", the smallest size that is set in gaps" : ""));
  return text;
}

}  // namespace fluxtet
