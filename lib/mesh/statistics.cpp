// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/statistics.hpp"

#include "lib/base/vec3.hpp"
#include "lib/mesh/edgeTable.hpp"
#include "lib/mesh/elementVertices.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitFaces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace fluxtet {
namespace {

void measureEdges(const Mesh& mesh, MeshStatistics& s) {
  const EdgeTable edges(mesh.elements, mesh.numVertices());
  s.edges = edges.numEdges();
  s.shortestEdge = std::numeric_limits<double>::infinity();
  double sum = 0;
  for (std::int64_t a = 0; a < mesh.numVertices(); ++a) {
    for (const std::int64_t b : edges.upper(a)) {
      const double* xa = &mesh.vertices[3 * a];
      const double* xb = &mesh.vertices[3 * b];
      const double length = norm({xb[0] - xa[0], xb[1] - xa[1], xb[2] - xa[2]});
      s.shortestEdge = std::min(s.shortestEdge, length);
      s.longestEdge = std::max(s.longestEdge, length);
      sum += length;
    }
  }
  s.meanEdge = sum / static_cast<double>(s.edges);
}

/// Volumes by region, the smallest in-radius and the lowest quality.
void measureElements(const Mesh& mesh, MeshStatistics& s) {
  s.smallestInRadius = std::numeric_limits<double>::infinity();
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const auto x = elementVertices(mesh, e);
    s.regionElements[mesh.region[e]] += 1;
    s.regionVolume[mesh.region[e]] += std::abs(sixSignedVolumes(x.data())) / 6;
    s.smallestInRadius = std::min(s.smallestInRadius, inSphereRadius(x.data()));
    const double quality = elementQuality(x.data());
    s.lowestQuality = std::min(s.lowestQuality, quality);
    if (quality < soundQuality) ++s.flatElements;
  }
}

void measureSurfaces(const Mesh& mesh, MeshStatistics& s) {
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const std::int64_t side = sides[0].side;
    const std::int32_t group = mesh.faceGroup[side];
    if (group < 0) return;
    s.surfaceFaces[group] += 1;
    s.surfaceArea[group] += faceAreas(elementVertices(mesh, side / 4).data())[side % 4];
  });
}

}  // namespace

MeshStatistics meshStatistics(const Mesh& mesh) {
  MeshStatistics s;
  s.elements = mesh.numElements();
  s.vertices = mesh.numVertices();
  s.regionElements.assign(mesh.groups.regions.size(), 0);
  s.regionVolume.assign(mesh.groups.regions.size(), 0);
  s.surfaceFaces.assign(mesh.groups.surfaces.size(), 0);
  s.surfaceArea.assign(mesh.groups.surfaces.size(), 0);
  measureEdges(mesh, s);
  measureElements(mesh, s);
  measureSurfaces(mesh, s);
  return s;
}

std::string describe(const MeshStatistics& s, const MeshGroups& groups) {
  std::string text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "tetrahedra    {}\n", s.elements);
  fmt::format_to(out, "vertices      {}\n", s.vertices);
  fmt::format_to(out, "edges         {}, L_min {:.6g} mm, L_max {:.6g} mm, L_avg {:.6g} mm\n", s.edges,
                 1e3 * s.shortestEdge, 1e3 * s.longestEdge, 1e3 * s.meanEdge);
  fmt::format_to(out, "in-sphere     radius at least {:.6g} mm\n", 1e3 * s.smallestInRadius);
  fmt::format_to(out, "quality       at least {:.3g}, {} tetrahedra below {:g}; 1: regular, 0: flat (mesh.mendBelow)\n",
                 s.lowestQuality, s.flatElements, soundQuality);
  for (std::size_t r = 0; r < groups.regions.size(); ++r)
    fmt::format_to(out, "region        {}: {} tetrahedra, {:.6g} m^3\n", groups.regions[r], s.regionElements[r],
                   s.regionVolume[r]);
  for (std::size_t g = 0; g < groups.surfaces.size(); ++g)
    fmt::format_to(out, "surface       {}: {} faces, {:.6g} m^2\n", groups.surfaces[g], s.surfaceFaces[g],
                   s.surfaceArea[g]);
  return text;
}

}  // namespace fluxtet
