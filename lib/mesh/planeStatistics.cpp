// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/planeStatistics.hpp"

#include "lib/mesh/edgeFacets.hpp"
#include "lib/mesh/quality.hpp"
#include "lib/mesh/visitEdges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

namespace fluxtet {
namespace {

Vec3 vertexAt(const SimplexMesh& mesh, std::int32_t v) {
  const double* x = &mesh.vertices[2 * static_cast<std::size_t>(v)];
  return {x[0], x[1], 0};
}

double distance(const SimplexMesh& mesh, std::int32_t a, std::int32_t b) {
  const double* xa = &mesh.vertices[2 * static_cast<std::size_t>(a)];
  const double* xb = &mesh.vertices[2 * static_cast<std::size_t>(b)];
  return std::hypot(xb[0] - xa[0], xb[1] - xa[1]);
}

void measureEdges(const SimplexMesh& mesh, PlaneStatistics& s) {
  s.shortestEdge = std::numeric_limits<double>::infinity();
  double sum = 0;
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    const double length = distance(mesh, lower, sides[0].upper);
    s.shortestEdge = std::min(s.shortestEdge, length);
    s.longestEdge = std::max(s.longestEdge, length);
    sum += length;
    ++s.edges;
  });
  s.meanEdge = sum / static_cast<double>(s.edges);
}

void measureElements(const SimplexMesh& mesh, PlaneStatistics& s) {
  s.worstQuality = 1;
  double sum = 0;
  std::vector<PlaceSum> places(mesh.groups.regions.size());
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const std::int32_t* corners = &mesh.elements[3 * e];
    const auto region = static_cast<std::size_t>(mesh.region[e]);
    s.regionElements[region] += 1;
    const double area = twiceSignedArea(mesh, corners) / 2;
    s.regionArea[region] += area;
    const std::array triangle{vertexAt(mesh, corners[0]), vertexAt(mesh, corners[1]), vertexAt(mesh, corners[2])};
    places[region].add(triangle, area);
    const double quality = triangleQuality(mesh, corners);
    s.worstQuality = std::min(s.worstQuality, quality);
    sum += quality;
  }
  s.meanQuality = sum / static_cast<double>(mesh.region.size());
  for (const PlaceSum& place : places) s.regionPlace.push_back(place.place());
  s.extent = extentOf(s.regionPlace);
}

/// The edge with its normal out of the first side's triangle, which is on its left when walked forward.
SidedFacet facetAt(const SimplexMesh& mesh, std::int32_t lower, std::span<const EdgeSide> sides) {
  SidedFacet facet;
  facet.numCorners = 2;
  facet.corners = {vertexAt(mesh, lower), vertexAt(mesh, sides[0].upper)};
  const Vec3 along = facet.corners[1] - facet.corners[0];
  facet.area = sides[0].forward ? Vec3{along[1], -along[0], 0} : Vec3{-along[1], along[0], 0};
  return facet;
}

/// Lengths of curves, where they are, and which regions touch.
void measureFacets(const SimplexMesh& mesh, PlaneStatistics& s) {
  for (std::size_t f = 0; f < mesh.facetGroup.size(); ++f) {
    const auto group = static_cast<std::size_t>(mesh.facetGroup[f]);
    s.surfaceEdges[group] += 1;
    s.surfaceLength[group] += distance(mesh, mesh.facets[2 * f], mesh.facets[2 * f + 1]);
  }
  std::vector<std::vector<SidedFacet>> facets(mesh.groups.surfaces.size());
  Neighbours neighbours(mesh.groups.regions.size());
  EdgeFacets edgeFacets(mesh);
  visitEdges(mesh.elements, mesh.numVertices(), [&](std::int32_t lower, std::span<const EdgeSide> sides) {
    FacetRegions regions{mesh.region[sides[0].side / 3]};
    if (sides.size() > 1) regions.second = mesh.region[sides[1].side / 3];
    neighbours.add(regions);
    for (const std::int32_t f : edgeFacets.on(lower, sides[0].upper)) {
      SidedFacet facet = facetAt(mesh, lower, sides);
      facet.regions = regions;
      facets[static_cast<std::size_t>(mesh.facetGroup[static_cast<std::size_t>(f)])].push_back(ascending(facet));
    }
  });
  s.regionNeighbours = neighbours.lists();
  for (const auto& of : facets) s.surfacePlace.push_back(surfacePlace(of));
}

}  // namespace

/// With sides a, b, c and area A the radii are 2 A / (a + b + c) and a b c / (4 A).
double triangleQuality(const SimplexMesh& mesh, const std::int32_t* corners) {
  const auto [a, b, c] = sideLengths(mesh, corners);
  const double area = std::abs(twiceSignedArea(mesh, corners)) / 2;
  return 16 * area * area / ((a + b + c) * a * b * c);
}

PlaneStatistics planeStatistics(const SimplexMesh& mesh) {
  PlaneStatistics s;
  s.elements = mesh.numElements();
  s.vertices = mesh.numVertices();
  s.regionElements.assign(mesh.groups.regions.size(), 0);
  s.regionArea.assign(mesh.groups.regions.size(), 0);
  s.surfaceEdges.assign(mesh.groups.surfaces.size(), 0);
  s.surfaceLength.assign(mesh.groups.surfaces.size(), 0);
  measureEdges(mesh, s);
  measureElements(mesh, s);
  measureFacets(mesh, s);
  return s;
}

std::string describe(const PlaneStatistics& s, const MeshGroups& groups) {
  std::string text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "triangles     {}\n", s.elements);
  fmt::format_to(out, "vertices      {}\n", s.vertices);
  fmt::format_to(out, "edges         {}, L_min {:.6g} mm, L_max {:.6g} mm, L_avg {:.6g} mm\n", s.edges,
                 1e3 * s.shortestEdge, 1e3 * s.longestEdge, 1e3 * s.meanEdge);
  fmt::format_to(out, "quality       {:.3f} worst, {:.3f} mean (equilateral: 1)\n", s.worstQuality, s.meanQuality);
  const PlaceText places(2, s.extent);
  for (std::size_t r = 0; r < groups.regions.size(); ++r)
    text += places.entry("region", groups.regions[r],
                         fmt::format("{} triangles, {:.6g} m^2", s.regionElements[r], s.regionArea[r]),
                         neighboursText(s.regionNeighbours[r], groups.regions), s.regionPlace[r]);
  for (std::size_t g = 0; g < groups.surfaces.size(); ++g)
    text += places.entry("curve", groups.surfaces[g],
                         fmt::format("{} edges, {:.6g} m", s.surfaceEdges[g], s.surfaceLength[g]),
                         places.surface(s.surfacePlace[g], "straight", groups.regions), s.surfacePlace[g].place);
  return text;
}

}  // namespace fluxtet
