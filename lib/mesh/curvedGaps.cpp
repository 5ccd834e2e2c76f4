// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/curvedGaps.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/curvatureSizes.hpp"
#include "lib/mesh/facetSizes.hpp"
#include "lib/mesh/facingTriangles.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>

namespace fluxtet {
namespace {

/// Points of a triangle lie on so many lines along each of its sides: a gap between two bodies is narrow over less than
/// one triangle of the first mesh.
constexpr int lines = 5;

/// Calls function(point) for the middles of the parts into which `lines` divide a triangle.
template <class Function>
void forEachPoint(const Vec3& a, const Vec3& b, const Vec3& c, const Function& function) {
  constexpr double third = 1.0 / 3;
  for (int i = 0; i < lines; ++i)
    for (int j = 0; i + j < lines; ++j) {
      const double u = (i + third) / lines, v = (j + third) / lines;
      function((1 - u - v) * a + u * b + v * c);
    }
}

/// What was found of the surfaces of one name, in the model's unit.
struct Finding {
  double size = std::numeric_limits<double>::infinity();  ///< the smallest one
  double gap = 0;                                         ///< there
  bool isLimited = false;
};

}  // namespace

std::vector<CurvedGap> curvedGaps(const std::set<int>& metal, const NodePositions& positions,
                                  const InsideSolids& inside, double range) {
  const FacingTriangles facing(metal, positions);
  std::vector<CurvedGap> gaps;
  for (const int surface : metal) {
    const SurfaceCurvature curvature(surface);
    if (curvature.isFlat()) continue;
    const auto nodes = triangleNodes(surface);
    for (std::size_t i = 0; i < nodes.size(); i += 3) {
      const Vec3 &a = positions.at(nodes[i]), &b = positions.at(nodes[i + 1]), &c = positions.at(nodes[i + 2]);
      const Vec3 normal = normalised(cross(b - a, c - a));
      forEachPoint(a, b, c, [&](const Vec3& x) {
        const auto [k1, k2] = curvature.at(x);
        if (k1 <= 0) return;
        const double most = std::min(range, 1 / k1);
        for (const double sign : {1.0, -1.0}) {
          const double gap = facing.across(x, sign * normal, most);
          if (gap < most && inside.contains(x + 0.5 * gap * sign * normal))
            gaps.push_back({surface, x, x + gap * sign * normal, k1, k2});
        }
      });
    }
  }
  return gaps;
}

std::vector<std::string> limitInCurvedGaps(const std::vector<CurvedGap>& gaps, const AutoSizes& sizes,
                                           const std::set<SizeField::Entity>& exempt, double least, double unit,
                                           const EntityNames& names, std::vector<GradedSizes::Source>& sources) {
  std::map<std::string, Finding> findings;
  for (const CurvedGap& gap : gaps) {
    if (exempt.contains({2, gap.surface})) continue;
    const double wanted = facetEdge(gap.k1, gap.k2, sizes.accuracy * gap.width() * gap.k1);
    const double size = std::max(wanted, least);
    for (const Vec3& side : {gap.at, gap.across}) sources.push_back({side, size});
    Finding& finding = findings[nameOfEntity(2, gap.surface, names)];
    if (size < finding.size) finding = {size, gap.width(), wanted < least};
  }
  std::vector<std::string> text;
  for (const auto& [name, finding] : findings)
    text.push_back(fmt::format("{}: {} by curvature at a gap of {}{}", name, lengthText(finding.size * unit),
                               lengthText(finding.gap * unit),
                               finding.isLimited ? ", the smallest size that is set in gaps" : ""));
  return text;
}

}  // namespace fluxtet
