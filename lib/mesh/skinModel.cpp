// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/skinModel.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"
#include "lib/mesh/chambers.hpp"
#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/surfaceMesh.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

/// A solid of the file, which is a surface in Gmsh.
struct FileSolid {
  std::string name;
  std::vector<bool> inside;  ///< by chamber
};

/// Those solids that have a name that no other one has.
std::vector<FileSolid> namedSolids(const Chambers& chambers) {
  std::vector<FileSolid> solids;
  std::map<std::string, int> count;
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces) {
    FileSolid solid;
    gmsh::model::getEntityName(2, surface, solid.name);
    ++count[solid.name];
    if (solid.name.empty()) continue;
    solid.inside = chambersInside(chambers, triangleNodes(surface));
    solids.push_back(std::move(solid));
  }
  if (surfaces.size() == 1) return {};
  std::erase_if(solids, [&](const FileSolid& solid) { return count[solid.name] > 1; });
  return solids;
}

/// A name for each chamber but the open one: that of the smallest solid round it if the file has several.
std::vector<std::string> namesOf(const Chambers& chambers, const std::string& fileName) {
  std::vector<std::string> names(static_cast<std::size_t>(chambers.count));
  if (chambers.count == 2) {
    names[1] = fileName;
    return names;
  }
  const std::vector<FileSolid> solids = namedSolids(chambers);
  for (std::size_t c = 1; c < names.size(); ++c) {
    std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::max();
    for (const FileSolid& solid : solids) {
      const std::ptrdiff_t size = std::count(solid.inside.begin(), solid.inside.end(), true);
      if (!solid.inside[c] || size > least) continue;
      names[c] = size < least ? solid.name : "";
      least = size;
    }
    if (names[c].empty()) names[c] = fmt::format("{}{}", fileName, c);
  }
  return names;
}

/// What else than the regions may have a size, and what the regions may be called.
void requireNames(const MeshSource& source, const std::vector<std::string>& namesOfChambers) {
  const auto isSide = [](const std::string& name) {
    return std::find(sideNames.begin(), sideNames.end(), name) != sideNames.end();
  };
  const std::string air = source.airBox ? source.airBox->region : "";
  std::vector<std::string> regions;
  for (const std::string& name : namesOfChambers)
    if (std::find(regions.begin(), regions.end(), name) == regions.end()) regions.push_back(name);
  for (const std::string& region : regions)
    require(region != air && !isSide(region),
            "{}: a region is called `{}`, as the file or a solid in it, but that is a name of mesh.airBox: give the "
            "file, the solid or mesh.airBox.region another name",
            *source.file, region);
  for (const auto& [name, unused] : source.sizes)
    require(std::count(regions.begin(), regions.end(), name) > 0 || (source.airBox && (name == air || isSide(name))),
            "mesh.sizes: `{}` is no part of {} that can have a size: its regions are {}", name, *source.file,
            fmt::join(regions, ", "));
  const auto sized =
      std::count_if(regions.begin(), regions.end(), [&](const auto& region) { return source.sizes.contains(region); });
  require(sized == 0 || sized == std::ssize(regions),
          "mesh.sizes: some of the regions of {} have a size and some have none, but either all surfaces get new "
          "triangles or none: give sizes to all of {}",
          *source.file, fmt::join(regions, ", "));
}

/// Makes the surface of new triangles possible: patches that end at edges sharper than 40 degrees.
void makeRemeshable() {
  constexpr double sharp = 40 * constants::pi / 180;
  const bool withBoundary = true, forNewTriangles = true;
  gmsh::model::mesh::classifySurfaces(sharp, withBoundary, forNewTriangles, constants::pi);
  gmsh::model::mesh::createGeometry();
}

/// Gives Gmsh a model of the triangles alone, with a surface for each two chambers that have a wall in common.
void makeWalls(const Chambers& chambers, const NodePositions& positions) {
  gmsh::model::remove();
  gmsh::model::add("skin");
  std::map<std::array<int, 2>, std::vector<std::size_t>> walls;
  std::vector<std::array<int, 2>> order;
  for (std::size_t t = 0; t < chambers.nodes.size(); ++t) {
    const auto [low, high] = std::minmax({chambers.chamberOf(t, 0), chambers.chamberOf(t, 1)});
    auto& nodes = walls[{low, high}];
    if (nodes.empty()) order.push_back({low, high});
    nodes.insert(nodes.end(), chambers.nodes[t].begin(), chambers.nodes[t].end());
  }
  std::set<std::size_t> isGiven;
  for (const auto& pair : order) {
    const int surface = gmsh::model::addDiscreteEntity(2);
    const std::vector<std::size_t>& triangles = walls[pair];
    std::vector<std::size_t> nodes;
    std::vector<double> places;
    for (const std::size_t node : triangles) {
      if (!isGiven.insert(node).second) continue;
      const Vec3& x = positions.at(node);
      nodes.push_back(node);
      places.insert(places.end(), x.begin(), x.end());
    }
    gmsh::model::mesh::addNodes(2, surface, nodes, places);
    constexpr int threeNodeTriangle = 2;
    gmsh::model::mesh::addElementsByType(surface, threeNodeTriangle, {}, triangles);
  }
}

/// The surfaces of Gmsh's model, by the shells that they belong to: a loop for each of these.
std::vector<int> makeLoops(const Chambers& chambers) {
  std::vector<std::vector<int>> surfacesOf(chambers.shells.size());
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  for (const auto& [unused, surface] : surfaces) {
    const std::vector<std::size_t> nodes = triangleNodes(surface);
    const std::size_t triangle = chambers.find({nodes[0], nodes[1], nodes[2]}).value();
    for (const std::size_t shell : chambers.shellsOf[triangle]) surfacesOf[shell].push_back(surface);
  }
  std::vector<int> loops;
  for (const auto& of : surfacesOf) loops.push_back(gmsh::model::geo::addSurfaceLoop(of));
  return loops;
}

/// The surface loops of a volume: the one round it, then those round what is inside. `outer`: of the open chamber.
std::vector<int> loopsOf(int chamber, const Chambers& chambers, const std::vector<int>& loop, int outer = 0) {
  std::vector<int> loops;
  if (outer != 0) loops.push_back(outer);
  for (const bool isOuter : {true, false})
    for (std::size_t i = 0; i < loop.size(); ++i)
      if (chambers.shells[i].chamber == chamber && chambers.shells[i].isOuter == isOuter) loops.push_back(loop[i]);
  return loops;
}

/// A box as the surface loop of its six sides.
int boxLoop(const BoxSides& s) {
  namespace geo = gmsh::model::geo;
  std::array<int, 8> point{};
  for (std::size_t i = 0; i < 8; ++i) point[i] = geo::addPoint(s[i & 1], s[2 + ((i >> 1) & 1)], s[4 + (i >> 2)]);
  // Along each axis four lines, each from the point of its number with a 0 put in for the axis.
  std::array<std::array<int, 4>, 3> line{};
  for (std::size_t i = 0; i < 4; ++i) {
    line[0][i] = geo::addLine(point[2 * i], point[2 * i + 1]);
    const std::size_t y = (i & 1) + 4 * (i >> 1);
    line[1][i] = geo::addLine(point[y], point[y + 2]);
    line[2][i] = geo::addLine(point[i], point[i + 4]);
  }
  const auto& [x, y, z] = line;
  std::vector<int> sides;
  for (const std::array<int, 4>& loop : {std::array<int, 4>{y[0], z[2], -y[2], -z[0]},
                                         {y[1], z[3], -y[3], -z[1]},
                                         {x[0], z[1], -x[2], -z[0]},
                                         {x[1], z[3], -x[3], -z[2]},
                                         {x[0], y[1], -x[1], -y[0]},
                                         {x[2], y[3], -x[3], -y[2]}})
    sides.push_back(geo::addPlaneSurface({geo::addCurveLoop({loop[0], loop[1], loop[2], loop[3]})}));
  return geo::addSurfaceLoop(sides);
}

}  // namespace

EntityNames importSkin(const MeshSource& source, double unit) {
  const std::string& file = *source.file;
  gmsh::model::add("skin");
  gmsh::merge(file);
  const NodePositions positions = nodePositions();
  const Chambers chambers = chambersOf(triangleNodes(-1), positions, file);
  const std::vector<std::string> regions = namesOf(chambers, std::filesystem::path(file).stem().string());
  requireNames(source, {regions.begin() + 1, regions.end()});
  makeWalls(chambers, positions);
  const bool isNew = source.sizes.contains(regions[1]);
  if (isNew) {
    makeRemeshable();
  } else {
    gmsh::model::mesh::createTopology();
  }
  BoxSides box{};
  if (source.airBox) {
    for (int side = 0; side < 6; ++side)
      require(marginOf(*source.airBox, side) > 0,
              "mesh.airBox: the margin at {} is 0, but the box must have room round the surface of {}",
              sideNames[static_cast<std::size_t>(side)], file);
    const std::vector<int> surfaces = entityTags(2);
    box = airBoxSides(*source.airBox, {surfaces.begin(), surfaces.end()}, unit);
  }
  EntityNames names;
  const std::vector<int> loops = makeLoops(chambers);
  for (int c = 1; c < chambers.count; ++c)
    names.regions[gmsh::model::geo::addVolume(loopsOf(c, chambers, loops))] = regions[static_cast<std::size_t>(c)];
  if (source.airBox)
    names.regions[gmsh::model::geo::addVolume(loopsOf(Chambers::open, chambers, loops, boxLoop(box)))] =
        source.airBox->region;
  gmsh::model::geo::synchronize();
  if (source.airBox) nameSides(box, names.surfaces);
  return names;
}

}  // namespace fluxtet
