// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeSizes.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/mesh/edgeSingularity.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

namespace fluxtet {
namespace {

/// Of the size for each unit of distance from an edge. What it leaves out at P2 is less than what elements at the edge
/// do (docs/theory.md, "Edges of metal").
constexpr double growth = 0.4;

/// Widths of metal count up to this share of the shortest wavelength: a larger sheet does not resonate as a whole.
constexpr double shareOfWavelength = 0.25;

/// Appends points of a curve, given by the ends of its pieces, that are no further apart than `size`.
void appendSources(const MetalEdge& edge, double size, std::vector<GradedSizes::Source>& sources) {
  for (std::size_t i = 0; i < edge.points.size(); i += 2) {
    const Vec3 begin = edge.points[i], whole = edge.points[i + 1] - begin;
    const auto pieces = static_cast<int>(std::ceil(norm(whole) / size));
    for (int n = 0; n <= pieces; ++n) sources.push_back({begin + static_cast<double>(n) / pieces * whole, size});
  }
}

/// What was found of the edges of one name.
struct Finding {
  double size = std::numeric_limits<double>::infinity();  ///< the smallest one, in the model's unit
  double angle = 0;                                       ///< rad, there
  bool isLimited = false;
};

}  // namespace

std::vector<std::string> limitAtEdges(const std::vector<MetalEdge>& edges, const AutoSizes& sizes,
                                      const std::set<SizeField::Entity>& exempt, double least, double unit,
                                      const EntityNames& names, SizeField& field) {
  double largest = 0;
  for (const auto& [unused, size] : sizes.ofWaves) largest = std::max(largest, size / unit);
  std::vector<GradedSizes::Source> sources;
  std::map<std::string, Finding> findings;
  for (const MetalEdge& edge : edges) {
    if (exempt.contains({1, edge.curve})) continue;
    const double width = std::min(edge.width, shareOfWavelength * sizes.wavelength / unit);
    const double wanted = edgeSize(edge.angle, width, sizes.order, sizes.accuracy), size = std::max(wanted, least);
    if (size >= largest) continue;
    appendSources(edge, size, sources);
    Finding& finding = findings[nameOfEntity(2, edge.surface, names)];
    if (size < finding.size) finding = {size, edge.angle, wanted < least};
  }
  if (sources.empty()) return {};
  field.limitAround(GradedSizes(std::move(sources), growth), exempt);
  std::vector<std::string> lines;
  for (const auto& [name, finding] : findings)
    lines.push_back(fmt::format("{}: {} at edges round which the field turns by {:.0f} degrees{}", name,
                                lengthText(finding.size * unit), finding.angle * 180 / std::numbers::pi,
                                finding.isLimited ? ", the smallest size that is set at edges" : ""));
  return lines;
}

}  // namespace fluxtet
