// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/elementSizes.hpp"

#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/curvatureSizes.hpp"
#include "lib/mesh/curvedGaps.hpp"
#include "lib/mesh/edgeSizes.hpp"
#include "lib/mesh/gapSizes.hpp"
#include "lib/mesh/insideSolids.hpp"
#include "lib/mesh/metalEdges.hpp"
#include "lib/mesh/namedEdges.hpp"
#include "lib/mesh/sizeField.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <gmsh.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

std::string knownNames(const EntityNames& names) {
  std::vector<std::string> known;
  gmsh::vectorpair groups;
  gmsh::model::getPhysicalGroups(groups);
  for (const auto& [dimension, tag] : groups)
    if (dimension > 0) gmsh::model::getPhysicalName(dimension, tag, known.emplace_back());
  for (const auto* const map : {&names.regions, &names.surfaces})
    for (const auto& [unused, name] : *map) known.push_back(name);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  std::string text;
  for (const std::string& name : known)
    if (!name.empty()) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "it has no names" : "it has " + text;
}

/// A slip of the unit would keep Gmsh busy for days without a word.
constexpr double mostElements = 2147483648.0;

/// About how many elements fill a box: a regular tetrahedron of edge h fills 0.118 h^3, a regular triangle 0.433 h^2.
double elementsIn(const Vec3& extents, int dimension, double size) {
  const double x = extents[0] / size, y = extents[1] / size, z = extents[2] / size;
  return dimension == 3 ? x * y * z / 0.118 : (x * y + y * z + z * x) / 0.433;
}

void requireReachable(const std::string& name, const gmsh::vectorpair& entities, double size, double unit) {
  double elements = 0;
  for (const auto& [dimension, tag] : entities) elements += elementsIn(extentsOf(dimension, tag), dimension, size);
  require(elements < mostElements,
          "mesh.sizes.{}: elements of {:.4g} m would be about {:.1g}: check the unit of the size, and mesh.scale", name,
          size * unit, elements);
}

/// What `sizes` of the case gives.
struct GivenSizes {
  std::set<SizeField::Entity> entities;    ///< of all its names with their boundaries, but for those of the air box
  std::set<SizeField::Entity> ofSurfaces;  ///< of names of surfaces alone
  std::map<int, double> ofEdges;           ///< by curve, in the model's unit
  std::vector<std::string> lines;
};

/// About how many elements lie round a length of edge: those of the size s + g r at the distance r, with the growth g.
double elementsRound(double length, double size) {
  constexpr double perVolume = 0.118;  // as in elementsIn()
  return std::numbers::pi * length / (perVolume * growthFromMetal * growthFromMetal * size);
}

/// Notes the sizes of the edges that a name means. False if it means none.
bool takeEdges(const std::string& name, double size, double unit, const MeshSource& source, const EntityNames& names,
               GivenSizes& given) {
  const NamedEdges edges = edgesNamed(name, names);
  if (!edges.isAsked) return false;
  require(edges.missing.empty(), "mesh.sizes.{}: {} has no region or surface `{}` whose edges could have a size; {}",
          name, *source.file, edges.missing, knownNames(names));
  require(!edges.curves.empty(), "mesh.sizes.{}: there are no such edges in {}: {}", name, *source.file,
          name.find('/') == std::string::npos ? "the surface is smooth and closed" : "the two have none in common");
  double length = 0;
  for (const int curve : edges.curves) {
    length += lengthOfCurve(curve);
    const auto [known, fresh] = given.ofEdges.emplace(curve, size / unit);
    if (!fresh) known->second = std::min(known->second, size / unit);
    given.entities.emplace(1, curve);
  }
  require(elementsRound(length, size / unit) < mostElements,
          "mesh.sizes.{}: elements of {:.4g} m along {:.4g} m of edges would be about {:.1g}: check the unit of the "
          "size, and mesh.scale",
          name, size, length * unit, elementsRound(length, size / unit));
  given.lines.push_back(fmt::format("{}: {} by mesh.sizes", name, lengthText(size)));
  return true;
}

/// Limits the sizes of the regions and surfaces that the case names, and notes those of edges.
GivenSizes limitByName(const MeshSource& source, double unit, const EntityNames& names, SizeField& field) {
  GivenSizes given;
  for (const auto& [name, size] : source.sizes) {
    const bool hasEdges = takeEdges(name, size, unit, source, names, given);
    const auto named = groupsNamed(name, names);
    require(hasEdges || !named.empty(), "mesh.sizes: {} has no region or surface `{}` to give a size to; {}",
            *source.file, name, knownNames(names));
    if (named.empty()) continue;
    requireReachable(name, named, size / unit, unit);
    const auto entities = withBoundary(named);
    for (const SizeField::Entity& entity : entities) field.limit(entity, size / unit);
    const bool isAir = source.airBox && name == source.airBox->region;
    if (!isAir) given.entities.insert(entities.begin(), entities.end());
    if (named.front().first < 3) given.ofSurfaces.insert(entities.begin(), entities.end());
    given.lines.push_back(fmt::format("{}: {} by mesh.sizes", name, lengthText(size)));
  }
  return given;
}

/// Appends the limits along a curve, at points no further apart than the smallest of them.
void appendLimits(int curve, const SizeField& field, std::vector<GradedSizes::Source>& sources) {
  const auto limitAt = [&](const Vec3& x) { return field.at({1, curve}, x); };
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& x : pointsOfCurve(curve, least)) least = std::min(least, limitAt(x));
  for (const Vec3& x : pointsOfCurve(curve, least)) sources.push_back({x, limitAt(x)});
}

/// Surfaces that end at these curves take their sizes from the field alone: Gmsh would carry that of their boundary
/// over all of them. What their curves are limited to becomes a source, so that it grows inwards. A surface in `exempt`
/// has a size of its own.
void growInwards(const std::set<int>& edges, const std::set<SizeField::Entity>& exempt, const SizeField& field,
                 std::vector<GradedSizes::Source>& sources) {
  std::set<int> curves;
  for (const int edge : edges) {
    std::vector<int> surfaces, unused;
    gmsh::model::getAdjacencies(1, edge, surfaces, unused);
    for (const int surface : surfaces) {
      if (exempt.contains({2, surface})) continue;
      gmsh::model::mesh::setSizeFromBoundary(2, surface, 0);
      gmsh::vectorpair round;
      gmsh::model::getBoundary({{2, surface}}, round, false, false);
      for (const auto& [dimension, curve] : round) curves.insert(std::abs(curve));
    }
  }
  for (const int curve : curves) appendLimits(curve, field, sources);
}

/// Lets elements grow with the distance from the edges to which the case gives a size.
void limitRoundEdges(const std::map<int, double>& ofEdges, SizeField& field) {
  std::set<int> edges;
  for (const auto& [curve, size] : ofEdges) {
    field.limit({1, curve}, size);
    edges.insert(curve);
  }
  std::vector<GradedSizes::Source> sources;
  growInwards(edges, {}, field, sources);
  if (!sources.empty()) field.limitAround(GradedSizes(std::move(sources), growthFromMetal), {});
}

/// Limits the sizes in the regions to which the case gives none, and at their boundaries, to what waves need.
void limitByWaves(const MeshSource& source, double unit, const EntityNames& names, const GivenSizes& given,
                  SizeField& field, std::vector<std::string>& lines) {
  for (const auto& [name, size] : source.autoSizes->ofWaves) {
    if (source.sizes.contains(name)) continue;
    gmsh::vectorpair regions;
    for (const int tag : entitiesNamed(3, name, names)) regions.emplace_back(3, tag);
    for (const SizeField::Entity& entity : withBoundary(regions))
      if (!given.ofSurfaces.contains(entity)) field.limit(entity, size / unit);
    if (!regions.empty()) lines.push_back(fmt::format("{}: {} by waves", name, lengthText(size)));
  }
}

std::set<int> entitiesOf(const std::vector<std::string>& surfaces, const EntityNames& names) {
  std::set<int> tags;
  for (const std::string& surface : surfaces)
    for (const int tag : entitiesNamed(2, surface, names)) tags.insert(tag);
  return tags;
}

/// Surfaces whose shape the field feels: walls, and those between two materials.
std::set<int> surfacesOfShape(const AutoSizes& sizes, const EntityNames& names) {
  std::set<int> found = entitiesOf(sizes.walls, names);
  std::map<int, std::set<int>> media;  // by surface
  for (const auto& [region, medium] : sizes.media)
    for (const int volume : entitiesNamed(3, region, names)) {
      std::vector<int> unused, surfaces;
      gmsh::model::getAdjacencies(3, volume, unused, surfaces);
      for (const int surface : surfaces) media[std::abs(surface)].insert(medium);
    }
  for (const auto& [surface, sides] : media)
    if (sides.size() > 1) found.insert(surface);
  return found;
}

/// Limits the sizes in the regions of lumped ports and loads, and at their boundaries.
void limitInGaps(const MeshSource& source, double unit, double least, const EntityNames& names, const GivenSizes& given,
                 SizeField& field, std::vector<std::string>& lines) {
  const AutoSizes& sizes = *source.autoSizes;
  for (const auto& [name, direction] : sizes.gaps) {
    if (source.sizes.contains(name)) continue;
    for (const int tag : entitiesNamed(3, name, names)) {
      const double extent = extentAlong(direction, tag), size = gapSize(extent, sizes.order, least);
      for (const SizeField::Entity& entity : withBoundary({{3, tag}}))
        if (!given.ofSurfaces.contains(entity)) field.limit(entity, size);
      lines.push_back(fmt::format("{}: {} in a gap of {} between conductors", name, lengthText(size * unit),
                                  lengthText(extent * unit)));
    }
  }
}

/// From now on Gmsh asks for the sizes of this field.
void install(const SizeField& field) {
  gmsh::model::mesh::setSizeCallback([field](int dimension, int tag, double x, double y, double z) {
    return field.at({dimension, tag}, {x, y, z});
  });
}

/// Whether a surface, or any (-1), has triangles already, as those of an .stl and of a script with `Mesh 2`.
bool hasTriangles(int surface) {
  std::vector<int> types;
  gmsh::model::mesh::getElementTypes(types, 2, surface);
  return !types.empty();
}

void append(std::vector<std::string>& lines, const std::vector<std::string>& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

/// Share of the thickness of a curved layer that facets of its two sides lie off on the mean, at most: nowhere do they
/// lie more than twice as far off, so that the two sides keep apart.
constexpr double shareOfLayer = 0.125;

/// The thin curved layers of a model whose surfaces are meshed.
struct CurvedLayers {
  std::vector<CurvedGap> ofShape;  ///< at surfaces where curvature sets sizes
  std::vector<CurvedGap> others;   ///< such as those between solids of one material
};
CurvedLayers curvedLayers(const std::set<int>& shaped, const SurfaceCurvatures& curvatures,
                          const NodePositions& positions, const InsideSolids& inside) {
  std::set<int> all;
  for (const auto& [surface, unused] : curvatures) all.insert(surface);
  CurvedLayers layers;
  for (const CurvedGap& layer : curvedGaps(all, curvatures, positions, inside, norm(extentsOf(-1, -1))))
    (shaped.contains(layer.surface) ? layers.ofShape : layers.others).push_back(layer);
  return layers;
}

/// The smallest size that the rules for shapes set, in the model's unit, so that small roundings and gaps do not ask
/// for an unbounded number of elements: a share of what the shortest waves need, and of the model where that is
/// smaller.
double leastSize(const AutoSizes& sizes, double unit) {
  constexpr double share = 0.01;
  double size = norm(extentsOf(-1, -1));
  for (const auto& [unused, ofWaves] : sizes.ofWaves) size = std::min(size, ofWaves / unit);
  return share * size;
}

}  // namespace

void setLargestSize(double size, int dimension, MeshFileKind kind, double unit, const std::string& file) {
  const auto extents = extentsOf(-1, -1);
  const double elements = elementsIn(extents, dimension, size);
  require(elements < mostElements,
          "mesh.size = {:.4g} m would cut {}, which spans {:.4g} x {:.4g} x {:.4g} m, into about {:.1g} {}: check the "
          "units of mesh.size and mesh.scale",
          size * unit, file, unit * extents[0], unit * extents[1], unit * extents[2], elements,
          dimension == 3 ? "tetrahedra" : "triangles");
  gmsh::option::setNumber("Mesh.MeshSizeMax", size);
  if (kind == MeshFileKind::script) return;
  gmsh::vectorpair points;
  gmsh::model::getEntities(points, 0);
  gmsh::model::mesh::setSize(points, size);
}

std::vector<std::string> setSizes(const MeshSource& source, double unit, const EntityNames& names) {
  SizeField field;
  const GivenSizes given = limitByName(source, unit, names, field);
  limitRoundEdges(given.ofEdges, field);
  if (!source.autoSizes || !isSolidModel()) {
    if (!field.isEmpty()) install(field);
    return {};
  }
  std::vector<std::string> lines = given.lines;
  limitByWaves(source, unit, names, given, field, lines);
  const AutoSizes& sizes = *source.autoSizes;
  const double least = leastSize(sizes, unit);
  std::set<int> shaped = surfacesOfShape(sizes, names);
  std::erase_if(shaped, hasTriangles);
  append(lines, limitByCurvature(shaped, given.entities, sizes.accuracy, least, unit, names, field));
  install(field);
  if (hasTriangles(-1)) {  // a first mesh would take them away
    lines.emplace_back("the triangles that surfaces have already stay; edges of metal and gaps were not looked at");
    return lines;
  }
  const SurfaceCurvatures curvatures = surfaceCurvatures();
  const bool isFlat =
      std::all_of(curvatures.begin(), curvatures.end(), [](const auto& surface) { return surface.second.isFlat(); });
  if (sizes.metal.empty() && sizes.gaps.empty() && isFlat) return lines;
  gmsh::model::mesh::generate(2);  // by the rules so far; it shows edges, gaps and layers
  const std::set<int> metal = entitiesOf(sizes.metal, names);
  const NodePositions positions = nodePositions();
  const InsideSolids inside(positions);
  const double range = edgeRange(sizes) / unit;
  const auto edges = metalEdges(metal, entitiesOf(sizes.magnetic, names), range, positions, inside);
  const auto gaps = curvedGaps(metal, curvatures, positions, inside, range);
  const CurvedLayers layers = curvedLayers(shaped, curvatures, positions, inside);
  limitInGaps(source, unit, least, names, given, field, lines);
  gmsh::model::mesh::clear();
  std::vector<GradedSizes::Source> sources;
  append(lines, limitAtEdges(edges, sizes, given.entities, least, unit, names, sources));
  const auto limit = [&](const std::vector<CurvedGap>& places, const GapRule& rule) {
    append(lines, limitInCurvedGaps(places, rule, given.entities, least, unit, names, sources));
  };
  limit(gaps, {sizes.accuracy, sizes.accuracy, "a gap"});
  limit(layers.ofShape, {shareOfLayer, sizes.accuracy, "a layer"});
  limit(layers.others, {shareOfLayer, 1, "a layer"});
  if (!sources.empty()) {
    std::set<int> curves;
    for (const MetalEdge& edge : edges) curves.insert(edge.curve);
    growInwards(curves, given.entities, field, sources);
    field.limitAround(GradedSizes(std::move(sources), growthFromMetal), given.entities);
  }
  install(field);
  return lines;
}

}  // namespace fluxtet
