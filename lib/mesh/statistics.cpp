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
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

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

/// Volumes and places by region, the smallest in-radius and the lowest quality.
void measureElements(const Mesh& mesh, MeshStatistics& s) {
  std::vector<PlaceSum> places(mesh.groups.regions.size());
  s.smallestInRadius = std::numeric_limits<double>::infinity();
  for (std::int64_t e = 0; e < mesh.numElements(); ++e) {
    const auto x = elementVertices(mesh, e);
    s.regionElements[mesh.region[e]] += 1;
    const double volume = std::abs(sixSignedVolumes(x.data())) / 6;
    s.regionVolume[mesh.region[e]] += volume;
    std::array<Vec3, 4> corners;
    for (std::size_t v = 0; v < 4; ++v) std::copy_n(&x[3 * v], 3, corners[v].begin());
    places[static_cast<std::size_t>(mesh.region[e])].add(corners, volume);
    s.smallestInRadius = std::min(s.smallestInRadius, inSphereRadius(x.data()));
    const double quality = elementQuality(x.data());
    s.lowestQuality = std::min(s.lowestQuality, quality);
    if (quality < soundQuality) ++s.flatElements;
  }
  for (const PlaceSum& sum : places) s.regionPlace.push_back(sum.place());
  s.extent = extentOf(s.regionPlace);
}

/// The face of a surface with its normal out of the first side's element.
SidedFacet facetAt(const Mesh& mesh, std::span<const FaceSide> sides) {
  const auto x = elementVertices(mesh, sides[0].side / 4);
  const auto corner = [&](std::int64_t v) { return Vec3{x[3 * v], x[3 * v + 1], x[3 * v + 2]}; };
  const std::int64_t opposite = sides[0].side % 4;
  SidedFacet facet;
  for (std::int64_t i = 0; i < 3; ++i) facet.corners[i] = corner(i < opposite ? i : i + 1);
  const auto& [a, b, c] = facet.corners;
  facet.area = 0.5 * cross(b - a, c - a);
  if (dot(facet.area, a - corner(opposite)) < 0) facet.area = -1.0 * facet.area;
  return facet;
}

/// Faces and areas of surfaces, where they are, and which regions touch.
void measureSurfaces(const Mesh& mesh, MeshStatistics& s) {
  std::vector<std::vector<SidedFacet>> facets(mesh.groups.surfaces.size());
  Neighbours neighbours(mesh.groups.regions.size());
  visitFaces(mesh.elements, mesh.numVertices(), [&](std::span<const FaceSide> sides) {
    const std::int64_t side = sides[0].side;
    FacetRegions regions{mesh.region[side / 4]};
    if (sides.size() > 1) regions.second = mesh.region[sides[1].side / 4];
    neighbours.add(regions);
    const std::int32_t group = mesh.faceGroup[side];
    if (group < 0) return;
    SidedFacet facet = facetAt(mesh, sides);
    facet.regions = regions;
    s.surfaceFaces[group] += 1;
    s.surfaceArea[group] += norm(facet.area);
    facets[static_cast<std::size_t>(group)].push_back(ascending(facet));
  });
  s.regionNeighbours = neighbours.lists();
  for (const auto& of : facets) s.surfacePlace.push_back(surfacePlace(of));
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
  const PlaceText places(3, s.extent);
  for (std::size_t r = 0; r < groups.regions.size(); ++r)
    text += places.entry("region", groups.regions[r],
                         fmt::format("{} tetrahedra, {:.6g} m^3", s.regionElements[r], s.regionVolume[r]),
                         neighboursText(s.regionNeighbours[r], groups.regions), s.regionPlace[r]);
  for (std::size_t g = 0; g < groups.surfaces.size(); ++g)
    text += places.entry("surface", groups.surfaces[g],
                         fmt::format("{} faces, {:.6g} m^2", s.surfaceFaces[g], s.surfaceArea[g]),
                         places.surface(s.surfacePlace[g], "plane", groups.regions), s.surfacePlace[g].place);
  return text;
}

}  // namespace fluxtet
