// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/skinModel.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/airBoxSides.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

constexpr int triangle = 2;  ///< Gmsh's type of element

/// Nodes of the triangles of Gmsh's current model, three each.
std::vector<std::size_t> nodesOfTriangles() {
  std::vector<std::size_t> triangles, nodes;
  gmsh::model::mesh::getElementsByType(triangle, triangles, nodes);
  return nodes;
}

/// An edge of a closed surface belongs to two triangles.
void requireClosed(const std::vector<std::size_t>& nodes, const std::string& file) {
  require(!nodes.empty(), "{} has no triangles", file);
  std::vector<std::array<std::size_t, 2>> edges;
  for (std::size_t t = 0; t < nodes.size(); t += 3)
    for (std::size_t v = 0; v < 3; ++v) {
      const auto [low, high] = std::minmax(nodes[t + v], nodes[t + (v + 1) % 3]);
      edges.push_back({low, high});
    }
  std::sort(edges.begin(), edges.end());
  std::size_t open = 0;
  for (std::size_t e = 0, count = 0; e < edges.size(); e += count) {
    count = 1;
    while (e + count < edges.size() && edges[e + count] == edges[e]) ++count;
    if (count != 2) ++open;
  }
  require(
      open == 0,
      "{}: the surface is not closed: {} of its edges do not belong to two triangles: mend it with the program that "
      "made it",
      file, open);
}

/// Triangles that hang together have the same root.
std::size_t rootOf(std::unordered_map<std::size_t, std::size_t>& parent, std::size_t node) {
  while (parent[node] != node) node = parent[node] = parent[parent[node]];
  return node;
}

void requireOneSurface(const std::vector<std::size_t>& nodes, const std::string& file) {
  std::unordered_map<std::size_t, std::size_t> parent;
  for (const std::size_t node : nodes) parent.emplace(node, node);
  for (std::size_t t = 0; t < nodes.size(); t += 3)
    for (std::size_t v = 1; v < 3; ++v) parent[rootOf(parent, nodes[t + v])] = rootOf(parent, nodes[t]);
  const auto count =
      std::count_if(parent.begin(), parent.end(), [](const auto& entry) { return entry.first == entry.second; });
  require(count == 1,
          "{} has {} surfaces that do not hang together: a file has one closed surface, which becomes one region; make "
          "a CAD model or a .geo of several",
          file, count);
}

/// What else than the region may have a size, and what the region may be called.
void requireNames(const MeshSource& source, const std::string& region) {
  const auto isSide = [](const std::string& name) {
    return std::find(sideNames.begin(), sideNames.end(), name) != sideNames.end();
  };
  const std::string air = source.airBox ? source.airBox->region : "";
  require(region != air && !isSide(region),
          "{}: its region is called `{}`, as the file, but that is a name of mesh.airBox: give the file or "
          "mesh.airBox.region another name",
          *source.file, region);
  for (const auto& [name, unused] : source.sizes)
    require(name == region || (source.airBox && (name == air || isSide(name))),
            "mesh.sizes: `{}` is no part of {} that can have a size: its region is `{}`", name, *source.file, region);
}

/// Makes the surface of new triangles possible: patches that end at edges sharper than 40 degrees.
void makeRemeshable() {
  constexpr double sharp = 40 * constants::pi / 180;
  const bool withBoundary = true, forNewTriangles = true;
  gmsh::model::mesh::classifySurfaces(sharp, withBoundary, forNewTriangles, constants::pi);
  gmsh::model::mesh::createGeometry();
}

int surfaceLoop() {
  gmsh::vectorpair surfaces;
  gmsh::model::getEntities(surfaces, 2);
  std::vector<int> tags;
  for (const auto& [unused, tag] : surfaces) tags.push_back(tag);
  return gmsh::model::geo::addSurfaceLoop(tags);
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
  const std::string region = std::filesystem::path(file).stem().string();
  gmsh::model::add("skin");
  gmsh::merge(file);
  const std::vector<std::size_t> nodes = nodesOfTriangles();
  requireClosed(nodes, file);
  requireOneSurface(nodes, file);
  requireNames(source, region);
  const bool isNew = source.sizes.contains(region);
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
    box = airBoxSides(*source.airBox, unit);
  }
  EntityNames names;
  const int skin = surfaceLoop();
  names.regions[gmsh::model::geo::addVolume({skin})] = region;
  if (source.airBox) names.regions[gmsh::model::geo::addVolume({boxLoop(box), skin})] = source.airBox->region;
  gmsh::model::geo::synchronize();
  if (source.airBox) nameSides(box, names.surfaces);
  return names;
}

}  // namespace fluxtet
