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

/// Appends points of a piece that are no further apart than `size`.
void appendSources(const EdgePiece& piece, double size, std::vector<GradedSizes::Source>& sources) {
  const Vec3 whole = piece.end - piece.begin;
  const auto steps = static_cast<int>(std::ceil(norm(whole) / size));
  for (int n = 0; n <= steps; ++n) sources.push_back({piece.begin + static_cast<double>(n) / steps * whole, size});
}

/// What was found of the edges of one name, with gaps or without; lengths in the model's unit.
struct Finding {
  double size = std::numeric_limits<double>::infinity();  ///< the smallest one
  double angle = 0;                                       ///< rad, there
  double gap = 0;
  bool isLimited = false;
};

std::string lineOf(const std::string& name, const Finding& finding, double unit) {
  const bool isGap = std::isfinite(finding.gap);
  return fmt::format(
      "{}: {} at edges{} round which the field turns by {:.0f} degrees{}", name, lengthText(finding.size * unit),
      isGap ? fmt::format(" at a gap of {}", lengthText(finding.gap * unit)) : "",
      finding.angle * 180 / std::numbers::pi, finding.isLimited ? ", the smallest size that is set at edges" : "");
}

}  // namespace

double edgeRange(const AutoSizes& sizes) {
  constexpr double shareOfWavelength = 0.25;
  return shareOfWavelength * sizes.wavelength;
}

std::vector<std::string> limitAtEdges(const std::vector<MetalEdge>& edges, const AutoSizes& sizes,
                                      const std::set<SizeField::Entity>& exempt, double least, double unit,
                                      const EntityNames& names, std::vector<GradedSizes::Source>& sources) {
  double largest = 0;
  for (const auto& [unused, size] : sizes.ofWaves) largest = std::max(largest, size / unit);
  std::map<std::pair<std::string, bool>, Finding> findings;  // by name, and whether at a gap
  for (const MetalEdge& edge : edges) {
    if (exempt.contains({1, edge.curve})) continue;
    for (const EdgePiece& piece : edge.pieces) {
      const double width = std::min(piece.width, edgeRange(sizes) / unit);
      const double wanted = edgeSize(edge.angle, width, sizes.order, sizes.accuracy), size = std::max(wanted, least);
      if (size >= largest) continue;
      appendSources(piece, size, sources);
      Finding& finding = findings[{nameOfEntity(2, edge.surface, names), std::isfinite(piece.gap)}];
      if (size < finding.size) finding = {size, edge.angle, piece.gap, wanted < least};
    }
  }
  std::vector<std::string> lines;
  for (const auto& [key, finding] : findings) lines.push_back(lineOf(key.first, finding, unit));
  return lines;
}

}  // namespace fluxtet
